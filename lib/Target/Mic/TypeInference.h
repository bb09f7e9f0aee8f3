//===- TypeInference.h - the types that mic@3 leaves out --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mic@3 has no types but those of tensor constants. One pass over the bytes finds the
/// others, and on the way resolves ids to values and instructions to steps, from which
/// a reader builds ops without looking at ids again.
///
/// A type is an element type and a shape. Shapes are computed forward, by the shape
/// algebra; a parameter is a scalar. Element types are unified over all functions: an
/// elementwise op has those of its operands, a call those of the callee, and an integer
/// literal any. What stays open is i64. A function called before its definition has one
/// scalar result, until its definition says otherwise, which then does not fit.
/// `fix` gives a function other parameters and results.
///
/// A function that does not fit (an op that its verifier would refuse, an instruction
/// that no op is for, a value out of scope, a call of such a function) is unresolved, and
/// so is the top-level stream, functions excepted.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_TYPEINFERENCE_H
#define MIND_LIB_TARGET_MIC_TYPEINFERENCE_H

#include "Fields.h"
#include "ReservedCalls.h"
#include "ShapeTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <vector>

namespace mind::mic {

/// The types of a function.
struct Signature {
  llvm::SmallVector<mlir::RankedTensorType, 4> params, results;
  /// Of a derivative that is asked for, whose types nothing else tells.
  bool isDerivative = false;
  bool operator==(const Signature &other) const { return params == other.params && results == other.results; }
};

/// Instructions of a file that readFile accepted or a Builder holds, in canonical bytes.
struct StreamRef {
  llvm::ArrayRef<uint8_t> bytes;
  /// Offset of the count of the top-level instructions.
  uint64_t offset = 0;
  llvm::ArrayRef<llvm::StringRef> strings;
  /// 2 or 3.
  uint8_t version = 2;
};

/// An instruction with its operands resolved, or a place between instructions.
struct Step {
  enum Kind : uint8_t {
    // Up to kLastOpcode: the opcodes.
    /// The stream of the condition of the next If at this level begins, one that is not
    /// empty; that If has 1 as `b`.
    ConditionBegin = 0x40,
    /// The first region of a While ends; `a` is the condition.
    Condition,
    /// A region ends: `b` operands from `a` in the pool. Of a branch the first is the
    /// value of the If. Break and Continue have their operands so, too.
    Yield,
    /// A Call of the reserved name `c`; operands in the pool.
    Reserved,
    /// A Call that copies the initial value of the loop that comes next. Not an op.
    Copy,
    /// The tuple of the values of the Return that comes next, or of the function's end.
    /// Not an op.
    Tuple,
  };
  uint8_t kind = 0;
  /// A binary operator; flags of an If.
  uint8_t sub = 0;
  /// The first of the values that it defines, which follow each other, and their number.
  uint16_t numDefs = 0;
  uint32_t def = 0;
  /// Operands; or where in the pool they begin, and their number.
  uint32_t a = 0, b = 0, c = 0;
  /// Offset of the fields after the operands.
  uint32_t payload = 0;
};
static_assert(sizeof(Step) == 24, "there is one for each op");

/// `Step::sub` of an If.
enum IfFlags : uint8_t {
  /// Neither branch leaves without giving a value other than the condition: whether it
  /// has a value is whether it is used.
  IfHasValue = 1,
  IfThenLeaves = 2,
  IfElseLeaves = 4,
  /// The stream of the second branch has no instruction.
  IfElseIsEmpty = 8,
};

class TypeInference {
public:
  struct Value {
    static constexpr uint32_t kNoId = ~uint32_t(0);
    uint32_t id = kNoId;
    /// A variable; after `run` the DType.
    uint32_t element = 0;
    ShapeId shape = ShapeTable::kNone;
    /// The number of steps before the last use, and whether there was a use, and another.
    uint32_t uses = 0;
    bool isUsed() const { return uses & (kUsed | kUsedAgain); }
    bool isUsedAgain() const { return uses & kUsedAgain; }
    uint32_t getLastUse() const { return uses & ~(kUsed | kUsedAgain); }
    static constexpr uint32_t kUsed = 1u << 30, kUsedAgain = 1u << 31;
  };
  struct TypeRef {
    uint32_t element = 0;
    ShapeId shape = ShapeTable::kScalar;
  };
  /// A FnDef of the top-level stream, or the stream itself.
  struct Function {
    uint32_t name = 0;
    /// Offset of the opcode.
    uint64_t offset = 0;
    /// Steps and values that it has.
    uint32_t beginSteps = 0, endSteps = 0, beginValues = 0, endValues = 0;
    llvm::SmallVector<TypeRef, 4> params;
    llvm::SmallVector<TypeRef, 1> results;
    /// Given types whose number of parameters is not known yet.
    llvm::SmallVector<TypeRef, 4> given;
    bool isGiven = false, isDefined = false, isDuplicate = false, hasParams = false, hasResults = false, isResolved = false;
    /// Called from other resolved code.
    bool isCalled = false;
    /// The result is the last value, with no Return.
    bool isTail = false;
    /// The ids are 0, 1, ... in the order of definition.
    bool isDense = true;
    /// One more than the greatest id that is defined.
    uint64_t idBound = 0;
    std::optional<uint64_t> reapBits;
    /// Of a derivative that is asked for: the string of the call that is its body.
    std::optional<uint32_t> derivative;
    /// The table of types; 0 if it is empty.
    uint64_t types = 0;
  };

