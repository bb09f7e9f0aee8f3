//===- ASTDump.cpp - The syntax tree as text ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/AST.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::ast;

llvm::StringRef ast::getSpelling(BinaryOp op) {
  static constexpr llvm::StringLiteral kSpellings[] = {"+", "-", "*", "/",  "%",  "**", "@",  ".+", ".-", ".*", "./",
                                                       "&", "|", "^", "<<", ">>", "==", "!=", "<",  "<=", ">",  ">="};
  return kSpellings[unsigned(op)];
}

llvm::StringRef ast::getSpelling(UnaryOp op) {
  static constexpr llvm::StringLiteral kSpellings[] = {"-", "!", "~", "&"};
  return kSpellings[unsigned(op)];
}

llvm::StringRef ast::getMnemonic(OpKind kind) {
  static constexpr llvm::StringLiteral kMnemonics[] = {"constant",
                                                       "fill",
                                                       "add",
                                                       "sub",
                                                       "mul",
                                                       "div",
                                                       "sum",
                                                       "mean",
                                                       "reshape",
                                                       "transpose",
                                                       "expand_dims",
                                                       "squeeze",
                                                       "index",
                                                       "slice",
                                                       "gather",
                                                       "dot",
                                                       "matmul",
                                                       "conv2d",
                                                       "relu",
                                                       "mod",
                                                       "shl",
                                                       "shr",
                                                       "max",
                                                       "min",
                                                       "pow",
                                                       "compare",
                                                       "cast",
                                                       "abs",
                                                       "floor",
                                                       "ceil",
                                                       "round",
                                                       "unary",
                                                       "ipow",
                                                       "reduce_max",
                                                       "argmax",
                                                       "broadcast_to",
                                                       "gather_grad",
                                                       "insert",
                                                       "relu_grad",
                                                       "conv2d_grad_input",
                                                       "conv2d_grad_filter",
                                                       "and",
                                                       "or",
                                                       "xor",
                                                       "not",
                                                       "select"};
  static_assert(std::size(kMnemonics) == unsigned(OpKind::Select) + 1, "one mnemonic for each kind");
  return kMnemonics[unsigned(kind)];
}

namespace {

class Dumper {
public:
  explicit Dumper(llvm::raw_ostream &os) : os(os) {}

  void dump(const Block *block) {
    for (const Stmt *stmt : block->stmts)
      dump(stmt);
  }

private:
  /// Lines written in its life are indented one step further.
  struct Deeper {
    explicit Deeper(Dumper &dumper) : dumper(dumper) { dumper.level += 2; }
    ~Deeper() { dumper.level -= 2; }
    Dumper &dumper;
  };

  llvm::raw_ostream &line() { return os.indent(level); }

  void dump(const TypeExpr *type) {
    if (!type)
      return;
    Deeper deeper(*this);
    if (auto *scalar = llvm::dyn_cast<ScalarTypeExpr>(type)) {
      line() << "Scalar " << getDTypeName(scalar->dtype) << '\n';
    } else if (auto *tensor = llvm::dyn_cast<TensorTypeExpr>(type)) {
      line() << "Tensor " << (tensor->isDiff ? "diff " : "") << tensor->dtype.name << " (";
      for (size_t i = 0; i < tensor->dims.size(); ++i) {
        os << (i ? ", " : "");
        if (tensor->dims[i].isSymbol)
          os << tensor->dims[i].name.name;
        else
          os << tensor->dims[i].value;
      }
      os << ")\n";
    } else if (auto *tuple = llvm::dyn_cast<TupleTypeExpr>(type)) {
      line() << "TupleType\n";
      for (const TypeExpr *element : tuple->elements)
        dump(element);
    } else if (auto *named = llvm::dyn_cast<NamedTypeExpr>(type)) {
      line() << "Named";
      for (const Ident &segment : named->path)
        os << ' ' << segment.name;
      os << '\n';
      for (const TypeExpr *arg : named->args)
        dump(arg);
    } else if (auto *array = llvm::dyn_cast<ArrayTypeExpr>(type)) {
      line() << "ArrayType\n";
      dump(array->element);
    } else if (auto *function = llvm::dyn_cast<FnTypeExpr>(type)) {
      line() << "FnType\n";
      for (const TypeExpr *param : function->params)
        dump(param);
      dump(function->result);
    } else if (auto *reference = llvm::dyn_cast<RefTypeExpr>(type)) {
      line() << (reference->isMut ? "RefMut\n" : "Ref\n");
      dump(reference->pointee);
    } else {
      line() << "ErrorType\n";
    }
  }

