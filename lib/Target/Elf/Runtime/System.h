//===- System.h - the system, without a C library ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime of executables is compiled once, when MIND is built, to one block of
/// bytes that runs at any address: no data that is written, no pointers in data, no
/// library. The system calls are read, write, open, close, stat, lseek, mmap, unlink,
/// sysinfo and exit.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_SYSTEM_H
#define MIND_LIB_TARGET_ELF_RUNTIME_SYSTEM_H

#include <stdint.h>

namespace mind::exe {

using Size = uint64_t;

inline int64_t systemCall(int64_t number, int64_t a, int64_t b = 0, int64_t c = 0, int64_t d = 0, int64_t e = 0,
                          int64_t f = 0) {
  register int64_t r10 asm("r10") = d;
  register int64_t r8 asm("r8") = e;
  register int64_t r9 asm("r9") = f;
  int64_t result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

enum Call : int64_t {
  kRead = 0,
  kWrite = 1,
  kOpen = 2,
  kClose = 3,
  kStat = 4,
  kSeek = 8,
  kMap = 9,
  kExit = 60,
  kUnlink = 87,
  kInfo = 99
};

[[noreturn]] inline void exitWith(int status) {
  systemCall(kExit, status);
  __builtin_unreachable();
}

/// Reads or writes all of it, whatever comes in between. How much is left where the file
/// ends or does not take more; a negative error number.
inline int64_t transferAll(Call call, int64_t file, const char *data, Size bytes) {
  while (bytes != 0) {
    int64_t done = systemCall(call, file, int64_t(data), int64_t(bytes));
    if (done == -4) // EINTR
      continue;
    if (done < 0)
      return done;
    if (done == 0)
      break;
    data += done;
    bytes -= Size(done);
  }
  return int64_t(bytes);
}

/// Zeroed memory, or null.
inline char *allocate(Size bytes) {
  // Readable and writable; private, anonymous, not reserved.
  int64_t address = systemCall(kMap, 0, int64_t(bytes ? bytes : 1), 3, 0x4022, -1, 0);
  return address < 0 && address > -4096 ? nullptr : reinterpret_cast<char *>(address);
}

inline Size length(const char *text) {
  Size n = 0;
  while (text[n])
    ++n;
  return n;
}

inline bool isEqual(const char *a, const char *b, Size bytes) {
  for (Size i = 0; i < bytes; ++i)
    if (a[i] != b[i])
      return false;
  return true;
}

/// Text on its way to a file, in a buffer on the stack of whoever makes it.
struct Writer {
  explicit Writer(int64_t file) : file(file) {}
  int64_t file;
  /// Why the file took no more, a negative error number; 0 if it took all.
  int64_t error = 0;
  Size used = 0;
  char buffer[4000];

  void flush() {
    if (error == 0)
      error = transferAll(kWrite, file, buffer, used);
    used = 0;
  }
  __attribute__((noinline)) void put(char c) {
    if (used == sizeof buffer)
      flush();
    buffer[used++] = c;
  }
  __attribute__((noinline)) void put(const char *text, Size bytes) {
    for (Size i = 0; i < bytes; ++i)
      put(text[i]);
  }
  __attribute__((noinline)) void put(const char *text) { put(text, length(text)); }
  void putUnsigned(uint64_t value) {
    char digits[20];
    int n = 0;
    do
      digits[n++] = char('0' + value % 10);
    while (value /= 10);
    while (n)
      put(digits[--n]);
  }
  void putSigned(int64_t value) {
    if (value < 0)
      put('-');
    putUnsigned(value < 0 ? 0 - uint64_t(value) : uint64_t(value));
  }
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_SYSTEM_H
