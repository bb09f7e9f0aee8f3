//===- Scan.cpp - What a body says about itself ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most labels follow from which opcodes and names occur at all. Only whether a reduction
// is one of integers needs the instructions in their order:
//
// A value's element type is known from constants on, through what keeps it; the rest
// is unknown, and counts as float. In a loop a variable has the type that it begins
// with: a module where that is not so has no meaning.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Scan.h"

#include "Mind/Target/Mic/Format/Walk.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;
using mic::Opcode;
using mic::ReservedKind;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool evidence::isNondeterministicCall(StringRef name) {
  static constexpr StringRef names[] = {"monotonic_now", "now",        "rand",         "rand_bytes",  "rand_int",
                                        "rand_normal",   "rand_range", "rand_uniform", "randn",       "random",
                                        "read_input",    "read_line",  "shuffle",      "system_time", "time_now"};
  size_t separator = name.find_last_of(".:");
  StringRef last = separator == StringRef::npos ? name : name.drop_front(separator + 1);
  return llvm::is_contained(names, name) || llvm::is_contained(names, last);
}

/// Functions that another libm, or another order of additions, rounds differently.
static bool isInexactBuiltin(StringRef name) {
  static constexpr StringRef names[] = {"acos", "acosh", "asin",    "asinh",       "atan", "atan2", "atanh",   "cbrt",
                                        "cos",  "cosh",  "erf",     "erfc",        "exp",  "exp2",  "expm1",   "fft",
                                        "fft2", "gamma", "gelu",    "hypot",       "ifft", "ifft2", "irfft",   "lgamma",
                                        "log",  "log10", "log1p",   "log2",        "pow",  "rfft",  "sigmoid", "silu",
                                        "sin",  "sinh",  "softmax", "log_softmax", "tan",  "tanh"};
  return llvm::is_contained(names, name);
}

/// What docs/Mic3.md reserves the name for, whether it has the prefix or not.
static std::optional<ReservedKind> getReservedKind(StringRef name) {
  name.consume_front(mic::kReservedPrefix);
  return mic::findReservedKind(name);
}

/// Reserved calls that add up what they are given, like the opcodes of their kind.
static bool isReduction(StringRef name) {
  switch (getReservedKind(name).value_or(ReservedKind::Abs)) {
  case ReservedKind::ConvPad:
  case ReservedKind::ConvGradInput:
  case ReservedKind::ConvGradFilter:
  case ReservedKind::GatherGrad:
    return true;
  default:
    return false;
  }
}

/// A derivative is made by whoever compiles the body, of sums maybe.
static bool isDerivative(StringRef name) { return getReservedKind(name) == ReservedKind::Derivative; }

