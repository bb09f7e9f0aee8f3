/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every function of the C API, used as a program in C11 would; prints what the test
 * compares. Ends with 1 at the first thing that is not as it should be. */
#include "Mind-c/Module.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static MindStringRef text(const char *chars) { return mindStringRefCreateFromCString(chars); }

static void print(MindStringRef piece, void *userData) {
  (void)userData;
  fwrite(piece.data, 1, piece.length, stdout);
}

static void printLine(const char *label, MindStringRef value) {
  printf("%s: %.*s\n", label, (int)value.length, value.data);
}

static void showFaults(MindReport report) {
  for (size_t i = 0; i < mindReportGetNumDiagnostics(report); ++i) {
    MindDiagnostic fault = mindReportGetDiagnostic(report, i);
    MindSpan span = mindDiagnosticGetSpan(report, fault);
    printLine(mindDiagnosticGetSeverity(fault) == MindSeverityError ? "error" : "warning",
              mindDiagnosticGetCode(fault));
    printLine("phase", mindDiagnosticGetPhase(fault));
    printLine("message", mindDiagnosticGetMessage(fault));
    printLine("detail", mindDiagnosticGetDetail(fault));
    printLine("help", mindDiagnosticGetHelp(fault));
    printf("span: %u-%u at %u:%u\n", span.begin, span.end, span.line, span.column);
    for (size_t j = 0; j < mindDiagnosticGetNumNotes(fault); ++j)
      printLine("note", mindDiagnosticGetNote(fault, j));
    for (size_t j = 0; j < mindDiagnosticGetNumLabels(fault); ++j) {
      printLine("label", mindDiagnosticGetLabel(fault, j));
      printf("label at %u\n", mindDiagnosticGetLabelSpan(report, fault, j).column);
    }
    for (size_t j = 0; j < mindDiagnosticGetNumFixes(fault); ++j) {
      printLine(mindDiagnosticIsFixSure(fault, j) ? "sure fix" : "maybe fix", mindDiagnosticGetFix(fault, j));
      printf("fix at %u\n", mindDiagnosticGetFixSpan(report, fault, j).column);
    }
    CHECK(mindDiagnosticGetNote(fault, 99).length == 0 && mindDiagnosticGetLabel(fault, 99).length == 0);
    CHECK(mindDiagnosticGetFix(fault, 99).length == 0 && mindDiagnosticGetFixSpan(report, fault, 99).end == 0);
  }
  CHECK(mindDiagnosticIsNull(mindReportGetDiagnostic(report, mindReportGetNumDiagnostics(report))));
}

static void testFaults(MindContext context, MindReport report) {
  MindModule module =
      mindModuleCreateParse(context, text("wrong.mind"),
                            text("fn f(x: Tensor<f32, [2, 3]>, y: Tensor<f32, [2]>) -> Tensor<f32, [2, 3]> {\n"
                                 "    x + y\n}\nprnt(1)\n"),
                            report);
  CHECK(mindModuleIsNull(module) && mindReportHasErrors(report));
  showFaults(report);
  mindReportPrint(report, MindDiagnosticFormShort, false, print, NULL);
  mindReportPrint(report, MindDiagnosticFormJson, false, print, NULL);
  module = mindModuleCreateParse(context, text("bad.mic3"), mindStringRefCreate("MIC3\0\0", 6), report);
  CHECK(mindModuleIsNull(module));
  CHECK(mindReportGetNumDiagnostics(report) == 1);
  showFaults(report);
}

