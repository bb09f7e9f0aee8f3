//===- Main.cpp - executables and C functions -----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "Mind/Runtime/Processor.h"

#include <cpuid.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace mind;
using namespace mind::rt;

bool rt::hasProcessor(int32_t level) {
  unsigned eax, ebx, ecx, edx;
  // LLVM also emits LZCNT.
  return mind::hasProcessor(Processor(level)) && __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
}

static int report(const Fault &fault, int status) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", toString(fault).c_str());
  return status;
}

static int printUsage(const Signature &signature) {
  std::printf("%s" MIND_USAGE, toString(signature).c_str());
  return 0;
}

int __mind_start(int argc, char **argv, const char *text, Entry entry, int32_t level) {
  if (!hasProcessor(level)) {
    std::fputs(getOldProcessorMessage(Processor(level)), stderr);
    return kProcessorStatus;
  }
  Signature signature;
  if (!parseSignature(text, signature))
    return report({fault::kArgument, "the signature of this program is damaged"}, 1);
  if (argc > 1 && signature.params.empty() && signature.innerDims.empty() &&
      (signature.results.empty() || signature.returnsStatus())) {
    std::fputs(MIND_NO_ARGUMENTS, stderr);
    return kUsageStatus;
  }
  CommandLine line;
  Fault fault;
  for (int index = 1; index < argc;) {
    if (parseFlag(argc, argv, index, line, fault))
      continue;
    if (!fault.code.empty())
      return report(fault, 1);
    if (!std::strcmp(argv[index], "--help"))
      return printUsage(signature);
    std::fprintf(stderr, "error[cli]: unknown option `%s`; see --help\n", argv[index]);
    return kUsageStatus;
  }
  BoundCall call;
  if (!bindCall(signature, line, call, fault))
    return report(fault, 1);
  std::vector<Tensor> results;
  if (!invoke(entry, signature, call.args, getStandardWriter(), results, fault))
    return report(fault, kFaultStatus);
  Ending ending;
  if (!finishCall(signature, call, results, ending, fault))
    return report(fault, kUsageStatus);
  std::fwrite(ending.text.data(), 1, ending.text.size(), stdout);
  // An earlier part may be what was not written.
  return std::fflush(stdout) == 0 && !std::ferror(stdout) ? ending.status : kUsageStatus;
}

//===----------------------------------------------------------------------===//
// Calls from C
//===----------------------------------------------------------------------===//

/// The number in `E6001`.
static int32_t getErrorNumber(const Fault &fault) {
  return fault.code.size() > 1 ? int32_t(std::strtol(fault.code.c_str() + 1, nullptr, 10)) : -1;
}

static int64_t readDim(const SignatureDim &dim, const std::map<std::string, int64_t> &dims) {
  if (dim.size >= 0)
    return dim.size;
  auto it = dims.find(dim.symbol);
  return it == dims.end() ? -1 : it->second;
}

/// `slots`: a pointer to each argument: of a tensor the address of its pointer, of a
/// scalar or a dim its own; then of each output the address of its pointer.
int32_t __mind_call(const char *text, Entry entry, void **slots, int32_t level) {
  if (!hasProcessor(level))
    return kProcessorStatus;
  Signature signature;
  if (!parseSignature(text, signature))
    return getErrorNumber({fault::kArgument, ""});
  std::vector<std::string> names = signature.getDimNames();
  std::map<std::string, int64_t> dims;
  void **dimSlots = slots + signature.params.size();
  for (size_t i = 0; i < names.size(); ++i) {
    int64_t extent = *static_cast<int64_t *>(dimSlots[i]);
    if (extent < 0)
      return getErrorNumber({fault::kArgument, ""});
    dims[names[i]] = extent;
  }
  Descriptors descriptors;
  for (size_t i = 0; i < signature.params.size(); ++i) {
    const SignatureType &type = signature.params[i].type;
    std::vector<int64_t> shape;
    for (const SignatureDim &dim : type.dims)
      shape.push_back(readDim(dim, dims));
    if (countElements(type.dtype, shape) < 0)
      return getErrorNumber({fault::kMemory, ""});
    descriptors.add(type.dims.empty() ? slots[i] : *static_cast<void **>(slots[i]), shape);
  }
  std::vector<void *> outputs;
  void **outputSlots = dimSlots + names.size();
  for (size_t i = 0; i < signature.results.size(); ++i)
    outputs.push_back(*static_cast<void **>(outputSlots[i]));

  Context context;
  context.signature = &signature;
  context.writer = getStandardWriter();
  context.outputs = outputs.data();
  bool ok = runEntry(entry, descriptors.get(), context, size_t(4) << 20);
  std::fflush(stdout);
  return ok ? 0 : getErrorNumber(context.fault);
}
