//===- Compile.cpp - from a module to an image ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "Image.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Runtime/ProcessorName.h"
#include "Mind/Support/PassFaults.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

/// Frames and offsets are 32 bits in instructions.
static constexpr int64_t kMaxBytes = int64_t(1) << 30;
/// What recursion may take: as much as the stacks of other executors.
static constexpr int64_t kRecursionBytes = int64_t(64) << 20;

namespace {

class Compiler {
public:
  Compiler(ModuleOp module, Processor processor, size_t gap, Image &image, rt::Fault &fault)
      : module(module), state(gap, processor), image(image), fault(fault) {}

  bool run() {
    collect();
    if (!check())
      return false;
    findRecursion();
    emitEnter();
    for (func::FuncOp function : functions) {
      FunctionEmitter emitter(state, function);
      frames[function] = emitter.getFrameBytes();
      if (emitter.getFrameBytes() > kMaxBytes)
        return fail("the tensors of `" + function.getName() + "` need more than " + Twine(kMaxBytes >> 20) +
                    " MiB at once; compile with --backend=llvm",
                    function);
      if (!emitter.emit(fault))
        return false;
      llvm::ArrayRef<bool> canonical = emitter.getCanonicalResults();
      canonicalResults[function].assign(canonical.begin(), canonical.end());
      if (state.as.getConstantsSize() > size_t(kMaxBytes))
        return fail("the constants of `" + function.getName() +
                        "` and the functions before it need more than 1 GiB; compile with --backend=llvm",
                    function);
    }
    if (!state.as.finish())
      return fail("an instruction cannot be encoded: " + Twine(Xbyak::ConvertErrorToString(Xbyak::GetError())));
    const uint8_t *code = state.as.getCode();
    image.code.assign(code, code + state.as.getCodeSize());
    image.constantsOffset = state.as.getConstantsOffset();
    image.constants = state.as.takeConstants();
    image.stops = state.countsCalls;
    for (func::FuncOp function : functions) {
      if (!function.isPublic())
        continue;
      ImageEntry entry;
      entry.name = function.getName().str();
      entry.place = getPlace(function.getLoc());
      entry.signature = interpreter::getSignature(function);
      entry.offset = uint64_t(state.functions[function.getName()].getAddress() - code);
      entry.workspaceBytes = getWorkspaceBytes(function);
      entry.canonicalResults = canonicalResults[function];
      entry.isEmpty = llvm::hasSingleElement(function.getBody().front()) && function.getNumResults() == 0;
      image.entries.push_back(std::move(entry));
    }
    return true;
  }

private:
  bool fail(const Twine &message, Operation *at = nullptr) {
    fault = {"E5002", message.str()};
    if (at)
      fault.place = getPlace(at->getLoc());
    return false;
  }

  /// The public functions and what they reach, in the order of the module.
  void collect() {
    llvm::SetVector<Operation *> reached;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        reached.insert(function);
    for (size_t i = 0; i < reached.size(); ++i)
      reached[i]->walk([&](func::CallOp call) {
        auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
        if (!callee)
          return;
        callees[reached[i]].insert(callee);
        reached.insert(callee);
      });
    for (auto function : module.getOps<func::FuncOp>())
      if (reached.contains(function))
        functions.push_back(function);
  }

  static std::string findOpenDim(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.hasStaticShape())
      return "";
    for (const shape::Dim &dim : getDims(tensor))
      if (dim.isSymbolic())
        return dim.name.str();
    return "?";
  }

