// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header is C and C++, whatever names the source has.
#include "names.h"

#include <stdio.h>

int main() {
  float one[1] = {1}, two[1] = {2}, total = 0;
  int64_t answer = 0;
  int32_t status = crowd(0.5f, one, two, 0, 0, 0, 0, 1, 1, &total, 0);
  printf("crowd %d: %g\n", (int)status, total);
  status = mind_main(&answer, 0);
  printf("main %d: %d\n", (int)status, (int)answer);
  return 0;
}
