//===- ElfFiles.cpp - ELF objects and shared libraries --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code and constants are one section in which all distances are known. The byte that
// the code may write is in .bss; an object has a relocation for each place that knows
// it. Symbols are in the order of their names.
//
//===----------------------------------------------------------------------===//

#include "ElfWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <cstring>

using namespace mind;
using namespace mind::elf;
namespace E = llvm::ELF;

namespace {

/// Names, each ending in a zero; the first is empty.
class StringTable {
public:
  uint32_t add(const std::string &name) {
    uint32_t at = uint32_t(bytes.size());
    bytes.insert(bytes.end(), name.c_str(), name.c_str() + name.size() + 1);
    return at;
  }
  Bytes bytes = {0};
};

/// A file that is written from front to back, and its sections.
class File {
public:
  Bytes bytes;
  std::vector<E::Elf64_Shdr> sections{E::Elf64_Shdr{}};
  StringTable names;

  template <typename T>
  static Bytes asBytes(const T *data, size_t count) {
    auto *from = reinterpret_cast<const uint8_t *>(data);
    return Bytes(from, from + count * sizeof(T));
  }
  /// The headers of a section that has no bytes in the file.
  E::Elf64_Shdr &addZeroes(const char *name, uint64_t size, uint64_t address) {
    E::Elf64_Shdr &section = add(name, E::SHT_NOBITS, E::SHF_ALLOC | E::SHF_WRITE, {}, 1);
    section.sh_size = size;
    section.sh_addr = address;
    return section;
  }
  /// Notes that are not loaded. What is linked from an object is no longer what they
  /// say, so a linker is to leave those out.
  void addNotes(const Bytes &notes, uint64_t flags) {
    if (!notes.empty())
      add(".note.mind", E::SHT_NOTE, flags, notes, 4);
  }
  void align(size_t alignment) { bytes.resize((bytes.size() + alignment - 1) / alignment * alignment); }

  /// Appends a section; `address` 0 is its offset where `isMapped`.
  E::Elf64_Shdr &add(const char *name, uint32_t type, uint64_t flags, const Bytes &content, uint64_t alignment,
                     uint64_t shift = 0) {
    align(alignment);
    E::Elf64_Shdr section = {};
    section.sh_name = names.add(name);
    section.sh_type = type;
    section.sh_flags = flags;
    section.sh_offset = bytes.size();
    section.sh_addr = isMapped && (flags & E::SHF_ALLOC) ? bytes.size() + shift : 0;
    section.sh_size = content.size();
    section.sh_addralign = alignment;
    sections.push_back(section);
    bytes.insert(bytes.end(), content.begin(), content.end());
    return sections.back();
  }

  /// The table of sections, and the header at the front.
  void finish(uint16_t type, uint16_t numSegments) {
    uint32_t nameAt = names.add(".shstrtab");
    align(1);
    E::Elf64_Shdr section = {};
    section.sh_name = nameAt;
    section.sh_type = E::SHT_STRTAB;
    section.sh_offset = bytes.size();
    section.sh_size = names.bytes.size();
    section.sh_addralign = 1;
    sections.push_back(section);
    bytes.insert(bytes.end(), names.bytes.begin(), names.bytes.end());
    align(8);
    E::Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, E::ElfMagic, 4);
    header.e_ident[E::EI_CLASS] = E::ELFCLASS64;
    header.e_ident[E::EI_DATA] = E::ELFDATA2LSB;
    header.e_ident[E::EI_VERSION] = E::EV_CURRENT;
    header.e_type = type;
    header.e_machine = E::EM_X86_64;
    header.e_version = E::EV_CURRENT;
    header.e_phoff = numSegments ? sizeof header : 0;
    header.e_shoff = bytes.size();
    header.e_ehsize = sizeof header;
    header.e_phentsize = numSegments ? sizeof(E::Elf64_Phdr) : 0;
    header.e_phnum = numSegments;
    header.e_shentsize = sizeof(E::Elf64_Shdr);
    header.e_shnum = uint16_t(sections.size());
    header.e_shstrndx = uint16_t(sections.size() - 1);
    Bytes table = asBytes(sections.data(), sections.size());
    bytes.insert(bytes.end(), table.begin(), table.end());
    std::memcpy(bytes.data(), &header, sizeof header);
  }

