//===- Invoke.h - calling compiled code -------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a host calls a function that MIND compiled through LLVM, in memory or in an
/// executable. The compiled side of a function `f` is `__mind_entry_f`: it takes an
/// array with one pointer for each parameter, to the descriptor of a tensor, and
/// hands its results and everything else that it does to the functions whose names
/// begin with `__mind_` (lib/Runtime/Exe). A fault comes back here as a value, and
/// the memory of what was computed until then is given back.
///
/// A descriptor is what MLIR lays down for a memref: two pointers to the elements,
/// an offset of 0, the extents, and the strides in elements.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_INVOKE_H
#define MIND_RUNTIME_INVOKE_H

#include "Mind/Runtime/Arguments.h"

namespace mind::rt {

using Entry = void (*)(void **descriptors);

/// Takes what the program prints.
struct Writer {
  void (*write)(void *context, const char *data, size_t size);
  void *context;
};

/// Writes to standard output.
Writer getStandardWriter();

/// Calls `entry` on a large stack. `args` fit the signature. False with the fault
/// that stopped the program; results have their NaNs made canonical.
bool invoke(Entry entry, const Signature &signature, const std::vector<Tensor> &args, Writer writer,
            std::vector<Tensor> &results, Fault &fault);

/// Whether the processor and the system have what x86-64-v`level` (3, 4) needs.
bool hasProcessor(int32_t level);

} // namespace mind::rt

extern "C" {
/// The body of an executable's `main`: reads the flags of Arguments.h, calls
/// `entry`, prints or writes the results. Returns the exit status.
int __mind_start(int argc, char **argv, const char *signature, mind::rt::Entry entry, int32_t level);

/// The body of an exported C function: `slots` holds a pointer to each argument in
/// the order of the C signature. Returns 0, the number of the error (6001, ...), or 78
/// if the processor is not x86-64-v`level`.
int32_t __mind_call(const char *signature, mind::rt::Entry entry, void **slots, int32_t level);
}

#endif // MIND_RUNTIME_INVOKE_H
