//===- DialectRoundTripTest.cpp - mic@3 through the dialect ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read is a module that verifies and is written as the canonical bytes of what
// was read, however damaged the file is; or it is refused.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/File.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <map>

using namespace mind::mic;

namespace {

/// By their paths below the inputs, in order.
std::map<std::string, std::string> readArtifacts(llvm::StringRef folder) {
  std::map<std::string, std::string> artifacts;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator entry(folder, error), end; entry != end && !error;
       entry.increment(error)) {
    if (!llvm::StringRef(entry->path()).ends_with(".mic3"))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(entry->path(), /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (buffer)
      artifacts[entry->path()] = (*buffer)->getBuffer().str();
  }
  return artifacts;
}

class DialectRoundTrip : public testing::Test {
protected:
  DialectRoundTrip() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
      reported = diagnostic.str();
      return mlir::success();
    });
  }

  /// Whether the bytes were a file. Checks what becomes of it.
  bool check(llvm::ArrayRef<uint8_t> bytes) {
    FormatError error, fileError;
    File file;
    bool isFile = readFile(bytes, file, fileError);
    mlir::OwningOpRef<mlir::ModuleOp> module = readMic3(bytes, context, {}, error);
    EXPECT_EQ(isFile, bool(module)) << llvm::toHex(bytes);
    if (!module) {
      EXPECT_FALSE(error.message.empty());
      return false;
    }
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module))) << llvm::toHex(bytes) << ": " << reported;
    Bytes canonical, written;
    reemit(file, canonical);
    EXPECT_TRUE(mlir::succeeded(writeMic3(*module, {}, written))) << llvm::toHex(bytes) << ": " << reported;
    EXPECT_EQ(llvm::toHex(written), llvm::toHex(canonical));
    return true;
  }
  bool check(const std::string &bytes) {
    return check(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  }

  mlir::MLIRContext context;
  std::string reported;
};

TEST_F(DialectRoundTrip, Artifacts) {
  std::map<std::string, std::string> artifacts = readArtifacts(MIND_MIC_INPUTS);
  EXPECT_GE(artifacts.size(), 100u);
  for (const auto &[path, bytes] : artifacts)
    EXPECT_TRUE(check(bytes)) << path;
  // More of them, to look for what no one thought of.
  if (const char *folder = std::getenv("MIND_MIC_ARTIFACTS"))
    for (const auto &[path, bytes] : readArtifacts(folder)) {
      check(bytes);
      if (HasFailure()) {
        ADD_FAILURE() << path;
        return;
      }
    }
}

/// The artifacts of at most 200 bytes whose number divides by `step`.
std::vector<std::string> chooseArtifacts(unsigned step) {
  std::vector<std::string> chosen;
  unsigned number = 0;
  for (const auto &[path, bytes] : readArtifacts(MIND_MIC_INPUTS))
    if (bytes.size() <= 200 && number++ % step == 0)
      chosen.push_back(bytes);
  return chosen;
}

TEST_F(DialectRoundTrip, Truncations) {
  std::vector<std::string> artifacts = chooseArtifacts(2);
  EXPECT_GE(artifacts.size(), 30u);
  for (const std::string &bytes : artifacts)
    for (size_t size = 0; size < bytes.size() && !HasFailure(); ++size)
      check(bytes.substr(0, size));
}

TEST_F(DialectRoundTrip, ChangesOfAByte) {
  std::vector<std::string> artifacts = chooseArtifacts(2);
  size_t numFiles = 0;
  for (const std::string &original : artifacts)
    for (size_t position = 0; position < original.size() && !HasFailure(); ++position)
      for (unsigned value = 0; value < 256 && !HasFailure(); ++value) {
        std::string bytes = original;
        bytes[position] = char(value);
        numFiles += check(bytes);
      }
  EXPECT_GE(numFiles, 10000u);
}

TEST_F(DialectRoundTrip, Strict) {
  auto readStrictly = [&](llvm::StringRef hex, FormatError &error) {
    std::string bytes = llvm::fromHex(hex);
    return bool(readMic3(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()), context,
                         {/*strict=*/true}, error));
  };
  FormatError error;
  EXPECT_TRUE(readStrictly("4D494333020000000000000" "0", error));
  // A number in more bytes than it needs.
  EXPECT_FALSE(readStrictly("4D49433302008000000000000000", error));
  EXPECT_EQ(error.message, "the body differs from its own re-emission");
  EXPECT_EQ(error.position, 6u);
  // What follows is no epilogue, or a damaged one.
  EXPECT_FALSE(readStrictly("4D4943330200000000000000FF", error));
  EXPECT_EQ(error.message, "1 bytes after the body are no epilogue");
  EXPECT_EQ(error.position, 12u);
  EXPECT_TRUE(readStrictly("4D49433302000000000000004D00", error));
  EXPECT_FALSE(readStrictly("4D49433302000000000000004D01", error));
  EXPECT_GE(error.position, 12u);
}

} // namespace
