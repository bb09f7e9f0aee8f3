//===- FormatTexts.h - Texts and bytes to test the formats with -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_UNITTESTS_TARGET_MIC_FORMATTEXTS_H
#define MIND_UNITTESTS_TARGET_MIC_FORMATTEXTS_H

#include "Mind/Target/Mic/Format/Mic1.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

namespace mind::mic {

/// A file of the reference by its path in the inputs; empty if there is none.
inline std::string readText(const llvm::Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(MIND_MIC_INPUTS "/" + path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

inline Bytes getBytes(llvm::StringRef text) { return Bytes(text.bytes_begin(), text.bytes_end()); }

/// The paths of the reference's files with this ending, below the inputs.
inline std::vector<std::string> findInputs(llvm::StringRef ending) {
  std::vector<std::string> paths;
  llvm::StringRef root = MIND_MIC_INPUTS "/";
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator each(root, error), end; each != end && !error;
       each.increment(error))
    if (llvm::StringRef(each->path()).ends_with(ending))
      paths.push_back(each->path().substr(root.size()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Bytes and what was read of them.
struct Module {
  Bytes bytes;
  File file;

  Module() = default;
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  testing::AssertionResult read(Bytes newBytes) {
    bytes = std::move(newBytes);
    FormatError error;
    if (readFile(bytes, file, error))
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << error.message << " at " << error.position;
  }
  testing::AssertionResult parse(llvm::StringRef text) {
    Bytes parsed;
    FormatError error;
    if (!parseMic1(text, parsed, error))
      return testing::AssertionFailure() << "mic:" << error.position << ": error: " << error.message;
    return read(std::move(parsed));
  }
};

/// `text` without the line break that the reference's command line adds.
inline std::string dropLast(const std::string &text) { return text.substr(0, text.size() - 1); }

} // namespace mind::mic

#endif // MIND_UNITTESTS_TARGET_MIC_FORMATTEXTS_H
