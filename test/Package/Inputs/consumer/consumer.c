/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiles and runs a function by the installed C API. */
#include "Mind-c/Module.h"

#include <stdio.h>

int main(void) {
  MindContext context = mindContextCreate();
  MindReport report = mindReportCreate();
  MindModule module = mindModuleCreateParse(context, mindStringRefCreateFromCString("half.mind"),
                                            mindStringRefCreateFromCString("fn half(x: f32) -> f32 { x / 2.0 }"), report);
  float x = 3;
  MindTensor arg = mindTensorCreate(MindDTypeF32, 0, NULL, &x);
  MindResults results = mindModuleRun(module, mindStringRefCreateFromCString("half"), 1, &arg, MindExecutorInterpreter,
                                      NULL, NULL, report);
  printf("half of 3 is %g\n", *(const float *)mindTensorGetData(mindResultsGetTensor(results, 0)));
  mindResultsDestroy(results);
  mindTensorDestroy(arg);
  mindModuleDestroy(module);
  mindReportDestroy(report);
  mindContextDestroy(context);
  return 0;
}
