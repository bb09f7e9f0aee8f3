//===- LaneCodeGen.cpp - lane programs as instructions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers and the operations that are one or two instructions. What takes more
// is in LaneExpansions.cpp.
//
//===----------------------------------------------------------------------===//

#include "LaneCodeGen.h"

#include "llvm/Support/ErrorHandling.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Xmm;

LaneCodeGen::LaneCodeGen(Assembler &as, const LaneProgram &program, int firstRegister)
    : as(as), program(program), firstRegister(firstRegister), lanes(program.getNumLanes()) {}

Xbyak::Address LaneCodeGen::constantOf(uint16_t id) {
  const LaneStep &step = program.steps[id];
  return as.splat(step.bits, isWide(step.type) ? 8 : 4);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

int LaneCodeGen::takeRegister() {
  int farthest = -1;
  unsigned distance = 0;
  for (int reg = firstRegister; reg < kScratchVector; ++reg) {
    if (owner[reg] == kFree) {
      owner[reg] = kTemp;
      return reg;
    }
    if (isPinned[reg] || owner[reg] == kTemp)
      continue;
    unsigned next = getNextUse(values[owner[reg]]);
    if (farthest < 0 || next > distance) {
      farthest = reg;
      distance = next;
    }
  }
  if (farthest < 0)
    llvm_unreachable("a step needs more registers than there are");
  Value &value = values[owner[farthest]];
  if (value.slot < 0) {
    unsigned slot = 0;
    while (slot < isSlotUsed.size() && isSlotUsed[slot])
      ++slot;
    if (slot == isSlotUsed.size())
      isSlotUsed.push_back(false);
    isSlotUsed[slot] = true;
    value.slot = int(slot);
    as.vmovups(as.laneSlot(slot), ymmOf(farthest));
  }
  value.reg = -1;
  owner[farthest] = kTemp;
  return farthest;
}

int LaneCodeGen::use(uint16_t id) {
  Value &value = values[id];
  if (value.reg >= 0) {
    isPinned[value.reg] = true;
    return value.reg;
  }
  int reg = takeRegister();
  if (isConstant(id)) {
    // A constant is not kept: it costs no more to load it again.
    bool isZero = program.steps[id].bits == 0;
    if (isZero)
      as.vpxor(xmmOf(reg), xmmOf(reg), xmmOf(reg));
    else
      as.vmovups(ymmOf(reg), constantOf(id));
    return reg;
  }
  as.vmovups(ymmOf(reg), as.laneSlot(value.slot));
  value.reg = reg;
  owner[reg] = id;
  return reg;
}

template <typename Emit>
void LaneCodeGen::withOperand(uint16_t id, LaneType type, Emit emit) {
  Value &value = values[id];
  if (value.reg >= 0)
    return emit(r(value.reg, type));
  if (isConstant(id))
    return emit(constantOf(id));
  emit(as.laneSlot(value.slot));
}

/// Past the last use the register and the slot are free.
void LaneCodeGen::release(uint16_t id) {
  Value &value = values[id];
  while (value.nextUse < value.uses.size() && value.uses[value.nextUse] <= current)
    ++value.nextUse;
  if (value.nextUse < value.uses.size())
    return;
  if (value.reg >= 0)
    freeRegister(value.reg);
  if (value.slot >= 0)
    isSlotUsed[value.slot] = false;
  value.reg = value.slot = -1;
}

void LaneCodeGen::emit(unsigned numElements, llvm::ArrayRef<Leaf> where, const Sink &sink) {
  count = numElements;
  leaves = where;
  size_t numSteps = program.steps.size();
  values.assign(numSteps, Value());
  isSlotUsed.clear();
  for (int reg = 0; reg < 16; ++reg)
    owner[reg] = kFree;
  for (unsigned i = 0; i < numSteps; ++i)
    for (unsigned k = 0; k < getNumOperands(program.steps[i].op); ++k) {
      auto &uses = values[program.steps[i].operands[k]].uses;
      if (uses.empty() || uses.back() != i)
        uses.push_back(i);
    }
  for (unsigned i = 0; i < program.outputs.size(); ++i)
    values[program.outputs[i].value.id].uses.push_back(numSteps + i);

  for (current = 0; current < numSteps; ++current)
    if (!isConstant(current) && !values[current].uses.empty())
      emitStep(current);
  for (unsigned i = 0; i < program.outputs.size(); ++i, ++current) {
    for (int reg = 0; reg < 16; ++reg) {
      isPinned[reg] = false;
      if (owner[reg] == kTemp)
        owner[reg] = kFree;
    }
    uint16_t id = program.outputs[i].value.id;
    int reg = use(id);
    // The sink may change the register, so another use needs a copy.
    if (values[id].reg >= 0 && values[id].uses.size() > values[id].nextUse + 1) {
      int copy = takeRegister();
      as.vmovaps(ymmOf(copy), ymmOf(reg));
      reg = copy;
    }
    sink(i, reg);
    release(id);
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void LaneCodeGen::emitStep(unsigned index) {
  const LaneStep &step = program.steps[index];
  for (int reg = 0; reg < 16; ++reg) {
    isPinned[reg] = false;
    if (owner[reg] == kTemp)
      owner[reg] = kFree;
  }
  // The target never shares a register with an operand that lives on; with one that
  // ends here it does where the step is a single instruction.
  int target = -1, first = -1;
  auto reuse = [&](unsigned k) {
    uint16_t id = step.operands[k];
    if (target < 0 && values[id].reg >= 0 && values[id].uses.back() == index)
      target = values[id].reg;
  };
  bool isSimple = false;
  switch (step.op) {
  case LaneOp::AddF:
  case LaneOp::SubF:
  case LaneOp::MulF:
  case LaneOp::DivF:
  case LaneOp::And:
  case LaneOp::Or:
  case LaneOp::Xor:
  case LaneOp::AndNot:
  case LaneOp::LtF:
  case LaneOp::LeF:
  case LaneOp::EqF:
  case LaneOp::NeF:
  case LaneOp::NleF:
  case LaneOp::EqI:
  case LaneOp::AddI:
  case LaneOp::SubI:
  case LaneOp::MulLowU:
  case LaneOp::MulLowS:
  case LaneOp::MaxI:
  case LaneOp::MinI:
    isSimple = true;
    break;
  case LaneOp::MulI:
    isSimple = step.type == LaneType::I32;
    break;
  default:
    break;
  }
  unsigned numOperands = getNumOperands(step.op);
  // Pin operands that are in registers, so that taking one does not spill them.
  for (unsigned k = 0; k < numOperands; ++k)
    if (values[step.operands[k]].reg >= 0)
      isPinned[values[step.operands[k]].reg] = true;
  if (isSimple) {
    first = use(step.operands[0]);
    reuse(0);
    reuse(1);
    if (target < 0)
      target = takeRegister();
  } else if (step.op == LaneOp::FmaF) {
    return emitFma(step);
  } else {
    target = takeRegister();
  }

  switch (step.op) {
  case LaneOp::Load: {
    const Leaf &leaf = leaves[step.bits];
    loadLanes(as, target, program.leaves[step.bits].dtype, program.leaves[step.bits].isRaw, {lanes, count}, leaf.base,
              leaf.stride);
    break;
  }
  case LaneOp::MaxF:
  case LaneOp::MinF:
    emitMaxMin(step, target);
    break;
  case LaneOp::MulI:
    if (step.type == LaneType::I64)
      emitMulI64(step, target);
    else
      emitBinary(step, first, target);
    break;
  case LaneOp::GtI:
    emitCompareI(step, target);
    break;
  case LaneOp::Shl:
  case LaneOp::ShrU:
  case LaneOp::ShrS:
    emitShift(step, target);
    break;
  case LaneOp::DivI:
  case LaneOp::ModI:
  case LaneOp::DivQ:
  case LaneOp::I64ToF32:
  case LaneOp::I64ToF64:
  case LaneOp::F64ToI64:
    emitScalar(step, target);
    break;
  case LaneOp::Select: {
    Xmm mask = r(use(step.operands[0]), step.type), no = r(use(step.operands[2]), step.type), t = r(target, step.type);
    withOperand(step.operands[1], step.type, [&](auto yes) {
      if (isWide(step.type))
        as.vblendvpd(t, no, yes, mask);
      else
        as.vblendvps(t, no, yes, mask);
    });
    break;
  }
  default:
    if (isSimple)
      emitBinary(step, first, target);
    else
      emitConversion(step, target);
  }

  for (unsigned k = 0; k < numOperands; ++k)
    release(step.operands[k]);
  values[index].reg = target;
  owner[target] = int(index);
}

void LaneCodeGen::emitBinary(const LaneStep &step, int first, int target) {
  LaneType type = step.type;
  bool is64 = isWide(type);
  Xmm a = r(first, type), t = r(target, type);
  auto compare = [&](auto b, int predicate) {
    if (is64)
      as.vcmppd(t, a, b, predicate);
    else
      as.vcmpps(t, a, b, predicate);
  };
  withOperand(step.operands[1], type, [&](auto b) {
    switch (step.op) {
    case LaneOp::AddF:
      return is64 ? as.vaddpd(t, a, b) : as.vaddps(t, a, b);
    case LaneOp::SubF:
      return is64 ? as.vsubpd(t, a, b) : as.vsubps(t, a, b);
    case LaneOp::MulF:
      return is64 ? as.vmulpd(t, a, b) : as.vmulps(t, a, b);
    case LaneOp::DivF:
      return is64 ? as.vdivpd(t, a, b) : as.vdivps(t, a, b);
    case LaneOp::And:
      return as.vpand(t, a, b);
    case LaneOp::Or:
      return as.vpor(t, a, b);
    case LaneOp::Xor:
      return as.vpxor(t, a, b);
    case LaneOp::AndNot:
      return as.vpandn(t, a, b);
    // The predicates that do not signal.
    case LaneOp::LtF:
      return compare(b, 0x11);
    case LaneOp::LeF:
      return compare(b, 0x12);
    case LaneOp::EqF:
      return compare(b, 0x00);
    case LaneOp::NeF:
      return compare(b, 0x04);
    case LaneOp::NleF:
      return compare(b, 0x16);
    case LaneOp::EqI:
      return is64 ? as.vpcmpeqq(t, a, b) : as.vpcmpeqd(t, a, b);
    case LaneOp::AddI:
      return is64 ? as.vpaddq(t, a, b) : as.vpaddd(t, a, b);
    case LaneOp::SubI:
      return is64 ? as.vpsubq(t, a, b) : as.vpsubd(t, a, b);
    case LaneOp::MulI:
      return as.vpmulld(t, a, b);
    case LaneOp::MulLowU:
      return as.vpmuludq(t, a, b);
    case LaneOp::MulLowS:
      return as.vpmuldq(t, a, b);
    case LaneOp::MaxI:
      return as.vpmaxsd(t, a, b);
    default:
      return as.vpminsd(t, a, b);
    }
  });
}

/// Of the three forms the one whose first operand ends here; the last operand may
/// lie in memory.
void LaneCodeGen::emitFma(const LaneStep &step) {
  bool is64 = isWide(step.type);
  uint16_t a = step.operands[0], b = step.operands[1], c = step.operands[2];
  auto endsHere = [&](uint16_t id) { return values[id].reg >= 0 && values[id].uses.back() == current; };
  if (isConstant(a) || (!endsHere(a) && endsHere(b)))
    std::swap(a, b);
  int target;
  if (endsHere(c) && a != c && b != c) {
    target = values[c].reg;
    Xmm x = r(use(a), step.type), t = r(target, step.type);
    withOperand(b, step.type, [&](auto y) { is64 ? as.vfmadd231pd(t, x, y) : as.vfmadd231ps(t, x, y); });
  } else {
    // t = t * b + c.
    int left = use(a);
    if (endsHere(a) && a != b && a != c) {
      target = left;
    } else {
      target = takeRegister();
      as.vmovaps(r(target, step.type), r(left, step.type));
    }
    Xmm t = r(target, step.type), y = r(use(b), step.type);
    withOperand(c, step.type, [&](auto z) { is64 ? as.vfmadd213pd(t, y, z) : as.vfmadd213ps(t, y, z); });
  }
  int index = current;
  for (uint16_t id : step.operands)
    release(id);
  values[index].reg = target;
  owner[target] = index;
}
