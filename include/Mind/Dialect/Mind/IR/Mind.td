//===- Mind.td - the whole mind dialect, for the docs -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MIND_TD
#define MIND_DIALECT_MIND_IR_MIND_TD

include "Mind/Dialect/Mind/IR/MindAttributes.td"
include "Mind/Dialect/Mind/IR/MindDialect.td"
include "Mind/Dialect/Mind/IR/MindEnums.td"
include "Mind/Dialect/Mind/IR/MindGradOps.td"
include "Mind/Dialect/Mind/IR/MindOps.td"
include "Mind/Dialect/Mind/IR/MindStructureOps.td"
include "Mind/Dialect/Mind/IR/MindSupportOps.td"
include "Mind/Dialect/Mind/IR/MindTypes.td"

#endif // MIND_DIALECT_MIND_IR_MIND_TD
