//===- Checker.cpp - Driving the check, types, nodes ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

bool sema::check(Module &module, frontend::DiagnosticEngine &diagnostics) { return Checker(module, diagnostics).run(); }

bool sema::check(Module &module, frontend::DiagnosticEngine &diagnostics, SourceFacts &facts) {
  return Checker(module, diagnostics, &facts).run();
}

Checker::Checker(Module &module, frontend::DiagnosticEngine &diagnostics, SourceFacts *facts)
    : module(module), context(module.context), diagnostics(diagnostics), facts(facts) {}

static constexpr Type makeKind(Type::Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

static constexpr Type makeScalar(DType dtype) {
  Type type;
  type.kind = Type::Tensor;
  type.dtype = dtype;
  return type;
}

const Type Checker::errorType = makeKind(Type::Error);
const Type Checker::unitType = makeKind(Type::Unit);
const Type Checker::neverType = makeKind(Type::Never);
const Type Checker::stringType = makeKind(Type::String);
const Type Checker::scalarTypes[kNumDTypes] = {makeScalar(DType::F32),  makeScalar(DType::F64), makeScalar(DType::F16),
                                               makeScalar(DType::BF16), makeScalar(DType::I32), makeScalar(DType::I64),
                                               makeScalar(DType::I1),   makeScalar(DType::Q16)};

bool Checker::run() {
  collect(module.body);
  for (FnDecl *fn : functionOrder)
    resolveSignature(fn);
  dimOwner = nullptr;
  for (FnDecl *fn : functionOrder)
    checkGradAttributes(fn);
  isInConst = true;
  for (ConstDecl *constant : constants)
    checkConst(constant);
  isInConst = false;
  // Those whose results are not declared come first, since others call them.
  llvm::SmallVector<FnDecl *> declared;
  for (FnDecl *fn : functionOrder) {
    if (fn->type)
      declared.push_back(fn);
    else
      checkFunction(fn);
  }
  for (FnDecl *fn : declared)
    checkFunction(fn);
  currentFn = nullptr;
  dimOwner = nullptr;
  dimNames.clear();
  checkStmts(module.body, /*wantsValue=*/true);
  finishBody();
  checkExports(module.body);
  module.generated = context.copy(llvm::ArrayRef<FnDecl *>(generated));
  module.asksForGradients = !generated.empty() || llvm::any_of(functionOrder, [](const FnDecl *fn) {
    return fn->findAttribute("differentiable");
  });
  return !diagnostics.hasErrors();
}

void Checker::finishBody() {
  infer.finish();
  for (IntLitExpr *literal : intLiterals) {
    if (!literal->type->isTensor() || literal->type->dtype != DType::I32)
      continue;
    uint64_t limit = literal->isNegative ? uint64_t(1) << 31 : INT32_MAX;
    // Hexadecimal literals are bit patterns.
    if (!literal->isNegative && literal->text.size() > 1 && llvm::isAlpha(literal->text[1]))
      limit = UINT32_MAX;
    if (literal->value > limit)
      error("E2004", literal->span, "this integer does not fit i32")
          .withHelp("the integers of i32 are -2147483648 to 2147483647");
  }
  intLiterals.clear();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const Type *Checker::tensor(DType dtype, llvm::ArrayRef<Dim> dims) {
  if (dims.empty())
    return scalar(dtype);
  Type *type = context.create<Type>();
  type->kind = Type::Tensor;
  type->dtype = dtype;
  type->dims = context.copy(dims);
  return type;
}

const Type *Checker::variableType(unsigned variable, llvm::ArrayRef<Dim> dims) {
  Type *type = context.create<Type>();
  type->kind = Type::Tensor;
  type->dims = context.copy(dims);
  type->variable = variable;
  infer.track(type);
  return type;
}

const Type *Checker::withDims(const Type &like, llvm::ArrayRef<Dim> dims) {
  return like.variable ? variableType(like.variable, dims) : tensor(like.dtype, dims);
}

const Type *Checker::tuple(llvm::ArrayRef<const Type *> elements) {
  if (elements.empty())
    return &unitType;
  Type *type = context.create<Type>();
  type->kind = Type::Tuple;
  type->elements = context.copy(elements);
  return type;
}

std::optional<DType> Checker::getDType(const Type &type) const { return infer.getDType(type); }

std::string Checker::show(const Type &type) const {
  if (type.isTensor()) {
    Type known = type;
    known.dtype = infer.getLikely(type);
    return toString(known);
  }
  if (!type.isTuple())
    return toString(type);
  std::string text = "(";
  for (size_t i = 0; i < type.elements.size(); ++i)
    text += (i ? ", " : "") + show(*type.elements[i]);
  return text + ")";
}

llvm::StringRef Checker::intern(llvm::StringRef name) {
  auto it = interned.find(name);
  if (it != interned.end())
    return it->second;
  llvm::StringRef saved = context.save(name);
  interned[saved] = saved;
  return saved;
}

bool Checker::checkSize(const Type &type, Span span) {
  if (!type.isTensor() || !shape::isTooLarge(type.dims, getByteSize(infer.getLikely(type))))
    return true;
  if (type.dims.size() > shape::kMaxRank)
    error("E2104", span, "a tensor of rank " + llvm::Twine(type.dims.size()) + " has too many dims")
        .withHelp("a tensor has at most " + llvm::Twine(shape::kMaxRank) + " dims");
  else
    error("E2104", span, "a tensor of shape " + shape::toString(type.dims) + " is too large")
        .withHelp("a tensor takes at most 2^36 bytes");
  return false;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

Diagnostic &Checker::shapeError(const shape::Error &fault, Span span) {
  Diagnostic &diagnostic = error(fault.fault == shape::Fault::Broadcast ? "E2101" : "E2102", span, fault.message);
  diagnostic.withHelp(fault.help);
  if (fault.fault == shape::Fault::InnerDim)
    diagnostic.withDetail("E2103");
  return diagnostic;
}

Diagnostic &Checker::elementError(Span span, const Expr *lhs, const Expr *rhs) {
  DType left = infer.getLikely(*lhs->type), right = infer.getLikely(*rhs->type);
  bool scalars = lhs->type->isScalar() && rhs->type->isScalar();
  bool mixed = isInt(left) != isInt(right) && left != DType::I1 && right != DType::I1;
  llvm::StringRef code = scalars && mixed ? "E2013" : "E2001";
  std::string message = code == "E2013" ? "an integer and a float are mixed: " : "the element types differ: ";
  Diagnostic &diagnostic = error(code, span, message + show(*lhs->type) + " and " + show(*rhs->type));
  diagnostic.label(lhs->span, "this is " + show(*lhs->type)).label(rhs->span, "this is " + show(*rhs->type));
  if (left == DType::I1 || right == DType::I1)
    return diagnostic;
  // The integer becomes a float, the narrow one a wide one.
  bool changesLeft = isInt(left) != isInt(right) ? isInt(left) : getByteSize(left) < getByteSize(right);
  suggestCast(diagnostic, changesLeft ? lhs : rhs, changesLeft ? right : left);
  return diagnostic;
}

ast::Expr *Checker::coerce(Expr *expr, const Type &wanted, llvm::StringRef code, const llvm::Twine &what,
                           Span declared, llvm::StringRef remark) {
  const Type &found = *expr->type;
  auto labelDeclared = [&](Diagnostic &fault) {
    if (!declared.empty())
      fault.label(declared, remark);
  };
  if (found.isError() || wanted.isError() || found.isNever())
    return expr;

  if (found.isTuple() && wanted.isTuple() && found.elements.size() == wanted.elements.size()) {
    bool ok = true;
    for (auto [element, target] : llvm::zip_equal(found.elements, wanted.elements))
      ok &= element->isError() || target->isError() ||
            (element->isTensor() && target->isTensor() && element->dims == target->dims &&
             unifyElements(*element, *target));
    if (ok)
      return expr;
  }
  if (found.isUnit() && wanted.isUnit())
    return expr;
  if (holdsFunction(found) || holdsFunction(wanted))
    return failFunction(expr);
  if (!found.isTensor() || !wanted.isTensor()) {
    labelDeclared(error(code, expr->span, what + " has the type " + show(wanted) + ", found " + show(found)));
    return fail(expr);
  }

  if (found.dims != wanted.dims) {
    bool isRank = found.dims.size() != wanted.dims.size();
    Diagnostic &fault = error("E2102", expr->span,
                              "shape mismatch: " + what + " has the shape " + shape::toString(wanted.dims) +
                                  ", found " + shape::toString(found.dims));
    fault.withDetail(isRank ? "shape::rank_mismatch" : "shape::dim_mismatch");
    labelDeclared(fault);
    if (isRank) {
      labelRank(fault, expr);
      size_t rank = std::max(found.dims.size(), wanted.dims.size());
      lineUp(fault,
             {{"declared", wanted.dims, rank - wanted.dims.size()}, {"found", found.dims, rank - found.dims.size()}},
             {});
      return fail(expr);
    }
    llvm::SmallVector<size_t, 2> clashes;
    for (size_t i = 0; i < found.dims.size(); ++i)
      if (found.dims[i] != wanted.dims[i])
        clashes.push_back(i);
    size_t first = clashes.front();
    fault.withHelp("dimension " + llvm::Twine(first) + " must be " + shape::toString(wanted.dims[first]) + " and is " +
                   shape::toString(found.dims[first]));
    if (std::optional<Span> origin = findDim(expr, first); origin && !(*origin == expr->span))
      labelDim(fault, expr, first, "value");
    lineUp(fault, {{"declared", wanted.dims}, {"found", found.dims}}, clashes);
    return fail(expr);
  }
  if (unifyElements(found, wanted))
    return expr;

  DType have = infer.getLikely(found), want = infer.getLikely(wanted);
  bool scalars = found.isScalar();
  llvm::StringRef chosen = code;
  if (code != "E2010") {
    if (scalars && have == DType::I64 && want == DType::I32)
      chosen = "E2004";
    else if (!scalars)
      chosen = "E2001";
  }
  Diagnostic &fault = error(chosen, expr->span, what + " has the type " + show(wanted) + ", found " + show(found));
  if (!scalars)
    fault.withDetail("shape::dtype_mismatch");
  labelDeclared(fault);
  if (have != DType::I1 && want != DType::I1)
    suggestCast(fault, expr, want);
  return fail(expr);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

ast::Expr *Checker::makeOp(Span span, OpKind kind, llvm::ArrayRef<Expr *> operands, const Type *type,
                           const OpAttrs *attrs) {
  auto *op = context.create<OpExpr>(span, kind, context.copy(operands), attrs);
  op->type = type;
  if (type->isTensor() && !type->dims.empty() && !checkSize(*type, span))
    op->type = &errorType;
  return op;
}

ast::Expr *Checker::makeShared(Expr *value) {
  // What costs nothing to name again needs no sharing.
  if (llvm::isa<NameExpr, IntLitExpr, FloatLitExpr, BoolLitExpr, SharedExpr>(value))
    return value;
  auto *shared = context.create<SharedExpr>(value->span, value);
  shared->type = value->type;
  return shared;
}
