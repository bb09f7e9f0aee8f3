//===- CodeGen.cpp - LLVM IR and machine code -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Support/PassFaults.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

// Of LLVM's targets only this one is linked; its initialisers have C names.
extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
void LLVMInitializeX86AsmParser();
}

using namespace mlir;
using namespace mind;

llvm::Triple mind::getTargetTriple() { return llvm::Triple("x86_64-pc-linux-gnu"); }

std::unique_ptr<llvm::TargetMachine> mind::createTargetMachine(StringRef cpu) {
  static const bool initialized = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple = getTargetTriple();
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  // A multiplication and an addition stay two roundings (N1).
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, /*Features=*/"", options, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  tuning.LoopUnrolling = true;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

std::unique_ptr<llvm::Module> mind::translateModule(ModuleOp module, llvm::LLVMContext &context,
                                                    llvm::TargetMachine &machine, bool keepsEntries, rt::Fault &fault) {
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  FirstError error(module.getContext());
  std::unique_ptr<llvm::Module> result = translateModuleToLLVMIR(module, context, "mind");
  if (!result) {
    fault = error.getFault("E5002", "the module cannot be translated to LLVM IR");
    return nullptr;
  }
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : *result) {
    if (function.isDeclaration()) {
      // Faults are rare; what leads to them is moved out of the way.
      if (function.getName().starts_with("__mind_fault_")) {
        function.setDoesNotReturn();
        function.addFnAttr(llvm::Attribute::Cold);
      }
      // Memory that is new is nobody else's: loops need no check for overlaps.
      if (function.getName() == "_mlir_memref_to_llvm_aligned_alloc")
        function.setReturnDoesNotAlias();
      continue;
    }
    // What C calls must run on any processor: up to the check that it is one of ours.
    bool isOurs = function.getName().starts_with("__mind_") || function.getName().starts_with("_mlir_");
    function.addFnAttr("target-cpu", isOurs ? machine.getTargetCPU() : "x86-64");
    if (isOurs && !(keepsEntries && function.getName().starts_with("__mind_entry_")))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr("prefer-vector-width", "256");
  }
  optimize(*result, machine);
  return result;
}

bool mind::writeObject(llvm::Module &module, llvm::TargetMachine &machine, llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::ObjectFile))
    return false;
  passes.run(module);
  return true;
}
