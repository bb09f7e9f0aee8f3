//===- RuntimeBlocks.cpp - the runtime of executables as bytes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Start.cpp, compiled by the one compiler that CMakeLists.txt names, so that
// what an executable holds does not depend on the compiler of mindc.
//
//===----------------------------------------------------------------------===//

#include "ElfWriter.h"

asm(".section .rodata.mindRuntime,\"a\",@progbits\n"
    "mindRuntimePrint: .incbin \"" MIND_RUNTIME_PRINT "\"\n"
    "mindRuntimePrintEnd:\n"
    "mindRuntimeFiles: .incbin \"" MIND_RUNTIME_FILES "\"\n"
    "mindRuntimeFilesEnd:\n"
    ".text\n");

extern "C" {
extern const uint8_t mindRuntimePrint[], mindRuntimePrintEnd[], mindRuntimeFiles[], mindRuntimeFilesEnd[];
}

llvm::ArrayRef<uint8_t> mind::elf::getRuntimeBlock(bool hasFiles) {
  return hasFiles ? llvm::ArrayRef<uint8_t>(mindRuntimeFiles, mindRuntimeFilesEnd)
                  : llvm::ArrayRef<uint8_t>(mindRuntimePrint, mindRuntimePrintEnd);
}
