//===- Mind-c/Module.h - Compile, run, write, verify --------------*- C -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From text in memory to a module, from a module to results or bytes. What is written
/// is byte for byte what mindc writes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_C_MODULE_H
#define MIND_C_MODULE_H

#include "Mind-c/Diagnostics.h"

#ifdef __cplusplus
extern "C" {
#endif

MIND_DEFINE_C_API_STRUCT(MindContext);
MIND_DEFINE_C_API_STRUCT(MindModule);
MIND_DEFINE_C_API_STRUCT(MindTensor);
MIND_DEFINE_C_API_STRUCT(MindResults);
MIND_DEFINE_C_API_STRUCT(MindCodeOptions);

//===----------------------------------------------------------------------===//
// Contexts and modules
//===----------------------------------------------------------------------===//

/// Holds what compilations share. It must outlive the modules that are made with it.
MIND_CAPI_EXPORTED MindContext mindContextCreate(void);
MIND_CAPI_EXPORTED void mindContextDestroy(MindContext context);
static inline bool mindContextIsNull(MindContext context) { return !context.ptr; }

/// Parses and checks `contents`, with the gradients that it asks for. The ending of `name`
/// tells what they are, as for mindc: `.mlir` and `.mlirbc`, `.mic3`, `.mic`, and source
/// otherwise. `name` is not opened; faults name it. Null if there are errors in `report`;
/// there may be warnings otherwise.
MIND_CAPI_EXPORTED MindModule mindModuleCreateParse(MindContext context, MindStringRef name, MindStringRef contents,
                                                    MindReport report);
MIND_CAPI_EXPORTED void mindModuleDestroy(MindModule module);
static inline bool mindModuleIsNull(MindModule module) { return !module.ptr; }

/// The functions of a module that can be run, in their order. The statements of a script
/// are the function `main`.
MIND_CAPI_EXPORTED size_t mindModuleGetNumFunctions(MindModule module);
/// Empty if there are not so many; so is a signature.
MIND_CAPI_EXPORTED MindStringRef mindModuleGetFunctionName(MindModule module, size_t index);
/// As `step(x: f32[B, 3], lr: f32) -> (f32[B])`.
MIND_CAPI_EXPORTED MindStringRef mindModuleGetFunctionSignature(MindModule module, size_t index);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// In memory a bool is a byte that is 0 or 1, a q16 its 32 bits as an integer, f16 and
/// bf16 are 16 bits.
typedef enum MindDType {
  MindDTypeF32 = 0,
  MindDTypeF64 = 1,
  MindDTypeF16 = 2,
  MindDTypeBF16 = 3,
  MindDTypeI32 = 4,
  MindDTypeI64 = 5,
  MindDTypeBool = 6,
  MindDTypeQ16 = 7
} MindDType;

/// A row-major tensor with a copy of the elements at `data`, or zeros if that is null.
/// A scalar has the rank 0. Null if an extent is negative, there are more than 32 or the
/// tensor has more than 2^36 bytes, or there is no memory.
MIND_CAPI_EXPORTED MindTensor mindTensorCreate(MindDType dtype, size_t rank, const int64_t *shape, const void *data);
MIND_CAPI_EXPORTED void mindTensorDestroy(MindTensor tensor);
static inline bool mindTensorIsNull(MindTensor tensor) { return !tensor.ptr; }

MIND_CAPI_EXPORTED MindDType mindTensorGetDType(MindTensor tensor);
MIND_CAPI_EXPORTED size_t mindTensorGetRank(MindTensor tensor);
/// Rank many extents.
MIND_CAPI_EXPORTED const int64_t *mindTensorGetShape(MindTensor tensor);
MIND_CAPI_EXPORTED int64_t mindTensorGetNumElements(MindTensor tensor);
MIND_CAPI_EXPORTED size_t mindTensorGetNumBytes(MindTensor tensor);
/// The elements, 64-byte aligned. Not to be written to.
MIND_CAPI_EXPORTED const void *mindTensorGetData(MindTensor tensor);

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Both give the same bits.
typedef enum MindExecutor { MindExecutorDirect = 0, MindExecutorInterpreter = 1 } MindExecutor;

/// Runs `function`, or the entry of the program if that is empty, on `numArgs` arguments
/// in the order of the parameters; they stay the caller's. `print` takes what the program
/// prints and may be null. Direct code is made once for a function without named dims,
/// and for each call otherwise. Null with the fault in `report` (E6001 and following, E5002
/// for what has no direct code).
MIND_CAPI_EXPORTED MindResults mindModuleRun(MindModule module, MindStringRef function, size_t numArgs,
                                             const MindTensor *args, MindExecutor executor, MindStringCallback print,
                                             void *userData, MindReport report);
MIND_CAPI_EXPORTED void mindResultsDestroy(MindResults results);
static inline bool mindResultsIsNull(MindResults results) { return !results.ptr; }
MIND_CAPI_EXPORTED size_t mindResultsGetNumTensors(MindResults results);
/// Borrowed: it must not be destroyed. Null if there are not so many.
MIND_CAPI_EXPORTED MindTensor mindResultsGetTensor(MindResults results, size_t index);

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

typedef enum MindFormat {
  /// The text of the mind dialect.
  MindFormatMlir = 0,
  /// The canonical bytes, and their text.
  MindFormatMic3 = 1,
  MindFormatMic1 = 2,
  /// The canonical bytes with their hash and labels, unsigned.
  MindFormatEvidence = 3,
  /// Machine code for x86-64, made without LLVM, and the C header for the last two.
  MindFormatExecutable = 4,
  MindFormatObject = 5,
  MindFormatShared = 6,
  MindFormatHeader = 7
} MindFormat;

/// What machine code depends on; the defaults are those of mindc.
MIND_CAPI_EXPORTED MindCodeOptions mindCodeOptionsCreate(void);
MIND_CAPI_EXPORTED void mindCodeOptionsDestroy(MindCodeOptions options);
/// Where an executable begins.
MIND_CAPI_EXPORTED void mindCodeOptionsSetFunction(MindCodeOptions options, MindStringRef function);
/// `x86-64-v3`, the default, or `x86-64-v4`. False for another.
MIND_CAPI_EXPORTED bool mindCodeOptionsSetCpu(MindCodeOptions options, MindStringRef cpu);
/// The extent of a named dim.
MIND_CAPI_EXPORTED void mindCodeOptionsSetDim(MindCodeOptions options, MindStringRef name, int64_t extent);

/// The module in a form. `options` may be null: the defaults. Null with the fault in
/// `report`.
MIND_CAPI_EXPORTED MindBuffer mindModuleWrite(MindModule module, MindFormat format, MindCodeOptions options,
                                              MindReport report);

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

/// `mindc verify` of bytes that are mic@3 or an ELF file that MIND wrote. The text is what
/// `--json` prints, with `name` for the artifact; `isAccepted` may be null. The reason of a
/// refusal is in `report`.
MIND_CAPI_EXPORTED MindBuffer mindArtifactVerify(MindStringRef name, MindStringRef bytes, bool *isAccepted,
                                                 MindReport report);

#ifdef __cplusplus
}
#endif

#endif // MIND_C_MODULE_H