  void dumpAttributes(llvm::ArrayRef<Attribute> attributes) {
    Deeper deeper(*this);
    for (const Attribute &attribute : attributes) {
      line() << "Attribute " << attribute.name.name;
      for (const AttrArg &arg : attribute.args) {
        os << ' ';
        if (!arg.key.empty())
          os << arg.key.name << '=';
        os << arg.text;
      }
      os << '\n';
    }
  }

  void dumpBlock(llvm::StringRef name, const Block *block) {
    if (!block)
      return;
    Deeper deeper(*this);
    line() << name << '\n';
    Deeper statements(*this);
    dump(block);
  }

  void dump(const Stmt *stmt) {
    switch (stmt->kind) {
    case Stmt::Fn: {
      const FnDecl *fn = llvm::cast<FnStmt>(stmt)->decl;
      line() << (fn->isPub ? "Fn pub " : "Fn ") << fn->name.name << '\n';
      dumpAttributes(fn->attributes);
      {
        Deeper deeper(*this);
        for (const VarDecl *param : fn->params) {
          line() << "Param " << param->name.name << '\n';
          dump(param->annotation);
        }
      }
      dump(fn->resultType);
      dumpBlock("Body", fn->body);
      return;
    }
    case Stmt::Const: {
      const ConstDecl *decl = llvm::cast<ConstStmt>(stmt)->decl;
      line() << "Const " << decl->name.name << '\n';
      dump(decl->annotation);
      dump(decl->value);
      return;
    }
    case Stmt::TypeAlias: {
      const TypeAliasDecl *decl = llvm::cast<TypeAliasStmt>(stmt)->decl;
      line() << "TypeAlias " << decl->name.name << '\n';
      dump(decl->aliased);
      return;
    }
    case Stmt::Import:
    case Stmt::Export:
    case Stmt::Module: {
      llvm::ArrayRef<Ident> path;
      if (auto *import = llvm::dyn_cast<ImportStmt>(stmt)) {
        line() << "Import";
        path = import->path;
      } else if (auto *exported = llvm::dyn_cast<ExportStmt>(stmt)) {
        line() << "Export";
        path = exported->names;
      } else {
        line() << "Module";
        path = llvm::cast<ModuleStmt>(stmt)->path;
      }
      for (const Ident &segment : path)
        os << ' ' << segment.name;
      os << '\n';
      if (auto *module = llvm::dyn_cast<ModuleStmt>(stmt))
        dumpBlock("Body", module->body);
      return;
    }
    case Stmt::Let: {
      auto *let = llvm::cast<LetStmt>(stmt);
      line() << (let->isMut ? "Let mut" : "Let");
      for (const VarDecl *var : let->vars)
        os << ' ' << var->name.name;
      os << '\n';
      dump(let->annotation);
      dump(let->init);
      return;
    }
    case Stmt::Assign: {
      auto *assign = llvm::cast<AssignStmt>(stmt);
      line() << "Assign" << (assign->op ? (" " + getSpelling(*assign->op) + "=").str() : "") << '\n';
      dump(assign->target);
      dump(assign->value);
      return;
    }
    case Stmt::For: {
      auto *loop = llvm::cast<ForStmt>(stmt);
      line() << "For " << loop->var->name.name << '\n';
      dump(loop->lo);
      dump(loop->hi);
      dumpBlock("Body", loop->body);
      return;
    }
    case Stmt::While:
      line() << "While\n";
      dump(llvm::cast<WhileStmt>(stmt)->condition);
      dumpBlock("Body", llvm::cast<WhileStmt>(stmt)->body);
      return;
    case Stmt::Loop:
      line() << "Loop\n";
      dumpBlock("Body", llvm::cast<LoopStmt>(stmt)->body);
      return;
    case Stmt::Return:
      line() << "Return\n";
      dump(llvm::cast<ReturnStmt>(stmt)->value);
      return;
    case Stmt::Break:
      line() << "Break\n";
      return;
    case Stmt::Continue:
      line() << "Continue\n";
      return;
    case Stmt::Print:
      line() << "Print\n";
      for (const Expr *arg : llvm::cast<PrintStmt>(stmt)->args)
        dump(arg);
      return;
    case Stmt::Assert: {
      auto *assertion = llvm::cast<AssertStmt>(stmt);
      line() << "Assert";
      if (assertion->hasMessage)
        os << " \"" << llvm::toStringRef(llvm::arrayRefFromStringRef(assertion->message)) << '"';
      os << '\n';
      dump(assertion->condition);
      return;
    }
    case Stmt::Expression:
      line() << "ExprStmt\n";
      dump(llvm::cast<ExprStmt>(stmt)->expr);
      return;
    }
  }

