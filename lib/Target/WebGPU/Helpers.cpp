//===- Helpers.cpp - functions that shaders call --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mind::webgpu;
using llvm::StringRef;

namespace {
struct Helper {
  StringRef name;
  /// From the parameters on.
  StringRef text;
};
} // namespace

/// In an order in which no function calls one that comes later.
static constexpr Helper kHelpers[] = {
    // A parameter is never a constant to the compiler of WGSL, which refuses constants
    // that are infinite or no numbers.
    {"float_bits", "(bits: u32) -> f32 {\n  return bitcast<f32>(bits);\n}\n"},
    {"is_nan", "(x: f32) -> bool {\n  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;\n}\n"},
    {"maximum", "(x: f32, y: f32) -> f32 {\n"
                "  if (mind_is_nan(x)) { return x; }\n"
                "  if (mind_is_nan(y)) { return y; }\n"
                "  if (x == y) { return bitcast<f32>(bitcast<u32>(x) & bitcast<u32>(y)); }\n"
                "  return select(y, x, x > y);\n}\n"},
    {"minimum", "(x: f32, y: f32) -> f32 {\n"
                "  if (mind_is_nan(x)) { return x; }\n"
                "  if (mind_is_nan(y)) { return y; }\n"
                "  if (x == y) { return bitcast<f32>(bitcast<u32>(x) | bitcast<u32>(y)); }\n"
                "  return select(y, x, x < y);\n}\n"},
    {"maxnum", "(x: f32, y: f32) -> f32 {\n"
               "  if (mind_is_nan(x)) { return y; }\n"
               "  return select(mind_maximum(x, y), x, mind_is_nan(y));\n}\n"},
    {"minnum", "(x: f32, y: f32) -> f32 {\n"
               "  if (mind_is_nan(x)) { return y; }\n"
               "  return select(mind_minimum(x, y), x, mind_is_nan(y));\n}\n"},
    {"copysign", "(x: f32, sign: f32) -> f32 {\n"
                 "  return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));\n}\n"},

    // An i64 is its two words, the low one first.
    {"i64_from_i32", "(x: i32) -> vec2<u32> {\n  return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u));\n}\n"},
    {"i64_add", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n"
                "  let low = x.x + y.x;\n"
                "  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));\n}\n"},
    {"i64_neg", "(x: vec2<u32>) -> vec2<u32> {\n  return mind_i64_add(~x, vec2<u32>(1u, 0u));\n}\n"},
    {"i64_sub", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n"
                "  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));\n}\n"},
    {"wide_mul", "(x: u32, y: u32) -> vec2<u32> {\n"
                 "  let x0 = x & 0xffffu;\n  let x1 = x >> 16u;\n  let y0 = y & 0xffffu;\n  let y1 = y >> 16u;\n"
                 "  let a = x0 * y0;\n  let b = x1 * y0 + (a >> 16u);\n  let c = x0 * y1 + (b & 0xffffu);\n"
                 "  return vec2<u32>((c << 16u) | (a & 0xffffu), x1 * y1 + (b >> 16u) + (c >> 16u));\n}\n"},
    {"i64_mul", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n"
                "  let low = mind_wide_mul(x.x, y.x);\n"
                "  return vec2<u32>(low.x, low.y + x.x * y.y + x.y * y.x);\n}\n"},
    {"u64_lt", "(x: vec2<u32>, y: vec2<u32>) -> bool {\n"
               "  return x.y < y.y || (x.y == y.y && x.x < y.x);\n}\n"},
    {"i64_lt", "(x: vec2<u32>, y: vec2<u32>) -> bool {\n"
               "  return bitcast<i32>(x.y) < bitcast<i32>(y.y) || (x.y == y.y && x.x < y.x);\n}\n"},
    {"i64_shl", "(x: vec2<u32>, count: vec2<u32>) -> vec2<u32> {\n"
                "  let n = count.x & 63u;\n"
                "  if (n == 0u) { return x; }\n"
                "  if (n >= 32u) { return vec2<u32>(0u, x.x << (n - 32u)); }\n"
                "  return vec2<u32>(x.x << n, (x.y << n) | (x.x >> (32u - n)));\n}\n"},
    {"u64_shr", "(x: vec2<u32>, count: vec2<u32>) -> vec2<u32> {\n"
                "  let n = count.x & 63u;\n"
                "  if (n == 0u) { return x; }\n"
                "  if (n >= 32u) { return vec2<u32>(x.y >> (n - 32u), 0u); }\n"
                "  return vec2<u32>((x.x >> n) | (x.y << (32u - n)), x.y >> n);\n}\n"},
    {"i64_shr", "(x: vec2<u32>, count: vec2<u32>) -> vec2<u32> {\n"
                "  let n = count.x & 63u;\n"
                "  if (n == 0u) { return x; }\n"
                "  let high = bitcast<i32>(x.y);\n"
                "  if (n >= 32u) { return vec2<u32>(bitcast<u32>(high >> (n - 32u)), bitcast<u32>(high >> 31u)); }\n"
                "  return vec2<u32>((x.x >> n) | (x.y << (32u - n)), bitcast<u32>(high >> n));\n}\n"},
    // Quotient and remainder, one bit after the other. By 0: what the recommendation of
    // WGSL gives for 32 bits, the dividend and 0.
    {"u64_divide", "(x: vec2<u32>, y: vec2<u32>) -> vec4<u32> {\n"
                   "  if ((y.x | y.y) == 0u) { return vec4<u32>(x, 0u, 0u); }\n"
                   "  var quotient = vec2<u32>(0u, 0u);\n"
                   "  var rest = vec2<u32>(0u, 0u);\n"
                   "  for (var i = 63i; i >= 0i; i--) {\n"
                   "    let n = vec2<u32>(u32(i), 0u);\n"
                   "    let carry = rest.y >> 31u;\n"
                   "    rest = vec2<u32>((rest.x << 1u) | (mind_u64_shr(x, n).x & 1u), (rest.y << 1u) | (rest.x >> 31u));\n"
                   "    if (carry == 1u || !mind_u64_lt(rest, y)) {\n"
                   "      rest = mind_i64_sub(rest, y);\n"
                   "      quotient |= mind_i64_shl(vec2<u32>(1u, 0u), n);\n"
                   "    }\n  }\n"
                   "  return vec4<u32>(quotient, rest);\n}\n"},
    {"i64_abs", "(x: vec2<u32>) -> vec2<u32> {\n"
                "  return select(x, mind_i64_neg(x), (x.y >> 31u) == 1u);\n}\n"},
    {"i64_div", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n"
                "  let quotient = mind_u64_divide(mind_i64_abs(x), mind_i64_abs(y)).xy;\n"
                "  return select(quotient, mind_i64_neg(quotient), ((x.y ^ y.y) >> 31u) == 1u);\n}\n"},
    {"i64_rem", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n"
                "  let rest = mind_u64_divide(mind_i64_abs(x), mind_i64_abs(y)).zw;\n"
                "  return select(rest, mind_i64_neg(rest), (x.y >> 31u) == 1u);\n}\n"},
    {"u64_div", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n  return mind_u64_divide(x, y).xy;\n}\n"},
    {"u64_rem", "(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {\n  return mind_u64_divide(x, y).zw;\n}\n"},
    // To nearest even, which implementations need not do for more bits than a float holds.
    {"u64_to_f32", "(x: vec2<u32>) -> f32 {\n"
                   "  let width = select(64u - countLeadingZeros(x.y), 32u - countLeadingZeros(x.x), x.y == 0u);\n"
                   "  if (width <= 24u) { return f32(x.x); }\n"
                   "  let shift = width - 24u;\n"
                   "  let n = vec2<u32>(shift, 0u);\n"
                   "  let top = mind_u64_shr(x, n).x;\n"
                   "  let lost = mind_i64_sub(x, mind_i64_shl(vec2<u32>(top, 0u), n));\n"
                   "  let half = mind_i64_shl(vec2<u32>(1u, 0u), vec2<u32>(shift - 1u, 0u));\n"
                   "  let up = mind_u64_lt(half, lost) || (all(half == lost) && (top & 1u) == 1u);\n"
                   "  return f32(top + select(0u, 1u, up)) * bitcast<f32>((127u + shift) << 23u);\n}\n"},
    {"u32_to_f32", "(x: i32) -> f32 {\n  return mind_u64_to_f32(vec2<u32>(bitcast<u32>(x), 0u));\n}\n"},
    {"i32_to_f32", "(x: i32) -> f32 {\n"
                   "  let size = mind_u32_to_f32(abs(x));\n"
                   "  return select(size, -size, x < 0i);\n}\n"},
    {"i64_to_f32", "(x: vec2<u32>) -> f32 {\n"
                   "  let size = mind_u64_to_f32(mind_i64_abs(x));\n"
                   "  return select(size, -size, (x.y >> 31u) == 1u);\n}\n"},
    // Out of range: the nearest there is; no number: 0.
    {"i64_from_f32", "(x: f32) -> vec2<u32> {\n"
                     "  if (mind_is_nan(x)) { return vec2<u32>(0u, 0u); }\n"
                     "  let bits = bitcast<u32>(x);\n"
                     "  let exponent = i32((bits >> 23u) & 255u) - 150i;\n"
                     "  if (exponent >= 40i) {\n"
                     "    return select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), x < 0.0f);\n  }\n"
                     "  let digits = vec2<u32>((bits & 0x7fffffu) | 0x800000u, 0u);\n"
                     "  var size = vec2<u32>(0u, 0u);\n"
                     "  if (exponent >= 0i) {\n    size = mind_i64_shl(digits, vec2<u32>(u32(exponent), 0u));\n"
                     "  } else if (exponent > -24i) {\n"
                     "    size = mind_u64_shr(digits, vec2<u32>(u32(-exponent), 0u));\n  }\n"
                     "  return select(size, mind_i64_neg(size), x < 0.0f);\n}\n"},
};

void Helpers::use(StringRef name) {
  if (!used.insert(name.str()).second)
    return;
  const Helper *helper = llvm::find_if(kHelpers, [&](const Helper &each) { return each.name == name; });
  if (helper == std::end(kHelpers))
    llvm::report_fatal_error("no such function of shaders");
  for (const Helper &other : kHelpers)
    if (helper->text.contains(("mind_" + other.name + "(").str()))
      use(other.name);
}

std::string Helpers::call(StringRef name, StringRef arguments) {
  use(name);
  return ("mind_" + name + "(" + arguments + ")").str();
}

void Helpers::print(llvm::raw_ostream &os) const {
  for (const Helper &helper : kHelpers)
    if (used.count(helper.name.str()))
      os << "fn mind_" << helper.name << helper.text << '\n';
}
