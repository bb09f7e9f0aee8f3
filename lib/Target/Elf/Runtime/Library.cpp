//===- Library.cpp - printing in objects and libraries --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that C calls go through this if the code prints. Text is written to
// standard output by the time the function returns, past the buffers of C's library:
// an object needs no library.
//
//===----------------------------------------------------------------------===//

#include "Output.h"

using namespace mind::exe;
using namespace mind::elf;

extern "C" int64_t mindCall(Context *context, void *workspace, const void *function, Enter enter) {
  Writer out(1);
  printTo(out, *context);
  int64_t status = enter(context, workspace, function);
  out.flush();
  return status;
}

// The first instructions of the block.
asm(".section .entry,\"ax\",@progbits\n"
    ".globl mindEntry\n"
    "mindEntry: jmp mindCall\n"
    ".text\n");
