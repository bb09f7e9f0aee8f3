//===- ProcessorCheck.h - code that asks for the processor ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_PROCESSORCHECK_H
#define MIND_LIB_TARGET_ELF_PROCESSORCHECK_H

#include "Assembler.h"

namespace mind::elf {

/// Goes to `old` where the processor lacks something; changes eax, ebx, ecx and edx.
inline void emitProcessorCheck(Xbyak::CodeGenerator &as, Processor processor, const Xbyak::Label &old) {
  ProcessorNeeds needs(processor);
  as.mov(as.eax, 1);
  as.cpuid();
  as.not_(as.ecx);
  as.test(as.ecx, needs.first);
  as.jnz(old);
  as.xor_(as.ecx, as.ecx);
  as.xgetbv();
  as.not_(as.eax);
  as.test(as.al, needs.saved);
  as.jnz(old);
  as.mov(as.eax, 7);
  as.xor_(as.ecx, as.ecx);
  as.cpuid();
  as.not_(as.ebx);
  as.test(as.ebx, needs.second);
  as.jnz(old);
}

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_PROCESSORCHECK_H
