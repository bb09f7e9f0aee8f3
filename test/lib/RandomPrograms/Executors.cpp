//===- Executors.cpp - the list of executors ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "Mind/Target/Elf/ElfTarget.h"
#include "Mind/Target/LLVM/LLVMTarget.h"

using namespace mind;
using namespace mind::test;

std::vector<Executor> test::getExecutors(llvm::StringRef cpu) {
  std::vector<Executor> executors;
  executors.push_back({"interpreter", [](mlir::ModuleOp module) -> RunFunction {
                         return [module](llvm::StringRef function, llvm::ArrayRef<rt::Tensor> arguments) {
                           std::string output;
                           llvm::raw_string_ostream os(output);
                           return interpreter::run(module, function, arguments, os);
                         };
                       }});
  executors.push_back({"llvm", [cpu](mlir::ModuleOp module) -> RunFunction {
                         rt::Fault fault;
                         std::shared_ptr<CompiledModule> compiled =
                             CompiledModule::compile(module, cpu, fault);
                         return [compiled, fault](llvm::StringRef function, llvm::ArrayRef<rt::Tensor> arguments) {
                           if (!compiled)
                             return interpreter::Outcome{fault, {}};
                           std::string output;
                           llvm::raw_string_ostream os(output);
                           return compiled->run(function, arguments, os);
                         };
                       }});
  executors.push_back({"direct", [cpu](mlir::ModuleOp module) -> RunFunction {
                         rt::Fault fault;
                         std::shared_ptr<elf::DirectModule> compiled =
                             elf::DirectModule::compile(module, fault, cpu);
                         if (compiled)
                           compiled->checkMemory();
                         return [compiled, fault](llvm::StringRef function, llvm::ArrayRef<rt::Tensor> arguments) {
                           if (!compiled)
                             return interpreter::Outcome{fault, {}};
                           std::string output;
                           llvm::raw_string_ostream os(output);
                           return compiled->run(function, arguments, os);
                         };
                       }});
  return executors;
}
