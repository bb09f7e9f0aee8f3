//===- Cursor.cpp - Reading the primitives of mic@3 ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/Cursor.h"

using namespace mind::mic;

uint64_t Cursor::longUleb() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    uint8_t next = byte();
    if (failed())
      return 0;
    // The tenth byte has room for one bit.
    if (shift == 63 && next > 1)
      break;
    value |= uint64_t(next & 0x7F) << shift;
    if (next < 0x80) {
      if (next == 0 && shift != 0)
        minimal = false;
      return value;
    }
  }
  return fail("ULEB128 overflow");
}
