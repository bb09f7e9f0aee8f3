//===- Signatures.cpp - Declarations and types as written -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Mind/Frontend/Library.h"
#include "StmtSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

void Checker::collect(Block *block) {
  auto visit = [&](auto &self, Block *list) -> void {
    for (Stmt *stmt : list->stmts) {
      if (auto *fn = llvm::dyn_cast<FnStmt>(stmt)) {
        declareFunction(fn->decl);
        noteBinding(fn->decl, {0, UINT32_MAX});
      } else if (auto *constant = llvm::dyn_cast<ConstStmt>(stmt)) {
        scope.bind(constant->decl->name.name, constant->decl);
        constants.push_back(constant->decl);
        noteBinding(constant->decl, {0, UINT32_MAX});
      } else if (auto *alias = llvm::dyn_cast<TypeAliasStmt>(stmt)) {
        scope.bind(alias->decl->name.name, alias->decl);
        noteBinding(alias->decl, {0, UINT32_MAX});
      } else if (auto *nested = llvm::dyn_cast<ModuleStmt>(stmt)) {
        if (nested->body)
          self(self, nested->body);
      }
    }
  };
  visit(visit, block);
}

void Checker::declareFunction(FnDecl *fn) {
  llvm::StringRef name = fn->name.name;
  if (name.starts_with("__mind_"))
    error("E2023", fn->name.span, "the function name `" + name + "` begins with the reserved `__mind_`");
  else if (mind::parseDType(std::string_view(name.data(), name.size())))
    error("E2025", fn->name.span, "a function cannot be named like the scalar type `" + name + "`");
  else if (name == "sqrt")
    error("E2031", fn->name.span, "a function cannot be named `sqrt`").withHelp("choose another name, as `my_sqrt`");

  auto [it, isNew] = functions.try_emplace(name, fn);
  if (!isNew) {
    error("E2001", fn->name.span, "the function `" + name + "` is defined twice")
        .label(it->second->name.span, "first defined here");
    return;
  }
  functionOrder.push_back(fn);
}

