//===- RuntimeBlocks.cpp - the runtime of executables as bytes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Start.cpp and Runtime/Library.cpp, compiled by the one compiler that CMakeLists.txt names, so that
// what an executable holds does not depend on the compiler of mindc.
//
//===----------------------------------------------------------------------===//

#include "ElfWriter.h"

asm(".section .rodata.mindRuntime,\"a\",@progbits\n"
    "mindRuntimePrint: .incbin \"" MIND_RUNTIME_PRINT "\"\n"
    "mindRuntimePrintEnd:\n"
    "mindRuntimeFiles: .incbin \"" MIND_RUNTIME_FILES "\"\n"
    "mindRuntimeFilesEnd:\n"
    "mindRuntimeLibrary: .incbin \"" MIND_RUNTIME_LIBRARY "\"\n"
    "mindRuntimeLibraryEnd:\n"
    ".text\n");

extern "C" {
extern const uint8_t mindRuntimePrint[], mindRuntimePrintEnd[], mindRuntimeFiles[], mindRuntimeFilesEnd[],
    mindRuntimeLibrary[], mindRuntimeLibraryEnd[];
}

using namespace mind;
using namespace mind::elf;

llvm::ArrayRef<uint8_t> elf::getRuntimeBlock(RuntimeBlock block) {
  switch (block) {
  case RuntimeBlock::Print:
    return {mindRuntimePrint, mindRuntimePrintEnd};
  case RuntimeBlock::Files:
    return {mindRuntimeFiles, mindRuntimeFilesEnd};
  case RuntimeBlock::Library:
    break;
  }
  return {mindRuntimeLibrary, mindRuntimeLibraryEnd};
}
