//===- Chains.cpp - tiles of fma chains -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains.h"

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;

//===----------------------------------------------------------------------===//
// Shapes of tiles
//===----------------------------------------------------------------------===//

namespace {
/// A panel is one cache line wide: two registers of AVX2, or one of AVX-512.
constexpr int64_t kPanelBytes = 64;
constexpr int64_t kRegisterBytes = 32;
/// Of the 16 registers; the others hold a run of the panel and a scalar.
constexpr int64_t kAccumulators = 12;
/// Chains of scalars, where a result has a single column.
constexpr int64_t kScalarChains = 8;
} // namespace

Tile mind::chooseTile(Type element, int64_t rows, int64_t columns) {
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  bool areRowsKnown = !ShapedType::isDynamic(rows), areColumnsKnown = !ShapedType::isDynamic(columns);
  int64_t width = kPanelBytes / bytes;
  if (areColumnsKnown)
    width = std::min<int64_t>(width, llvm::PowerOf2Ceil(std::max<int64_t>(columns, 1)));
  if (width == 1)
    return {1, areRowsKnown ? std::clamp<int64_t>(rows, 1, kScalarChains) : kScalarChains};

  auto registers = [&] { return std::max<int64_t>(1, width * bytes / kRegisterBytes); };
  int64_t most = kAccumulators / registers();
  if (!areRowsKnown)
    return {width, most};
  int64_t count = std::clamp<int64_t>(rows, 1, most);
  // Few rows leave registers for more columns, so that as many chains are in flight.
  while (count * registers() * 2 <= kAccumulators && areColumnsKnown && columns >= width * 2)
    width *= 2;
  return {width, count};
}

int64_t mind::getStaticExtent(Value extent) { return getConstantIntValue(extent).value_or(ShapedType::kDynamic); }

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

Type mind::getChainType(MLIRContext *context, DType dtype) {
  return dtype == DType::Q16 ? IntegerType::get(context, 64) : getStorageType(context, getComputeDType(dtype));
}

Value mind::widenOperand(KernelBuilder &b, DType dtype, Value value) {
  Type type = getChainType(b.getContext(), dtype);
  if (getElementTypeOrSelf(value.getType()) == type)
    return value;
  return b.map(value, type, [&](OpBuilder &nested, Location loc, Value element) -> Value {
    if (dtype == DType::Q16)
      return arith::ExtSIOp::create(nested, loc, type, element);
    return emitWiden(nested, loc, dtype, element);
  });
}

Value mind::narrowResult(KernelBuilder &b, DType dtype, Value value) {
  Type type = getStorageType(b.getContext(), dtype);
  if (getElementTypeOrSelf(value.getType()) == type)
    return value;
  return b.map(value, type, [&](OpBuilder &nested, Location loc, Value element) -> Value {
    if (dtype != DType::Q16)
      return emitNarrow(nested, loc, dtype, element);
    Value sixteen = emitInteger(nested, loc, element.getType(), 16);
    Value shifted = arith::ShRSIOp::create(nested, loc, element, sixteen);
    return arith::TruncIOp::create(nested, loc, type, shifted);
  });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Values mind::emitChains(KernelBuilder &b, const ChainTile &tile, function_ref<Value(ValueRange)> vectorAt,
                        function_ref<Value(ValueRange, int64_t)> scalarAt) {
  Values taps;
  std::function<Values(ValueRange)> emit = [&](ValueRange accumulators) -> Values {
    if (taps.size() < tile.taps.size()) {
      TapRange range = tile.taps[taps.size()];
      return b.loop(range.lower, range.upper, 1, accumulators, [&](Value tap, ValueRange inner) {
        taps.push_back(tap);
        Values next = emit(inner);
        taps.pop_back();
        return next;
      });
    }
    Value vector = vectorAt(taps);
    Values next;
    for (auto [row, accumulator] : llvm::enumerate(accumulators))
      next.push_back(b.fma(b.broadcast(scalarAt(taps, row), tile.width), vector, accumulator));
    return next;
  };
  return emit(Values(tile.rows, b.zeros(tile.element, tile.width)));
}

Values mind::emitPanels(KernelBuilder &b, Value columns, int64_t width, ValueRange inits,
                        function_ref<Values(Value, bool, ValueRange)> body) {
  Value full = b.roundDown(columns, width);
  Values carried =
      b.loop(b.index(0), full, width, inits, [&](Value column, ValueRange inner) { return body(column, true, inner); });
  return b.loop(full, columns, width, carried,
                [&](Value column, ValueRange inner) { return body(column, false, inner); });
}

Values mind::emitRows(KernelBuilder &b, Value lower, Value upper, int64_t rows, ValueRange inits,
                      function_ref<Values(Value, int64_t, ValueRange)> body) {
  Value span = b.sub(upper, lower);
  Value count = b.max(span, b.index(0));
  if (std::optional<int64_t> known = getConstantIntValue(count)) {
    Value full = b.add(lower, *known / rows * rows);
    Values carried =
        b.loop(lower, full, rows, inits, [&](Value row, ValueRange inner) { return body(row, rows, inner); });
    return *known % rows == 0 ? carried : body(full, *known % rows, carried);
  }
  // The last tile ends with the last row and may do rows of the one before again,
  // with the same result. Fewer rows than a tile has are done one by one.
  Value isLess = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, count, b.index(rows));
  Value none = b.index(0), enough = b.ceilDiv(count, rows);
  Value numTiles = arith::SelectOp::create(b, isLess, none, enough);
  Value numSingle = arith::SelectOp::create(b, isLess, count, none);
  Values carried = b.loop(b.index(0), numTiles, 1, inits, [&](Value tile, ValueRange inner) {
    Value first = b.add(lower, b.mul(tile, rows)), last = b.sub(upper, b.index(rows));
    return body(b.min(first, last), rows, inner);
  });
  if (rows == 1)
    return carried;
  return b.loop(lower, b.add(lower, numSingle), 1, carried,
                [&](Value row, ValueRange inner) { return body(row, 1, inner); });
}

Value mind::emitPack(KernelBuilder &b, Value source, ValueRange prefix, Value panel, Value column, bool isFull) {
  Values extents = b.sizes(panel);
  int64_t width = *getConstantIntValue(extents.pop_back_val());
  return b.nest(extents, panel, [&](ValueRange ivs, ValueRange carried) -> Values {
    Values from(prefix), to(ivs);
    llvm::append_range(from, ivs);
    from.push_back(column);
    to.push_back(b.index(0));
    return {b.write(b.read(source, from, width, isFull), carried[0], to, true)};
  })[0];
}
