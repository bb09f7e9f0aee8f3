//===- ElfWriter.h - ELF files from images ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_ELFWRITER_H
#define MIND_LIB_TARGET_ELF_ELFWRITER_H

#include "Image.h"

#include "llvm/BinaryFormat/ELF.h"

namespace mind::elf {

using Bytes = std::vector<uint8_t>;

/// Between code and constants in an executable: they lie side by side in the file,
/// and this far apart in memory, so that no page has both.
inline constexpr size_t kPageGap = 4096;

/// A static executable that runs `entry`, with a segment of `notes` if there are any.
/// `image` was made with kPageGap.
Bytes writeExecutable(const Image &image, const ImageEntry &entry, const Bytes &notes);

/// A program header for what has the same size in the file and in memory.
llvm::ELF::Elf64_Phdr makeSegment(uint32_t type, uint32_t flags, uint64_t offset, uint64_t address, uint64_t size,
                                  uint64_t alignment);

/// A function of an object or a library.
struct ElfSymbol {
  std::string name;
  uint64_t offset;
  uint64_t size;
};

/// What an object or a library holds: code and constants, of which all distances are
/// known, and the global functions in it.
struct ElfLibrary {
  Bytes code;
  std::vector<ElfSymbol> symbols;
  /// The code knows one byte that it may write, which is 0 at first. Each of these is
  /// the place of a distance to it of four bytes, one byte before its instruction ends.
  std::vector<uint64_t> flagUses;
  /// The section .note.mind, if there are any.
  Bytes notes;
};

/// A relocatable object of one section of code.
Bytes writeObject(ElfLibrary library);
/// A shared library of the same.
Bytes writeShared(ElfLibrary library);

/// The compiled sources in Runtime/.
enum class RuntimeBlock {
  /// For programs that only print, and need little memory.
  Print,
  /// For programs with arguments, or with results that may go to files; it asks how much
  /// memory there is.
  Files,
  /// For functions that C calls and that print.
  Library
};
llvm::ArrayRef<uint8_t> getRuntimeBlock(RuntimeBlock block);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_ELFWRITER_H
