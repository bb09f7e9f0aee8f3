//===- FunctionEmitter.cpp - code for one function ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, control flow and calls. Ops on tensors are in ElementwiseOps.cpp and
// TensorOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"

#include "Context.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/PassFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;
using Xbyak::Label;

FunctionEmitter::FunctionEmitter(ModuleState &state, func::FuncOp function)
    : state(state), as(state.as), function(function), plan(function, as.processor),
      canonicalResults(function.getNumResults(), false) {}

bool FunctionEmitter::fail(Operation *op, const Twine &reason) {
  *fault = {"E5002", ("direct code has no `" + op->getName().getStringRef() + "` for " + reason +
                      "; compile with --backend=llvm")
                         .str()};
  fault->place = getPlace(op->getLoc());
  return false;
}

bool FunctionEmitter::emit(rt::Fault &result) {
  fault = &result;
  as.align(16);
  as.L(state.functions[function.getName()]);
  if (state.countsCalls) {
    as.inc(as.qword[as.r15 + offset::kDepth]);
    as.cmp(as.qword[as.r15 + offset::kDepth], int(rt::kMaxCallDepth));
    as.ja(state.recursionFault);
    as.lea(as.rax, as.ptr[as.rbx + plan.getFrameBytes()]);
    as.cmp(as.rax, as.qword[as.r15 + offset::kLimit]);
    as.ja(state.recursionFault);
  }
  // One word more, so that calls of the host's functions find the stack aligned.
  as.sub(as.rsp, int(Assembler::kStackBytes + 8));
  if (!emitBlock(function.getBody().front()))
    return false;
  as.add(as.rsp, int(Assembler::kStackBytes + 8));
  if (state.countsCalls)
    as.dec(as.qword[as.r15 + offset::kDepth]);
  as.ret();
  return true;
}

bool FunctionEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (!plan.isFused(&op) && !emitOp(op))
      return false;
  return true;
}

