//===- Complaint.h - errors on their way to a terminal ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words of every message are those of lib/Runtime.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_COMPLAINT_H
#define MIND_LIB_TARGET_ELF_RUNTIME_COMPLAINT_H

#include "System.h"

namespace mind::exe {

/// Bytes that somebody else owns.
struct Text {
  const char *data;
  Size bytes;
  bool is(const char *word) const { return bytes == length(word) && isEqual(data, word, bytes); }
};

/// Writes `error[runtime][E6004]: ` and what follows.
struct Complaint : Writer {
  explicit Complaint(int code) : Writer(2) { *this << "error[runtime][E" << code << "]: "; }

  __attribute__((noinline)) Complaint &operator<<(const char *text) {
    put(text);
    return *this;
  }
  __attribute__((noinline)) Complaint &operator<<(Text text) {
    put(text.data, text.bytes);
    return *this;
  }
  __attribute__((noinline)) Complaint &operator<<(int64_t number) {
    putSigned(number);
    return *this;
  }
  /// Ends the line.
  void end() {
    put('\n');
    flush();
  }
  int end(int status) {
    end();
    return status;
  }
};

/// What the system says of an error number that opening, reading, writing and closing
/// files may give; as strerror has it.
inline void putError(Writer &out, int64_t number) {
  // Each text has its number in front; 127 ends the list.
  const char *at = "\1Operation not permitted\0"
                   "\2No such file or directory\0"
                   "\4Interrupted system call\0"
                   "\5Input/output error\0"
                   "\6No such device or address\0"
                   "\11Bad file descriptor\0"
                   "\13Resource temporarily unavailable\0"
                   "\14Cannot allocate memory\0"
                   "\15Permission denied\0"
                   "\20Device or resource busy\0"
                   "\21File exists\0"
                   "\23No such device\0"
                   "\24Not a directory\0"
                   "\25Is a directory\0"
                   "\26Invalid argument\0"
                   "\27Too many open files in system\0"
                   "\30Too many open files\0"
                   "\32Text file busy\0"
                   "\33File too large\0"
                   "\34No space left on device\0"
                   "\35Illegal seek\0"
                   "\36Read-only file system\0"
                   "\40Broken pipe\0"
                   "\44File name too long\0"
                   "\50Too many levels of symbolic links\0"
                   "\113Value too large for defined data type\0"
                   "\137Operation not supported\0"
                   "\164Stale file handle\0"
                   "\172Disk quota exceeded\0"
                   "\177";
  while (*at != 127 && *at != number)
    at += length(at) + 1;
  if (*at != 127)
    return out.put(at + 1);
  out.put("Unknown error ");
  out.putSigned(number);
}

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_COMPLAINT_H
