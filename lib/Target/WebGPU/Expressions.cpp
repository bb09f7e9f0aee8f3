//===- Expressions.cpp - ops that have a value ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShaderPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

static std::string join(const llvm::Twine &text) { return text.str(); }

static std::string toUnsigned(StringRef text) { return join("bitcast<u32>(" + text + ")"); }
static std::string toSigned(StringRef text) { return join("bitcast<i32>(" + text + ")"); }

static bool isWide(Type type) { return type.isInteger(64); }
static bool isBool(Type type) { return type.isInteger(1); }

std::string ShaderPrinter::getConstant(Attribute value, Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    llvm::APFloat parts = number.getValue();
    uint32_t bits = parts.bitcastToAPInt().getZExtValue();
    if (!parts.isFinite())
      return helpers.call("float_bits", llvm::utostr(bits) + "u");
    // Where a literal might lose the sign, or be flushed.
    if (parts.isNegZero() || parts.isDenormal())
      return join("bitcast<f32>(" + llvm::Twine(bits) + "u)");
    // Nine digits tell all floats apart, but those of the greatest name a number beyond it.
    bool isGreatest = parts.isLargest();
    stream << (parts.isNegative() ? "(" : "")
           << llvm::format(isGreatest ? "%.17g" : "%.9g", double(parts.convertToFloat())) << "f"
           << (parts.isNegative() ? ")" : "");
    return text;
  }
  llvm::APInt number = cast<IntegerAttr>(value).getValue();
  if (isBool(type))
    return number.isZero() ? "false" : "true";
  if (isWide(type)) {
    uint64_t bits = number.getZExtValue();
    return join("vec2<u32>(" + llvm::Twine(uint32_t(bits)) + "u, " + llvm::Twine(uint32_t(bits >> 32)) + "u)");
  }
  int64_t whole = number.getSExtValue();
  // The literal of the least number has no place in an i32 before it is negated.
  if (whole < 0)
    return join("i32(" + llvm::Twine(whole) + ")");
  return join(llvm::Twine(whole) + "i");
}

std::string ShaderPrinter::add(Type type, StringRef lhs, StringRef rhs) {
  if (isWide(type))
    return helpers.call("i64_add", join(lhs + ", " + rhs));
  return join(lhs + " + " + rhs);
}

/// `predicate`: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
std::string ShaderPrinter::compare(StringRef predicate, bool isUnsigned, Value lhs, Value rhs) {
  std::string x = nameOf(lhs), y = nameOf(rhs);
  Type type = lhs.getType();
  bool isEquality = predicate == "==" || predicate == "!=";
  if (isWide(type)) {
    if (isEquality)
      return join((predicate == "==" ? "all(" : "any(") + x + " " + predicate + " " + y + ")");
    bool isSwapped = predicate == ">" || predicate == "<=", isNegated = predicate.ends_with("=");
    std::string less = helpers.call(isUnsigned ? "u64_lt" : "i64_lt", isSwapped ? y + ", " + x : x + ", " + y);
    return (isNegated ? "!" : "") + less;
  }
  if (isBool(type) && !isEquality) {
    // As numbers of one bit, of which the signed ones are 0 and -1.
    std::string one = isUnsigned ? "1i" : "-1i";
    x = "select(0i, " + one + ", " + x + ")";
    y = "select(0i, " + one + ", " + y + ")";
  } else if (isUnsigned) {
    x = toUnsigned(x);
    y = toUnsigned(y);
  }
  return join(x + " " + predicate + " " + y);
}