  TypeInference(mlir::MLIRContext &context, const StreamRef &stream);

  /// Gives the types of the function of a name, a string of the stream: those of its
  /// parameters, as many as it has, then of its results. Before `run`.
  void fix(llvm::StringRef name, llvm::ArrayRef<mlir::RankedTensorType> types);
  /// Leaves the function of a name unresolved. Before `run`.
  void refuse(llvm::StringRef name);
  void run();

  //===--------------------------------------------------------------------===//
  // What was found
  //===--------------------------------------------------------------------===//

  /// The types of a function, or nothing if it is unresolved or not defined.
  std::optional<Signature> getSignature(llvm::StringRef name);
  Signature getSignature(const Function &function);
  /// Appends id and type of the values of a function, or with an empty name of the
  /// top-level stream, in the order of definition, values that are no tensors excepted.
  /// False if it is unresolved.
  bool getValues(llvm::StringRef name, llvm::SmallVectorImpl<std::pair<uint64_t, mlir::RankedTensorType>> &found);

  llvm::ArrayRef<Function> getFunctions() const { return functions; }
  /// Those that are defined, in the order of the stream.
  llvm::ArrayRef<uint32_t> getDefinedFunctions() const { return definedFunctions; }
  const Function &getScript() const { return script; }
  llvm::ArrayRef<Step> getSteps() const { return steps; }
  llvm::ArrayRef<Value> getAllValues() const { return values; }
  llvm::ArrayRef<uint32_t> getPool() const { return pool; }
  mlir::RankedTensorType getType(uint32_t value) {
    return shapes.getType(values[value].shape, DType(values[value].element));
  }
  ShapeTable &getShapes() { return shapes; }
  /// The call of a reserved name; of a string that is one.
  const ReservedCall &getReserved(uint32_t string) const { return *reservedCalls[string]; }
  const StreamRef &getStream() const { return stream; }

private:
  /// Steps are numbered by 30 bits, offsets by 32; what goes beyond is unresolved.
  static constexpr size_t kMaxNumber = (size_t(1) << 30) - 2;
  static constexpr uint32_t kNoFunction = ~uint32_t(0);
  /// Bits of `slots`: a value in a region that has ended may be merged by its If, until
  /// that ends too.
  static constexpr uint32_t kInBranch = uint32_t(1) << 31;
  static constexpr uint32_t kOutOfScope = ~uint32_t(0);

  /// Where values are known by their ids.
  struct Scope {
    /// By id: the value, or 0; with kInBranch; or kOutOfScope.
    std::vector<uint32_t> slots;
    uint64_t numDefined = 0;
    bool isDense = true;
    uint64_t idBound = 0;
  };
  /// A loop around, or null variables where break and continue are not allowed.
  struct Loop {
    uint32_t firstVariable = 0, numVariables = 0;
    llvm::ArrayRef<uint64_t> names;
    bool isOpen = false;
  };
  /// The list of live values of a While: the offset after its count, and that.
  struct LoopTail {
    uint64_t offset = 0, count = 0;
  };
  struct TailFinder;

