//===- Exports.cpp - functions that C calls -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int32_t f(inputs..., outputs..., void *workspace);
//   int64_t f_workspace_bytes(void);
//
// The first puts the pointers where the function's frame begins, runs it through
// Enter, which saves and restores MXCSR, and makes NaNs canonical (N2). In code that
// prints, Runtime/Library.cpp calls Enter.
//
//===----------------------------------------------------------------------===//

#include "Exports.h"
#include "Assembler.h"
#include "ProcessorCheck.h"

#include "Mind/Target/CNames/CNames.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;
using Xbyak::Reg64;

namespace {

/// Code that knows where it will lie.
class ExportCode : public Xbyak::CodeGenerator {
public:
  /// `at` is where this code lies, `runtimeAt` where the runtime does, or 0.
  ExportCode(uint64_t at, uint64_t runtimeAt)
      : CodeGenerator(Xbyak::DEFAULT_MAX_CODE_SIZE, Xbyak::AutoGrow), at(at), runtimeAt(runtimeAt) {
    setDefaultJmpNEAR(true);
  }

  uint64_t position() { return at + getSize(); }

  void emitCheck(Processor processor);
  void emitEntry(const ImageEntry &entry);
  void emitWorkspaceBytes(const ImageEntry &entry) {
    mov(rax, entry.workspaceBytes + 64);
    ret();
  }

  Bytes take() {
    ready(Xbyak::CodeArray::PROTECT_RW);
    return Bytes(getCode(), getCode() + getSize());
  }

  /// ElfLibrary's.
  std::vector<uint64_t> flagUses;

private:
  /// lea rdx, [rip + d] or call d, to a place in the block.
  void refer(std::initializer_list<uint8_t> opcode, uint64_t target) {
    for (uint8_t byte : opcode)
      db(byte);
    dd(uint32_t(int64_t(target) - int64_t(position() + 4)));
  }
  /// cmp or mov of the byte that may be written, with a byte.
  void referToFlag(std::initializer_list<uint8_t> opcode, uint8_t value) {
    for (uint8_t byte : opcode)
      db(byte);
    flagUses.push_back(position());
    dd(0);
    db(value);
  }
  void canonicalize(DType dtype, int64_t count, const Reg64 &reg);

  uint64_t at, runtimeAt;
  Label check;
};

} // namespace

/// A routine that leaves all registers but rax and r10 alone: eax is 0 if the processor
/// is one of ours. To ask it is slow, so that it is asked until it has said yes once;
/// threads that ask at the same time write the same.
void ExportCode::emitCheck(Processor processor) {
  L(check);
  Label old, end, ask;
  xor_(eax, eax);
  referToFlag({0x80, 0x3d}, 0); // cmp byte [rip + d], 0
  je(ask);
  ret();
  L(ask);
  push(rbx);
  push(rcx);
  push(rdx);
  emitProcessorCheck(*this, processor, old);
  xor_(eax, eax);
  referToFlag({0xc6, 0x05}, 1); // mov byte [rip + d], 1
  jmp(end);
  L(old);
  mov(eax, 78);
  L(end);
  pop(rdx);
  pop(rcx);
  pop(rbx);
  ret();
}

/// The canonical NaN for every NaN of `count` elements (N2). Whole chunks without one,
/// which nearly all are, are only looked at.
void ExportCode::canonicalize(DType dtype, int64_t count, const Reg64 &reg) {
  if (!isFloat(dtype) || count == 0)
    return;
  unsigned bytes = getByteSize(dtype);
  int64_t perChunk = 128 / bytes, chunks = count / perChunk, rest = count % perChunk;
  Label chunk, tail, slow, element, next, end;
  // Magnitudes above infinity, as integers: a comparison of floats would raise flags.
  uint64_t magnitude = dtype == DType::F64   ? 0x7fffffffffffffff
                       : dtype == DType::F32 ? 0x7fffffff7fffffff
                                             : 0x7fff7fff7fff7fff;
  uint64_t infinity = dtype == DType::F64   ? 0x7ff0000000000000
                      : dtype == DType::F32 ? 0x7f8000007f800000
                      : dtype == DType::F16 ? 0x7c007c007c007c00
                                            : 0x7f807f807f807f80;
  auto fill = [&](const Xbyak::Ymm &to, uint64_t bits) {
    mov(rax, bits);
    vmovq(Xbyak::Xmm(to.getIdx()), rax);
    vpbroadcastq(to, Xbyak::Xmm(to.getIdx()));
  };
  if (chunks) {
    fill(ymm4, magnitude);
    fill(ymm5, infinity);
  }
  mov(r8, chunks);
  L(chunk);
  sub(r8, 1);
  js(tail);
  for (int i = 0; i < 4; ++i) {
    Xbyak::Ymm x(i);
    vpand(x, ymm4, yword[reg + 32 * i]);
    if (bytes == 8)
      vpcmpgtq(x, x, ymm5);
    else if (bytes == 4)
      vpcmpgtd(x, x, ymm5);
    else
      vpcmpgtw(x, x, ymm5);
  }
  vpor(ymm0, ymm0, ymm1);
  vpor(ymm2, ymm2, ymm3);
  vpor(ymm0, ymm0, ymm2);
  vptest(ymm0, ymm0);
  jnz(slow);
  add(reg, 128);
  jmp(chunk);
  L(tail);
  if (rest == 0) {
    jmp(end);
  } else {
    mov(ecx, int(rest));
    jmp(element);
  }
  L(slow);
  mov(ecx, int(perChunk));
  L(element);
  if (dtype == DType::F64) {
    mov(rax, qword[reg]);
    mov(rdx, 0x7fffffffffffffff);
    and_(rax, rdx);
    mov(rdx, 0x7ff0000000000000);
    cmp(rax, rdx);
    jbe(next);
    mov(rdx, 0x7ff8000000000000);
    mov(qword[reg], rdx);
  } else if (dtype == DType::F32) {
    mov(eax, dword[reg]);
    and_(eax, 0x7fffffff);
    cmp(eax, 0x7f800000);
    jbe(next);
    mov(dword[reg], 0x7fc00000);
  } else {
    int infinity = dtype == DType::F16 ? 0x7c00 : 0x7f80;
    movzx(eax, word[reg]);
    and_(eax, 0x7fff);
    cmp(eax, infinity);
    jbe(next);
    mov(word[reg], dtype == DType::F16 ? 0x7e00 : 0x7fc0);
  }
  L(next);
  add(reg, int(bytes));
  sub(ecx, 1);
  jnz(element);
  test(r8, r8);
  jns(chunk);
  L(end);
}