static void testRuns(MindContext context, MindReport report) {
  MindModule module = mindModuleCreateParse(
      context, text("step.mind"),
      text("fn loss(w: Tensor<f32, [2]>, x: Tensor<f32, [n, 2]>) -> f32 { mean((x @ w) ** 2) }\n"
           "pub fn step(w: Tensor<f32, [2]>, x: Tensor<f32, [3, 2]>) -> (Tensor<f32, [2]>, f32) {\n"
           "    let (l, g) = value_and_grad(loss)(w, x);\n    print(\"loss\", l);\n    (w - 0.1 * g, l)\n}\n"
           "pub fn pick(x: Tensor<f32, [n, 2]>, i: i64) -> Tensor<f32, [2]> { x[i] }\n"),
      report);
  CHECK(!mindModuleIsNull(module) && !mindReportHasErrors(report));
  for (size_t i = 0; i < mindModuleGetNumFunctions(module); ++i) {
    printLine("function", mindModuleGetFunctionName(module, i));
    printLine("signature", mindModuleGetFunctionSignature(module, i));
  }
  CHECK(mindModuleGetFunctionName(module, 99).length == 0);

  float w[] = {1, 2}, x[] = {1, 0, 0, 1, 1, 1};
  int64_t wShape[] = {2}, xShape[] = {3, 2}, tooLarge[] = {1 << 20, 1 << 20}, negative[] = {-1};
  MindTensor args[] = {mindTensorCreate(MindDTypeF32, 1, wShape, w), mindTensorCreate(MindDTypeF32, 2, xShape, x)};
  CHECK(mindTensorIsNull(mindTensorCreate(MindDTypeF64, 2, tooLarge, NULL)));
  CHECK(mindTensorIsNull(mindTensorCreate(MindDTypeF64, 1, negative, NULL)));
  float first[2];
  for (int round = 0; round < 3; ++round) {
    MindExecutor executor = round == 2 ? MindExecutorInterpreter : MindExecutorDirect;
    MindResults results = mindModuleRun(module, text("step"), 2, args, executor, print, NULL, report);
    showFaults(report);
    CHECK(!mindResultsIsNull(results) && mindResultsGetNumTensors(results) == 2);
    CHECK(mindTensorIsNull(mindResultsGetTensor(results, 2)));
    MindTensor next = mindResultsGetTensor(results, 0);
    CHECK(mindTensorGetDType(next) == MindDTypeF32 && mindTensorGetRank(next) == 1);
    CHECK(mindTensorGetShape(next)[0] == 2 && mindTensorGetNumElements(next) == 2 && mindTensorGetNumBytes(next) == 8);
    if (round == 0)
      memcpy(first, mindTensorGetData(next), sizeof(first));
    CHECK(memcmp(first, mindTensorGetData(next), sizeof(first)) == 0);
    printf("next: %g %g\n", first[0], first[1]);
    mindResultsDestroy(results);
  }

  /* A named dim comes from the argument; the fault is the same from both executors. */
  for (int round = 0; round < 4; ++round) {
    int64_t index = round < 2 ? 2 : 3;
    MindTensor pickArgs[] = {args[1], mindTensorCreate(MindDTypeI64, 0, NULL, &index)};
    MindResults results = mindModuleRun(module, text("pick"), 2, pickArgs,
                                        round % 2 ? MindExecutorInterpreter : MindExecutorDirect, NULL, NULL, report);
    CHECK(mindResultsIsNull(results) == (round >= 2));
    if (round >= 2)
      printLine("fault", mindDiagnosticGetMessage(mindReportGetDiagnostic(report, 0)));
    mindTensorDestroy(pickArgs[1]);
    mindResultsDestroy(results);
  }
  CHECK(mindResultsIsNull(mindModuleRun(module, text("step"), 1, args, MindExecutorDirect, NULL, NULL, report)));
  printLine("fault", mindDiagnosticGetCode(mindReportGetDiagnostic(report, 0)));
  CHECK(mindResultsIsNull(mindModuleRun(module, text("stp"), 2, args, MindExecutorDirect, NULL, NULL, report)));
  printLine("fault", mindDiagnosticGetCode(mindReportGetDiagnostic(report, 0)));
  mindTensorDestroy(args[0]);
  mindTensorDestroy(args[1]);
  mindModuleDestroy(module);
}