/// Whether a call of that name may decide a label.
static bool isTelling(StringRef name) {
  return isNondeterministicCall(name) || isInexactBuiltin(name) || isReduction(name) || isDerivative(name);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// The names that are called, and those that are defined or declared.
class CallCollector : public mic::FieldHandler {
public:
  explicit CallCollector(const mic::File &file)
      : calls(file.strings.size()), functions(file.strings.size()), floatExterns(file.strings.size()), file(file) {
    mic::Cursor cursor = file.at(file.stream);
    mic::walkRegion(cursor, *this, file.version);
  }

  void instruction(uint8_t code) {
    opcode = Opcode(code);
    awaitsName = opcode == Opcode::Call || opcode == Opcode::FnDef || opcode == Opcode::ExternFnDecl;
    awaitsResult = false;
  }
  void present(char field, bool isPresent) {
    if (field == 'q' && isPresent)
      awaitsResult = opcode == Opcode::ExternFnDecl;
  }
  void string(uint64_t index) {
    if (awaitsName) {
      awaitsName = false;
      name = index;
      if (opcode == Opcode::Call)
        calls.set(index);
      else if (opcode == Opcode::FnDef)
        functions.set(index);
    } else if (awaitsResult) {
      awaitsResult = false;
      if (file.strings[index] == "f32" || file.strings[index] == "f64")
        floatExterns.set(name);
    }
  }

  /// By the index of the string.
  llvm::BitVector calls, functions, floatExterns;

private:
  const mic::File &file;
  Opcode opcode = Opcode::ConstI64;
  bool awaitsName = false, awaitsResult = false;
  uint64_t name = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {

enum class Kind : uint32_t { Unknown, Integer, Float };

/// Where either value may come from: two integers give one, else nothing is proved.
Kind join(Kind a, Kind b) {
  if (a == b)
    return a;
  return a == Kind::Float || b == Kind::Float ? Kind::Float : Kind::Unknown;
}

Kind getKind(uint8_t elementByte) {
  switch (*mic::getElementType(elementByte)) {
  case DType::I32:
  case DType::I64:
  case DType::Q16:
    return Kind::Integer;
  default:
    return Kind::Float;
  }
}

/// What is known of the values, by id. Every function has ids of its own, so an entry
/// holds the scope that it is of; ids beyond the size of the file, which dense numbering
/// never has, stay unknown.
class KindTable {
public:
  explicit KindTable(uint64_t limit) : limit(limit) {}

  void set(uint64_t id, uint32_t scope, Kind kind) {
    if (id >= entries.size()) {
      if (id >= limit)
        return;
      entries.resize(std::min<uint64_t>(limit, std::max<uint64_t>(2 * entries.size(), id + 1)));
    }
    entries[id] = scope << 2 | uint32_t(kind);
  }
  Kind get(uint64_t id, uint32_t scope) const {
    if (id >= entries.size() || entries[id] >> 2 != scope)
      return Kind::Unknown;
    return Kind(entries[id] & 3);
  }

private:
  uint64_t limit;
  std::vector<uint32_t> entries;
};

bool hasRegions(Opcode opcode) {
  return opcode == Opcode::FnDef || opcode == Opcode::While || opcode == Opcode::If || opcode == Opcode::Region;
}

/// Looks for a reduction of what is not proved to be integers, and stops there.
class ReductionFinder : public mic::FieldHandler {
public:
  explicit ReductionFinder(const mic::File &file) : file(file), cursor(file.at(file.stream)), kinds(file.bodySize) {}

  /// Its opcode or its name; empty if there is none.
  StringRef find() {
    mic::walkRegion(cursor, *this, file.version);
    return found;
  }

  void instruction(uint8_t code) {
    opcode = Opcode(code);
    forgetOperands();
    isPlain = !hasRegions(opcode);
    if (LLVM_LIKELY(isPlain))
      return;
    frames.push_back({opcode, scope});
    if (opcode == Opcode::FnDef)
      scope = ++numScopes;
  }

  void endInstruction() {
    if (LLVM_LIKELY(isPlain)) {
      finish();
      isPlain = false;
    } else {
      scope = frames.back().scope;
      frames.pop_back();
    }
    forgetOperands();
  }

  void id(char field, uint64_t id) {
    switch (field) {
    case 'D':
      destination = id;
      // Only If defines behind its regions.
      if (!isPlain)
        define(id, join(get(frames.back().mentioned[1]), get(frames.back().mentioned[2])));
      break;
    case 'v':
      use(get(id));
      break;
    case 'V':
      if (isPlain)
        use(get(id));
      else
        inits.push_back(id);
      break;
    case 'P':
      if (Frame &frame = frames.back(); frame.numMentioned < 3)
        frame.mentioned[frame.numMentioned++] = id;
      break;
    case 'N':
      posts.push_back(id);
      break;
    case 'T':
      merge(frames.back(), id);
      break;
    case 'Q':
      exitLoop(id);
      break;
    default:
      break;
    }
  }

  void byte(char field, uint8_t value) {
    if (field == 'd' || field == 'b')
      enumeration = value;
  }
  void string(uint64_t index) { name = index; }

private:
  struct Frame {
    Opcode opcode;
    /// The scope around, which the end of the instruction brings back.
    uint32_t scope;
    unsigned numMentioned = 0, numMerged = 0;
    /// If: the condition and the results of its branches.
    uint64_t mentioned[3] = {};
    /// The merge that is being read, and what its then branch gives.
    uint64_t merged = 0, thenValue = 0;
  };

  Kind get(uint64_t id) const { return kinds.get(id, scope); }
  void define(uint64_t id, Kind kind) { kinds.set(id, scope, kind); }

  void forgetOperands() {
    numOperands = 0;
    first = all = Kind::Unknown;
    numExits = 0;
    inits.clear();
    posts.clear();
  }
  void use(Kind kind) {
    all = numOperands == 0 ? kind : join(all, kind);
    if (numOperands++ == 0)
      first = kind;
  }
  void require(StringRef reduction) {
    if (all == Kind::Integer)
      return;
    found = reduction;
    cursor.fail("found");
  }

  void merge(Frame &frame, uint64_t id);
  void exitLoop(uint64_t id);
  void finish();

  const mic::File &file;
  mic::Cursor cursor;
  KindTable kinds;
  StringRef found;
  /// The instructions with regions around, and the scope that ids belong to.
  llvm::SmallVector<Frame, 16> frames;
  uint32_t scope = 0, numScopes = 0;

  // The instruction that is being read. A plain one has no regions.
  Opcode opcode = Opcode::ConstI64;
  bool isPlain = false;
  uint64_t destination = 0, name = 0;
  uint8_t enumeration = 0;
  Kind first = Kind::Unknown, all = Kind::Unknown;
  unsigned numOperands = 0, numExits = 0;
  /// Of a loop: what its variables begin with, and what an iteration leaves in them.
  llvm::SmallVector<uint64_t, 8> inits, posts;
};

} // namespace

/// Of the three ids of a merge the first is defined, from the other two. A branch that
/// does not reach its end gives no value.
void ReductionFinder::merge(Frame &frame, uint64_t id) {
  switch (frame.numMerged++ % 3) {
  case 0:
    frame.merged = id;
    break;
  case 1:
    frame.thenValue = id;
    break;
  default:
    if (frame.thenValue == mic::kNoValue)
      define(frame.merged, get(id));
    else if (id == mic::kNoValue)
      define(frame.merged, get(frame.thenValue));
    else
      define(frame.merged, join(get(frame.thenValue), get(id)));
    break;
  }
}

void ReductionFinder::exitLoop(uint64_t id) {
  unsigned index = numExits++;
  bool isKnown = index < inits.size() && index < posts.size();
  define(id, isKnown ? join(get(inits[index]), get(posts[index])) : Kind::Unknown);
}

/// Ends a plain instruction.
void ReductionFinder::finish() {
  switch (opcode) {
  case Opcode::ConstI64:
  case Opcode::ConstArray:
    return define(destination, Kind::Integer);
  case Opcode::ConstF64:
    return define(destination, Kind::Float);
  case Opcode::ConstTensor:
  case Opcode::ConstDenseTensor:
    return define(destination, getKind(enumeration));
  case Opcode::BinOp:
    return define(destination, mic::isComparison(mic::BinOp(enumeration)) ? Kind::Unknown : all);
  case Opcode::ReluGrad:
    return define(destination, all);
  case Opcode::Reshape:
  case Opcode::ExpandDims:
  case Opcode::Squeeze:
  case Opcode::Transpose:
  case Opcode::Index:
  case Opcode::Slice:
  case Opcode::Gather:
  case Opcode::SparseAttr:
  case Opcode::ArrayLoad:
  case Opcode::Relu:
    return define(destination, first);
  case Opcode::Sum:
  case Opcode::Mean:
  case Opcode::Dot:
  case Opcode::MatMul:
  case Opcode::Conv2d:
  case Opcode::Conv2dGradInput:
  case Opcode::Conv2dGradFilter:
    require(mic::getOpcodeName(uint8_t(opcode)));
    return define(destination, all);
  case Opcode::Call:
    if (StringRef called = file.strings[name]; isReduction(called))
      require(called);
    return;
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

Scan evidence::scanBody(const mic::File &file) {
  Scan scan;
  auto relax = [&](StringRef reason) {
    if (scan.isStrictFp)
      scan.relaxedBy = reason;
    scan.isStrictFp = false;
  };
  for (Opcode opcode : {Opcode::VecFma, Opcode::VecReduceAdd})
    if (file.has(opcode))
      relax(mic::getOpcodeName(uint8_t(opcode)));

  bool hasReduction = false;
  for (Opcode opcode : {Opcode::Sum, Opcode::Mean, Opcode::Dot, Opcode::MatMul, Opcode::Conv2d, Opcode::Conv2dGradInput,
                        Opcode::Conv2dGradFilter})
    hasReduction |= file.has(opcode);
  if (file.has(Opcode::Call) && (file.has(Opcode::ExternFnDecl) || llvm::any_of(file.strings, isTelling))) {
    CallCollector collector(file);
    for (unsigned index : collector.calls.set_bits()) {
      StringRef name = file.strings[index];
      bool isNondeterministic = isNondeterministicCall(name);
      if (isNondeterministic && scan.isDeterministic())
        scan.nondeterministicCall = name;
      if (isNondeterministic || isInexactBuiltin(name) || isDerivative(name) || collector.floatExterns.test(index))
        relax(name);
      hasReduction |= isReduction(name);
    }
  }
  if (hasReduction && scan.isStrictFp)
    if (StringRef reduction = ReductionFinder(file).find(); !reduction.empty())
      relax(reduction);
  return scan;
}

bool evidence::followsNumerics(const mic::File &file) {
  for (Opcode opcode : {Opcode::VecFma, Opcode::VecReduceAdd, Opcode::ExternFnDecl})
    if (file.has(opcode))
      return false;
  if (!file.has(Opcode::Call))
    return true;
  CallCollector collector(file);
  for (unsigned index : collector.calls.set_bits()) {
    // Nothing is known of what is neither here nor reserved.
    StringRef name = file.strings[index];
    if (isNondeterministicCall(name) || (!collector.functions.test(index) && !getReservedKind(name)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
class ConstantFinder : public mic::FieldHandler {
public:
  explicit ConstantFinder(llvm::ArrayRef<int64_t> constants) : constants(constants), found(constants.size()) {}

  void instruction(uint8_t opcode) { isConstant = opcode == uint8_t(Opcode::ConstI64); }
  void zigzag(int64_t value) {
    if (!isConstant)
      return;
    auto *place = llvm::lower_bound(constants, value);
    if (place != constants.end() && *place == value)
      found.set(place - constants.begin());
  }

  llvm::ArrayRef<int64_t> constants;
  llvm::BitVector found;

private:
  bool isConstant = false;
};
} // namespace

bool evidence::hasConstants(const mic::File &file, llvm::ArrayRef<int64_t> constants, int64_t &missing) {
  ConstantFinder finder(constants);
  mic::Cursor cursor = file.at(file.stream);
  mic::walkRegion(cursor, finder, file.version);
  int first = finder.found.find_first_unset();
  if (first < 0)
    return true;
  missing = constants[first];
  return false;
}
