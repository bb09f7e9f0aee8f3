//===- Emitter.h - The checked tree to operations ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the tree. Types come from the checker, so nothing is inferred; ops
// are made from cached names and properties and are not verified. Variables become
// SSA values: a branch or loop gives back those that it assigns.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_MLIRGEN_EMITTER_H
#define MIND_LIB_FRONTEND_MLIRGEN_EMITTER_H

#include "AssignmentLog.h"
#include "IRCache.h"
#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/MLIRGen.h"
#include "Mind/Frontend/Types.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mind::frontend {

/// Passes an op class to a generic lambda.
template <typename OpT> struct Tag {
  using Op = OpT;
};

class Emitter {
public:
  Emitter(IRCache &cache, const DiagnosticEngine &diagnostics, const Compiler::Options &options)
      : cache(cache), diagnostics(diagnostics), debugLocations(options.debugLocations),
        micForm(options.micForm), exactLocations(options.exactLocations),
        loc(cache.unknown) {}

  mlir::OwningOpRef<mlir::ModuleOp> emit(const ast::Module &module);

private:
  using Value = mlir::Value;
  /// The values of an expression: one of a tensor, several of a tuple, none of ().
  using Values = llvm::SmallVector<Value, 1>;

  /// A loop around the code that is emitted.
  struct Loop {
    /// The variables that it carries, after the counter if it has one.
    llvm::ArrayRef<const ast::VarDecl *> carried;
    /// The advanced counter, which `continue` passes on, and the one of now.
    Value nextCounter, counter;
  };

  /// What a call needs of a function.
  struct FunctionInfo {
    mlir::FlatSymbolRefAttr symbol;
    llvm::SmallVector<mlir::Type, 4> params;
    llvm::SmallVector<mlir::Type, 2> results;
  };

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  mlir::Operation *insert(mlir::Operation *op) {
    block->push_back(op);
    return op;
  }
  template <typename Op>
  mlir::Operation *create(mlir::TypeRange types, mlir::ValueRange operands, unsigned numRegions = 0) {
    return insert(mlir::Operation::create(loc, cache.name<Op>(), types, operands, cache.emptyAttrs,
                                          mlir::OpaqueProperties(nullptr), {}, numRegions));
  }
  template <typename Op>
  mlir::Operation *create(mlir::TypeRange types, mlir::ValueRange operands, typename Op::Properties &properties,
                          unsigned numRegions = 0) {
    return insert(mlir::Operation::create(loc, cache.name<Op>(), types, operands, cache.emptyAttrs,
                                          mlir::OpaqueProperties(&properties), {}, numRegions));
  }
  mlir::RankedTensorType typeOf(const sema::Type &type) { return cache.tensorType(type.dtype, type.dims); }
  void appendTypes(const sema::Type &type, llvm::SmallVectorImpl<mlir::Type> &types);
  Value constant(DType dtype, uint64_t bits);
  Value integer(int64_t value) { return constant(DType::I64, uint64_t(value)); }
  Value boolean(bool value) { return constant(DType::I1, value); }
  Value castTo(Value value, mlir::Type type);
  static unsigned countValues(const sema::Type &type);
  void setLocation(Span span);

  //===--------------------------------------------------------------------===//
  // Module, functions, statements (Emitter.cpp)
  //===--------------------------------------------------------------------===//

  void declareFunctions(const ast::Block *body);
  void declareFunction(const ast::FnDecl *fn);
  mlir::Attribute getCheckpoint(const ast::Checkpoint &checkpoint);
  /// The attributes of `@differentiable` and its kin, and the names of parameters.
  void addAttributes(const ast::FnDecl *fn, mlir::Operation *op);
  void emitDerivative(const ast::FnDecl *fn);
  void emitFunction(const ast::FnDecl *fn);
  void emitScript(const ast::Block *body);
  void emitOutput(Value value, bool isResult);
  /// Shows what a value of a type consists of, but for functions.
  void emitOutputs(const sema::Type &type, mlir::ValueRange values, bool isResult);
  /// The value of the block's last expression goes to `values`, if it is given.
  /// False if the end of the block is not reached; it has its terminator then.
  bool emitBlock(const ast::Block *body, Values *values);
  bool emitStmt(const ast::Stmt *stmt);
  void emitLet(const ast::LetStmt *let);
  void emitReturn(mlir::ValueRange values);
  /// Values that are never read, where control does not come.
  void appendUnread(llvm::ArrayRef<mlir::Type> types, llvm::SmallVectorImpl<Value> &values);

  //===--------------------------------------------------------------------===//
  // Control flow (EmitControl.cpp)
  //===--------------------------------------------------------------------===//

