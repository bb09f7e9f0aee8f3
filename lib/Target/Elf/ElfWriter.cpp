//===- ElfWriter.cpp - ELF executables ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An executable is one file from the headers to the last constant:
//
//   headers | start | runtime, if the program prints or stops | code | constants | notes
//
// The first segment (read, execute) has all up to the code, the second (read) the
// constants, which in memory lie a page further than in the file. There is nothing
// to write: the workspace comes from mmap or is on the stack. Notes are not loaded.
//
//===----------------------------------------------------------------------===//

#include "ElfWriter.h"
#include "Assembler.h"
#include "ProcessorCheck.h"
#include "Runtime/Program.h"

#include "llvm/BinaryFormat/ELF.h"

#include <cstring>

using namespace mind;
using namespace mind::elf;
namespace E = llvm::ELF;

static constexpr uint64_t kBase = 0x400000;
/// What is put on the stack without asking, and what a machine has for sure.
static constexpr int64_t kSmallFrame = 65536, kLittleMemory = 1 << 20;

static void append(Bytes &bytes, const void *data, size_t size) {
  auto *from = static_cast<const uint8_t *>(data);
  bytes.insert(bytes.end(), from, from + size);
}

static void align(Bytes &bytes, size_t alignment) {
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

E::Elf64_Phdr elf::makeSegment(uint32_t type, uint32_t flags, uint64_t offset, uint64_t address, uint64_t size,
                               uint64_t alignment) {
  E::Elf64_Phdr header = {};
  header.p_type = type;
  header.p_flags = flags;
  header.p_offset = offset;
  header.p_vaddr = header.p_paddr = address;
  header.p_filesz = header.p_memsz = size;
  header.p_align = alignment;
  return header;
}

namespace {

/// The first instructions. Distances to what follows are known when it is laid out.
class StartCode : public Xbyak::CodeGenerator {
public:
  StartCode() : CodeGenerator(4096, Xbyak::DontSetProtectRWE) { setDefaultJmpNEAR(true); }
  Bytes take() { return Bytes(getCode(), getCode() + getSize()); }
};

} // namespace

namespace {
/// Where the start of a program without a runtime ends with a message.
struct Ending {
  Xbyak::Label here, message;
  llvm::StringRef text;
  int status;
};
} // namespace

/// A program without parameters refuses whatever is on its command line.
static Ending emitArgumentCheck(StartCode &code) {
  Ending ending{{}, {}, MIND_NO_ARGUMENTS, rt::kUsageStatus};
  code.cmp(code.qword[code.rsp], 1);
  code.jg(ending.here);
  return ending;
}

static void emitEnding(StartCode &code, Ending &ending) {
  code.L(ending.here);
  code.mov(code.edi, 2);
  code.lea(code.rsi, code.ptr[code.rip + ending.message]);
  code.mov(code.edx, int(ending.text.size()));
  code.mov(code.eax, 1);
  code.syscall();
  code.mov(code.edi, ending.status);
  code.mov(code.eax, 60);
  code.syscall();
  code.L(ending.message);
  for (char c : ending.text)
    code.db(uint8_t(c));
}

/// exit(0), for a program that does nothing.
static Bytes makeEmptyStart() {
  StartCode code;
  Ending refusal = emitArgumentCheck(code);
  code.xor_(code.edi, code.edi);
  code.mov(code.eax, 60);
  code.syscall();
  emitEnding(code, refusal);
  return code.take();
}

/// Checks the processor, calls the function with its frame on the stack, and ends with
/// the integer that it gives, if it gives one. `at` is where this code lies and
/// `codeAt` where the image's does.
static Bytes makeSmallStart(const ImageEntry &entry, Processor processor, uint64_t at, uint64_t codeAt) {
  StartCode code;
  Ending old{{}, {}, getOldProcessorMessage(processor), rt::kProcessorStatus};
  emitProcessorCheck(code, processor, old.here);
  Ending refusal = emitArgumentCheck(code);
  // rsp: the context; then the frame, its one pointer at the result behind it.
  int frame = 128, result = int(frame + (entry.workspaceBytes + 15) / 16 * 16), total = result + 16;
  code.sub(code.rsp, total);
  code.mov(code.rdi, code.rsp);
  code.lea(code.rsi, code.ptr[code.rsp + frame]);
  code.lea(code.rax, code.ptr[code.rsp + result]);
  code.mov(code.ptr[code.rsi], code.rax);
  // Distances from the next instruction.
  auto distance = [&](uint64_t target, size_t length) {
    return int32_t(int64_t(target) - int64_t(at + code.getSize() + length));
  };
  code.db(0x48);
  code.db(0x8d);
  code.db(0x15); // lea rdx, [rip + d]
  code.dd(uint32_t(distance(codeAt + entry.offset, 4)));
  code.db(0xe8); // call d
  code.dd(uint32_t(distance(codeAt, 4)));
  if (entry.signature.results.empty())
    code.xor_(code.edi, code.edi);
  else
    code.movzx(code.edi, code.byte[code.rsp + result]);
  code.mov(code.eax, 60);
  code.syscall();
  emitEnding(code, old);
  emitEnding(code, refusal);
  return code.take();
}

/// Gives the runtime, which follows 16 bytes behind, the stack and the Program.
static Bytes makeRuntimeStart(uint64_t at, uint64_t programAt) {
  StartCode code;
  code.mov(code.rdi, code.rsp);
  code.and_(code.rsp, -16);
  code.db(0x48);
  code.db(0x8d);
  code.db(0x35); // lea rsi, [rip + d]
  code.dd(uint32_t(int64_t(programAt) - int64_t(at + code.getSize() + 4)));
  code.db(0xe8); // call the next instruction but the padding
  code.dd(uint32_t(32 - (code.getSize() + 4)));
  Bytes bytes = code.take();
  bytes.resize(32, 0xcc);
  return bytes;
}

static bool takesArguments(const rt::Signature &signature) {
  return !signature.params.empty() || !(signature.results.empty() || signature.returnsStatus());
}

/// Appends the Program and all that it points at; gives its offset in `data`.
static size_t appendProgram(Bytes &data, const ImageEntry &entry, Processor processor, uint64_t dataAt, uint64_t codeAt) {
  const rt::Signature &signature = entry.signature;
  align(data, 8);
  size_t at = data.size();
  size_t numValues = signature.params.size() + signature.results.size();
  exe::Program program = {};
  std::vector<exe::ProgramValue> values(numValues);
  data.resize(at + sizeof program + numValues * sizeof(exe::ProgramValue));
  auto distance = [&] { return int64_t(data.size() - at); };
  auto addText = [&](const std::string &text) {
    int64_t where = distance();
    append(data, text.c_str(), text.size() + 1);
    return where;
  };
  for (size_t i = 0; i < numValues; ++i) {
    bool isParam = i < signature.params.size();
    const rt::SignatureType &type = isParam ? signature.params[i].type : signature.results[i - signature.params.size()];
    exe::ProgramValue &value = values[i];
    value.dtype = int64_t(type.dtype);
    value.rank = int64_t(type.dims.size());
    value.bytes = getByteSize(type.dtype);
    align(data, 8);
    value.shape = distance();
    for (const rt::SignatureDim &dim : type.dims) {
      value.bytes *= dim.size;
      append(data, &dim.size, 8);
    }
    value.name = isParam ? addText(signature.params[i].name) : 0;
  }
  program.signature = addText(rt::toString(signature));
  program.name = addText(signature.name);
  program.enter = int64_t(codeAt) - int64_t(dataAt + at);
  program.function = program.enter + int64_t(entry.offset);
  program.workspaceBytes = entry.workspaceBytes + 64;
  program.numParams = int64_t(signature.params.size());
  program.numResults = int64_t(signature.results.size());
  program.values = sizeof program;
  program.returnsStatus = signature.returnsStatus();
  program.takesArguments = takesArguments(signature);
  program.processor = int64_t(processor);
  std::memcpy(&data[at], &program, sizeof program);
  if (numValues)
    std::memcpy(&data[at + sizeof program], values.data(), numValues * sizeof(exe::ProgramValue));
  return at;
}

Bytes elf::writeExecutable(const Image &image, const ImageEntry &entry, const Bytes &notes) {
  const rt::Signature &signature = entry.signature;
  bool hasFiles = takesArguments(signature) || entry.workspaceBytes > kLittleMemory;
  bool isSmall = !hasFiles && !image.prints && !image.stops && entry.workspaceBytes <= kSmallFrame;
  bool isEmpty = isSmall && entry.isEmpty;

  bool hasConstants = !isEmpty && (!isSmall || !image.constants.empty());
  unsigned numSegments = 2 + hasConstants + !notes.empty();
  uint64_t startAt = sizeof(E::Elf64_Ehdr) + numSegments * sizeof(E::Elf64_Phdr);
  Bytes start;
  llvm::ArrayRef<uint8_t> runtime;
  uint64_t codeAt = 0, dataAt = 0;
  Bytes data = image.constants;
  auto layOut = [&] {
    codeAt = (startAt + start.size() + runtime.size() + 63) / 64 * 64;
    // In memory, where this file begins at 0.
    dataAt = codeAt + image.constantsOffset;
  };
  if (isEmpty) {
    start = makeEmptyStart();
  } else if (isSmall) {
    // As long whatever the distances are.
    start = makeSmallStart(entry, image.processor, startAt, 0);
    layOut();
    start = makeSmallStart(entry, image.processor, startAt, codeAt);
  } else {
    runtime = getRuntimeBlock(hasFiles ? RuntimeBlock::Files : RuntimeBlock::Print);
    start = makeRuntimeStart(startAt, 0);
    layOut();
    size_t program = appendProgram(data, entry, image.processor, dataAt, codeAt);
    start = makeRuntimeStart(startAt, dataAt + program);
  }

  Bytes file;
  E::Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, E::ElfMagic, 4);
  header.e_ident[E::EI_CLASS] = E::ELFCLASS64;
  header.e_ident[E::EI_DATA] = E::ELFDATA2LSB;
  header.e_ident[E::EI_VERSION] = E::EV_CURRENT;
  header.e_type = E::ET_EXEC;
  header.e_machine = E::EM_X86_64;
  header.e_version = E::EV_CURRENT;
  header.e_entry = kBase + startAt;
  header.e_phoff = sizeof header;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(E::Elf64_Phdr);
  header.e_phnum = uint16_t(numSegments);
  append(file, &header, sizeof header);
  size_t segmentsAt = file.size();
  file.resize(startAt);
  append(file, start.data(), start.size());
  append(file, runtime.data(), runtime.size());
  if (!isEmpty) {
    file.resize(codeAt);
    append(file, image.code.data(), image.code.size());
  }
  size_t codeEnd = file.size();
  std::vector<E::Elf64_Phdr> segments;
  segments.push_back(makeSegment(E::PT_LOAD, E::PF_R | E::PF_X, 0, kBase, codeEnd, 4096));
  if (hasConstants) {
    // Without the gap.
    file.resize(dataAt - kPageGap);
    segments.push_back(makeSegment(E::PT_LOAD, E::PF_R, file.size(), kBase + dataAt, data.size(), 4096));
    append(file, data.data(), data.size());
  }
  if (!notes.empty()) {
    // Of no address: nothing of it is in memory.
    align(file, 4);
    segments.push_back(makeSegment(E::PT_NOTE, E::PF_R, file.size(), 0, notes.size(), 4));
    append(file, notes.data(), notes.size());
  }
  segments.push_back(makeSegment(E::PT_GNU_STACK, E::PF_R | E::PF_W, 0, 0, 0, 16));
  std::memcpy(&file[segmentsAt], segments.data(), segments.size() * sizeof(E::Elf64_Phdr));
  return file;
}
