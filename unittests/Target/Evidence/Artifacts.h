//===- Artifacts.h - Files and modules to test with -------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_UNITTESTS_TARGET_EVIDENCE_ARTIFACTS_H
#define MIND_UNITTESTS_TARGET_EVIDENCE_ARTIFACTS_H

#include "Mind/Target/Evidence/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

namespace mind::evidence {

/// The first test key of RFC 8032, which signed add.sig.mic3.
inline constexpr const char *kTestSeed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
inline constexpr const char *kTestKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

inline Hash getHash(llvm::StringRef text) {
  Hash hash = {};
  EXPECT_TRUE(decodeHash(text, hash));
  return hash;
}

/// A file of the reference, by its path in the inputs.
inline Bytes readInput(const llvm::Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(MIND_MIC_INPUTS "/" + path);
  EXPECT_TRUE(bool(buffer)) << path.str();
  if (!buffer)
    return {};
  llvm::StringRef text = (*buffer)->getBuffer();
  return Bytes(text.bytes_begin(), text.bytes_end());
}

/// The folders of the golden programs that have evidence.
inline std::vector<std::string> getGoldenCases() {
  std::vector<std::string> cases;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator each(MIND_MIC_INPUTS "/golden", error), end; each != end && !error;
       each.increment(error))
    if (llvm::sys::fs::exists(each->path() + "/evidence.mic3"))
      cases.push_back(llvm::StringRef(each->path()).rsplit('/').second.str());
  return cases;
}

inline llvm::ArrayRef<uint8_t> getBody(const Bytes &artifact) {
  mic::File file;
  mic::FormatError error;
  EXPECT_TRUE(mic::readFile(artifact, file, error)) << error.message;
  return file.getBody();
}

inline Report verify(llvm::ArrayRef<uint8_t> bytes, const VerifyOptions &options = {}) {
  Report report;
  verifyArtifact(bytes, options, report);
  return report;
}

/// Writes a module instruction by instruction.
class ModuleWriter {
public:
  mic::Builder builder;

  ModuleWriter() {}
  /// Before an instruction.
  mic::Builder &op(mic::Opcode opcode) {
    if (depth == 0)
      ++count;
    builder.opcode(opcode);
    return builder;
  }
  void constant(uint64_t id, int64_t value) {
    op(mic::Opcode::ConstI64).uleb(id);
    builder.zigzag(value);
  }
  /// A constant of one dim of 2.
  void tensor(uint64_t id, DType type) {
    op(mic::Opcode::ConstTensor).uleb(id);
    builder.byte(*mic::getElementByte(type));
    builder.byte(1);
    builder.byte(0);
    builder.byte(2);
    builder.byte(1);
    builder.bits64(llvm::bit_cast<uint64_t>(1.0));
  }
  void binary(uint64_t id, mic::BinOp kind, uint64_t lhs, uint64_t rhs) {
    op(mic::Opcode::BinOp).uleb(id);
    builder.byte(uint8_t(kind));
    builder.uleb(lhs);
    builder.uleb(rhs);
  }
  void unary(mic::Opcode opcode, uint64_t id, uint64_t operand) {
    op(opcode).uleb(id);
    builder.uleb(operand);
  }
  void sum(uint64_t id, uint64_t operand) {
    unary(mic::Opcode::Sum, id, operand);
    builder.byte(0);
    builder.byte(0);
  }
  void call(uint64_t id, llvm::StringRef name, llvm::ArrayRef<uint64_t> operands = {}) {
    op(mic::Opcode::Call).uleb(id);
    builder.string(name);
    builder.uleb(operands.size());
    for (uint64_t operand : operands)
      builder.uleb(operand);
  }
  void output(uint64_t id) { op(mic::Opcode::Output).uleb(id); }
  /// A region of `instructions` follows.
  void region(uint64_t instructions) {
    builder.uleb(instructions);
    ++depth;
  }
  void endRegion() { --depth; }
  /// A function without parameters.
  void function(llvm::StringRef name, uint64_t instructions) {
    op(mic::Opcode::FnDef);
    builder.string(name);
    builder.byte(0);
    builder.byte(0);
    builder.byte(0);
    region(instructions);
  }

  /// The canonical file, with ids up to `nextId`.
  Bytes finish(uint64_t nextId) {
    mic::Builder whole;
    // The strings get the same indices in the same order.
    for (llvm::StringRef text : builder.getStrings())
      whole.intern(text);
    whole.uleb(count);
    whole.append(builder.getBytes());
    whole.append({0, 0, 0});
    Bytes file;
    whole.finish(nextId, {}, /*hasTypes=*/false, file);
    return file;
  }

private:
  uint64_t count = 0;
  unsigned depth = 0;
};

} // namespace mind::evidence

#endif // MIND_UNITTESTS_TARGET_EVIDENCE_ARTIFACTS_H