void ExportCode::emitEntry(const ImageEntry &entry) {
  const rt::Signature &signature = entry.signature;
  const Reg64 integers[] = {rdi, rsi, rdx, rcx, r8, r9};
  size_t numParams = signature.params.size(), numResults = signature.results.size(), numArgs = numParams + numResults + 1;
  Label fault, leave;
  call(check);
  test(eax, eax);
  Label isOurs;
  jz(isOurs);
  ret();
  L(isOurs);
  push(rbp);
  mov(rbp, rsp);
  // The context at rsp, then a word for each argument.
  int words = 128;
  sub(rsp, int((words + 8 * numArgs + 15) / 16 * 16));
  // All arguments go to their words first: what is in registers is then free.
  unsigned nextInteger = 0, nextFloat = 0, nextStack = 0;
  for (size_t i = 0; i < numArgs; ++i) {
    auto word = qword[rsp + (words + 8 * int(i))];
    bool isScalar = i < numParams && signature.params[i].type.dims.empty();
    DType dtype = isScalar ? signature.params[i].type.dtype : DType::I64;
    if (isScalar && (dtype == DType::F32 || dtype == DType::F64)) {
      if (nextFloat < 8) {
        vmovq(word, Xbyak::Xmm(int(nextFloat++)));
        continue;
      }
    } else if (nextInteger < 6) {
      mov(word, integers[nextInteger++]);
      continue;
    }
    // Behind the saved rbp and the return address.
    mov(rax, qword[rbp + int(16 + 8 * nextStack++)]);
    mov(word, rax);
  }
  mov(rsi, qword[rsp + (words + 8 * int(numArgs - 1))]);
  for (size_t i = 0; i + 1 < numArgs; ++i) {
    bool isScalar = i < numParams && signature.params[i].type.dims.empty();
    if (isScalar)
      lea(rax, ptr[rsp + (words + 8 * int(i))]);
    else
      mov(rax, qword[rsp + (words + 8 * int(i))]);
    mov(qword[rsi + int(8 * i)], rax);
  }
  mov(rdi, rsp);
  mov(qword[rdi + offset::kDepth], 0);
  mov(qword[rdi + offset::kFault], 0);
  mov(rax, entry.workspaceBytes);
  add(rax, rsi);
  mov(qword[rdi + offset::kLimit], rax);
  refer({0x48, 0x8d, 0x15}, entry.offset); // lea rdx, [rip + d]
  if (runtimeAt)
    refer({0x48, 0x8d, 0x0d}, 0); // lea rcx, [rip + d]
  refer({0xe8}, runtimeAt);       // call Enter, or the runtime that calls it
  test(eax, eax);
  jnz(fault);
  for (size_t i = 0; i < numResults; ++i) {
    if (entry.canonicalResults[i])
      continue;
    int64_t count = 1;
    for (const rt::SignatureDim &dim : signature.results[i].dims)
      count *= dim.size;
    mov(rsi, qword[rsp + (words + 8 * int(numParams + i))]);
    canonicalize(signature.results[i].dtype, count, rsi);
  }
  vzeroupper();
  xor_(eax, eax);
  L(leave);
  mov(rsp, rbp);
  pop(rbp);
  ret();
  L(fault);
  mov(eax, dword[rsp + offset::kFault]);
  jmp(leave);
}

bool elf::makeExports(const Image &image, ElfLibrary &library, rt::Fault &fault) {
  Bytes &block = library.code;
  block = image.code;
  block.resize(image.constantsOffset);
  block.insert(block.end(), image.constants.begin(), image.constants.end());
  auto align = [&] { block.resize((block.size() + 15) / 16 * 16); };
  align();
  uint64_t runtimeAt = 0;
  if (image.prints) {
    runtimeAt = block.size();
    llvm::ArrayRef<uint8_t> runtime = getRuntimeBlock(RuntimeBlock::Library);
    block.insert(block.end(), runtime.begin(), runtime.end());
    align();
  }
  ExportCode code(block.size(), runtimeAt);
  code.emitCheck(image.processor);
  ExportedNames names(llvm::Triple("x86_64-pc-linux-gnu"));
  for (const ImageEntry &entry : image.entries) {
    std::string name = getExportedName(entry.name);
    if (!names.add(name, fault)) {
      fault.place = entry.place;
      return false;
    }
    uint64_t begin = code.position();
    code.emitEntry(entry);
    library.symbols.push_back({name, begin, code.position() - begin});
    begin = code.position();
    code.emitWorkspaceBytes(entry);
    library.symbols.push_back({name + "_workspace_bytes", begin, code.position() - begin});
  }
  Bytes wrappers = code.take();
  block.insert(block.end(), wrappers.begin(), wrappers.end());
  library.flagUses = std::move(code.flagUses);
  return true;
}
