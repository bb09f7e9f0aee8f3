//===- AST.h - Syntax tree of the MIND language -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tree serves before and after checking. The parser builds it in an arena
// and never frees a node; names are views of the source. Sema fills `type` of
// every expression and `decl`/`target` of every name, and replaces operators,
// intrinsic calls and methods by OpExpr: parents hold `Expr *` slots (and
// MutableArrayRef<Expr *> lists), so a replacement is one store.
//
// After Sema these expression kinds remain: IntLit, FloatLit, BoolLit,
// StringLit (print/assert only), Name (decl set), TensorLit, Tuple, TupleGet,
// Call (target set), If, Match, Logical, Op, Shared. Everything else was rewritten.
// Nothing after Sema interprets a name or an argument.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_H
#define MIND_FRONTEND_AST_H

#include "Mind/Frontend/AST/Stmt.h"

#endif // MIND_FRONTEND_AST_H
