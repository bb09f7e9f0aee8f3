//===- Mind-c/Support.h - Strings, bytes and the version of the API -*- C -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all of the C API uses. Rules that hold everywhere:
///
/// - A handle is a struct with one pointer, passed by value. `mindXIsNull` tells whether
///   there is an object; functions that make one say when there is none.
/// - What `Create`, `Parse`, `Run` and `Verify` return belongs to the caller, who gives it
///   back with the `Destroy` of its type. Destroying null does nothing.
/// - What `Get` returns is borrowed: it lives as long as the object that was asked.
/// - Texts are UTF-8 with a length; no zero byte follows them.
/// - Nothing is written to standard output or standard error, and nothing exits.
/// - A context and what was made with it are used by one thread at a time; different
///   contexts by any threads.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_C_SUPPORT_H
#define MIND_C_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define MIND_CAPI_EXPORTED __declspec(dllexport)
#else
#define MIND_CAPI_EXPORTED __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Raised when functions are added. What exists keeps its meaning as long as the library
/// is libMind-C.so.1.
#define MIND_C_API_VERSION 1

/// Declares a handle.
#define MIND_DEFINE_C_API_STRUCT(name)                                                                                 \
  struct name {                                                                                                        \
    void *ptr;                                                                                                         \
  };                                                                                                                   \
  typedef struct name name

/// The MIND_C_API_VERSION that the library was built with; at least that of the header
/// that the program was built with.
MIND_CAPI_EXPORTED uint32_t mindGetApiVersion(void);

/// Text or bytes that belong to somebody else.
typedef struct MindStringRef {
  const char *data;
  size_t length;
} MindStringRef;

static inline MindStringRef mindStringRefCreate(const char *data, size_t length) {
  MindStringRef result;
  result.data = data;
  result.length = length;
  return result;
}

static inline MindStringRef mindStringRefCreateFromCString(const char *text) {
  return mindStringRefCreate(text, strlen(text));
}

/// Takes text in pieces.
typedef void (*MindStringCallback)(MindStringRef piece, void *userData);

/// The version of MIND, as "0.1.0". Lives as long as the library.
MIND_CAPI_EXPORTED MindStringRef mindGetVersion(void);

MIND_DEFINE_C_API_STRUCT(MindBuffer);

static inline bool mindBufferIsNull(MindBuffer buffer) { return !buffer.ptr; }

/// The bytes; borrowed from the buffer.
MIND_CAPI_EXPORTED MindStringRef mindBufferGetBytes(MindBuffer buffer);

MIND_CAPI_EXPORTED void mindBufferDestroy(MindBuffer buffer);

#ifdef __cplusplus
}
#endif

#endif // MIND_C_SUPPORT_H
