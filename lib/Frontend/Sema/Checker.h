//===- Checker.h - the state of type and shape checking ---------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over each body gives every expression its type and rewrites what has a
// meaning of its own into operations. Shapes are known at once. The element type
// of a literal may be decided by what follows; until the end of the body it is a
// variable (Infer.h).
//
// `check` returns the expression that takes the place of its argument. An error is
// reported where it is found; the expression then has the type Error, which fits
// everything, so that one fault is reported once.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_SEMA_CHECKER_H
#define MIND_LIB_FRONTEND_SEMA_CHECKER_H

#include "Infer.h"
#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/SourceFacts.h"
#include "Mind/Frontend/Types.h"
#include "Scope.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mind::sema {

using frontend::Diagnostic;
using frontend::Span;
using shape::Dim;
using shape::Shape;

struct Intrinsic;
struct LibraryFunction;
class BoundArgs;

/// A number that is known when the program is compiled.
struct ConstValue {
  enum Kind : uint8_t { None, Int, Float, Bool } kind = None;
  int64_t integer = 0;
  double number = 0;

  bool isInt() const { return kind == Int; }
  double asDouble() const { return kind == Float ? number : double(integer); }
};

/// One line of a picture of shapes; its first dim stands in `column`.
struct ShapeRow {
  std::string name;
  llvm::ArrayRef<Dim> dims;
  size_t column = 0;
};

/// Bytes of source that a fix repeats at most, so that a report is short.
inline constexpr uint32_t kMaxQuoted = 200;

/// What a function or a type of another library or language is called here; empty if
/// nothing is known by that name.
llvm::StringRef findForeignFunction(llvm::StringRef name);
llvm::StringRef findForeignType(llvm::StringRef name);

class Checker {
public:
  /// `shape::` rules that make up names take this.
  llvm::StringRef operator()(llvm::StringRef name) { return intern(name); }

  /// `facts`, if any, gets what is found of places of the source.
  Checker(ast::Module &module, frontend::DiagnosticEngine &diagnostics, SourceFacts *facts = nullptr);

  bool run();

  /// The tables of functions, as others see them.
  static std::vector<LibraryFunction> listLibrary();

private:
  using Expr = ast::Expr;
  using Stmt = ast::Stmt;
  using Block = ast::Block;
  friend class BoundArgs;

  //===--------------------------------------------------------------------===//
  // Faults
  //===--------------------------------------------------------------------===//

  Diagnostic &error(llvm::StringRef code, Span span, const llvm::Twine &message) {
    return diagnostics.error(frontend::Phase::TypeCheck, code, span, message);
  }
  /// Reports a broken rule of shapes: E2101 or E2102.
  Diagnostic &shapeError(const shape::Error &fault, Span span);
  // What they show (ExplainShapes.cpp).

  /// Where the extent of a dim is written, or the op that makes it.
  std::optional<Span> findDim(const Expr *expr, size_t dim) const;
  /// Where the whole shape is written or made.
  Span findShape(const Expr *expr) const;
  /// Its source, or its role if that is long.
  std::string describeOperand(const Expr *expr, llvm::StringRef role) const;
  // Labels where dims come from; none on the fault itself.
  void labelDim(Diagnostic &fault, const Expr *expr, size_t dim, llvm::StringRef role);
  void labelShape(Diagnostic &fault, const Expr *expr, llvm::StringRef role, const llvm::Twine &what);
  void labelRank(Diagnostic &fault, const Expr *expr);
  /// A note with the shapes below each other, and carets under columns that clash.
  void lineUp(Diagnostic &fault, llvm::ArrayRef<ShapeRow> rows, llvm::ArrayRef<size_t> clashes);
  ShapeRow makeRow(const Expr *expr, llvm::StringRef role, size_t column) const;
  void explainBroadcast(Diagnostic &fault, Expr *lhs, Expr *rhs);
  void explainBroadcastTo(Diagnostic &fault, Expr *input, llvm::ArrayRef<Dim> wanted);
  /// `isInner`: the dims that are summed over differ; else the ranks are wrong.
  void explainContraction(Diagnostic &fault, ast::OpKind kind, Expr *lhs, Expr *rhs, bool isInner);

  // What may have been meant (Suggest.cpp).