  void dumpArgs(llvm::ArrayRef<Arg> args) {
    Deeper deeper(*this);
    for (const Arg &arg : args) {
      line() << "Arg" << (arg.name.empty() ? "" : (" " + arg.name.name).str()) << '\n';
      dump(arg.value);
    }
  }

  void dump(const Pattern *pattern) {
    Deeper deeper(*this);
    static constexpr llvm::StringLiteral kNames[] = {"Wildcard", "Literal", "Binding", "TuplePattern", "Or"};
    line() << kNames[pattern->kind];
    if (pattern->binding)
      os << ' ' << pattern->binding->name.name;
    os << '\n';
    dump(pattern->literal);
    for (const Pattern *element : pattern->elements)
      dump(element);
  }

  void dump(const Expr *expr) {
    if (!expr)
      return;
    Deeper deeper(*this);
    auto dumpAll = [&](llvm::StringRef name, llvm::ArrayRef<Expr *> operands) {
      line() << name << '\n';
      for (const Expr *operand : operands)
        dump(operand);
    };
    switch (expr->kind) {
    case Expr::IntLit:
      line() << "Int " << llvm::cast<IntLitExpr>(expr)->value << llvm::cast<IntLitExpr>(expr)->suffix << '\n';
      return;
    case Expr::FloatLit:
      line() << "Float " << llvm::format("%.17g", llvm::cast<FloatLitExpr>(expr)->value) << '\n';
      return;
    case Expr::BoolLit:
      line() << "Bool " << (llvm::cast<BoolLitExpr>(expr)->value ? "true" : "false") << '\n';
      return;
    case Expr::StringLit:
      line() << "String \"";
      os.write_escaped(llvm::cast<StringLitExpr>(expr)->value) << "\"\n";
      return;
    case Expr::Name:
      line() << "Name " << llvm::cast<NameExpr>(expr)->name << '\n';
      return;
    case Expr::Path:
      line() << "Path";
      for (const Ident &segment : llvm::cast<PathExpr>(expr)->segments)
        os << ' ' << segment.name;
      os << '\n';
      return;
    case Expr::Paren:
      return dumpAll("Paren", llvm::cast<ParenExpr>(expr)->inner);
    case Expr::Tuple:
      return dumpAll("Tuple", llvm::cast<TupleExpr>(expr)->elements);
    case Expr::TensorLit:
      return dumpAll("TensorLit", llvm::cast<TensorLitExpr>(expr)->elements);
    case Expr::Unary:
      return dumpAll(("Unary " + getSpelling(llvm::cast<UnaryExpr>(expr)->op)).str(),
                     llvm::cast<UnaryExpr>(expr)->operand);
    case Expr::Binary: {
      auto *binary = llvm::cast<BinaryExpr>(expr);
      return dumpAll(("Binary " + getSpelling(binary->op)).str(), {binary->lhs, binary->rhs});
    }
    case Expr::Logical: {
      auto *logical = llvm::cast<LogicalExpr>(expr);
      return dumpAll(logical->isAnd ? "Logical &&" : "Logical ||", {logical->lhs, logical->rhs});
    }
    case Expr::Cast:
      line() << "Cast\n";
      dump(llvm::cast<CastExpr>(expr)->target);
      dump(llvm::cast<CastExpr>(expr)->operand);
      return;
    case Expr::Call:
      line() << "Call\n";
      dump(llvm::cast<CallExpr>(expr)->callee);
      dumpArgs(llvm::cast<CallExpr>(expr)->args);
      return;
    case Expr::Method:
      line() << "Method " << llvm::cast<MethodExpr>(expr)->name.name << '\n';
      dump(llvm::cast<MethodExpr>(expr)->receiver);
      dumpArgs(llvm::cast<MethodExpr>(expr)->args);
      return;
    case Expr::Field:
      return dumpAll(("Field " + llvm::cast<FieldExpr>(expr)->name.name).str(), llvm::cast<FieldExpr>(expr)->base);
    case Expr::TupleGet:
      return dumpAll(("TupleGet " + llvm::Twine(llvm::cast<TupleGetExpr>(expr)->index)).str(),
                     llvm::cast<TupleGetExpr>(expr)->base);
    case Expr::Index:
      line() << "Index\n";
      dump(llvm::cast<IndexExpr>(expr)->base);
      for (const Expr *index : llvm::cast<IndexExpr>(expr)->indices)
        dump(index);
      return;
    case Expr::SliceRange:
      line() << "SliceRange" << (llvm::cast<SliceRangeExpr>(expr)->lo ? "" : " open-low")
             << (llvm::cast<SliceRangeExpr>(expr)->hi ? "" : " open-high") << '\n';
      dump(llvm::cast<SliceRangeExpr>(expr)->base);
      dump(llvm::cast<SliceRangeExpr>(expr)->lo);
      dump(llvm::cast<SliceRangeExpr>(expr)->hi);
      return;
    case Expr::If: {
      auto *branch = llvm::cast<IfExpr>(expr);
      line() << "If\n";
      dump(branch->condition);
      dumpBlock("Then", branch->thenBlock);
      dumpBlock("Else", branch->elseBlock);
      return;
    }
    case Expr::Match:
      line() << "Match\n";
      dump(llvm::cast<MatchExpr>(expr)->subject);
      for (const MatchArm &arm : llvm::cast<MatchExpr>(expr)->arms) {
        Deeper arms(*this);
        line() << "Arm\n";
        dump(arm.pattern);
        dump(arm.guard);
        dumpBlock("Body", arm.body);
      }
      return;
    case Expr::Closure: {
      auto *closure = llvm::cast<ClosureExpr>(expr);
      line() << "Closure\n";
      Deeper parts(*this);
      for (const VarDecl *param : closure->params) {
        line() << "Param " << param->name.name << '\n';
        Deeper type(*this);
        dump(param->annotation);
      }
      dumpBlock("Body", closure->body);
      return;
    }
    case Expr::StructLit:
      line() << "StructLit " << llvm::cast<StructLitExpr>(expr)->name.name << '\n';
      dumpArgs(llvm::cast<StructLitExpr>(expr)->fields);
      return;
    case Expr::Op:
      return dumpAll(("Op " + getMnemonic(llvm::cast<OpExpr>(expr)->op)).str(), llvm::cast<OpExpr>(expr)->operands);
    case Expr::Shared:
      return dumpAll("Shared", llvm::cast<SharedExpr>(expr)->value);
    case Expr::Function:
      return dumpAll("Function", llvm::cast<FunctionExpr>(expr)->held);
    case Expr::Error:
      line() << "Error\n";
      return;
    }
  }

  llvm::raw_ostream &os;
  unsigned level = 0;
};

} // namespace

void ast::dump(const Module &module, llvm::raw_ostream &os) { Dumper(os).dump(module.body); }
