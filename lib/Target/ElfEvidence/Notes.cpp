//===- Notes.cpp - The notes in an ELF file -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildNote.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

using namespace mind;
using namespace mind::elf;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;
namespace E = llvm::ELF;
using File = llvm::object::ELF64LEFile;

static constexpr llvm::StringLiteral kName = "MIND";
/// A file may have its notes in as many segments as it likes, which may overlap.
static constexpr unsigned kMaxNotes = 1 << 16;
static constexpr uint64_t kMaxNoteBytes = uint64_t(2) << 30;

void elf::appendNote(NoteType type, ArrayRef<uint8_t> content, std::vector<uint8_t> &notes) {
  // The name's size counts the zero that ends it.
  uint32_t head[] = {uint32_t(kName.size() + 1), uint32_t(content.size()), uint32_t(type)};
  for (uint32_t word : head) {
    uint8_t bytes[4];
    llvm::support::endian::write32le(bytes, word);
    notes.insert(notes.end(), bytes, bytes + 4);
  }
  notes.insert(notes.end(), kName.begin(), kName.end());
  notes.resize(notes.size() + 4);
  notes.insert(notes.end(), content.begin(), content.end());
  notes.resize((notes.size() + 3) / 4 * 4);
}

namespace {

class NoteReader {
public:
  NoteReader(const File &file, Notes &notes, std::string &reason) : file(file), notes(notes), reason(reason) {}

  bool read() {
    const File::Elf_Ehdr &header = file.getHeader();
    bool isOurs = header.e_ident[E::EI_CLASS] == E::ELFCLASS64 && header.e_ident[E::EI_DATA] == E::ELFDATA2LSB &&
                  header.e_machine == E::EM_X86_64;
    if (!isOurs)
      return fail("it is not for x86-64");
    if (header.e_type == E::ET_EXEC) {
      auto segments = file.program_headers();
      if (!segments)
        return fail(llvm::toString(segments.takeError()));
      for (const File::Elf_Phdr &segment : *segments)
        if (segment.p_type == E::PT_NOTE && !readAll(segment, segment.p_align))
          return false;
      return true;
    }
    auto sections = file.sections();
    if (!sections)
      return fail(llvm::toString(sections.takeError()));
    for (const File::Elf_Shdr &section : *sections)
      if (section.sh_type == E::SHT_NOTE && !readAll(section, section.sh_addralign))
        return false;
    return true;
  }

private:
  bool fail(const Twine &message) {
    reason = ("the ELF file is malformed: " + message).str();
    return false;
  }

  /// The notes of a segment or a section.
  template <typename Header>
  bool readAll(const Header &header, uint64_t alignment) {
    llvm::Error error = llvm::Error::success();
    bool isGood = true;
    for (const File::Elf_Note &note : file.notes(header, error)) {
      if (++numNotes > kMaxNotes) {
        isGood = fail("more than " + Twine(kMaxNotes) + " notes");
        break;
      }
      if (note.getName() == kName && !(isGood = take(note.getType(), note.getDesc(std::max<uint64_t>(alignment, 4)))))
        break;
    }
    if (!error)
      return isGood;
    std::string message = llvm::toString(std::move(error));
    return isGood && fail(message);
  }

  bool take(uint32_t type, ArrayRef<uint8_t> content) {
    std::optional<ArrayRef<uint8_t>> *note = type == uint32_t(NoteType::TraceHash) ? &notes.traceHash
                                             : type == uint32_t(NoteType::Module)  ? &notes.module
                                             : type == uint32_t(NoteType::Build)   ? &notes.build
                                                                                   : nullptr;
    if (!note)
      return true;
    if (*note)
      return fail("two MIND notes of type " + Twine(type));
    if (content.size() > kMaxNoteBytes)
      return fail("a note of more than 2 GiB");
    *note = content;
    return true;
  }

  const File &file;
  Notes &notes;
  std::string &reason;
  unsigned numNotes = 0;
};

} // namespace

bool elf::readNotes(ArrayRef<uint8_t> bytes, Notes &notes, std::string &reason) {
  notes = Notes();
  llvm::Expected<File> file = File::create(llvm::toStringRef(bytes));
  if (file)
    return NoteReader(*file, notes, reason).read();
  reason = "the ELF file is malformed: " + llvm::toString(file.takeError());
  return false;
}