/* Writes every form to files of the folder, for the test to compare with mindc's. */
static void testForms(MindContext context, MindReport report, const char *source, const char *folder) {
  static const char *const names[] = {"mlir", "mic3", "mic1", "evidence", "exe", "obj", "shared", "header"};
  FILE *input = fopen(source, "rb");
  CHECK(input);
  char contents[4096];
  size_t length = fread(contents, 1, sizeof(contents), input);
  fclose(input);
  MindModule module = mindModuleCreateParse(context, text(source), mindStringRefCreate(contents, length), report);
  CHECK(!mindModuleIsNull(module));
  MindCodeOptions options = mindCodeOptionsCreate();
  CHECK(mindCodeOptionsSetCpu(options, text("x86-64-v3")) && !mindCodeOptionsSetCpu(options, text("z80")));
  mindCodeOptionsSetFunction(options, text("main"));
  for (int format = MindFormatMlir; format <= MindFormatHeader; ++format) {
    MindCodeOptions code = {format == MindFormatExecutable ? options.ptr : NULL};
    MindBuffer buffer = mindModuleWrite(module, (MindFormat)format, code, report);
    showFaults(report);
    CHECK(!mindBufferIsNull(buffer));
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, names[format]);
    FILE *output = fopen(path, "wb");
    CHECK(output);
    MindStringRef bytes = mindBufferGetBytes(buffer);
    CHECK(fwrite(bytes.data, 1, bytes.length, output) == bytes.length && fclose(output) == 0);
    if (format == MindFormatEvidence || format == MindFormatExecutable) {
      bool isAccepted = false;
      MindBuffer verdict = mindArtifactVerify(text("artifact"), bytes, &isAccepted, report);
      CHECK(isAccepted && !mindReportHasErrors(report));
      print(mindBufferGetBytes(verdict), NULL);
      mindBufferDestroy(verdict);
      verdict = mindArtifactVerify(text("artifact"), mindStringRefCreate(bytes.data, bytes.length - 1), &isAccepted,
                                   report);
      CHECK(!isAccepted && mindReportHasErrors(report));
      mindBufferDestroy(verdict);
    }
    mindBufferDestroy(buffer);
  }
  mindCodeOptionsDestroy(options);
  mindModuleDestroy(module);

  /* What a form cannot hold, and code for dims that are not told. */
  module = mindModuleCreateParse(context, text("f.mind"),
                                 text("pub fn f(x: Tensor<f32, [n]>) -> Tensor<f32, [n]> { relu(x) }\n"), report);
  CHECK(!mindModuleIsNull(module));
  CHECK(mindBufferIsNull(mindModuleWrite(module, MindFormatMic1, (MindCodeOptions){NULL}, report)));
  showFaults(report);
  options = mindCodeOptionsCreate();
  mindCodeOptionsSetFunction(options, text("f"));
  CHECK(mindBufferIsNull(mindModuleWrite(module, MindFormatExecutable, options, report)));
  printLine("without n", mindDiagnosticGetCode(mindReportGetDiagnostic(report, 0)));
  mindCodeOptionsSetDim(options, text("n"), 4);
  MindBuffer buffer = mindModuleWrite(module, MindFormatExecutable, options, report);
  CHECK(!mindBufferIsNull(buffer));
  mindBufferDestroy(buffer);
  mindCodeOptionsDestroy(options);
  mindModuleDestroy(module);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  CHECK(mindGetApiVersion() >= MIND_C_API_VERSION && mindGetVersion().length > 0);
  MindContext context = mindContextCreate();
  MindReport report = mindReportCreate();
  CHECK(!mindContextIsNull(context) && !mindReportIsNull(report));
  CHECK(mindReportGetNumDiagnostics(report) == 0 && !mindReportHasErrors(report));
  testFaults(context, report);
  testRuns(context, report);
  testForms(context, report, argv[1], argv[2]);
  mindReportDestroy(report);
  mindContextDestroy(context);
  mindModuleDestroy((MindModule){NULL});
  mindTensorDestroy((MindTensor){NULL});
  mindBufferDestroy((MindBuffer){NULL});
  puts("all is well");
  return 0;
}