  /// `at` has a value of that type.
  bool checkType(Type type, func::FuncOp function, Operation *at) {
    auto describe = [&] {
      return at == function ? "a parameter of `" + function.getName().str() + "`"
                            : "`" + at->getName().getStringRef().str() + "`";
    };
    if (std::string dim = findOpenDim(type); !dim.empty())
      return fail("direct code needs every extent, and `" + function.getName() + "` has the dim `" + dim +
                      "`; give it as `--dim " + dim + "=EXTENT`, or compile with --backend=llvm",
                  at);
    auto known = getValueType(type);
    if (!known) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      return fail("direct code has no values of type " + text + ", as " + describe() + " has", at);
    }
    if (known->getBytes() > kMaxBytes)
      return fail("a tensor of more than " + Twine(kMaxBytes >> 20) + " MiB, of " + describe() + "; compile with --backend=llvm",
                  at);
    return true;
  }

  bool check() {
    for (func::FuncOp function : functions) {
      if (!function.getBody().hasOneBlock())
        return fail("the function `" + function.getName() + "` has no body, or one of several blocks", function);
      for (Type type : function.getArgumentTypes())
        if (!checkType(type, function, function))
          return false;
      WalkResult result = function.walk([&](Operation *op) {
        for (Type type : op->getResultTypes())
          if (op != function && !checkType(type, function, op))
            return WalkResult::interrupt();
        // A plan looks into every region, for a terminator and what it passes on.
        if (op->getNumRegions() && !isa<func::FuncOp, scf::IfOp, scf::WhileOp, scf::ForOp>(op)) {
          fail("direct code has no `" + op->getName().getStringRef() + "` for any type; compile with --backend=llvm", op);
          return WalkResult::interrupt();
        }
        for (Region &region : op->getRegions()) {
          if (!region.empty() && !region.hasOneBlock()) {
            fail("a region of several blocks of `" + op->getName().getStringRef() + "` in `" + function.getName() + "`",
                 op);
            return WalkResult::interrupt();
          }
          for (Block &block : region)
            for (BlockArgument argument : block.getArguments())
              if (!checkType(argument.getType(), function, op))
                return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
      if (result.wasInterrupted())
        return false;
    }
    return true;
  }

  bool reaches(Operation *from, Operation *to) {
    llvm::SetVector<Operation *> seen;
    seen.insert(callees[from].begin(), callees[from].end());
    for (size_t i = 0; i < seen.size(); ++i) {
      auto next = callees.find(seen[i]);
      if (next != callees.end())
        seen.insert(next->second.begin(), next->second.end());
    }
    return seen.contains(to);
  }

  void findRecursion() {
    for (func::FuncOp function : functions)
      if (reaches(function, function))
        state.countsCalls = true;
  }

  int64_t getWorkspaceBytes(func::FuncOp function) {
    if (state.countsCalls) {
      int64_t largest = 0;
      for (func::FuncOp each : functions)
        largest = std::max(largest, frames[each]);
      return std::min(largest * int64_t(rt::kMaxCallDepth), std::max(kRecursionBytes, 4 * largest));
    }
    int64_t deepest = 0;
    for (Operation *callee : callees[function])
      deepest = std::max(deepest, getWorkspaceBytes(cast<func::FuncOp>(callee)));
    return frames[function] + deepest;
  }

  /// Context.h's Enter, and the ways back.
  void emitEnter() {
    Assembler &as = state.as;
    const Xbyak::Reg64 saved[] = {as.rbx, as.rbp, as.r12, as.r13, as.r14, as.r15};
    for (const Xbyak::Reg64 &reg : saved)
      as.push(reg);
    // The host's modes beside ours: to nearest, no flushing, no traps.
    as.sub(as.rsp, 8);
    as.stmxcsr(as.dword[as.rsp]);
    as.mov(as.dword[as.rsp + 4], 0x1f80);
    as.ldmxcsr(as.dword[as.rsp + 4]);
    as.mov(as.r15, as.rdi);
    as.mov(as.rbx, as.rsi);
    as.mov(as.qword[as.r15 + offset::kSavedStack], as.rsp);
    as.call(as.rdx);
    as.xor_(as.eax, as.eax);
    Xbyak::Label leave;
    as.L(leave);
    as.ldmxcsr(as.dword[as.rsp]);
    as.add(as.rsp, 8);
    as.vzeroupper();
    for (int i = 5; i >= 0; --i)
      as.pop(saved[i]);
    as.ret();
    as.L(state.indexFault);
    as.mov(as.qword[as.r15 + offset::kIndex], as.rax);
    as.mov(as.qword[as.r15 + offset::kExtent], as.rdx);
    as.mov(as.qword[as.r15 + offset::kFault], 6001);
    as.jmp(state.exit);
    as.L(state.noValueFault);
    as.mov(as.qword[as.r15 + offset::kFault], 6002);
    as.jmp(state.exit);
    as.L(state.recursionFault);
    as.mov(as.qword[as.r15 + offset::kFault], 6007);
    as.L(state.exit);
    as.mov(as.rsp, as.qword[as.r15 + offset::kSavedStack]);
    as.mov(as.eax, 1);
    as.jmp(leave);
  }

  ModuleOp module;
  ModuleState state;
  Image &image;
  rt::Fault &fault;
  SmallVector<func::FuncOp> functions;
  llvm::MapVector<Operation *, llvm::SetVector<Operation *>> callees;
  llvm::DenseMap<Operation *, int64_t> frames;
  llvm::DenseMap<Operation *, std::vector<bool>> canonicalResults;
};

} // namespace

bool elf::findProcessor(StringRef cpu, Processor &processor, rt::Fault &fault) {
  if (std::optional<Processor> found = mind::findProcessor(cpu)) {
    processor = *found;
    return true;
  }
  fault = {"E5002", "direct code is for x86-64-v3 and x86-64-v4, not for " + cpu.str()};
  return false;
}

bool elf::compileModule(ModuleOp module, Processor processor, size_t gap, Image &image, rt::Fault &fault) {
  image = Image();
  image.processor = processor;
  bool prints = false, stops = false;
  module.walk([&](Operation *op) {
    prints |= isa<PrintOp>(op);
    auto fill = dyn_cast<FillOp>(op);
    stops |= isa<AssertOp, GatherOp, GatherGradOp, InsertOp, tensor::DimOp, tensor::ExtractOp>(op) || (fill && !fill.getValue());
  });
  if (!Compiler(module, processor, gap, image, fault).run())
    return false;
  image.prints = prints;
  image.stops |= stops;
  return true;
}