  // Element types (TypeInference.cpp).
  uint32_t find(uint32_t element) {
    while (parents[element] != element)
      element = parents[element] = parents[parents[element]];
    return element;
  }
  uint32_t addElement(uint8_t mask);
  bool unify(uint32_t lhs, uint32_t rhs) { return lhs == rhs || unifyRoots(find(lhs), find(rhs)); }
  bool unifyRoots(uint32_t lhs, uint32_t rhs);
  bool require(uint32_t element, uint8_t mask);
  bool unify(const TypeRef &lhs, const TypeRef &rhs) { return lhs.shape == rhs.shape && unify(lhs.element, rhs.element); }
  TypeRef typeOf(uint32_t value) const { return {values[value].element, values[value].shape}; }
  TypeRef getTypeRef(mlir::RankedTensorType type);
  const Function *findFunction(llvm::StringRef name);
  std::optional<uint32_t> findString(llvm::StringRef text);
  bool resolveTypes(Function &function);
  bool resolveType(TypeRef &type);
  bool resolveValues(uint32_t begin, uint32_t end);
  bool resolveScript();
  bool checkStep(const Step &step);
  void propagate();

  // Values and steps (TypeInference.cpp).
  /// The value of an id, which is a tensor; 0 after a fault.
  uint32_t use(uint64_t id) {
    uint32_t value = LLVM_LIKELY(id < scope->slots.size()) ? scope->slots[id] : 0;
    if (LLVM_UNLIKELY(value == 0 || (value & kInBranch) || values[value].shape == ShapeTable::kNone)) {
      fail();
      return 0;
    }
    countUse(value);
    return value;
  }
  void countUse(uint32_t value) {
    uint32_t &uses = values[value].uses;
    uses = (uses ? Value::kUsedAgain : Value::kUsed) | uint32_t(steps.size());
  }
  uint32_t define(uint64_t id, uint32_t element, ShapeId shape) {
    if (LLVM_UNLIKELY(id >= scope->slots.size() && !growSlots(id)))
      return 0;
    uint32_t &slot = scope->slots[id];
    // Even where the other is out of scope: the writer keeps ids only if they differ.
    if (LLVM_UNLIKELY(slot != 0)) {
      fail();
      return 0;
    }
    scope->isDense &= id == scope->numDefined++;
    scope->idBound = std::max(scope->idBound, id + 1);
    return slot = addValue(id, element, shape);
  }
  /// Makes room for an id. False, and broken, if there may be none.
  bool growSlots(uint64_t id);
  uint32_t addValue(uint32_t id, uint32_t element, ShapeId shape) {
    if (LLVM_UNLIKELY(values.size() >= kMaxNumber || steps.size() >= kMaxNumber)) {
      fail();
      return 0;
    }
    values.push_back({id, element, shape, /*uses=*/0});
    return values.size() - 1;
  }
  /// The values from `begin` on go out of scope, to be merged if it is that of a branch.
  void closeRegion(uint32_t begin, bool isBranch);
  void fail() { isBroken = true; }
  void check(bool holds) { isBroken |= !holds; }
  Step &addStep(uint8_t kind) {
    Step &step = steps.emplace_back();
    step.kind = kind;
    return step;
  }