void Checker::checkExports(Block *block) {
  for (Stmt *stmt : block->stmts)
    if (auto *exported = llvm::dyn_cast<ExportStmt>(stmt))
      for (const Ident &name : exported->names) {
        if (FnDecl *fn = functions.lookup(name.name)) {
          fn->isPub = true;
          noteUse(name.span, fn);
          continue;
        }
        llvm::SmallVector<llvm::StringRef> known;
        for (FnDecl *fn : functionOrder)
          known.push_back(fn->name.name);
        Diagnostic &fault = error("E2003", name.span, "there is no function `" + name.name + "` to export");
        if (llvm::StringRef similar = frontend::findSimilarName(name.name, known); !similar.empty())
          fault.withHelp("did you mean `" + similar + "`?");
      }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void Checker::checkAttributes(FnDecl *fn) {
  for (const Attribute &attribute : fn->attributes) {
    llvm::StringRef name = attribute.name.name;
    if (name == "test" && !fn->params.empty()) {
      error("E1001", attribute.span, "a test function has no parameters");
    } else if (name == "target" && !attribute.args.empty()) {
      bool isKnown = llvm::StringSwitch<bool>(attribute.args[0].text)
                         .Cases({"cpu", "gpu", "cuda", "rocm", "metal", "webgpu", "tpu", "npu"}, true)
                         .Cases({"ane", "hexagon", "lpu", "groq", "dpu", "smartnic", "bluefield", "fpga"}, true)
                         .Cases({"hls", "cerebras", "wse", "wse2", "wse3", "q16"}, true)
                         .Default(false);
      if (!isKnown)
        error("E2001", attribute.args[0].span, "unknown target `" + attribute.args[0].text + "`")
            .withDetail("determinism::unknown_target");
    } else if (name == "q16") {
      for (const VarDecl *param : fn->params)
        if (param->type && param->type->isTensor() && isFloat(param->type->dtype))
          error("E2001", param->name.span, "the q16 function `" + fn->name.name + "` has a float parameter")
              .withDetail("determinism::float_in_q16_fn");
    } else if (!llvm::is_contained(getAttributeNames(), name)) {
      diagnostics.warning(frontend::Phase::TypeCheck, "W2001", attribute.name.span,
                          "unknown attribute `" + name + "` has no effect");
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether a `return` with a value occurs in the block.
static bool returnsValue(const Block *block) {
  return anyStmt(block, /*inLoops=*/true, [](const Stmt *stmt) {
    auto *exit = llvm::dyn_cast<ReturnStmt>(stmt);
    return exit && exit->value;
  });
}

void Checker::resolveSignature(FnDecl *fn) {
  dimOwner = fn;
  dimNames.clear();
  for (auto [i, param] : llvm::enumerate(fn->params)) {
    param->type = resolveType(param->annotation, DimUse::Param);
    if (param->type->isUnit()) {
      error("E2001", param->annotation->span, "a parameter cannot be of type ()");
      param->type = &errorType;
    } else if (param->type->isTuple()) {
      error("E2001", param->annotation->span, "a parameter cannot be a tuple").withHelp("pass its elements one by one");
      param->type = &errorType;
    }
    for (const VarDecl *earlier : fn->params.take_front(i))
      if (earlier->name.name == param->name.name) {
        error("E2001", param->name.span, "the parameter `" + param->name.name + "` occurs twice")
            .label(earlier->name.span, "first here");
        break;
      }
  }
  if (fn->resultType)
    fn->type = resolveType(fn->resultType, DimUse::Result);
  else
    // Null until its body has been checked.
    fn->type = returnsValue(fn->body) ? nullptr : &unitType;
  checkAttributes(fn);
}

/// A result that the body decides: its named dims are those of the parameters.
void Checker::checkInferredResult(FnDecl *fn) {
  // Of a `return` in a part that could not be checked nothing is known.
  if (!fn->type)
    fn->type = &errorType;
  auto isBound = [&](const Dim &dim) {
    return !dim.isSymbolic() || llvm::any_of(fn->params, [&](const VarDecl *param) {
      return param->type->isTensor() && llvm::is_contained(param->type->dims, dim);
    });
  };
  llvm::ArrayRef<const Type *> elements = fn->type->isTuple() ? fn->type->elements : llvm::ArrayRef(fn->type);
  for (const Type *element : elements)
    if (element->isTensor() && !llvm::all_of(element->dims, isBound)) {
      error("E2102", fn->name.span,
            "shape mismatch: the result of `" + fn->name.name + "`, " + show(*fn->type) +
                ", has a dimension that no parameter has")
          .withDetail("shape::symbolic_conflict");
      fn->type = &errorType;
      return;
    }
}

void Checker::checkFunction(FnDecl *fn) {
  currentFn = fn;
  dimOwner = fn;
  dimNames.clear();
  size_t mark = scope.mark();
  for (VarDecl *param : fn->params) {
    scope.bind(param->name.name, param);
    noteBinding(param, fn->body->span);
    if (param->type->isTensor())
      for (const Dim &dim : param->type->dims)
        if (dim.isSymbolic())
          dimNames.try_emplace(dim.name, dim);
  }

  bool wantsValue = !fn->type || !fn->type->isUnit();
  const Type *found = checkBlock(fn->body, wantsValue);
  if (!fn->resultType)
    checkInferredResult(fn);
  if (wantsValue && !found->isNever() && !found->isError()) {
    auto *tail = fn->body->stmts.empty() ? nullptr : llvm::dyn_cast<ExprStmt>(fn->body->stmts.back());
    if (found->isUnit()) {
      Span end{fn->body->span.end > 0 ? fn->body->span.end - 1 : 0, fn->body->span.end};
      error("E2010", end, "the function `" + fn->name.name + "` ends without its result of type " + show(*fn->type))
          .label(fn->resultType ? fn->resultType->span : fn->headSpan, "declared here")
          .withHelp("its last expression is its result");
    } else if (tail) {
      unsigned before = diagnostics.getNumErrors();
      tail->expr = coerce(tail->expr, *fn->type, "E2010", "the result of `" + fn->name.name + "`");
      if (diagnostics.getNumErrors() != before && !diagnostics.getDiagnostics().empty())
        diagnostics.labelLast(fn->resultType ? fn->resultType->span : fn->headSpan, "declared here");
    }
  }
  scope.release(mark);
  finishBody();
}

//===----------------------------------------------------------------------===//
// Types as written
//===----------------------------------------------------------------------===//

std::optional<Dim> Checker::resolveDim(const DimExpr &dim, DimUse use, std::optional<Dim> found) {
  if (!dim.isSymbol)
    return Dim(dim.value);
  llvm::StringRef name = dim.name.name;
  if (auto *constant = llvm::dyn_cast_or_null<ConstDecl>(scope.find(name))) {
    noteUse(dim.name.span, constant);
    ConstValue value = evaluateConst(constant);
    if (value.isInt() && value.integer >= 0)
      return Dim(value.integer);
    error("E2102", dim.span, "the constant `" + name + "` is not an extent")
        .withHelp("a dimension is an integer that is not negative");
    return std::nullopt;
  }
  noteDim(dim.name.span, name);
  auto it = dimNames.find(name);
  if (it != dimNames.end())
    return it->second;
  if (name.starts_with("_") && use != DimUse::Result) {
    error("E2102", dim.span, "the name `" + name + "` of a dimension begins with `_`")
        .withHelp("such names stand for extents that the compiler derives");
    return std::nullopt;
  }
  switch (use) {
  case DimUse::Result:
    error("E2102", dim.span, "shape mismatch: the dimension `" + name + "` occurs only in the result")
        .withHelp("a named dimension is bound by a parameter")
        .withDetail("shape::symbolic_conflict");
    return std::nullopt;
  case DimUse::Param:
  case DimUse::Body: {
    // An annotation names an extent that was found, or makes a new one.
    Dim bound = found ? *found : Dim(name);
    dimNames[name] = bound;
    return bound;
  }
  }
  return std::nullopt;
}

const Type *Checker::resolveTensorType(TensorTypeExpr *type, DimUse use, const Type *init) {
  if (type->spelling == TensorSpelling::Bare) {
    error("E2001", type->span, "a tensor type needs an element type and a shape")
        .withHelp("as in `Tensor<f32, [2, 3]>` or `Tensor<f32, [N, 3]>`");
    return &errorType;
  }
  if (!type->sparse.empty()) {
    error("E2001", type->sparse.span, "sparse tensors are not supported");
    return &errorType;
  }
  if (!type->layout.empty()) {
    error("E2001", type->layout.span, "the layout `" + type->layout.name + "` is not supported")
        .withHelp("tensors are stored in row-major order");
    return &errorType;
  }
  std::optional<DType> dtype = parseDType(std::string_view(type->dtype.name.data(), type->dtype.name.size()));
  if (!dtype) {
    error("E2001", type->dtype.span, "`" + type->dtype.name + "` is not an element type")
        .withHelp("the element types are f32 f64 f16 bf16 i32 i64 bool q16");
    return &errorType;
  }
  bool sameRank = init && init->isTensor() && init->dims.size() == type->dims.size();
  Shape dims;
  for (auto [i, dim] : llvm::enumerate(type->dims)) {
    std::optional<Dim> resolved = resolveDim(dim, use, sameRank ? std::optional<Dim>(init->dims[i]) : std::nullopt);
    if (!resolved)
      return &errorType;
    dims.push_back(*resolved);
  }
  const Type *result = tensor(*dtype, dims);
  return checkSize(*result, type->span) ? result : &errorType;
}

const Type *Checker::resolveType(TypeExpr *type, DimUse use, const Type *init) {
  const Type *result = &errorType;
  if (auto *scalarType = llvm::dyn_cast<ScalarTypeExpr>(type)) {
    result = scalar(scalarType->dtype);
  } else if (auto *tensorType = llvm::dyn_cast<TensorTypeExpr>(type)) {
    result = resolveTensorType(tensorType, use, init);
  } else if (auto *tupleType = llvm::dyn_cast<TupleTypeExpr>(type)) {
    llvm::SmallVector<const Type *, 4> elements;
    bool ok = true;
    for (auto [i, element] : llvm::enumerate(tupleType->elements)) {
      bool known = init && init->isTuple() && i < init->elements.size();
      elements.push_back(resolveType(element, use, known ? init->elements[i] : nullptr));
      ok &= !elements.back()->isError();
      if (elements.back()->isTuple() || elements.back()->isUnit()) {
        error("E2001", element->span, "an element of a tuple is a tensor or a scalar");
        ok = false;
      }
    }
    if (ok)
      result = tuple(elements);
  } else if (auto *named = llvm::dyn_cast<NamedTypeExpr>(type)) {
    llvm::StringRef name = named->path.back().name;
    auto *alias = named->path.size() == 1 ? llvm::dyn_cast_or_null<TypeAliasDecl>(scope.find(name)) : nullptr;
    if (alias) {
      noteUse(named->path.back().span, alias);
      if (++exprDepth > 64)
        error("E2001", type->span, "the type `" + name + "` is defined by itself");
      else
        result = resolveType(alias->aliased, use, init);
      --exprDepth;
    } else {
      bool isNarrow = llvm::StringSwitch<bool>(name)
                          .Cases({"u8", "u16", "u32", "u64", "i8", "i16", "usize", "isize"}, true)
                          .Default(false);
      llvm::SmallVector<llvm::StringRef> known = {"f32", "f64", "f16", "bf16", "i32", "i64", "bool", "q16", "Tensor"};
      scope.list(known);
      Diagnostic &fault = error("E2001", type->span,
                                isNarrow ? "the type `" + name + "` is not supported" : "unknown type `" + name + "`");
      if (isNarrow)
        fault.withHelp("the integer types are i32 and i64");
      else if (llvm::StringRef similar = frontend::findSimilarName(name, known); !similar.empty())
        fault.withHelp("did you mean `" + similar + "`?");
    }
  } else if (!llvm::isa<ErrorTypeExpr>(type)) {
    error("E2001", type->span, "this kind of type is not supported")
        .withHelp("values are scalars, tensors, and tuples of them");
  }
  type->resolved = result;
  return result;
}
