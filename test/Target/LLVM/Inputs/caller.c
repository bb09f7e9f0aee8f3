// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the functions of library.mind through the header.
#include "library.h"

#include <stdio.h>

int main(void) {
  _Alignas(64) float x[6] = {1, 2, 3, 4, 5, 6}, y[6], total;
  int32_t status = scale(x, 0.5f, 2, y, &total, 0);
  printf("scale %d: %g %g %g total %g\n", status, y[0], y[3], y[5], total);
  _Alignas(64) int64_t v[4] = {10, 20, 30, 40}, picked = -1;
  status = pick(v, 2, 4, &picked, 0);
  printf("pick %d: %d\n", status, (int)picked);
  printf("outside %d\n", pick(v, 4, 4, &picked, 0));
  printf("workspace %d\n", (int)scale_workspace_bytes());
  return 0;
}
