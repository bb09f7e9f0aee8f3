//===- Effects.cpp - what a program shows and asserts ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Step.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Runtime/Format.h"

using namespace mind;
using namespace mind::interpreter;

static bool runPrint(Step &step) {
  std::string text;
  std::string_view format = step.getOp<PrintOp>().getFormat();
  for (unsigned next = 0; rt::appendUntilPlaceholder(text, format); ++next)
    rt::appendTensor(text, step.operand(next));
  step.out() << text;
  return true;
}

static bool runAssert(Step &step) {
  auto op = step.getOp<AssertOp>();
  return *step.operand(0).data<uint8_t>() != 0 || step.fail(rt::fault::kAssertion, op.getMessage());
}

void interpreter::addEffectKernels(KernelTable &table) {
  table[PrintOp::getOperationName()] = runPrint;
  table[AssertOp::getOperationName()] = runAssert;
}
