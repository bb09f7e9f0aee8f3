//===- Replay.cpp - Runs a fuzzer's function on files ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: mind-fuzz-replay mic3|mic1|evidence|elf [--mutate] FILE|DIR...
//
// With --mutate also every truncation of each file, and every byte replaced by each of
// a few others.
//
//===----------------------------------------------------------------------===//

#include "FuzzTargets.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

using namespace llvm;

static void collect(StringRef path, std::vector<std::string> &files) {
  if (!sys::fs::is_directory(path)) {
    files.push_back(path.str());
    return;
  }
  std::error_code error;
  for (sys::fs::recursive_directory_iterator it(path, error), end; it != end && !error; it.increment(error))
    if (sys::fs::is_regular_file(it->path()))
      files.push_back(it->path());
}

int main(int argc, char **argv) {
  using Target = void (*)(ArrayRef<uint8_t>);
  Target target = argc < 2 ? nullptr
                           : StringSwitch<Target>(argv[1])
                                 .Case("mic3", mind::test::fuzzMic3)
                                 .Case("mic1", mind::test::fuzzMic1)
                                 .Case("evidence", mind::test::fuzzEvidence)
                                 .Case("elf", mind::test::fuzzElf)
                                 .Default(nullptr);
  if (!target) {
    errs() << "usage: mind-fuzz-replay mic3|mic1|evidence|elf [--mutate] FILE|DIR...\n";
    return 2;
  }
  bool mutate = false;
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) {
    if (StringRef(argv[i]) == "--mutate")
      mutate = true;
    else
      collect(argv[i], files);
  }
  std::sort(files.begin(), files.end());
  uint64_t numInputs = 0;
  for (const std::string &path : files) {
    auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer) {
      errs() << path << ": " << buffer.getError().message() << '\n';
      return 1;
    }
    SmallVector<uint8_t> bytes((*buffer)->getBuffer().bytes());
    target(bytes);
    ++numInputs;
    if (!mutate)
      continue;
    for (size_t size = 0; size < bytes.size(); ++size, ++numInputs)
      target(ArrayRef(bytes).take_front(size));
    for (size_t i = 0; i < bytes.size(); ++i) {
      uint8_t original = bytes[i];
      for (unsigned value : {0u, 1u, 0x7Fu, 0x80u, 0xFFu, original + 1u, original ^ 0x20u}) {
        bytes[i] = uint8_t(value);
        target(bytes);
        ++numInputs;
      }
      bytes[i] = original;
    }
  }
  outs() << numInputs << " inputs of " << files.size() << " files\n";
  return files.empty();
}