  // Instructions; `isBroken` says that the function does not fit.
  /// Reads a list of instructions; whether it ends by leaving the region.
  bool readRegion();
  void readInstructions(uint64_t count);
  void readInstruction();
  // InferOps.cpp
  void readOp(Opcode opcode);
  void readBinary();
  void readConstant(Opcode opcode);
  void readReduction(Opcode opcode);
  void readMovement(Opcode opcode);
  void readConvolution(Opcode opcode);
  bool readShape(llvm::SmallVectorImpl<shape::Dim> &dims);
  /// A step with one result, if nothing is broken; `payload` is where the fields after
  /// the operands are.
  void addOp(Opcode opcode, uint64_t id, TypeRef type, uint64_t payload, uint32_t a = 0, uint32_t b = 0);
  // InferReserved.cpp
  const ReservedCall *findReserved(uint32_t string);
  bool isDefinedName(llvm::StringRef name);
  void readReserved(const ReservedCall &call, uint32_t string, uint64_t id);
  TypeRef inferReserved(const ReservedCall &call, llvm::ArrayRef<uint32_t> operands);
  TypeRef inferElementwise(uint32_t lhs, uint32_t rhs, uint8_t mask);
  void readTupleGet(uint64_t id, int64_t index);
  // InferFunctions.cpp
  void readStream();
  void readFunction();
  void readBody(uint32_t function, llvm::ArrayRef<std::pair<uint64_t, uint64_t>> params,
                std::optional<uint64_t> ret);
  bool readDerivative(uint32_t function, size_t numParams, std::optional<uint64_t> ret);
  void setParams(uint32_t function, uint64_t count);
  uint32_t getFunction(uint32_t name);
  void readCall();
  void readReturn();
  void reset();
  void skipInstruction(FieldCursor &from) const;
  void returnValues(uint32_t first, uint32_t count);
  // InferControl.cpp
  void readIf();
  uint32_t useInBranch(uint64_t id, uint32_t begin, uint32_t end);
  void readWhile();
  void readExit(Opcode opcode);

  StreamRef stream;
  FieldCursor cursor;
  ShapeTable shapes;
  /// Union-find; the first are the DTypes. A root's mask has the DTypes it may be.
  std::vector<uint32_t> parents;
  std::vector<uint8_t> masks;
  std::vector<Value> values;
  std::vector<Step> steps;
  std::vector<uint32_t> pool;
  std::vector<Function> functions;
  /// Those that are defined, in the order of the stream.
  std::vector<uint32_t> definedFunctions;
  Function script;
  /// The numbers of strings, found when they are asked for.
  std::optional<llvm::DenseMap<llvm::StringRef, uint32_t>> stringNumbers;
  /// By string: the function of the name.
  std::vector<uint32_t> functionOf;
  std::vector<std::unique_ptr<ReservedCall>> reservedCalls;
  /// By string: 0 not known, 1 no reserved name, 2 one.
  std::vector<uint8_t> reservedState;
  /// The names of functions, found when they are asked for.
  std::optional<llvm::DenseSet<llvm::StringRef>> definedNames;
  llvm::DenseSet<uint32_t> refused;
  /// (caller, callee); the caller may be kNoFunction, the script.
  std::vector<std::pair<uint32_t, uint32_t>> calls;
  Scope top, inner;
  Scope *scope = &top;
  llvm::SmallVector<Loop, 4> loops;
  /// The tails of the outermost loop and the loops in it, in the order of the stream.
  std::vector<LoopTail> tails;
  size_t nextTail = 0;
  unsigned loopDepth = 0, regionDepth = 0;
  uint64_t idLimit = 0;
  /// Where the function is whose body is read, or kNoFunction.
  uint32_t current = kNoFunction;
  /// What the next instructions have to take up: the step of a tuple; that of a call
  /// with several results, which of them is next; copies for a loop, with their source.
  static constexpr uint32_t kNoStep = ~uint32_t(0);
  uint32_t openTuple = kNoStep, openCall = kNoStep, nextResult = 0;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 4> openCopies;
  bool isOpen = false;
  /// The last instruction leaves the region. Then the id that it returns, or the ids
  /// with which it leaves a loop.
  bool hasLeft = false;
  std::optional<uint64_t> returned;
  llvm::SmallVector<uint64_t, 4> exitIds;
  bool isExit = false;
  bool isBroken = false;
};


/// Which of the functions need an `fn:` entry. `declared` are the names and types of all
/// functions that have types. Those with a parameter that is no scalar need one; then
/// those whose types are not found from the entries of these.
llvm::SmallVector<bool> findNeededEntries(mlir::MLIRContext &context, const StreamRef &stream,
                                          llvm::ArrayRef<std::pair<llvm::StringRef, Signature>> declared);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_TYPEINFERENCE_H
