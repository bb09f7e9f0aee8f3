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

#include "Mind/Runtime/Conventions.h"
#include "Mind/Runtime/Processor.h"

#ifdef MIND_EXE_FILES
#include "Arguments.h"
#endif

using namespace mind;
using mind::elf::Context;
using namespace mind::exe;

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
    err.put("more than ");
    err.putUnsigned(rt::kMaxCallDepth);
    err.put(" calls are open at once");
  }
  err.put('\n');
  err.flush();
  return rt::kFaultStatus;
}

/// Ends with a message that is known beforehand.
[[noreturn]] static void endWith(const char *message, int status) {
  transferAll(kWrite, 2, message, length(message));
  exitWith(status);
}

[[noreturn]] static void endForMemory() {
  endWith("error[runtime][E6006]: there is not enough memory for the program's tensors\n", rt::kFaultStatus);
}

extern "C" [[noreturn]] void mindStart(int64_t *stack, const Program *program) {
  auto processor = Processor(program->processor);
  if (!hasProcessor(processor))
    endWith(getOldProcessorMessage(processor), rt::kProcessorStatus);
  const char *base = reinterpret_cast<const char *>(program);
  Writer out(1);
  Context context = {};
#ifdef MIND_EXE_FILES
  auto *values = reinterpret_cast<const ProgramValue *>(base + program->values);
  int64_t numParams = program->numParams, numResults = program->numResults;
  Memory memory;
  // A frame begins with these pointers, and calls may write over them.
  auto **slots = reinterpret_cast<char **>(exe::allocate(sizeof(char *) * Size(numParams + numResults)));
  if (!slots)
    endForMemory();
  char **results = slots + numParams;
  Arguments arguments(base, *program, values);
  if (!program->takesArguments && stack[0] > 1)
    endWith(MIND_NO_ARGUMENTS, rt::kUsageStatus);
  int status = 0;
  if (!arguments.read(int(stack[0]), reinterpret_cast<char **>(stack + 1), out, memory, slots, status))
    exitWith(status);
  char *workspace = memory.allocate(Size(program->workspaceBytes));
  if (!workspace)
    endForMemory();
  for (int64_t i = 0; i < numResults; ++i)
    if (!(results[i] = memory.allocate(Size(values[numParams + i].bytes))))
      endForMemory();
  for (int64_t i = 0; i < numParams + numResults; ++i)
    reinterpret_cast<char **>(workspace)[i] = slots[i];
#else
  // No parameters, and no result but a status.
  if (stack[0] > 1)
    endWith(MIND_NO_ARGUMENTS, rt::kUsageStatus);
  char *workspace = allocate(Size(program->workspaceBytes));
  if (!workspace)
    endForMemory();
  int64_t result = 0;
  if (program->returnsStatus)
    *reinterpret_cast<int64_t **>(workspace) = &result;
#endif

  context.limit = reinterpret_cast<uint8_t *>(workspace) + program->workspaceBytes;
  printTo(out, context);
  auto enter = reinterpret_cast<elf::Enter>(reinterpret_cast<uint64_t>(base + program->enter));
  if (enter(&context, workspace, base + program->function) != 0) {
    out.flush();
    exitWith(reportFault(context));
  }
#ifdef MIND_EXE_FILES
  // All files first: if one cannot be written, no result is printed.
  if (!arguments.writeOutputs(results, out))
    exitWith(rt::kUsageStatus);
  status = 0;
  for (int64_t i = 0; i < numResults; ++i) {
    const ProgramValue &value = values[numParams + i];
    if (arguments.hasOutput(i))
      continue;
    if (program->returnsStatus) {
      status = uint8_t(results[i][0]);
      continue;
    }
    putTensor(out, value.dtype, value.rank, reinterpret_cast<const int64_t *>(base + value.shape), results[i]);
    out.put('\n');
  }
#else
  int status = uint8_t(result);
#endif
  out.flush();
  exitWith(out.error ? rt::kUsageStatus : status);
}

// The first instructions of the block.
asm(".section .entry,\"ax\",@progbits\n"
    ".globl mindEntry\n"
    "mindEntry: jmp mindStart\n"
    ".text\n");
