//===- Timing.cpp - How long the stages took ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As text, each stage is told when it ends. The other forms are one document, which is
// written when all is done.
//
//===----------------------------------------------------------------------===//

#include "LineDiff.h"
#include "Source.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

namespace {

struct Stage {
  StringRef name;
  uint64_t begin, end;
};

/// Of this process. Stages are timed on the thread that waits for the others.
struct Timings {
  std::vector<Stage> stages;
  std::optional<int64_t> workspace;
};
Timings &getTimings() {
  static Timings timings;
  return timings;
}

/// The module that the stage before left, for `--print-diff`.
struct StageText {
  std::string name, text;
};
StageText &getLastStage() {
  static StageText last;
  return last;
}

uint64_t getNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double toMicroseconds(uint64_t nanoseconds) { return double(nanoseconds) / 1000; }

} // namespace

StageTimer::StageTimer(const Options &options, StringRef name) : name(name), form(options.timing) {
  if (form != TimingForm::None)
    begin = getNanoseconds();
}

StageTimer::~StageTimer() {
  if (form == TimingForm::None)
    return;
  uint64_t end = getNanoseconds();
  if (form == TimingForm::Text)
    llvm::errs() << "timing: " << llvm::left_justify(name, 12) << llvm::format("%12.3f us\n", toMicroseconds(end - begin));
  else
    getTimings().stages.push_back({name, begin, end});
}

void driver::reportWorkspace(const Options &options, std::optional<int64_t> bytes) {
  if (options.timing == TimingForm::Text && bytes)
    llvm::errs() << "timing: " << llvm::left_justify("workspace", 12) << llvm::format("%12lld bytes\n", (long long)*bytes);
  else if (bytes)
    getTimings().workspace = bytes;
}

void driver::printStage(const Options &options, StringRef stage, mlir::ModuleOp module) {
  if (options.printAfter.empty() && !options.printDiff)
    return;
  std::string name = stage.str();
  std::replace(name.begin(), name.end(), ' ', '-');
  bool isAsked = options.printAfter.empty() || llvm::any_of(options.printAfter, [&](StringRef asked) {
                   return asked == "all" || asked == name;
                 });
  if (!isAsked && !options.printDiff)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  os << '\n';
  StageText &last = getLastStage();
  // What came before was another module.
  if (name == "front-end" || StringRef(name).starts_with("read-"))
    last = {};
  if (isAsked) {
    llvm::errs() << "// after " << name;
    if (!options.printDiff || last.name.empty()) {
      llvm::errs() << '\n' << text;
    } else if (last.text == text) {
      llvm::errs() << ": as after " << last.name << '\n';
    } else {
      llvm::errs() << "\n--- " << last.name << "\n+++ " << name << '\n';
      printHunks(last.text, text, llvm::errs());
    }
  }
  if (options.printDiff)
    last = {std::move(name), std::move(text)};
}

void driver::writeTimings(const Options &options) {
  if (options.timing != TimingForm::Json && options.timing != TimingForm::Chrome)
    return;
  // One stage within another ends first but began later.
  std::vector<Stage> stages = getTimings().stages;
  llvm::sort(stages, [](const Stage &a, const Stage &b) { return std::tie(a.begin, b.end) < std::tie(b.begin, a.end); });
  uint64_t start = stages.empty() ? 0 : stages.front().begin;
  bool isChrome = options.timing == TimingForm::Chrome;
  llvm::json::OStream json(llvm::errs());
  json.object([&] {
    json.attributeArray(isChrome ? "traceEvents" : "stages", [&] {
      for (const Stage &stage : stages)
        json.object([&] {
          json.attribute("name", stage.name);
          if (isChrome) {
            json.attribute("cat", "mindc");
            json.attribute("ph", "X");
            json.attribute("pid", 1);
            json.attribute("tid", 1);
          }
          json.attribute(isChrome ? "ts" : "start_us", toMicroseconds(stage.begin - start));
          json.attribute(isChrome ? "dur" : "duration_us", toMicroseconds(stage.end - stage.begin));
        });
    });
    if (std::optional<int64_t> workspace = getTimings().workspace) {
      if (isChrome)
        json.attributeObject("otherData", [&] { json.attribute("workspace_bytes", *workspace); });
      else
        json.attribute("workspace_bytes", *workspace);
    }
  });
  json.flush();
  llvm::errs() << '\n';
}