  bool emitIf(const ast::IfExpr *expr, Values *values);
  bool emitMatch(const ast::MatchExpr *match, Values *values);
  bool emitFor(const ast::ForStmt *loop);
  bool emitWhile(const ast::WhileStmt *loop);
  bool emitLoop(const ast::LoopStmt *loop);
  /// A loop over `carried` whose condition is always true; `body` emits its block
  /// and says whether the end is reached.
  bool emitEndless(llvm::ArrayRef<const ast::VarDecl *> carried, llvm::function_ref<bool()> body, bool canEnd);
  void emitExit(bool isBreak);
  /// A region of a branch: the body, then a yield of its values and of `changed`.
  bool emitBranch(mlir::Region &region, const ast::Block *body, llvm::ArrayRef<mlir::Type> types,
                  llvm::ArrayRef<const ast::VarDecl *> changed);
  Value emitLogical(const ast::LogicalExpr *expr);

  /// The variables of a range of the log that exist now, each once, in the order
  /// of their declarations.
  llvm::SmallVector<const ast::VarDecl *> getCarried(llvm::ArrayRef<AssignmentLog::Range> ranges);
  void appendValues(llvm::ArrayRef<const ast::VarDecl *> vars, llvm::SmallVectorImpl<Value> &values);
  /// Binds the variables to consecutive values.
  void bindAll(llvm::ArrayRef<const ast::VarDecl *> vars, mlir::ValueRange values);
  mlir::Block *addBlock(mlir::Region &region, mlir::TypeRange argTypes = {});

  //===--------------------------------------------------------------------===//
  // Expressions (EmitExpr.cpp)
  //===--------------------------------------------------------------------===//

  Value emitValue(const ast::Expr *expr);
  /// False if control does not come back.
  bool emitValues(const ast::Expr *expr, Values &values);
  Value emitOp(const ast::OpExpr *op);
  Value emitMovement(const ast::OpExpr *op, mlir::Type type, llvm::ArrayRef<Value> operands);
  Value emitConstant(const ast::OpExpr *op);
  Value emitTensorLit(const ast::TensorLitExpr *literal);
  void emitCall(const ast::CallExpr *call, Values &values);
  uint64_t encode(const ast::Expr *literal, DType dtype);

  //===--------------------------------------------------------------------===//
  // The form that mic writes (EmitMic.cpp); nothing of it is called without micForm
  //===--------------------------------------------------------------------===//

  bool hasMicForm() const { return LLVM_UNLIKELY(micForm != MicForm::None); }
  void emitScaffold();
  /// Shows the value of a statement of the script that is no expression.
  void emitStatementValue(const ast::Stmt *stmt);
  Value emitLiteral(const ast::Expr *literal);
  /// The negation of an integer, or null if `op` is none.
  Value emitNegation(const ast::OpExpr *op);
  void setSpelling(mlir::Operation *op, const ast::OpAttrs &attrs);
  /// Names of `numFirst` values, then of the variables.
  void setNames(mlir::Operation *op, llvm::StringRef first, unsigned numFirst,
                llvm::ArrayRef<const ast::VarDecl *> vars);
  /// `last` is the last op before the condition, or null.
  void describeIf(mlir::Operation *op, mlir::Operation *last, unsigned numValues,
                  llvm::ArrayRef<const ast::VarDecl *> changed);
  void describeFunction(mlir::Operation *op, const ast::FnDecl *fn);
  /// The end of a function that the last expression gives its value.
  void markTail();
  void describeModule(mlir::ModuleOp module, const ast::Block *body);
  void keepFreeLiterals(mlir::ModuleOp module);

  //===--------------------------------------------------------------------===//
  // Variables
  //===--------------------------------------------------------------------===//

  void bind(const ast::VarDecl *var, mlir::ValueRange values);
  llvm::ArrayRef<Value> lookup(const ast::Decl *var) const { return variables[var->id]; }

  IRCache &cache;
  const DiagnosticEngine &diagnostics;
  bool debugLocations;
  MicForm micForm;
  /// A location for each operation, where gradients may find fault with one.
  bool exactLocations;
  mlir::Location loc;
  mlir::Block *block = nullptr;
  AssignmentLog log;
  /// By declaration; empty before the variable exists.
  std::vector<Values> variables;
  llvm::DenseMap<const ast::SharedExpr *, Value> shared;
  llvm::DenseMap<const ast::SharedExpr *, Values> sharedTuples;
  llvm::DenseMap<const ast::FnDecl *, FunctionInfo> functions;
  llvm::SmallVector<Loop> loops;
  /// Integer literals of another type than i64, with micForm.
  llvm::SmallVector<Value, 0> literals;
  const FunctionInfo *currentFn = nullptr;
  /// Regions between the emitted code and its function.
  unsigned regionDepth = 0;
};

} // namespace mind::frontend

#endif // MIND_LIB_FRONTEND_MLIRGEN_EMITTER_H