std::optional<std::string> ShaderPrinter::getInteger(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (auto compareOp = dyn_cast<arith::CmpIOp>(op)) {
    using arith::CmpIPredicate;
    CmpIPredicate predicate = compareOp.getPredicate();
    StringRef sign = predicate == CmpIPredicate::eq                                         ? "=="
                     : predicate == CmpIPredicate::ne                                       ? "!="
                     : predicate == CmpIPredicate::slt || predicate == CmpIPredicate::ult ? "<"
                     : predicate == CmpIPredicate::sle || predicate == CmpIPredicate::ule ? "<="
                     : predicate == CmpIPredicate::sgt || predicate == CmpIPredicate::ugt ? ">"
                                                                                            : ">=";
    bool isUnsigned = predicate >= CmpIPredicate::ult;
    return compare(sign, isUnsigned, compareOp.getLhs(), compareOp.getRhs());
  }
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  std::string x = nameOf(lhs), y = nameOf(rhs), both = x + ", " + y;
  Type type = op->getResult(0).getType();
  if (isWide(type)) {
    auto wide = [&](StringRef helper) { return helpers.call(helper, both); };
    return TypeSwitch<Operation *, std::optional<std::string>>(op)
        .Case([&](arith::AddIOp) { return wide("i64_add"); })
        .Case([&](arith::SubIOp) { return wide("i64_sub"); })
        .Case([&](arith::MulIOp) { return wide("i64_mul"); })
        .Case([&](arith::DivSIOp) { return wide("i64_div"); })
        .Case([&](arith::DivUIOp) { return wide("u64_div"); })
        .Case([&](arith::RemSIOp) { return wide("i64_rem"); })
        .Case([&](arith::RemUIOp) { return wide("u64_rem"); })
        .Case([&](arith::ShLIOp) { return wide("i64_shl"); })
        .Case([&](arith::ShRSIOp) { return wide("i64_shr"); })
        .Case([&](arith::ShRUIOp) { return wide("u64_shr"); })
        .Case([&](arith::AndIOp) { return x + " & " + y; })
        .Case([&](arith::OrIOp) { return x + " | " + y; })
        .Case([&](arith::XOrIOp) { return x + " ^ " + y; })
        .Case([&](arith::MaxSIOp) { return "select(" + both + ", " + helpers.call("i64_lt", both) + ")"; })
        .Case([&](arith::MinSIOp) { return "select(" + y + ", " + x + ", " + helpers.call("i64_lt", both) + ")"; })
        .Case([&](arith::MaxUIOp) { return "select(" + both + ", " + helpers.call("u64_lt", both) + ")"; })
        .Case([&](arith::MinUIOp) { return "select(" + y + ", " + x + ", " + helpers.call("u64_lt", both) + ")"; })
        .Default([](Operation *) { return std::nullopt; });
  }
  if (isBool(type))
    return TypeSwitch<Operation *, std::optional<std::string>>(op)
        .Case<arith::AndIOp, arith::MulIOp>([&](auto) { return x + " & " + y; })
        .Case<arith::OrIOp>([&](auto) { return x + " | " + y; })
        .Case<arith::XOrIOp, arith::AddIOp, arith::SubIOp>([&](auto) { return x + " != " + y; })
        .Default([](Operation *) { return std::nullopt; });
  if (!isa<IndexType>(type) && !type.isInteger(32))
    return std::nullopt;
  auto natural = [&](StringRef sign) { return toSigned(toUnsigned(x) + sign.str() + toUnsigned(y)); };
  // The compiler of WGSL refuses a constant that it could not divide or shift by; it
  // does not look at what variables hold.
  std::string count = "(" + toUnsigned(y) + " & 31u)";
  return TypeSwitch<Operation *, std::optional<std::string>>(op)
      .Case([&](arith::AddIOp) { return x + " + " + y; })
      .Case([&](arith::SubIOp) { return x + " - " + y; })
      .Case([&](arith::MulIOp) { return x + " * " + y; })
      .Case([&](arith::DivSIOp) { return x + " / " + y; })
      .Case([&](arith::RemSIOp) { return x + " % " + y; })
      .Case([&](arith::DivUIOp) { return natural(" / "); })
      .Case([&](arith::RemUIOp) { return natural(" % "); })
      .Case([&](arith::ShLIOp) { return x + " << " + count; })
      .Case([&](arith::ShRSIOp) { return x + " >> " + count; })
      .Case([&](arith::ShRUIOp) { return toSigned(toUnsigned(x) + " >> " + count); })
      .Case([&](arith::AndIOp) { return x + " & " + y; })
      .Case([&](arith::OrIOp) { return x + " | " + y; })
      .Case([&](arith::XOrIOp) { return x + " ^ " + y; })
      .Case([&](arith::MaxSIOp) { return "max(" + both + ")"; })
      .Case([&](arith::MinSIOp) { return "min(" + both + ")"; })
      .Case([&](arith::MaxUIOp) { return toSigned("max(" + toUnsigned(x) + ", " + toUnsigned(y) + ")"); })
      .Case([&](arith::MinUIOp) { return toSigned("min(" + toUnsigned(x) + ", " + toUnsigned(y) + ")"); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<std::string> ShaderPrinter::getConversion(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  std::string x = nameOf(op->getOperand(0));
  bool fits = (to.isF32() || to.isIndex() || getStorageBytes(to)) && (from.isF32() || from.isIndex() || getStorageBytes(from));
  if (!fits)
    return std::nullopt;
  auto extend = [&](bool isSigned) -> std::string {
    if (isBool(from)) {
      std::string low = "select(0u, " + std::string(isSigned ? "0xffffffffu" : "1u") + ", " + x + ")";
      if (isWide(to))
        return "vec2<u32>(" + low + ", " + (isSigned ? low : "0u") + ")";
      return toSigned(low);
    }
    if (isWide(to) && !isWide(from))
      return isSigned ? helpers.call("i64_from_i32", x) : "vec2<u32>(" + toUnsigned(x) + ", 0u)";
    if (isWide(from) && !isWide(to))
      return toSigned(x + ".x");
    return x;
  };
  return TypeSwitch<Operation *, std::optional<std::string>>(op)
      .Case<arith::ExtSIOp, arith::IndexCastOp>([&](auto) { return extend(/*isSigned=*/true); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>([&](auto) { return extend(/*isSigned=*/false); })
      .Case([&](arith::TruncIOp) -> std::optional<std::string> {
        if (!isBool(to))
          return toSigned(x + ".x");
        return isWide(from) ? "(" + x + ".x & 1u) != 0u" : "(" + x + " & 1i) != 0i";
      })
      .Case([&](arith::SIToFPOp) -> std::optional<std::string> {
        if (isBool(from))
          return "select(0.0f, -1.0f, " + x + ")";
        return helpers.call(isWide(from) ? "i64_to_f32" : "i32_to_f32", x);
      })
      .Case([&](arith::UIToFPOp) -> std::optional<std::string> {
        if (isBool(from))
          return "select(0.0f, 1.0f, " + x + ")";
        return helpers.call(isWide(from) ? "u64_to_f32" : "u32_to_f32", x);
      })
      .Case([&](arith::FPToSIOp) -> std::optional<std::string> {
        if (isBool(to))
          return std::nullopt;
        return isWide(to) ? helpers.call("i64_from_f32", x) : "i32(" + x + ")";
      })
      .Case([&](arith::FPToUIOp) -> std::optional<std::string> {
        if (isBool(to) || isWide(to))
          return std::nullopt;
        return toSigned("u32(" + x + ")");
      })
      .Case([&](arith::BitcastOp) -> std::optional<std::string> {
        return "bitcast<" + getType(to, op) + ">(" + x + ")";
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// A comparison of floats. Whether a number is none is read off its bits: WGSL lets a
/// compiler assume that it never is.
static std::string compareFloats(arith::CmpFPredicate predicate, StringRef x, StringRef y, StringRef unordered) {
  using arith::CmpFPredicate;
  auto plain = [&](StringRef sign) { return join("(" + x + " " + sign + " " + y + ")"); };
  switch (predicate) {
  case CmpFPredicate::AlwaysFalse:
    return "false";
  case CmpFPredicate::AlwaysTrue:
    return "true";
  case CmpFPredicate::OEQ:
    return plain("==");
  case CmpFPredicate::OGT:
    return plain(">");
  case CmpFPredicate::OGE:
    return plain(">=");
  case CmpFPredicate::OLT:
    return plain("<");
  case CmpFPredicate::OLE:
    return plain("<=");
  case CmpFPredicate::ONE:
    return plain("<") + " || " + plain(">");
  case CmpFPredicate::ORD:
    return join("!(" + unordered + ")");
  case CmpFPredicate::UEQ:
    return join(plain("==") + " || " + unordered);
  case CmpFPredicate::UGT:
    return join(plain(">") + " || " + unordered);
  case CmpFPredicate::UGE:
    return join(plain(">=") + " || " + unordered);
  case CmpFPredicate::ULT:
    return join(plain("<") + " || " + unordered);
  case CmpFPredicate::ULE:
    return join(plain("<=") + " || " + unordered);
  case CmpFPredicate::UNE:
    return join(plain("!=") + " || " + unordered);
  case CmpFPredicate::UNO:
    return unordered.str();
  }
  return "";
}

std::optional<std::string> ShaderPrinter::getFloat(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return std::nullopt;
  SmallVector<std::string> operands;
  for (Value operand : op->getOperands())
    operands.push_back(nameOf(operand));
  const std::string &x = operands[0], all = llvm::join(operands, ", ");
  if (auto compareOp = dyn_cast<arith::CmpFOp>(op)) {
    if (!compareOp.getLhs().getType().isF32())
      return std::nullopt;
    using arith::CmpFPredicate;
    CmpFPredicate predicate = compareOp.getPredicate();
    bool asksForNaN = predicate == CmpFPredicate::ORD || predicate >= CmpFPredicate::UEQ;
    std::string unordered;
    if (asksForNaN && predicate != CmpFPredicate::AlwaysTrue) {
      unordered = helpers.call("is_nan", x);
      if (operands[1] != x)
        unordered += " || " + helpers.call("is_nan", operands[1]);
    }
    return compareFloats(predicate, x, operands[1], unordered);
  }
  Type type = op->getResult(0).getType();
  // Those of integers.
  if (type.isInteger(32) || type.isIndex())
    return TypeSwitch<Operation *, std::optional<std::string>>(op)
        .Case([&](math::AbsIOp) { return "abs(" + x + ")"; })
        .Case([&](math::CountLeadingZerosOp) { return "countLeadingZeros(" + x + ")"; })
        .Case([&](math::CountTrailingZerosOp) { return "countTrailingZeros(" + x + ")"; })
        .Case([&](math::CtPopOp) { return "countOneBits(" + x + ")"; })
        .Default([](Operation *) { return std::nullopt; });
  if (isWide(type) && isa<math::AbsIOp>(op))
    return helpers.call("i64_abs", x);
  if (!type.isF32() || llvm::any_of(op->getOperandTypes(), [](Type each) { return !each.isF32(); }))
    return std::nullopt;
  auto infix = [&](StringRef sign) { return join(x + sign + operands[1]); };
  auto function = [&](StringRef name) { return join(name + "(" + all + ")"); };
  return TypeSwitch<Operation *, std::optional<std::string>>(op)
      .Case([&](arith::AddFOp) { return infix(" + "); })
      .Case([&](arith::SubFOp) { return infix(" - "); })
      .Case([&](arith::MulFOp) { return infix(" * "); })
      .Case([&](arith::DivFOp) { return infix(" / "); })
      .Case([&](arith::RemFOp) { return infix(" % "); })
      .Case([&](arith::NegFOp) { return join("-" + x); })
      .Case([&](arith::MaximumFOp) { return helpers.call("maximum", all); })
      .Case([&](arith::MinimumFOp) { return helpers.call("minimum", all); })
      .Case([&](arith::MaxNumFOp) { return helpers.call("maxnum", all); })
      .Case([&](arith::MinNumFOp) { return helpers.call("minnum", all); })
      .Case([&](math::CopySignOp) { return helpers.call("copysign", all); })
      .Case([&](math::FmaOp) { return function("fma"); })
      .Case([&](math::AbsFOp) { return function("abs"); })
      .Case([&](math::FloorOp) { return function("floor"); })
      .Case([&](math::CeilOp) { return function("ceil"); })
      .Case([&](math::TruncOp) { return function("trunc"); })
      .Case([&](math::RoundEvenOp) { return function("round"); })
      .Case([&](math::SqrtOp) { return function("sqrt"); })
      .Case([&](math::RsqrtOp) { return function("inverseSqrt"); })
      .Case([&](math::ExpOp) { return function("exp"); })
      .Case([&](math::Exp2Op) { return function("exp2"); })
      .Case([&](math::LogOp) { return function("log"); })
      .Case([&](math::Log2Op) { return function("log2"); })
      .Case([&](math::SinOp) { return function("sin"); })
      .Case([&](math::CosOp) { return function("cos"); })
      .Case([&](math::TanOp) { return function("tan"); })
      .Case([&](math::TanhOp) { return function("tanh"); })
      .Case([&](math::AsinOp) { return function("asin"); })
      .Case([&](math::AcosOp) { return function("acos"); })
      .Case([&](math::AtanOp) { return function("atan"); })
      .Case([&](math::PowFOp) { return function("pow"); })
      .Default([](Operation *) { return std::nullopt; });
}

static StringRef getComponent(gpu::Dimension dimension) {
  return dimension == gpu::Dimension::x ? "x" : dimension == gpu::Dimension::y ? "y" : "z";
}

std::optional<std::string> ShaderPrinter::getPosition(Operation *op) {
  if (auto thread = dyn_cast<gpu::ThreadIdOp>(op))
    return join("i32(thread." + getComponent(thread.getDimension()) + ")");
  if (auto block = dyn_cast<gpu::BlockIdOp>(op)) {
    if (shader.getLinearWorkgroups())
      return block.getDimension() == gpu::Dimension::x ? "linear_workgroup" : "0i";
    return join("i32(workgroup." + getComponent(block.getDimension()) + ")");
  }
  if (auto size = dyn_cast<gpu::BlockDimOp>(op))
    return join(llvm::Twine(shader.getWorkgroupSize()[size_t(size.getDimension())]) + "i");
  if (auto count = dyn_cast<gpu::GridDimOp>(op)) {
    if (std::optional<uint64_t> linear = shader.getLinearWorkgroups())
      return join(llvm::Twine(count.getDimension() == gpu::Dimension::x ? *linear : 1) + "i");
    return join("i32(workgroups." + getComponent(count.getDimension()) + ")");
  }
  return std::nullopt;
}

std::optional<std::string> ShaderPrinter::getExpression(Operation *op) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return "select(" + nameOf(select.getFalseValue()) + ", " + nameOf(select.getTrueValue()) + ", " +
           nameOf(select.getCondition()) + ")";
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> axis = dim.getConstantIndex();
    auto type = dyn_cast<MemRefType>(dim.getSource().getType());
    if (!axis || !type || *axis >= type.getRank() || type.isDynamicDim(*axis))
      return std::nullopt;
    return join(llvm::Twine(type.getDimSize(*axis)) + "i");
  }
  for (auto get : {&ShaderPrinter::getPosition, &ShaderPrinter::getInteger, &ShaderPrinter::getConversion,
                   &ShaderPrinter::getFloat})
    if (std::optional<std::string> text = (this->*get)(op))
      return text;
  return std::nullopt;
}
