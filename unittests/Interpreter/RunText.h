//===- RunText.h - IR text in, values out -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_UNITTESTS_INTERPRETER_RUNTEXT_H
#define MIND_UNITTESTS_INTERPRETER_RUNTEXT_H

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Runtime/Format.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace mind {

/// Runs `@f` of a module. Gives what it printed and its results, one a line
/// (`1.5`, `[1, 2]`; the shortest digits tell all bits but a NaN's), or
/// `E6001 message`.
inline std::string runModule(const std::string &text, std::vector<rt::Tensor> args = {},
                             const std::map<std::string, int64_t> &dims = {}) {
  mlir::DialectRegistry registry;
  registry.insert<MindDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect, mlir::scf::SCFDialect,
                  mlir::tensor::TensorDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return "malformed IR";
  std::string shown;
  llvm::raw_string_ostream out(shown);
  interpreter::Outcome outcome = interpreter::run(*module, "f", args, out, dims);
  if (outcome.fault)
    return shown + outcome.fault->code + " " + outcome.fault->message;
  for (size_t i = 0; i < outcome.results.size(); ++i)
    shown += (i == 0 ? "" : "\n") + rt::formatTensor(outcome.results[i]);
  return shown;
}

/// The value `%r`, of this type, that some ops make.
inline std::string eval(const std::string &type, const std::string &ops) {
  return runModule("func.func @f() -> " + type + " {\n" + ops + "\nreturn %r : " + type + "\n}");
}

/// `%r = OP`, where the literal operands `%a`, `%b`, ... come from (elements, type)
/// pairs: `evalOp("mind.add %a, %b : ...", "tensor<2xf32>", {{"[1.0, 2.0]", "tensor<2xf32>"}})`.
struct Literal {
  std::string elements, type;
};
inline std::string evalOp(const std::string &op, const std::string &type, const std::vector<Literal> &operands) {
  std::string ops;
  char name = 'a';
  for (const Literal &operand : operands) {
    ops += std::string("%") + name++ + " = mind.constant dense<" + operand.elements + "> : ";
    size_t q16 = operand.type.find("!mind.q16");
    if (q16 == std::string::npos) {
      ops += operand.type + "\n";
      continue;
    }
    std::string raw = operand.type;
    ops += raw.replace(q16, 9, "i32") + " as " + operand.type + "\n";
  }
  return eval(type, ops + "%r = " + op);
}

} // namespace mind

#endif // MIND_UNITTESTS_INTERPRETER_RUNTEXT_H
