//===- Executors.cpp - the list of executors ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

using namespace mind;
using namespace mind::test;

std::vector<Executor> test::getExecutors() {
  std::vector<Executor> executors;
  executors.push_back({"interpreter", [](mlir::ModuleOp module) -> RunFunction {
                         return [module](llvm::StringRef function, llvm::ArrayRef<rt::Tensor> arguments) {
                           std::string output;
                           llvm::raw_string_ostream os(output);
                           return interpreter::run(module, function, arguments, os);
                         };
                       }});
  return executors;
}