  bool isMapped = false;
};

} // namespace

/// From the place of a distance to the end of its instruction.
static constexpr int64_t kFlagUseBytes = 5;

static std::vector<E::Elf64_Sym> makeSymbols(std::vector<ElfSymbol> &symbols, uint16_t section, uint64_t address,
                                             StringTable &strings) {
  llvm::sort(symbols, [](const ElfSymbol &a, const ElfSymbol &b) { return a.name < b.name; });
  std::vector<E::Elf64_Sym> table{E::Elf64_Sym{}};
  for (const ElfSymbol &symbol : symbols) {
    E::Elf64_Sym entry = {};
    entry.st_name = strings.add(symbol.name);
    entry.setBindingAndType(E::STB_GLOBAL, E::STT_FUNC);
    entry.st_shndx = section;
    entry.st_value = address + symbol.offset;
    entry.st_size = symbol.size;
    table.push_back(entry);
  }
  return table;
}

Bytes elf::writeObject(ElfLibrary library) {
  enum : uint32_t { Text = 1, Bss, Symbols, Strings };
  File file;
  file.bytes.resize(sizeof(E::Elf64_Ehdr));
  file.add(".text", E::SHT_PROGBITS, E::SHF_ALLOC | E::SHF_EXECINSTR, library.code, 64);
  file.addZeroes(".bss", 1, 0);
  StringTable strings;
  std::vector<E::Elf64_Sym> table = makeSymbols(library.symbols, Text, 0, strings);
  E::Elf64_Sym bss = {};
  bss.setBindingAndType(E::STB_LOCAL, E::STT_SECTION);
  bss.st_shndx = Bss;
  table.insert(table.begin() + 1, bss);
  E::Elf64_Shdr &section = file.add(".symtab", E::SHT_SYMTAB, 0, File::asBytes(table.data(), table.size()), 8);
  section.sh_link = Strings;
  section.sh_info = 2;
  section.sh_entsize = sizeof(E::Elf64_Sym);
  file.add(".strtab", E::SHT_STRTAB, 0, strings.bytes, 1);
  std::vector<E::Elf64_Rela> relocations;
  for (uint64_t use : library.flagUses) {
    E::Elf64_Rela relocation = {};
    relocation.r_offset = use;
    relocation.setSymbolAndType(1, E::R_X86_64_PC32);
    relocation.r_addend = -kFlagUseBytes;
    relocations.push_back(relocation);
  }
  E::Elf64_Shdr &rela =
      file.add(".rela.text", E::SHT_RELA, E::SHF_INFO_LINK, File::asBytes(relocations.data(), relocations.size()), 8);
  rela.sh_link = Symbols;
  rela.sh_info = Text;
  rela.sh_entsize = sizeof(E::Elf64_Rela);
  file.addNotes(library.notes, E::SHF_EXCLUDE);
  // The stack need not be executable.
  file.add(".note.GNU-stack", E::SHT_PROGBITS, 0, {}, 1);
  file.finish(E::ET_REL, 0);
  return std::move(file.bytes);
}

/// The System V hash of a name.
static uint32_t hashName(const std::string &name) {
  uint32_t hash = 0;
  for (unsigned char c : name) {
    hash = (hash << 4) + c;
    uint32_t high = hash & 0xf0000000;
    hash ^= high >> 24;
    hash &= ~high;
  }
  return hash;
}

