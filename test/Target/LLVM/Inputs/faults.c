// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fault comes back as a number and leaves nothing behind.
#include "faults.h"

#include <stdio.h>
#include <string.h>
#include <xmmintrin.h>

static unsigned bits(float value) {
  unsigned result;
  memcpy(&result, &value, sizeof result);
  return result;
}

int main(void) {
  _Alignas(64) float x[4] = {0, 1, 2, 1e-40f}, y[4], total;
  unsigned odd = 0xffc12345u;
  memcpy(&x[1], &odd, sizeof odd);
  int32_t status = quotient(x, 4, y, &total, 0);
  printf("quotient %d: %08x %08x %g %g total %08x\n", (int)status, bits(y[0]), bits(y[1]), y[2], y[3], bits(total));

  // Flushing and rounding towards zero are the caller's business, here and after.
  unsigned mode = (_mm_getcsr() & ~0x3fu) | 0xe040;
  _mm_setcsr(mode);
  status = quotient(x, 4, y, &total, 0);
  printf("flushing %d: %g, kept %d\n", (int)status, y[3], (_mm_getcsr() & ~0x3fu) == (mode & ~0x3fu));
  int64_t result;
  status = deep(-200, &result, 0);
  printf("deep %d, kept %d\n", (int)status, (_mm_getcsr() & ~0x3fu) == (mode & ~0x3fu));
  for (int i = 0; i < 1000; ++i)
    status = deep(i % 2 ? 0 : -200, &result, 0);
  printf("again %d: %d\n", (int)status, (int)result);
  printf("negative %d\n", (int)quotient(x, -1, y, &total, 0));
  printf("enormous %d\n", (int)quotient(x, INT64_C(1) << 40, y, &total, 0));
  printf("no memory %d\n", (int)square(x, 200000, &total, 0));
  return 0;
}
