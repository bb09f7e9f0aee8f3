//===- ReferenceTest.cpp - random tensors, computed a second time ---------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules once more, written another way: element by element, with a recursive
// tree for sums. Data and shapes come from one seed.
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

#include "Mind/Runtime/Scalars.h"

#include <cmath>

using namespace mind;

namespace {

class Random {
public:
  uint64_t next(uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  }
  /// Magnitudes from 2^-10 to 2^10, so that the order of a sum shows in its bits.
  float number() {
    float value = std::ldexp(float(next(1 << 24)) / float(1 << 24), int(next(21)) - 10);
    return next(2) ? -value : value;
  }
  rt::Tensor tensor(std::vector<int64_t> shape) {
    rt::Tensor result(DType::F32, std::move(shape));
    for (int64_t i = 0; i < result.numElements(); ++i)
      result.mutableData<float>()[i] = number();
    return result;
  }

private:
  uint64_t state = 1;
};

rt::Tensor run(const std::string &text, const std::vector<rt::Tensor> &args) {
  mlir::DialectRegistry registry;
  registry.insert<MindDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return rt::Tensor();
  interpreter::Outcome outcome = interpreter::run(*module, "f", args, llvm::nulls());
  return outcome.fault ? rt::Tensor() : outcome.results[0];
}

std::string typeOf(const std::vector<int64_t> &shape) {
  std::string type = "tensor<";
  for (int64_t extent : shape)
    type += std::to_string(extent) + "x";
  return type + "f32>";
}

std::string makeFunction(const std::vector<rt::Tensor> &args, const std::string &op, const std::string &result) {
  std::string text = "func.func @f(", types;
  for (size_t i = 0; i < args.size(); ++i) {
    text += (i == 0 ? "%a" : ", %b") + (": " + typeOf(args[i].shape()));
    types += (i == 0 ? "" : ", ") + typeOf(args[i].shape());
  }
  return text + ") -> " + result + " {\n%r = " + op + " : " + types + "\nreturn %r : " + result + "\n}";
}

uint32_t bits(float value) { return rt::bitCast<uint32_t>(value); }

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

float sumBlock(const std::vector<float> &x, size_t begin, size_t end) {
  float lanes[16];
  for (size_t lane = 0; lane < 16; ++lane) {
    lanes[lane] = 0;
    for (size_t i = begin + lane; i < end; i += 16)
      lanes[lane] += x[i];
  }
  float eight[8], four[4];
  for (int i = 0; i < 8; ++i)
    eight[i] = lanes[i] + lanes[i + 8];
  for (int i = 0; i < 4; ++i)
    four[i] = eight[i] + eight[i + 4];
  return (four[0] + four[2]) + (four[1] + four[3]);
}

/// The left part has the greatest power of two of blocks that leaves a right part.
float sumTree(const std::vector<float> &x, size_t begin, size_t end) {
  size_t blocks = (end - begin + 1023) / 1024;
  if (blocks <= 1)
    return sumBlock(x, begin, end);
  size_t left = 1;
  while (2 * left < blocks)
    left *= 2;
  return sumTree(x, begin, begin + left * 1024) + sumTree(x, begin + left * 1024, end);
}

TEST(InterpreterReference, Sum) {
  Random random;
  for (int64_t count : {1, 2, 15, 16, 17, 31, 100, 1023, 1024, 1025, 2047, 2048, 3000, 5120, 7168, 11265, 20000}) {
    rt::Tensor x = random.tensor({count});
    std::vector<float> elements(x.data<float>(), x.data<float>() + count);
    rt::Tensor sum = run(makeFunction({x}, "mind.sum %a axes []", "tensor<f32>"), {x});
    ASSERT_TRUE(bool(sum));
    EXPECT_EQ(bits(*sum.data<float>()), bits(sumTree(elements, 0, elements.size()))) << count;
    rt::Tensor mean = run(makeFunction({x}, "mind.mean %a axes []", "tensor<f32>"), {x});
    EXPECT_EQ(bits(*mean.data<float>()), bits(sumTree(elements, 0, elements.size()) / float(count))) << count;
  }
}

TEST(InterpreterReference, SumOverAxes) {
  Random random;
  rt::Tensor x = random.tensor({40, 3, 50});
  const float *data = x.data<float>();
  rt::Tensor outer = run(makeFunction({x}, "mind.sum %a axes [0]", "tensor<3x50xf32>"), {x});
  rt::Tensor both = run(makeFunction({x}, "mind.sum %a axes [0, 2]", "tensor<3xf32>"), {x});
  for (int j = 0; j < 3; ++j) {
    std::vector<float> all;
    for (int i = 0; i < 40; ++i)
      for (int k = 0; k < 50; ++k)
        all.push_back(data[(i * 3 + j) * 50 + k]);
    EXPECT_EQ(bits(both.data<float>()[j]), bits(sumTree(all, 0, all.size())));
    for (int k = 0; k < 50; ++k) {
      std::vector<float> column;
      for (int i = 0; i < 40; ++i)
        column.push_back(data[(i * 3 + j) * 50 + k]);
      EXPECT_EQ(bits(outer.data<float>()[j * 50 + k]), bits(sumTree(column, 0, column.size())));
    }
  }
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

TEST(InterpreterReference, Matmul) {
  Random random;
  rt::Tensor a = random.tensor({2, 7, 33}), b = random.tensor({33, 19});
  rt::Tensor c = run(makeFunction({a, b}, "mind.matmul %a, %b", "tensor<2x7x19xf32>"), {a, b});
  ASSERT_TRUE(bool(c));
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 19; ++j) {
      float chain = 0;
      for (int k = 0; k < 33; ++k)
        chain = std::fma(a.data<float>()[i * 33 + k], b.data<float>()[k * 19 + j], chain);
      EXPECT_EQ(bits(c.data<float>()[i * 19 + j]), bits(chain));
    }
}

/// One convolution, by its definition.
struct Convolution {
  int h, w, c, kh, kw, f, sh, sw, top, bottom, left, right;
  int oh() const { return (h + top + bottom - kh) / sh + 1; }
  int ow() const { return (w + left + right - kw) / sw + 1; }
  std::string getOptions() const {
    auto text = [](int number) { return std::to_string(number); };
    return " strides [" + text(sh) + ", " + text(sw) + "] padding explicit pads [" + text(top) + ", " + text(bottom) +
           ", " + text(left) + ", " + text(right) + "]";
  }
};

TEST(InterpreterReference, ConvolutionsAndGradients) {
  Random random;
  constexpr int n = 2;
  for (int round = 0; round < 25; ++round) {
    auto pick = [&](int low, int high) { return low + int(random.next(uint64_t(high - low + 1))); };
    Convolution g{pick(3, 6), pick(3, 6), pick(1, 3), pick(1, 3), pick(1, 3), pick(1, 3),
                  pick(1, 3), pick(1, 3), pick(0, 2), pick(0, 2), pick(0, 2), pick(0, 2)};
    rt::Tensor x = random.tensor({n, g.h, g.w, g.c}), w = random.tensor({g.kh, g.kw, g.c, g.f});
    rt::Tensor dy = random.tensor({n, g.oh(), g.ow(), g.f});
    auto X = [&](int b, int i, int j, int c) { return x.data<float>()[((b * g.h + i) * g.w + j) * g.c + c]; };
    auto W = [&](int i, int j, int c, int f) { return w.data<float>()[((i * g.kw + j) * g.c + c) * g.f + f]; };
    auto D = [&](int b, int i, int j, int f) { return dy.data<float>()[((b * g.oh() + i) * g.ow() + j) * g.f + f]; };

    rt::Tensor y = run(makeFunction({x, w}, "mind.conv2d %a, %b" + g.getOptions(), typeOf(dy.shape())), {x, w});
    ASSERT_TRUE(bool(y));
    int64_t at = 0;
    for (int b = 0; b < n; ++b)
      for (int oh = 0; oh < g.oh(); ++oh)
        for (int ow = 0; ow < g.ow(); ++ow)
          for (int f = 0; f < g.f; ++f) {
            float chain = 0;
            for (int kh = 0; kh < g.kh; ++kh)
              for (int kw = 0; kw < g.kw; ++kw) {
                int i = oh * g.sh + kh - g.top, j = ow * g.sw + kw - g.left;
                for (int c = 0; c < g.c && i >= 0 && i < g.h && j >= 0 && j < g.w; ++c)
                  chain = std::fma(X(b, i, j, c), W(kh, kw, c, f), chain);
              }
            EXPECT_EQ(bits(y.data<float>()[at++]), bits(chain));
          }

    std::string toInput = makeFunction({dy, w}, "mind.conv2d_grad_input %a, %b" + g.getOptions(), typeOf(x.shape()));
    std::string toFilter = makeFunction({x, dy}, "mind.conv2d_grad_filter %a, %b" + g.getOptions(), typeOf(w.shape()));
    toInput.insert(toInput.find("\nreturn"), " -> " + typeOf(x.shape()));
    toFilter.insert(toFilter.find("\nreturn"), " -> " + typeOf(w.shape()));
    rt::Tensor dx = run(toInput, {dy, w}), dw = run(toFilter, {x, dy});
    ASSERT_TRUE(bool(dx) && bool(dw));
    // Scattered from the outputs instead of gathered by the inputs: for one filter
    // position there is at most one output, so the order is the same.
    std::vector<float> gathered(size_t(x.numElements()));
    for (int kh = 0; kh < g.kh; ++kh)
      for (int kw = 0; kw < g.kw; ++kw)
        for (int b = 0; b < n; ++b)
          for (int oh = 0; oh < g.oh(); ++oh)
            for (int ow = 0; ow < g.ow(); ++ow) {
              int i = oh * g.sh + kh - g.top, j = ow * g.sw + kw - g.left;
              if (i < 0 || i >= g.h || j < 0 || j >= g.w)
                continue;
              for (int c = 0; c < g.c; ++c) {
                float &chain = gathered[size_t(((b * g.h + i) * g.w + j) * g.c + c)];
                for (int f = 0; f < g.f; ++f)
                  chain = std::fma(D(b, oh, ow, f), W(kh, kw, c, f), chain);
              }
            }
    for (size_t i = 0; i < gathered.size(); ++i)
      EXPECT_EQ(bits(dx.data<float>()[i]), bits(gathered[i]));
    at = 0;
    for (int kh = 0; kh < g.kh; ++kh)
      for (int kw = 0; kw < g.kw; ++kw)
        for (int c = 0; c < g.c; ++c)
          for (int f = 0; f < g.f; ++f) {
            float chain = 0;
            for (int b = 0; b < n; ++b)
              for (int oh = 0; oh < g.oh(); ++oh)
                for (int ow = 0; ow < g.ow(); ++ow) {
                  int i = oh * g.sh + kh - g.top, j = ow * g.sw + kw - g.left;
                  if (i >= 0 && i < g.h && j >= 0 && j < g.w)
                    chain = std::fma(X(b, i, j, c), D(b, oh, ow, f), chain);
                }
            EXPECT_EQ(bits(dw.data<float>()[at++]), bits(chain));
          }
  }
}

} // namespace
