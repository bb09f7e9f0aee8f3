//===- Options.h - What the command line asks for ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_OPTIONS_H
#define MIND_LIB_DRIVER_OPTIONS_H

#include "Mind/Driver/Driver.h"
#include "Mind/Frontend/Diagnostics.h"

#include <optional>

namespace mind::driver {

enum class Command {
  Compile,
  Check,
  Run,
  Test,
  Watch,
  Repl,
  Verify,
  Inspect,
  Format,
  Ops,
  Graph,
  Explain,
  Targets,
  Help,
  Version,
  Stability,
  Completions,
  Manual
};

/// What is written. The kinds up to Evidence need no back end.
enum class EmitKind {
  None,
  Tokens,
  Tree,
  Module,
  MemoryPlan,
  IRText,
  Mic1,
  Mic3,
  Evidence,
  Lowered,
  LLVMIR,
  Object,
  Shared,
  Executable,
  Header
};

/// What `mindc verify`, `mindc inspect` and `--emit=evidence` take.
struct ArtifactOptions {
  bool json = false;
  bool requireStrictFp = false;
  bool requireDeterministic = false;
  bool allowNondeterministic = false;
  bool requireRederive = false;
  /// As they were written: hexadecimal digits.
  std::vector<std::string> signerKeys;
  /// The artifact to compare with; empty: none.
  std::string diff;
  uint64_t maxBytes = 10u << 20;
  /// A hash or a file; empty: none.
  std::string parent;
  /// KEY=VALUE.
  std::vector<std::string> attributes;
};

/// What `mindc check` takes.
struct CheckRequest {
  /// Files, folders, and "-" for standard input.
  std::vector<std::string> paths;
  /// Who lists the findings on standard output. None: faults go to standard error.
  enum Reporter { None, Human, Json, Lsp, Sarif } reporter = None;
  bool fix = false;
  bool noFormat = false;
  bool noLint = false;
  bool noTypeCheck = false;
};

/// What `mindc fmt` takes.
struct FormatRequest {
  /// Nothing is written; the exit code tells whether something would change.
  bool check = false;
  /// The changes are printed, not made.
  bool diff = false;
  /// Files and folders; `-` is standard input.
  std::vector<std::string> paths;
};

/// How the times of stages are told.
enum class TimingForm { None, Text, Json, Chrome };

/// What `mindc test` takes.
struct TestRequest {
  /// Files and folders; `-` is standard input.
  std::vector<std::string> paths;
  /// Tests whose name does not hold it are left out.
  std::string filter;
};

struct Options {
  Command command = Command::Compile;
  std::string input;
  /// Empty: standard output, or an executable's default.
  std::string output;
  EmitKind emit = EmitKind::None;
  /// The code of `--explain`.
  std::string topic;
  std::string function;
  std::string cpu = "x86-64-v3";
  bool interpret = false;
  /// What is compiled for; empty: the processor. Of `--target=help:NAME` the NAME.
  std::string target;
  /// Machine code without LLVM; false in mindc-llvm until it is asked for.
  bool direct = true;
  /// What is written by it holds its module.
  bool embed = true;
  bool debugLocations = false;
  bool verify = false;
  TimingForm timing = TimingForm::None;
  /// The stages after which the module is printed, as the command line has them.
  std::vector<std::string> printAfter;
  /// What a stage changed is printed, not the module; of every stage if `printAfter` names none.
  bool printDiff = false;
  /// The module has what mic shows of its source.
  bool micForm = false;
  /// Of the mic forms: only what the reference knows; lines for what it has none for.
  bool micCompat = false;
  bool mic1Extended = false;
  /// `--autodiff` and what it prints; `function` is what is differentiated.
  bool autodiff = false;
  bool emitGradient = false;
  bool emitGradientMap = false;
  /// The module, then the module with the gradient.
  bool emitGradientModule = false;
  bool explainGradient = false;
  /// Every derivative is compared with difference quotients, too.
  bool checksNumerically = false;
  /// Index, slice, max and min and second derivatives have rules, too.
  bool extendedGradient = false;
  /// How many bytes functions may need at a time; none: as the module says.
  std::optional<int64_t> memoryBudget;
  /// Names or positions of parameters; empty: those of fractions.
  std::vector<std::string> wrt;
  frontend::RenderOptions render;
  /// `--arg`, `--dim` and `--out`.
  rt::CommandLine call;
  ArtifactOptions artifact;
  /// Where passes that fail write what is needed to run them again; empty: nowhere.
  std::string crashReproducer;
  FormatRequest format;
  CheckRequest check;
  TestRequest test;
  /// Of `mindc watch`: the command line that is run again and again.
  std::vector<std::string> watched;
  /// Of `mindc ops`: the operations of the language's core alone.
  bool coreOnly = false;
};

/// Reads the command line. 0, or the exit code after a message about a word of it.
int parseOptions(int argc, char **argv, Options &options);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_OPTIONS_H
