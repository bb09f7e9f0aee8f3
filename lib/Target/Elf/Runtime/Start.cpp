//===- Start.cpp - where executables begin --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice: with MIND_EXE_FILES for programs that take arguments or give
// tensors, which read the flags --arg and --out and .npy files; without it for those
// that only print.
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Program.h"
#ifdef MIND_EXE_FILES
#include "Arguments.h"
#endif

#include <cpuid.h>

using namespace mind;
using mind::elf::Context;
using namespace mind::exe;

static bool hasProcessor() {
  unsigned a, b, c, d;
  // FMA, MOVBE, OSXSAVE, AVX, F16C; that the system saves the registers; AVX2, BMI, BMI2.
  if (!__get_cpuid(1, &a, &b, &c, &d))
    return false;
  constexpr unsigned kFirst = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
  if ((c & kFirst) != kFirst)
    return false;
  unsigned low, high;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
    return false;
  constexpr unsigned kSecond = 1u << 3 | 1u << 5 | 1u << 8;
  return (b & kSecond) == kSecond;
}

static int reportFault(const Context &context) {
  Writer err(2);
  err.put("error[runtime][E");
  err.putSigned(context.fault);
  err.put("]: ");
  switch (context.fault) {
  case 6001:
    err.put("index ");
    err.putSigned(context.index);
    err.put(" is out of range for extent ");
    err.putSigned(context.extent);
    break;
  case 6002:
    err.put("a tensor without a value is read");
    break;
  case 6003:
    err.put(context.message, Size(context.messageBytes));
    break;
  default:
    err.put("more than 1000 calls are open at once");
  }
  err.put('\n');
  err.flush();
  return kFaultStatus;
}

static int failForMemory() {
  Writer err(2);
  err.put("error[runtime][E6006]: there is not enough memory for the program's tensors\n");
  err.flush();
  return kFaultStatus;
}

extern "C" [[noreturn]] void mindStart(int64_t *stack, const Program *program) {
  if (!hasProcessor()) {
    Writer err(2);
    err.put("error[runtime]: this program needs a processor with AVX2 and FMA (x86-64-v3)\n");
    err.flush();
    exitWith(kProcessorStatus);
  }
  const char *base = reinterpret_cast<const char *>(program);
  auto *values = reinterpret_cast<const ProgramValue *>(base + program->values);
  int64_t numValues = program->numParams + program->numResults;
  Writer out(1);
  Context context = {};
  char *workspace = allocate(Size(program->workspaceBytes));
  if (!workspace)
    exitWith(failForMemory());
  auto **slots = reinterpret_cast<char **>(workspace);
#ifdef MIND_EXE_FILES
  Arguments arguments(base, *program, values, int(stack[0]), reinterpret_cast<char **>(stack + 1));
  if (int status = arguments.read(out, slots))
    exitWith(status == Arguments::kDone ? 0 : status);
#else
  (void)stack;
#endif
  for (int64_t i = program->numParams; i < numValues; ++i)
    if (!(slots[i] = allocate(Size(values[i].bytes))))
      exitWith(failForMemory());
  // A frame begins with these pointers, and calls may write over them.
  char *results[64];
  for (int64_t i = 0; i < program->numResults && i < 64; ++i)
    results[i] = slots[program->numParams + i];

  context.limit = reinterpret_cast<uint8_t *>(workspace) + program->workspaceBytes;
  printTo(out, context);
  auto enter = reinterpret_cast<elf::Enter>(reinterpret_cast<uint64_t>(base + program->enter));
  if (enter(&context, workspace, base + program->function) != 0) {
    out.flush();
    exitWith(reportFault(context));
  }
  int status = 0;
  for (int64_t i = 0; i < program->numResults && i < 64; ++i) {
    const ProgramValue &result = values[program->numParams + i];
#ifdef MIND_EXE_FILES
    if (arguments.hasOutput(i)) {
      if (int code = arguments.writeOutput(i, results[i], out))
        exitWith(code);
      continue;
    }
#endif
    if (program->returnsStatus) {
      status = uint8_t(results[i][0]);
      continue;
    }
    putTensor(out, result.dtype, result.rank, reinterpret_cast<const int64_t *>(base + result.shape), results[i]);
    out.put('\n');
  }
  out.flush();
  exitWith(out.isBroken ? 2 : status);
}

// The first instructions of the block.
asm(".section .entry,\"ax\",@progbits\n"
    ".globl mindEntry\n"
    "mindEntry: jmp mindStart\n"
    ".text\n");
