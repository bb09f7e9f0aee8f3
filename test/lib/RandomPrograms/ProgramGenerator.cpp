//===- ProgramGenerator.cpp - random programs of the dialect --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers, random tensors, and the frame of a function. The operations
// are in FunctionBuilder.cpp, control flow in ControlFlow.cpp.
//
//===----------------------------------------------------------------------===//

#include "ProgramGenerator.h"
#include "FunctionBuilder.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include <cstring>

using namespace mlir;
using namespace mind;
using namespace mind::test;

uint64_t Random::next() {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Bits of one element. Special values are rare enough that ordinary arithmetic
/// is tested as well, common enough that most programs hold one.
static uint64_t randomBits(Random &random, DType dtype) {
  static const uint64_t specialF64[] = {0x0000000000000000u, 0x8000000000000000u, 0x7ff0000000000000u,
                                        0xfff0000000000000u, 0x7ff8000000000000u, 0x0000000000000001u,
                                        0x800fffffffffffffu, 0x7fefffffffffffffu, 0x3ff0000000000000u,
                                        0xbff0000000000000u, 0x4330000000000000u, 0x3fe0000000000000u};
  static const uint32_t specialF32[] = {0x00000000u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x00000001u,
                                        0x807fffffu, 0x7f7fffffu, 0x3f800000u, 0xbf800000u, 0x4b000000u, 0x3f000000u};
  static const uint16_t specialF16[] = {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x0001,
                                        0x83ff, 0x7bff, 0x3c00, 0xbc00, 0x6400, 0x3800};
  static const uint16_t specialBF16[] = {0x0000, 0x8000, 0x7f80, 0xff80, 0x7fc0, 0x0001,
                                         0x807f, 0x7f7f, 0x3f80, 0xbf80, 0x4b00, 0x3f00};
  static const int64_t specialInt[] = {0, 1, -1, 2, INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, 31, 32, 63, 64};
  bool special = random.oneIn(12);
  switch (dtype) {
  case DType::F64: {
    if (special)
      return random.pick(specialF64);
    // 2^-8 .. 2^8, either sign.
    uint64_t exponent = 1023 - 8 + random.below(16);
    return (random.next() & 0x800fffffffffffffu) | (exponent << 52);
  }
  case DType::F32: {
    if (special)
      return random.pick(specialF32);
    uint64_t exponent = 127 - 8 + random.below(16);
    return (random.next() & 0x807fffffu) | (exponent << 23);
  }
  case DType::F16:
    return special ? random.pick(specialF16) : (random.next() & 0x83ffu) | ((15 - 4 + random.below(8)) << 10);
  case DType::BF16:
    return special ? random.pick(specialBF16) : (random.next() & 0x807fu) | ((127 - 8 + random.below(16)) << 7);
  case DType::I1:
    return random.below(2);
  case DType::Q16:
    return special ? uint64_t(random.pick(specialInt)) : random.next() % 0x200000u - 0x100000u;
  case DType::I32:
  case DType::I64:
    return special ? uint64_t(random.pick(specialInt)) : random.next() % 201 - 100;
  }
  return 0;
}

static uint64_t ordinaryBits(Random &random, DType dtype) {
  switch (dtype) {
  case DType::F64: {
    double number = 0.3 + 1.4 * double(random.below(uint64_t(1) << 53)) / double(uint64_t(1) << 53);
    return llvm::bit_cast<uint64_t>(random.oneIn(2) ? number : -number);
  }
  case DType::I64:
    return uint64_t(int64_t(random.below(19)) - 9);
  default:
    return randomBits(random, dtype);
  }
}

rt::Tensor test::randomTensor(Random &random, DType dtype, ArrayRef<int64_t> shape, bool isOrdinary) {
  rt::Tensor tensor(dtype, std::vector<int64_t>(shape.begin(), shape.end()));
  size_t width = getByteSize(dtype);
  auto *bytes = static_cast<unsigned char *>(tensor.mutableRawData());
  for (int64_t i = 0, count = tensor.numElements(); i < count; ++i) {
    uint64_t bits = isOrdinary ? ordinaryBits(random, dtype) : randomBits(random, dtype);
    std::memcpy(bytes + i * width, &bits, width);
  }
  return tensor;
}

RandomProgram test::generateProgram(OpBuilder &builder, StringRef name, uint64_t seed,
                                    const GeneratorOptions &options) {
  Random random(seed);
  FunctionBuilder function(builder, random, options);
  MLIRContext *context = builder.getContext();
  Location loc = builder.getUnknownLoc();

  RandomProgram program;
  SmallVector<Type> argumentTypes;
  for (unsigned i = 0, count = 1 + random.below(3); i < count; ++i) {
    DType dtype = function.pickDType(Kind::Any);
    Shape shape = function.pickShape();
    program.arguments.push_back(randomTensor(random, dtype, shape, options.isSmooth));
    argumentTypes.push_back(RankedTensorType::get(shape, getElementType(context, dtype)));
  }
  // Early exits return what the function returns, so the types come first.
  for (unsigned i = 0, count = 1 + random.below(2); i < count; ++i)
    function.resultTypes.push_back(
        RankedTensorType::get(function.pickShape(2), getElementType(context, function.pickDType(Kind::Any))));
  unsigned forced = function.resultTypes.size();

  OpBuilder::InsertionGuard guard(builder);
  program.function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(argumentTypes, {}));
  Block *entry = program.function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  for (BlockArgument argument : entry->getArguments())
    function.addToPool(argument);
  function.addOperations(options.operations, /*depth=*/0);

  // The forced results first, then every value that nothing uses: what is not
  // observed is not tested. Early exits carry the first ones alone, so a program
  // with an exit returns no more than these.
  bool hasExit = false;
  program.function.walk([&](ReturnOp) { hasExit = true; });
  SmallVector<Value> results = function.makeResults(forced);
  if (!hasExit)
    for (Value value : function.getPool())
      if (value.use_empty() && !isa<BlockArgument>(value))
        results.push_back(value);
  func::ReturnOp::create(builder, loc, results);
  program.function.setFunctionType(
      builder.getFunctionType(argumentTypes, llvm::to_vector(ValueRange(results).getTypes())));
  return program;
}