bool FunctionEmitter::emitOp(Operation &op) {
  int64_t viewOffset;
  if (op.getNumResults() == 1 && getViewedOperand(&op, viewOffset)) {
    // A view of a literal is a constant of its own.
    if (plan.isLiteral(op.getOperand(0)))
      return fail(&op, "a view of a literal");
    return true;
  }
  if (isa<ConstantOp, FillOp, arith::ConstantOp>(op))
    return emitConstant(op);
  if (isElementwise(&op))
    return emitElementwise(op);
  if (auto call = dyn_cast<func::CallOp>(op))
    return emitCall(call);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (isa<PrintOp>(op))
    return emitPrint(op);
  if (isa<AssertOp>(op))
    return emitAssert(op);
  // Terminators are part of the op or function they end.
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return true;
  if (isa<func::ReturnOp>(op)) {
    for (auto [i, value] : llvm::enumerate(op.getOperands())) {
      Place target = {Place::Slot, 8 * int64_t(function.getNumArguments() + i)};
      emitCopy(as, target, readablePlace(value), typeOf(value).getBytes());
    }
    return true;
  }
  if (isa<MatmulOp, DotOp, Conv2DOp, Conv2DGradInputOp, Conv2DGradFilterOp>(op))
    return emitContraction(op);
  return emitMovement(op);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void FunctionEmitter::emitMoves(Operation *terminator, unsigned first, ValueRange targets) {
  // What lies in a variable that another one is about to replace moves aside first.
  for (auto [i, target] : llvm::enumerate(targets)) {
    Value value = terminator->getOperand(first + i);
    if (Place aside = plan.getScratch(terminator, i); aside.base != Place::None)
      emitCopy(as, aside, readablePlace(value), typeOf(value).getBytes());
  }
  for (bool wantsAside : {false, true})
    for (auto [i, target] : llvm::enumerate(targets)) {
      Value value = terminator->getOperand(first + i);
      Place aside = plan.getScratch(terminator, i);
      if ((aside.base != Place::None) == wantsAside)
        emitCopy(as, placeOf(target), wantsAside ? aside : readablePlace(value), typeOf(value).getBytes());
    }
}

bool FunctionEmitter::emitIf(scf::IfOp op) {
  Label otherwise, end;
  as.loadAddress(as.rax, readablePlace(op.getCondition()));
  as.cmp(as.byte[as.rax], 0);
  as.je(otherwise);
  if (!emitBlock(*op.thenBlock()))
    return false;
  emitMoves(op.thenBlock()->getTerminator(), 0, op.getResults());
  if (!op.elseBlock()) {
    as.L(otherwise);
    return true;
  }
  as.jmp(end);
  as.L(otherwise);
  if (!emitBlock(*op.elseBlock()))
    return false;
  emitMoves(op.elseBlock()->getTerminator(), 0, op.getResults());
  as.L(end);
  return true;
}

bool FunctionEmitter::emitWhile(scf::WhileOp op) {
  Label head, exit;
  for (auto [init, variable] : llvm::zip_equal(op.getInits(), op.getBeforeArguments()))
    emitCopy(as, placeOf(variable), readablePlace(init), typeOf(init).getBytes());
  as.L(head);
  if (!emitBlock(*op.getBeforeBody()))
    return false;
  scf::ConditionOp condition = op.getConditionOp();
  as.loadAddress(as.rax, readablePlace(condition.getCondition()));
  as.cmp(as.byte[as.rax], 0);
  as.je(exit);
  emitMoves(condition, 1, op.getAfterArguments());
  if (!emitBlock(*op.getAfterBody()))
    return false;
  emitMoves(op.getYieldOp(), 0, op.getBeforeArguments());
  as.jmp(head);
  as.L(exit);
  emitMoves(condition, 1, op.getResults());
  return true;
}

bool FunctionEmitter::emitFor(scf::ForOp op) {
  Label head, exit;
  ValueType type = typeOf(op.getInductionVar());
  bool isWide = type.dtype == DType::I64;
  if (!isWide && type.dtype != DType::I32)
    return fail(op, "a counter of this type");
  auto at = [&](const Xbyak::Reg64 &reg) { return isWide ? as.qword[reg] : as.dword[reg]; };
  Xbyak::Reg value = isWide ? Xbyak::Reg(as.rax) : Xbyak::Reg(as.eax);
  for (auto [init, variable] : llvm::zip_equal(op.getInitArgs(), op.getRegionIterArgs()))
    emitCopy(as, placeOf(variable), readablePlace(init), typeOf(init).getBytes());
  Place counter = placeOf(op.getInductionVar());
  emitCopy(as, counter, readablePlace(op.getLowerBound()), type.getBytes());
  as.L(head);
  as.loadAddress(as.rsi, readablePlace(op.getUpperBound()));
  as.loadAddress(as.rdi, counter);
  as.mov(value, at(as.rdi));
  as.cmp(value, at(as.rsi));
  as.jge(exit);
  if (!emitBlock(*op.getBody()))
    return false;
  emitMoves(op.getBody()->getTerminator(), 0, op.getRegionIterArgs());
  as.loadAddress(as.rsi, readablePlace(op.getStep()));
  as.loadAddress(as.rdi, counter);
  as.mov(value, at(as.rsi));
  as.test(value, value);
  as.jle(exit);
  as.add(at(as.rdi), value);
  as.jno(head);
  as.L(exit);
  return true;
}

bool FunctionEmitter::emitCall(func::CallOp op) {
  int64_t frame = plan.getFrameBytes(), word = frame;
  auto pass = [&](Place place) {
    as.loadAddress(as.rax, place);
    as.mov(as.ptr[as.rbx + word], as.rax);
    word += 8;
  };
  for (Value operand : op.getOperands())
    pass(readablePlace(operand));
  for (Value result : op.getResults())
    pass(placeOf(result));
  as.addImmediate(as.rbx, frame);
  as.call(state.functions[op.getCallee()]);
  as.addImmediate(as.rbx, -frame);
  return true;
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

bool FunctionEmitter::emitPrint(Operation &op) {
  auto print = cast<PrintOp>(op);
  StringRef format = print.getFormat();
  std::string text;
  unsigned next = 0;
  auto call = [&](int at) {
    as.mov(as.rdi, as.r15);
    as.vzeroupper();
    as.call(as.qword[as.r15 + at]);
  };
  auto flush = [&] {
    if (text.empty())
      return;
    int64_t at = as.addConstant(ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()), 1);
    as.lea(as.rsi, as.ptr[as.constant(at)]);
    as.mov(as.rdx, int64_t(text.size()));
    call(offset::kPrintText);
    text.clear();
  };
  for (size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    if ((c == '{' || c == '}') && i + 1 < format.size()) {
      ++i;
      if (format[i] != c) {
        flush();
        Value value = print.getArgs()[next++];
        ValueType type = typeOf(value);
        as.loadAddress(as.r8, readablePlace(value));
        std::vector<int64_t> shape(type.shape.begin(), type.shape.end());
        shape.push_back(0);
        int64_t at =
            as.addConstant(ArrayRef(reinterpret_cast<const uint8_t *>(shape.data()), shape.size() * 8), 8);
        as.lea(as.rcx, as.ptr[as.constant(at)]);
        as.mov(as.rdx, int64_t(type.shape.size()));
        as.mov(as.rsi, int64_t(type.dtype));
        call(offset::kPrintTensor);
        continue;
      }
    }
    text += c;
  }
  flush();
  return true;
}

bool FunctionEmitter::emitAssert(Operation &op) {
  auto check = cast<AssertOp>(op);
  Label holds;
  as.loadAddress(as.rax, readablePlace(check.getCondition()));
  as.cmp(as.byte[as.rax], 0);
  as.jne(holds);
  StringRef message = check.getMessage();
  int64_t at = as.addConstant(ArrayRef(reinterpret_cast<const uint8_t *>(message.data()), message.size()), 1);
  as.lea(as.rax, as.ptr[as.constant(at)]);
  as.mov(as.qword[as.r15 + offset::kMessage], as.rax);
  as.mov(as.rax, int64_t(message.size()));
  as.mov(as.qword[as.r15 + offset::kMessageBytes], as.rax);
  as.mov(as.qword[as.r15 + offset::kFault], 6003);
  as.jmp(state.exit);
  as.L(holds);
  return true;
}
