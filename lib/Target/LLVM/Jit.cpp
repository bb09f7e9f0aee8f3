//===- Jit.cpp - code in memory -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Runtime/Invoke.h"
#include "Mind/Runtime/ProcessorName.h"
#include "Mind/Runtime/RuntimeSymbols.h"
#include "Mind/Target/Entry/Entry.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace mlir;
using namespace mind;

struct CompiledModule::Code {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::map<std::string, rt::Signature> signatures;
};

CompiledModule::CompiledModule(std::unique_ptr<Code> code) : code(std::move(code)) {}
CompiledModule::~CompiledModule() = default;

static rt::Fault makeFault(llvm::Error error) { return {"E5002", llvm::toString(std::move(error))}; }

std::unique_ptr<CompiledModule> CompiledModule::compile(ModuleOp module, StringRef cpu, rt::Fault &fault) {
  OwningOpRef<ModuleOp> copy = module.clone();
  LoweredModule lowered;
  if (!lowerModule(*copy, lowered, fault))
    return nullptr;
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(cpu);
  if (!machine) {
    fault = {"E5001", "this build makes no code for x86-64"};
    return nullptr;
  }
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> ir = translateModule(*copy, *context, *machine, /*keepsEntries=*/true, fault);
  if (!ir)
    return nullptr;

  llvm::orc::JITTargetMachineBuilder builder(machine->getTargetTriple());
  builder.setCPU(cpu.str());
  builder.setOptions(machine->Options);
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  auto result = std::make_unique<Code>();
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(builder)).create();
  if (!jit) {
    fault = makeFault(jit.takeError());
    return nullptr;
  }
  result->jit = std::move(*jit);
  llvm::orc::JITDylib &library = result->jit->getMainJITDylib();
  llvm::orc::SymbolMap symbols;
  for (const rt::RuntimeSymbol &symbol : rt::getRuntimeSymbols())
    symbols[result->jit->mangleAndIntern(symbol.name)] = {llvm::orc::ExecutorAddr::fromPtr(symbol.address),
                                                          llvm::JITSymbolFlags::Exported};
  llvm::Error error = library.define(llvm::orc::absoluteSymbols(std::move(symbols)));
  // memcpy and the like.
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(result->jit->getDataLayout().getGlobalPrefix());
  if (!error && process)
    library.addGenerator(std::move(*process));
  else
    error = llvm::joinErrors(std::move(error), process.takeError());
  if (!error)
    error = result->jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(ir), std::move(context)));
  if (error) {
    fault = makeFault(std::move(error));
    return nullptr;
  }
  for (EntryPoint &entry : lowered.entries)
    result->signatures[entry.name] = std::move(entry.signature);
  return std::unique_ptr<CompiledModule>(new CompiledModule(std::move(result)));
}

interpreter::Outcome CompiledModule::run(StringRef function, ArrayRef<rt::Tensor> args, llvm::raw_ostream &out) {
  interpreter::Outcome outcome;
  auto signature = code->signatures.find(function.str());
  auto address = code->jit->lookup(("__mind_entry_" + function).str());
  if (signature == code->signatures.end() || !address) {
    outcome.fault =
        address ? rt::Fault{"E5002", "there is no function `" + function.str() + "`"} : makeFault(address.takeError());
    return outcome;
  }
  rt::Writer writer = {[](void *context, const char *data, size_t size) {
                         static_cast<llvm::raw_ostream *>(context)->write(data, size);
                       },
                       &out};
  rt::Fault fault;
  if (!rt::invoke(address->toPtr<rt::Entry>(), signature->second, args.vec(), writer, outcome.results, fault))
    outcome.fault = std::move(fault);
  return outcome;
}

interpreter::Outcome mind::runJit(ModuleOp module, StringRef function, ArrayRef<rt::Tensor> args,
                                  llvm::raw_ostream &out, const std::map<std::string, int64_t> &dims, StringRef cpu) {
  interpreter::Outcome outcome;
  rt::Fault fault;
  Processor processor = findProcessor(cpu).value_or(Processor::V3);
  if (!rt::hasProcessor(int32_t(processor))) {
    outcome.fault = getProcessorFault(processor);
    return outcome;
  }
  dropAllBut(module, function);
  // Dims that no argument has are known now, and the others may as well be used.
  if (dims.empty() || bindDims(module, function, dims, fault))
    if (auto compiled = CompiledModule::compile(module, cpu, fault))
      return compiled->run(function, args, out);
  outcome.fault = std::move(fault);
  return outcome;
}