  /// `expr` with `suffix`, in brackets if it needs them.
  void suggestSuffix(Diagnostic &fault, const Expr *expr, llvm::StringRef suffix, const llvm::Twine &message);
  void suggestCast(Diagnostic &fault, const Expr *expr, DType target);
  /// `name(expr, rest)`.
  void suggestCall(Diagnostic &fault, const Expr *expr, llvm::StringRef name, llvm::StringRef rest,
                   const llvm::Twine &message);
  /// `grad(f)(x)` for `grad(f(x))`, of which `written` is the operand.
  void suggestLaterCall(Diagnostic &fault, const Expr *written);
  /// The one parameter that can be differentiated by, for `element`.
  void suggestWrt(Diagnostic &fault, const ast::FnDecl *fn, size_t numHeld, const Expr *element);
  void suggestAxis(Diagnostic &fault, Span where, int64_t axis, const Expr *input);
  /// That the number `expr` is not 0, in place of `where`.
  void suggestTest(Diagnostic &fault, const Expr *expr, Span where, bool isSure);
  /// The candidate that looks like `name`, as help and as a fix.
  void suggestName(Diagnostic &fault, Span span, llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

  /// `expr` with the type Error.
  Expr *fail(Expr *expr) {
    expr->type = &errorType;
    return expr;
  }
  static bool isError(const Expr *expr) { return expr->type->isError(); }

  //===--------------------------------------------------------------------===//
  // Facts for editors
  //===--------------------------------------------------------------------===//

  void noteUse(Span span, const ast::Decl *decl) {
    if (facts && decl)
      facts->uses.push_back({span, decl});
  }
  void noteCall(Span name, Span span, const ast::FnDecl *target) {
    if (facts)
      facts->calls.push_back({name, span, target, currentFn});
  }
  void noteDim(Span span, llvm::StringRef name) {
    if (facts)
      facts->dims.push_back({span, name, dimOwner});
  }
  void noteBinding(const ast::Decl *decl, Span visible) {
    if (facts)
      facts->bindings.push_back({decl, visible});
  }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  // The tree points to these after the checker is gone.
  static const Type errorType, unitType, neverType, stringType;
  static const Type scalarTypes[kNumDTypes];
  static const Type *scalar(DType dtype) { return &scalarTypes[unsigned(dtype)]; }
  const Type *tensor(DType dtype, llvm::ArrayRef<Dim> dims);
  /// The element type of `like`, known or not, with another shape.
  const Type *withDims(const Type &like, llvm::ArrayRef<Dim> dims);
  const Type *tuple(llvm::ArrayRef<const Type *> elements);
  const Type *variableType(unsigned variable, llvm::ArrayRef<Dim> dims = {});
  /// For messages: what is known of the type so far.
  std::string show(const Type &type) const;
  std::optional<DType> getDType(const Type &type) const;
  /// Whether the element type is, or is made to be, one of `allowed`.
  bool restrict(const Type &type, DTypeSet allowed) { return infer.restrict(type, allowed); }
  /// Makes the element types equal.
  bool unifyElements(const Type &lhs, const Type &rhs) { return infer.unify(lhs, rhs); }
  /// Reports elements that differ; the code depends on what they are.
  Diagnostic &elementError(Span span, const Expr *lhs, const Expr *rhs);
  bool checkSize(const Type &type, Span span);
  llvm::StringRef intern(llvm::StringRef name);

  /// `expr` where a value of `wanted` is needed: unifies literals, reports the rest
  /// with `code` if the class of type is wrong, E2102 if the shape is.
  /// `declared` is where the type is written, if it is.
  Expr *coerce(Expr *expr, const Type &wanted, llvm::StringRef code, const llvm::Twine &what, Span declared = {},
               llvm::StringRef remark = "declared here");

  //===--------------------------------------------------------------------===//
  // Declarations (Signatures.cpp)
  //===--------------------------------------------------------------------===//

  void collect(Block *block);
  void declareFunction(ast::FnDecl *fn);
  void resolveSignature(ast::FnDecl *fn);
  void checkAttributes(ast::FnDecl *fn);
  void checkInferredResult(ast::FnDecl *fn);
  void checkFunction(ast::FnDecl *fn);
  void checkExports(Block *block);
  enum class DimUse { Param, Result, Body };
  const Type *resolveType(ast::TypeExpr *type, DimUse use, const Type *init = nullptr);
  const Type *resolveTensorType(ast::TensorTypeExpr *type, DimUse use, const Type *init);
  std::optional<Dim> resolveDim(const ast::DimExpr &dim, DimUse use, std::optional<Dim> found);

  //===--------------------------------------------------------------------===//
  // Statements (CheckStmt.cpp)
  //===--------------------------------------------------------------------===//

  /// The type of a block's value; Unit, or Never if its end is not reached.
  /// Without `wantsValue` a value is dropped.
  const Type *checkBlock(Block *block, bool wantsValue);
  const Type *checkStmts(Block *block, bool wantsValue);
  /// Unit, or Never if control does not go on.
  const Type *checkStmt(Stmt *stmt);
  void checkLet(ast::LetStmt *let);
  void checkAssign(ast::AssignStmt *assign);
  const Type *checkLoopBody(Block *body);
  void checkFor(ast::ForStmt *loop);
  void checkWhile(ast::WhileStmt *loop);
  const Type *checkLoop(ast::LoopStmt *loop);
  void checkReturn(ast::ReturnStmt *stmt);
  void checkPrint(ast::PrintStmt *print);
  void checkAssert(ast::AssertStmt *assertion);
  void checkImport(ast::ImportStmt *import);
  Expr *checkCondition(Expr *condition, llvm::StringRef where);
  void declare(ast::VarDecl *var, const Type *type);

  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  Expr *check(Expr *expr, bool wantsValue = true);
  Expr *checkNew(Expr *expr, bool wantsValue);
  /// A tensor; anything else is reported.
  Expr *checkTensor(Expr *expr);
  Expr *requireTensor(Expr *expr);
  Expr *checkName(ast::NameExpr *name);
  const ast::Ident *findLaterLet(const ast::NameExpr *name) const;
  Expr *checkTensorLit(ast::TensorLitExpr *literal);
  /// `firstLists`: of each level, the list that decided its length.
  bool checkListShape(ast::TensorLitExpr *list, Shape &dims, unsigned level, llvm::SmallVectorImpl<Expr **> &leaves,
                      llvm::SmallVectorImpl<ast::TensorLitExpr *> &firstLists);
  Expr *checkTuple(ast::TupleExpr *expr);
  Expr *checkTupleGet(ast::TupleGetExpr *expr);
  Expr *checkField(ast::FieldExpr *expr);
  Expr *checkLogical(ast::LogicalExpr *expr);
  Expr *checkIf(ast::IfExpr *expr, bool wantsValue);
  Expr *checkMatch(ast::MatchExpr *match, bool wantsValue);
  Expr *makeAnd(Span span, Expr *lhs, Expr *rhs);
  Expr *checkPattern(ast::Pattern *pattern, Expr *value, llvm::SmallVectorImpl<Stmt *> &lets, bool &isTotal);
  const Type *mergeBranches(ast::IfExpr *expr, const Type *thenType, const Type *elseType);

  // Operators (CheckOperator.cpp).
  Expr *checkUnary(ast::UnaryExpr *expr);
  Expr *checkBinary(ast::BinaryExpr *expr);
  Expr *makeBinary(Span span, ast::BinaryOp op, Expr *lhs, Expr *rhs);
  Expr *makePower(Span span, Expr *base, Expr *exponent);
  Expr *makeIntegerPower(Span span, Expr *base, int64_t exponent, Span exponentSpan);
  Expr *makeMatmulOperator(Span span, Expr *lhs, Expr *rhs);
  Expr *makeContraction(Span span, ast::OpKind kind, Expr *lhs, Expr *rhs, llvm::StringRef name);
  Expr *makeNegation(Span span, Expr *operand);
  Expr *makeElementwise(Span span, ast::OpKind kind, Expr *lhs, Expr *rhs, DTypeSet allowed, llvm::StringRef name,
                        const ast::OpAttrs *attrs = nullptr, const Type *result = nullptr);
  Expr *checkCast(ast::CastExpr *expr);
  Expr *makeCast(Span span, Expr *operand, DType target);

  // Parts of tensors (CheckIndex.cpp).
  Expr *checkIndex(ast::IndexExpr *expr);
  Expr *checkSliceRange(ast::SliceRangeExpr *expr);
  Expr *makeIndexed(Span span, Expr *base, llvm::ArrayRef<Expr *> indices);
  /// `written` are the axes as they are spelled, if a source has them.
  Expr *makeConstIndex(Span span, Expr *base, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> indices,
                       llvm::ArrayRef<int64_t> written = {});
  Expr *makeSlice(Span span, Expr *base, int64_t axis, const shape::SliceBounds &bounds,
                  std::optional<int64_t> written = std::nullopt);
  Expr *makeStore(ast::AssignStmt *assign, Expr *base, Expr *target);
  bool checkIndexType(Expr *index);

  // Calls (CheckCall.cpp).
  Expr *checkCall(ast::CallExpr *call);
  Expr *checkMethod(ast::MethodExpr *method);
  /// `held`: the type of the callee, if that holds the first arguments.
  Expr *checkUserCall(ast::CallExpr *call, ast::FnDecl *fn, const Type *held = nullptr);
  Expr *callNamed(Span span, llvm::StringRef name, Span nameSpan, llvm::ArrayRef<ast::Arg> args);
  bool unifyParam(Expr *arg, const ast::VarDecl *param, const ast::FnDecl *fn,
                  llvm::SmallVectorImpl<std::pair<llvm::StringRef, Dim>> &bindings, llvm::ArrayRef<ast::Arg> earlier);
  const Type *substitute(const Type *type, llvm::ArrayRef<std::pair<llvm::StringRef, Dim>> bindings);
  Diagnostic &unknownFunction(Span span, llvm::StringRef name);

  //===--------------------------------------------------------------------===//
  // Derivatives (CheckDerivative.cpp)
  //===--------------------------------------------------------------------===//

  /// The variables outside of a closure that its body uses, each with the parameter
  /// that stands for it.
  struct Closure {
    /// Bindings below it are outside.
    size_t mark = 0;
    llvm::SmallVector<std::pair<ast::VarDecl *, ast::VarDecl *>, 4> captured;
  };

  /// What makes a derivative, by its name.
  struct DerivativeForm {
    const char *name;
    ast::Derivative::Kind kind;
    const char *summary;
  };
  static const DerivativeForm kDerivativeForms[4];
  static std::optional<ast::Derivative::Kind> getDerivativeKind(llvm::StringRef name);
  /// With the code of older versions.
  Diagnostic &gradError(llvm::StringRef code, Span span, const llvm::Twine &message);
  static bool holdsFunction(const Type &type);
  Expr *failFunction(Expr *expr);
  const Type *functionType(ast::FnDecl *fn, llvm::ArrayRef<const Type *> held);
  Expr *makeFunction(Span span, ast::FnDecl *fn, llvm::ArrayRef<Expr *> held = {},
                     llvm::ArrayRef<const Type *> types = {});
  /// The function that `by` is applied to.
  Expr *checkOperand(Expr *operand, llvm::StringRef by, bool allowsValue);
  /// `grad(loss, wrt=[x])` of a value that is a function of the variable x.
  Expr *checkValueGrad(ast::CallExpr *call, Expr *loss, llvm::ArrayRef<Expr *> wrt);
  std::optional<llvm::SmallVector<int64_t, 4>> getWrt(const ast::FnDecl *fn, size_t numHeld,
                                                         llvm::ArrayRef<Expr *> elements);
  bool checkDifferentiable(Span span, ast::Derivative::Kind kind, const ast::FnDecl *fn);
  ast::FnDecl *derive(ast::Derivative::Kind kind, ast::FnDecl *of, llvm::ArrayRef<int64_t> wrt);
  Expr *checkDerivative(ast::CallExpr *call, ast::Derivative::Kind kind);
  /// What stands for `var`, the visible meaning of `name`, in the innermost closure.
  ast::VarDecl *capture(ast::VarDecl *var, llvm::StringRef name);
  Expr *checkClosure(ast::ClosureExpr *closure);
  void checkCustomGrad(ast::FnDecl *fn, const ast::Attribute &attribute);
  void checkCheckpoint(ast::FnDecl *fn, const ast::Attribute &attribute);
  void checkDifferentiableWrt(ast::FnDecl *fn, const ast::Attribute &attribute);
  void checkGradAttributes(ast::FnDecl *fn);

  //===--------------------------------------------------------------------===//
  // Constants (ConstEval.cpp): of expressions that are not checked as values
  //===--------------------------------------------------------------------===//

  ConstValue evaluate(Expr *expr);
  ConstValue evaluateConst(ast::ConstDecl *decl);
  /// The number of a checked literal.
  static ConstValue getLiteral(const Expr *expr);
  Expr *makeLiteral(Span span, ConstValue value);
  void checkConst(ast::ConstDecl *decl);

  //===--------------------------------------------------------------------===//
  // Library functions (Intrinsics*.cpp)
  //===--------------------------------------------------------------------===//

  using Handler = Expr *(Checker::*)(Span, const Intrinsic &, BoundArgs &);
  friend struct Intrinsic;
  static const Intrinsic kIntrinsics[];
  static const Intrinsic *findIntrinsic(llvm::StringRef name);
  static void listIntrinsics(llvm::SmallVectorImpl<llvm::StringRef> &names);
  Expr *callIntrinsic(Span span, const Intrinsic &intrinsic, llvm::ArrayRef<ast::Arg> args);

  Expr *onUnary(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onRounding(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onBinary(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onExtreme(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onPow(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onReduction(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onArgmax(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onSoftmax(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onReshape(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onFlatten(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onTranspose(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onExpandDims(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onSqueeze(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onIndex(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onSlice(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onGather(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onBroadcastTo(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onSelect(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onContraction(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onConv2D(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onFill(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onEye(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onArange(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onLinspace(Span span, const Intrinsic &intrinsic, BoundArgs &args);
  Expr *onShape(Span span, const Intrinsic &intrinsic, BoundArgs &args);

  /// The axes of slot `slot`, normalised; none if it was left out. `written` gets them
  /// as they are spelled.
  std::optional<llvm::SmallVector<int64_t>> getAxes(BoundArgs &args, unsigned slot, const Expr *input,
                                                    llvm::SmallVectorImpl<int64_t> *written = nullptr);
  std::optional<int64_t> getAxis(BoundArgs &args, unsigned slot, const Expr *input, int64_t fallback,
                                 int64_t *written = nullptr);
  bool getPadding(Expr *expr, ast::OpAttrs *attrs);
  const Type *getCreatedType(BoundArgs &args, unsigned slot, DTypeSet allowed, DType fallback,
                             llvm::ArrayRef<Dim> dims);
  bool checkListed(Span span, int64_t count);
  Expr *makeUnary(Span span, ast::UnaryKind kind, Expr *input);
  Expr *makeReduction(Span span, ast::OpKind kind, Expr *input, llvm::ArrayRef<int64_t> axes, bool keepdims);
  Expr *makeTranspose(Span span, Expr *input, llvm::ArrayRef<int64_t> perm, llvm::ArrayRef<int64_t> written);
  Expr *makeReversal(Span span, Expr *input);
  Expr *makeReshape(Span span, Expr *input, llvm::ArrayRef<Dim> dims);
  Expr *makeConstant(Span span, const Type *type, llvm::ArrayRef<double> floats, llvm::ArrayRef<int64_t> ints);

  //===--------------------------------------------------------------------===//
  // Nodes
  //===--------------------------------------------------------------------===//

  Expr *makeOp(Span span, ast::OpKind kind, llvm::ArrayRef<Expr *> operands, const Type *type,
               const ast::OpAttrs *attrs = nullptr);
  Expr *makeShared(Expr *value);
  ast::OpAttrs *makeAttrs() { return context.create<ast::OpAttrs>(); }
  /// Notes how axes are written where that is not their normal form.
  void spell(ast::OpAttrs &attrs, llvm::ArrayRef<int64_t> normal, llvm::ArrayRef<int64_t> written) {
    attrs.isSpelled = normal != written;
    if (attrs.isSpelled)
      attrs.spelling = context.copy(written);
  }
  template <typename T>
  llvm::ArrayRef<T> copy(llvm::ArrayRef<T> list) {
    return context.copy(list);
  }

  ast::Module &module;
  ast::Context &context;
  frontend::DiagnosticEngine &diagnostics;
  SourceFacts *facts;
  /// Where the block ends that is checked, and with it what is declared there.
  uint32_t visibleEnd = UINT32_MAX;
  /// Whose names of dims are in use; null in a script.
  const ast::FnDecl *dimOwner = nullptr;
  Infer infer;
  Scope scope;
  /// Functions by name; consts and aliases are in the scope.
  llvm::DenseMap<llvm::StringRef, ast::FnDecl *> functions;
  llvm::SmallVector<ast::FnDecl *> functionOrder;
  llvm::SmallVector<ast::ConstDecl *> constants;
  bool isInConst = false;
  /// Values of `const` by declaration.
  llvm::DenseMap<const ast::ConstDecl *, ConstValue> constValues;
  llvm::DenseMap<const ast::ConstDecl *, bool> constsInProgress;
  /// Names of dims that may be used: of the signature, or bound by annotations.
  llvm::DenseMap<llvm::StringRef, Dim> dimNames;
  llvm::DenseMap<llvm::StringRef, llvm::StringRef> interned;

  /// The function whose body is checked; null in a script.
  ast::FnDecl *currentFn = nullptr;
  unsigned loopDepth = 0;
  /// The closures around the code that is checked, outermost first.
  llvm::SmallVector<Closure *, 2> closures;
  llvm::DenseMap<llvm::StringRef, unsigned> numClosures;
  /// By name in the module.
  llvm::DenseMap<llvm::StringRef, ast::FnDecl *> derivatives;
  llvm::SmallVector<ast::FnDecl *> generated;
  /// The variables of the `let` whose value is checked.
  llvm::ArrayRef<ast::VarDecl *> beingDeclared;
  unsigned exprDepth = 0;
  /// Integer literals whose range is checked when their type is known.
  llvm::SmallVector<ast::IntLitExpr *> intLiterals;
  void finishBody();
};

} // namespace mind::sema

#endif // MIND_LIB_FRONTEND_SEMA_CHECKER_H