Bytes elf::writeShared(ElfLibrary library) {
  std::vector<ElfSymbol> &symbols = library.symbols;
  constexpr uint16_t kNumSegments = 5;
  constexpr uint64_t kPage = 4096;
  File file;
  file.isMapped = true;
  file.bytes.resize(sizeof(E::Elf64_Ehdr) + kNumSegments * sizeof(E::Elf64_Phdr));

  // The tables know the code's address, which follows from their sizes.
  StringTable strings;
  std::vector<E::Elf64_Sym> table = makeSymbols(symbols, 4, 0, strings);
  uint32_t numSymbols = uint32_t(table.size()), numBuckets = std::max<uint32_t>(1, numSymbols / 2);
  std::vector<uint32_t> hash(2 + numBuckets + numSymbols);
  hash[0] = numBuckets;
  hash[1] = numSymbols;
  for (uint32_t i = 1; i < numSymbols; ++i) {
    uint32_t &bucket = hash[2 + hashName(symbols[i - 1].name) % numBuckets];
    hash[2 + numBuckets + i] = bucket;
    bucket = i;
  }
  E::Elf64_Shdr symbolSection = file.add(".dynsym", E::SHT_DYNSYM, E::SHF_ALLOC, File::asBytes(table.data(), numSymbols), 8);
  file.sections[1].sh_link = 2;
  file.sections[1].sh_info = 1;
  file.sections[1].sh_entsize = sizeof(E::Elf64_Sym);
  E::Elf64_Shdr stringSection = file.add(".dynstr", E::SHT_STRTAB, E::SHF_ALLOC, strings.bytes, 1);
  E::Elf64_Shdr hashSection = file.add(".hash", E::SHT_HASH, E::SHF_ALLOC, File::asBytes(hash.data(), hash.size()), 8);
  file.sections[3].sh_link = 1;
  file.sections[3].sh_entsize = 4;
  uint64_t headEnd = file.bytes.size();

  // Each further segment lies a page further in memory than in the file.
  uint64_t shift = kPage;
  E::Elf64_Shdr text = file.add(".text", E::SHT_PROGBITS, E::SHF_ALLOC | E::SHF_EXECINSTR, library.code, 64, shift);
  for (uint32_t i = 1; i < numSymbols; ++i)
    table[i].st_value += text.sh_addr;
  std::memcpy(&file.bytes[symbolSection.sh_offset], table.data(), numSymbols * sizeof(E::Elf64_Sym));

  const uint64_t entries[][2] = {{E::DT_HASH, hashSection.sh_addr},      {E::DT_STRTAB, stringSection.sh_addr},
                                 {E::DT_SYMTAB, symbolSection.sh_addr},  {E::DT_STRSZ, stringSection.sh_size},
                                 {E::DT_SYMENT, sizeof(E::Elf64_Sym)},   {E::DT_NULL, 0}};
  E::Elf64_Shdr dynamic = file.add(".dynamic", E::SHT_DYNAMIC, E::SHF_ALLOC | E::SHF_WRITE,
                                   File::asBytes(entries, std::size(entries)), 8, 2 * shift);
  file.sections.back().sh_link = 2;
  file.sections.back().sh_entsize = sizeof(E::Elf64_Dyn);
  uint64_t flagAt = file.addZeroes(".bss", 1, dynamic.sh_addr + dynamic.sh_size).sh_addr;
  for (uint64_t use : library.flagUses) {
    uint32_t distance = uint32_t(flagAt - (text.sh_addr + use + kFlagUseBytes));
    for (unsigned i = 0; i < 4; ++i)
      file.bytes[text.sh_offset + use + i] = uint8_t(distance >> 8 * i);
  }
  file.addNotes(library.notes, 0);
  E::Elf64_Phdr writable =
      makeSegment(E::PT_LOAD, E::PF_R | E::PF_W, dynamic.sh_offset, dynamic.sh_addr, dynamic.sh_size, kPage);
  writable.p_memsz += 1;

  const E::Elf64_Phdr segments[kNumSegments] = {
      makeSegment(E::PT_LOAD, E::PF_R, 0, 0, headEnd, kPage),
      makeSegment(E::PT_LOAD, E::PF_R | E::PF_X, text.sh_offset, text.sh_addr, text.sh_size, kPage),
      writable,
      makeSegment(E::PT_DYNAMIC, E::PF_R | E::PF_W, dynamic.sh_offset, dynamic.sh_addr, dynamic.sh_size, 8),
      makeSegment(E::PT_GNU_STACK, E::PF_R | E::PF_W, 0, 0, 0, 16)};
  std::memcpy(&file.bytes[sizeof(E::Elf64_Ehdr)], segments, sizeof segments);
  file.finish(E::ET_DYN, kNumSegments);
  return std::move(file.bytes);
}
