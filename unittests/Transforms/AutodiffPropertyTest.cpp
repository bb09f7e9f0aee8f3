//===- AutodiffPropertyTest.cpp - properties of every rule ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is a small function in f64. Of it, and of its derivatives up to the third
// order, it must hold at pseudo-random points that
//
//   the tangent is the quotient of central differences,
//   <u, J t> = <J^T u, t> for the pullback J^T,
//
// so that every op that a rule builds is tested as an op of a program, too.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Transforms/Autodiff.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mind;
using namespace mind::autodiff;

namespace {

struct Row {
  const char *name;
  /// `%x: tensor<2x3xf64>, %y: tensor<3xf64>`.
  const char *params;
  const char *result;
  /// Ops that make `%r`.
  const char *body;
  /// Where the points lie.
  double low = 0.5, high = 1.5;
  /// How often the pullback is differentiated again.
  unsigned order = 3;
};

/// What rows call.
const char *kCallees = R"(
func.func private @g(%x: tensor<2x3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> tensor<2x3xf64> {
  %0 = mind.mul %x, %y : tensor<2x3xf64>, tensor<3xf64>
  %1 = mind.unary sin %0 : tensor<2x3xf64>
  %2 = mind.mul %1, %z : tensor<2x3xf64>, tensor<3xf64>
  return %2 : tensor<2x3xf64>
}
func.func private @h(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {mind.checkpoint} {
  %0 = mind.mul %x, %x : tensor<2x3xf64>, tensor<2x3xf64>
  %1 = mind.unary exp %0 : tensor<2x3xf64>
  return %1 : tensor<2x3xf64>
}
func.func private @down(%n: tensor<i64>, %x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {mind.checkpoint} {
  %zero = mind.constant dense<0> : tensor<i64>
  %one = mind.constant dense<1> : tensor<i64>
  %p = mind.compare gt %n, %zero : tensor<i64>, tensor<i64>
  %r = mind.if %p -> (tensor<2x3xf64>) {
    %m = mind.sub %n, %one : tensor<i64>, tensor<i64>
    %s = mind.unary sin %x : tensor<2x3xf64>
    %d = func.call @down(%m, %s) : (tensor<i64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %y = mind.mul %d, %x : tensor<2x3xf64>, tensor<2x3xf64>
    mind.yield %y : tensor<2x3xf64>
  } else {
    mind.yield %x : tensor<2x3xf64>
  }
  return %r : tensor<2x3xf64>
}
)";

void PrintTo(const Row &row, std::ostream *out) { *out << row.name; }

/// A number of its own for each use; the same in each run.
class Points {
public:
  double next(double low, double high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * double(state >> 11) * 0x1p-53;
  }

private:
  uint64_t state = 1;
};

std::vector<int64_t> shapeOf(mlir::Type type) {
  llvm::ArrayRef<int64_t> shape = llvm::cast<mlir::RankedTensorType>(type).getShape();
  return {shape.begin(), shape.end()};
}

rt::Tensor makeTensor(const std::vector<int64_t> &shape, llvm::function_ref<double()> next) {
  rt::Tensor tensor(DType::F64, shape);
  double *data = tensor.mutableData<double>();
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    data[i] = next();
  return tensor;
}

double dot(llvm::ArrayRef<rt::Tensor> lhs, llvm::ArrayRef<rt::Tensor> rhs) {
  double sum = 0;
  for (auto [a, b] : llvm::zip_equal(lhs, rhs))
    for (int64_t i = 0; i < a.numElements(); ++i)
      sum += a.data<double>()[i] * b.data<double>()[i];
  return sum;
}

using Tensors = std::vector<rt::Tensor>;

class AutodiffProperty : public testing::TestWithParam<Row> {
protected:
  AutodiffProperty() : context(mlir::MLIRContext::Threading::DISABLED) {
    mlir::DialectRegistry registry;
    registry.insert<MindDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect, mlir::scf::SCFDialect,
                    mlir::tensor::TensorDialect>();
    registerAutodiffModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  Tensors run(llvm::StringRef function, const Tensors &args) {
    std::string shown;
    llvm::raw_string_ostream out(shown);
    interpreter::Outcome outcome = interpreter::run(*module, function, args, out);
    EXPECT_FALSE(outcome.fault) << outcome.fault->message;
    return outcome.results;
  }

  mlir::func::FuncOp derive(Differentiator &differentiator, mlir::func::FuncOp function, DerivativeKind kind) {
    DerivativeRequest request;
    request.function = function;
    request.kind = kind;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isDifferentiable(type))
        request.wrt.push_back(i);
    auto derivative =
        differentiator.build(request, (function.getName() + "." + getKindName(kind)).str());
    return mlir::succeeded(derivative) ? *derivative : mlir::func::FuncOp();
  }

  /// Checks `function` and returns its pullback.
  mlir::func::FuncOp check(Differentiator &differentiator, mlir::func::FuncOp function, const Row &row) {
    mlir::func::FuncOp pullback = derive(differentiator, function, DerivativeKind::Pullback);
    mlir::func::FuncOp jvp = derive(differentiator, function, DerivativeKind::Jvp);
    if (!pullback || !jvp) {
      ADD_FAILURE() << "no derivative of " << function.getName().str();
      return {};
    }
    Tensors args, tangents, cotangents;
    for (mlir::Type type : function.getArgumentTypes()) {
      args.push_back(makeTensor(shapeOf(type), [&] { return points.next(row.low, row.high); }));
      tangents.push_back(makeTensor(shapeOf(type), [&] { return points.next(-1, 1); }));
    }
    for (mlir::Type type : function.getResultTypes())
      cotangents.push_back(makeTensor(shapeOf(type), [&] { return points.next(-1, 1); }));

    auto join = [](Tensors lhs, const Tensors &rhs) {
      lhs.insert(lhs.end(), rhs.begin(), rhs.end());
      return lhs;
    };
    Tensors primal = run(function.getName(), args);
    Tensors pushed = run(jvp.getName(), join(args, tangents));
    Tensors pulled = run(pullback.getName(), join(args, cotangents));
    size_t numResults = primal.size();
    EXPECT_EQ(pushed.size(), 2 * numResults);
    EXPECT_EQ(pulled.size(), args.size());

    // The results themselves are those of the function, to the bit.
    for (size_t i = 0; i < numResults; ++i)
      EXPECT_EQ(0, std::memcmp(primal[i].rawData(), pushed[i].rawData(), primal[i].numElements() * 8));

    Tensors pushedTangents(pushed.begin() + numResults, pushed.end());
    double left = dot(cotangents, pushedTangents), right = dot(pulled, tangents);
    EXPECT_NEAR(left, right, 1e-10 * (1 + std::abs(left)));

    double step = 1e-5;
    auto shifted = [&](double scale) {
      Tensors moved;
      for (auto [arg, tangent] : llvm::zip_equal(args, tangents)) {
        const double *x = arg.data<double>(), *t = tangent.data<double>();
        int64_t i = 0;
        moved.push_back(makeTensor(std::vector<int64_t>(arg.shape().begin(), arg.shape().end()), [&] {
          double value = x[i] + scale * t[i];
          ++i;
          return value;
        }));
      }
      return run(function.getName(), moved);
    };
    Tensors above = shifted(step), below = shifted(-step);
    for (size_t i = 0; i < numResults; ++i)
      for (int64_t k = 0; k < primal[i].numElements(); ++k) {
        double quotient = (above[i].data<double>()[k] - below[i].data<double>()[k]) / (2 * step);
        double tangent = pushedTangents[i].data<double>()[k];
        EXPECT_NEAR(quotient, tangent, 1e-4 * (1 + std::abs(tangent))) << "result " << i << " element " << k;
      }
    return pullback;
  }

  static std::string getText(const Row &row) {
    return std::string("func.func @f(") + row.params + ") -> " + row.result + " {\n" + row.body + "\nreturn %r : " +
           row.result + "\n}" + kCallees;
  }

  std::vector<std::unique_ptr<char[]>> padding;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Points points;
};

TEST_P(AutodiffProperty, TangentsAndCotangents) {
  const Row &row = GetParam();
  module = mlir::parseSourceString<mlir::ModuleOp>(getText(row), &context);
  ASSERT_TRUE(module) << getText(row);
  Differentiator differentiator(*module);
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  for (unsigned order = 1; order <= row.order && function; ++order) {
    SCOPED_TRACE("order " + std::to_string(order));
    function = check(differentiator, function, row);
  }
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

/// What is linear in all its parameters, or in each of two, is exact on small whole
/// numbers: so are its adjoints.
class AutodiffExact : public AutodiffProperty {};

TEST_P(AutodiffExact, Adjoints) {
  const Row &row = GetParam();
  module = mlir::parseSourceString<mlir::ModuleOp>(getText(row), &context);
  ASSERT_TRUE(module);
  Differentiator differentiator(*module);
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  mlir::func::FuncOp pullback = derive(differentiator, function, DerivativeKind::Pullback);
  mlir::func::FuncOp jvp = derive(differentiator, function, DerivativeKind::Jvp);
  ASSERT_TRUE(pullback && jvp);
  auto whole = [&] { return std::floor(points.next(-8, 9)); };
  Tensors args, tangents, cotangents;
  for (mlir::Type type : function.getArgumentTypes()) {
    args.push_back(makeTensor(shapeOf(type), whole));
    tangents.push_back(makeTensor(shapeOf(type), whole));
  }
  for (mlir::Type type : function.getResultTypes())
    cotangents.push_back(makeTensor(shapeOf(type), whole));
  Tensors forward(args), backward(args);
  forward.insert(forward.end(), tangents.begin(), tangents.end());
  backward.insert(backward.end(), cotangents.begin(), cotangents.end());
  Tensors pushed = run(jvp.getName(), forward), pulled = run(pullback.getName(), backward);
  EXPECT_EQ(dot(cotangents, llvm::ArrayRef(pushed).take_back(cotangents.size())), dot(pulled, tangents));
}

/// The same text from two modules, whose ops lie at other addresses.
TEST_P(AutodiffProperty, TextIsDeterministic) {
  std::string texts[2];
  for (std::string &text : texts) {
    module = mlir::parseSourceString<mlir::ModuleOp>(getText(GetParam()), &context);
    ASSERT_TRUE(module);
    Differentiator differentiator(*module);
    auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
    for (unsigned order = 0; order < 2 && function; ++order)
      function = derive(differentiator, function, DerivativeKind::Pullback);
    llvm::raw_string_ostream out(text);
    module->print(out);
    // What is in the way of the next module lies elsewhere.
    for (unsigned i = 0; i < 100; ++i)
      padding.push_back(std::make_unique<char[]>(1000 + 77 * i));
  }
  EXPECT_EQ(texts[0], texts[1]);
}

const char *kTwoByThree = "%x: tensor<2x3xf64>";
const char *kTwo = "%x: tensor<2x3xf64>, %y: tensor<3xf64>";
const char *kShape = "tensor<2x3xf64>";

const Row kRows[] = {
    {"add", kTwo, kShape, "%r = mind.add %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"sub", kTwo, kShape, "%r = mind.sub %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"sub_left", "%x: tensor<3xf64>, %y: tensor<2x3xf64>", kShape,
     "%r = mind.sub %x, %y : tensor<3xf64>, tensor<2x3xf64>"},
    {"mul", kTwo, kShape, "%r = mind.mul %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"mul_both", "%x: tensor<2x1xf64>, %y: tensor<1x3xf64>", kShape,
     "%r = mind.mul %x, %y : tensor<2x1xf64>, tensor<1x3xf64>"},
    {"mul_scalar", "%x: tensor<2x3xf64>, %y: tensor<f64>", kShape,
     "%r = mind.mul %x, %y : tensor<2x3xf64>, tensor<f64>"},
    {"square", kTwoByThree, kShape, "%r = mind.mul %x, %x : tensor<2x3xf64>, tensor<2x3xf64>"},
    {"div", kTwo, kShape, "%r = mind.div %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"div_left", "%x: tensor<1x3xf64>, %y: tensor<2x1xf64>", kShape,
     "%r = mind.div %x, %y : tensor<1x3xf64>, tensor<2x1xf64>"},
    {"max", kTwo, kShape, "%r = mind.max %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"min", kTwo, kShape, "%r = mind.min %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"relu", kTwoByThree, kShape, "%r = mind.relu %x : tensor<2x3xf64>", -1, 1},
    {"relu_grad", "%g: tensor<3xf64>, %x: tensor<3xf64>", "tensor<3xf64>",
     "%r = mind.relu_grad %g, %x : tensor<3xf64>", -1, 1},
    {"exp", kTwoByThree, kShape, "%r = mind.unary exp %x : tensor<2x3xf64>"},
    {"log", kTwoByThree, kShape, "%r = mind.unary log %x : tensor<2x3xf64>"},
    {"log2", kTwoByThree, kShape, "%r = mind.unary log2 %x : tensor<2x3xf64>"},
    {"log10", kTwoByThree, kShape, "%r = mind.unary log10 %x : tensor<2x3xf64>"},
    {"sqrt", kTwoByThree, kShape, "%r = mind.unary sqrt %x : tensor<2x3xf64>"},
    {"tanh", kTwoByThree, kShape, "%r = mind.unary tanh %x : tensor<2x3xf64>"},
    {"sigmoid", kTwoByThree, kShape, "%r = mind.unary sigmoid %x : tensor<2x3xf64>"},
    {"sin", kTwoByThree, kShape, "%r = mind.unary sin %x : tensor<2x3xf64>"},
    {"cos", kTwoByThree, kShape, "%r = mind.unary cos %x : tensor<2x3xf64>"},
    {"tan", kTwoByThree, kShape, "%r = mind.unary tan %x : tensor<2x3xf64>", -1, 1},
    {"asin", kTwoByThree, kShape, "%r = mind.unary asin %x : tensor<2x3xf64>", -0.6, 0.6},
    {"acos", kTwoByThree, kShape, "%r = mind.unary acos %x : tensor<2x3xf64>", -0.6, 0.6},
    {"atan", kTwoByThree, kShape, "%r = mind.unary atan %x : tensor<2x3xf64>"},
    {"abs", kTwoByThree, kShape, "%r = mind.abs %x : tensor<2x3xf64>", -1, 1},
    {"ipow_1", kTwoByThree, kShape, "%r = mind.ipow %x, 1 : tensor<2x3xf64>"},
    {"ipow_2", kTwoByThree, kShape, "%r = mind.ipow %x, 2 : tensor<2x3xf64>"},
    {"ipow_5", kTwoByThree, kShape, "%r = mind.ipow %x, 5 : tensor<2x3xf64>", -1, 1},
    {"ipow_negative", kTwoByThree, kShape, "%r = mind.ipow %x, -2 : tensor<2x3xf64>"},
    {"pow", kTwo, kShape, "%r = mind.pow %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"pow_scalar", "%x: tensor<f64>, %y: tensor<3xf64>", "tensor<3xf64>",
     "%r = mind.pow %x, %y : tensor<f64>, tensor<3xf64>"},
    {"pow_constant", kTwoByThree, kShape,
     "%c = mind.constant dense<2.5> : tensor<f64>\n%r = mind.pow %x, %c : tensor<2x3xf64>, tensor<f64>"},
    {"cast", kTwoByThree, kShape,
     "%r = mind.cast %x : tensor<2x3xf64> -> tensor<2x3xf64>"},
    {"sum_all", kTwoByThree, "tensor<f64>", "%r = mind.sum %x axes [] : tensor<2x3xf64>"},
    {"sum_last", kTwoByThree, "tensor<2xf64>", "%r = mind.sum %x axes [1] : tensor<2x3xf64>"},
    {"sum_first", kTwoByThree, "tensor<3xf64>", "%r = mind.sum %x axes [0] : tensor<2x3xf64>"},
    {"sum_keepdims", kTwoByThree, "tensor<2x1xf64>", "%r = mind.sum %x axes [1] keepdims : tensor<2x3xf64>"},
    {"sum_middle", "%x: tensor<2x3x2xf64>", "tensor<2x2xf64>", "%r = mind.sum %x axes [1] : tensor<2x3x2xf64>"},
    {"sum_reversed", "%x: tensor<2x3x2xf64>", "tensor<3xf64>", "%r = mind.sum %x axes [2, 0] : tensor<2x3x2xf64>"},
    {"mean_all", kTwoByThree, "tensor<f64>", "%r = mind.mean %x axes [] : tensor<2x3xf64>"},
    {"mean_last", kTwoByThree, "tensor<2xf64>", "%r = mind.mean %x axes [1] : tensor<2x3xf64>"},
    {"mean_keepdims", kTwoByThree, "tensor<1x3xf64>", "%r = mind.mean %x axes [0] keepdims : tensor<2x3xf64>"},
    {"mean_scalar", "%x: tensor<f64>", "tensor<f64>", "%r = mind.mean %x axes [] : tensor<f64>"},
    {"reshape", kTwoByThree, "tensor<6xf64>", "%r = mind.reshape %x : tensor<2x3xf64> -> tensor<6xf64>"},
    {"transpose", "%x: tensor<2x3x4xf64>", "tensor<4x2x3xf64>",
     "%r = mind.transpose %x perm [2, 0, 1] : tensor<2x3x4xf64>"},
    {"expand_dims", kTwoByThree, "tensor<2x1x3xf64>", "%r = mind.expand_dims %x axis 1 : tensor<2x3xf64>"},
    {"squeeze_one", "%x: tensor<2x1x3xf64>", kShape, "%r = mind.squeeze %x axes [1] : tensor<2x1x3xf64>"},
    {"squeeze_last", "%x: tensor<2x3x1xf64>", kShape, "%r = mind.squeeze %x axes [] : tensor<2x3x1xf64>"},
    {"squeeze_all", "%x: tensor<1x2x1x3x1xf64>", kShape, "%r = mind.squeeze %x axes [] : tensor<1x2x1x3x1xf64>"},
    {"broadcast_to", "%x: tensor<3x1xf64>", "tensor<2x3x4xf64>",
     "%r = mind.broadcast_to %x : tensor<3x1xf64> -> tensor<2x3x4xf64>"},
    {"index", kTwoByThree, "tensor<2xf64>", "%r = mind.index %x axes [1] indices [2] : tensor<2x3xf64>"},
    {"index_all", kTwoByThree, "tensor<f64>", "%r = mind.index %x axes [1, 0] indices [2, 1] : tensor<2x3xf64>"},
    {"slice", "%x: tensor<3x6xf64>", "tensor<3x3xf64>",
     "%r = mind.slice %x axes [1] starts [1] ends [6] strides [2] : tensor<3x6xf64>"},
    {"slice_down", "%x: tensor<3x6xf64>", "tensor<2x3xf64>",
     "%r = mind.slice %x axes [0, 1] starts [2, 5] ends [-1, -1] strides [-2, -2] : tensor<3x6xf64>"},
    {"slice_open", "%x: tensor<5xf64>", "tensor<3xf64>",
     "%r = mind.slice %x axes [0] starts [2] ends [?] strides [1] : tensor<5xf64>"},
    {"gather", "%x: tensor<3x4xf64>", "tensor<5x4xf64>",
     "%i = mind.constant dense<[2, 0, 2, 1, 2]> : tensor<5xi64>\n"
     "%r = mind.gather %x[%i] axis 0 : tensor<3x4xf64>, tensor<5xi64>"},
    {"gather_inner", "%x: tensor<3x4xf64>", "tensor<3x2x2xf64>",
     "%i = mind.constant dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>\n"
     "%r = mind.gather %x[%i] axis 1 : tensor<3x4xf64>, tensor<2x2xi64>"},
    {"gather_grad", "%g: tensor<5x4xf64>", "tensor<3x4xf64>",
     "%i = mind.constant dense<[2, 0, 2, 1, 2]> : tensor<5xi64>\n"
     "%r = mind.gather_grad %g[%i] axis 0 : tensor<5x4xf64>, tensor<5xi64> -> tensor<3x4xf64>"},
    {"insert", "%x: tensor<2x2xf64>, %d: tensor<2x5xf64>", "tensor<2x5xf64>",
     "%r = mind.insert %x into %d axes [1] starts [1] strides [2] : tensor<2x2xf64>, tensor<2x5xf64>"},
    {"insert_down", "%x: tensor<1x2xf64>, %d: tensor<2x5xf64>", "tensor<2x5xf64>",
     "%r = mind.insert %x into %d axes [0, 1] starts [1, 4] strides [1, -3] : tensor<1x2xf64>, tensor<2x5xf64>"},
    {"insert_dynamic", "%x: tensor<1x2xf64>, %d: tensor<2x5xf64>", "tensor<2x5xf64>",
     "%i = mind.constant dense<1> : tensor<i64>\n%j = mind.constant dense<2> : tensor<i32>\n"
     "%r = mind.insert %x into %d axes [0, 1] starts [?, ?] strides [1, 2](%i, %j)"
     " : tensor<1x2xf64>, tensor<2x5xf64>, tensor<i64>, tensor<i32>"},
    {"matmul", "%x: tensor<2x3xf64>, %y: tensor<3x4xf64>", "tensor<2x4xf64>",
     "%r = mind.matmul %x, %y : tensor<2x3xf64>, tensor<3x4xf64>"},
    {"matmul_batch", "%x: tensor<2x2x3xf64>, %y: tensor<2x3x2xf64>", "tensor<2x2x2xf64>",
     "%r = mind.matmul %x, %y : tensor<2x2x3xf64>, tensor<2x3x2xf64>"},
    {"matmul_shared_right", "%x: tensor<2x3x2x3xf64>, %y: tensor<3x2xf64>", "tensor<2x3x2x2xf64>",
     "%r = mind.matmul %x, %y : tensor<2x3x2x3xf64>, tensor<3x2xf64>"},
    {"matmul_shared_left", "%x: tensor<2x3xf64>, %y: tensor<3x2x3x2xf64>", "tensor<3x2x2x2xf64>",
     "%r = mind.matmul %x, %y : tensor<2x3xf64>, tensor<3x2x3x2xf64>"},
    {"matmul_partial", "%x: tensor<2x1x2x3xf64>, %y: tensor<4x3x2xf64>", "tensor<2x4x2x2xf64>",
     "%r = mind.matmul %x, %y : tensor<2x1x2x3xf64>, tensor<4x3x2xf64>"},
    {"dot_11", "%x: tensor<3xf64>, %y: tensor<3xf64>", "tensor<f64>",
     "%r = mind.dot %x, %y : tensor<3xf64>, tensor<3xf64>"},
    {"dot_21", "%x: tensor<2x3xf64>, %y: tensor<3xf64>", "tensor<2xf64>",
     "%r = mind.dot %x, %y : tensor<2x3xf64>, tensor<3xf64>"},
    {"dot_12", "%x: tensor<3xf64>, %y: tensor<3x2xf64>", "tensor<2xf64>",
     "%r = mind.dot %x, %y : tensor<3xf64>, tensor<3x2xf64>"},
    {"dot_22", "%x: tensor<2x3xf64>, %y: tensor<3x2xf64>", "tensor<2x2xf64>",
     "%r = mind.dot %x, %y : tensor<2x3xf64>, tensor<3x2xf64>"},
    {"conv2d_valid", "%x: tensor<1x4x4x2xf64>, %w: tensor<2x3x2x2xf64>", "tensor<1x3x2x2xf64>",
     "%r = mind.conv2d %x, %w strides [1, 1] padding valid : tensor<1x4x4x2xf64>, tensor<2x3x2x2xf64>"},
    {"conv2d_same", "%x: tensor<1x5x4x1xf64>, %w: tensor<3x2x1x2xf64>", "tensor<1x3x2x2xf64>",
     "%r = mind.conv2d %x, %w strides [2, 2] padding same : tensor<1x5x4x1xf64>, tensor<3x2x1x2xf64>"},
    {"conv2d_explicit", "%x: tensor<2x3x3x1xf64>, %w: tensor<2x2x1x1xf64>", "tensor<2x3x5x1xf64>",
     "%r = mind.conv2d %x, %w strides [2, 1] padding explicit pads [2, 1, 0, 3]"
     " : tensor<2x3x3x1xf64>, tensor<2x2x1x1xf64>"},
    {"select", "%x: tensor<3xf64>, %y: tensor<3xf64>", "tensor<3xf64>",
     "%p = mind.compare gt %x, %y : tensor<3xf64>, tensor<3xf64>\n"
     "%a = mind.mul %x, %y : tensor<3xf64>, tensor<3xf64>\n"
     "%r = arith.select %p, %a, %x : tensor<3xi1>, tensor<3xf64>"},
    {"softmax", kTwoByThree, kShape,
     "%m = mind.reduce_max %x axes [1] keepdims : tensor<2x3xf64>\n"
     "%d = mind.sub %x, %m : tensor<2x3xf64>, tensor<2x1xf64>\n%e = mind.unary exp %d : tensor<2x3xf64>\n"
     "%s = mind.sum %e axes [1] keepdims : tensor<2x3xf64>\n"
     "%r = mind.div %e, %s : tensor<2x3xf64>, tensor<2x1xf64>"},
    {"log_softmax", kTwoByThree, kShape,
     "%m = mind.reduce_max %x axes [0] keepdims : tensor<2x3xf64>\n"
     "%d = mind.sub %x, %m : tensor<2x3xf64>, tensor<1x3xf64>\n%e = mind.unary exp %d : tensor<2x3xf64>\n"
     "%s = mind.sum %e axes [0] keepdims : tensor<2x3xf64>\n%l = mind.unary log %s : tensor<1x3xf64>\n"
     "%r = mind.sub %d, %l : tensor<2x3xf64>, tensor<1x3xf64>"},
    {"if", "%x: tensor<3xf64>, %y: tensor<3xf64>", "tensor<3xf64>",
     "%i = mind.index %x axes [0] indices [0] : tensor<3xf64>\n%c = mind.constant dense<1.0> : tensor<f64>\n"
     "%p = mind.compare lt %i, %c : tensor<f64>, tensor<f64>\n%q = tensor.extract %p[] : tensor<i1>\n"
     "%s:2 = scf.if %q -> (tensor<3xf64>, tensor<3xf64>) {\n"
     "  %a = mind.mul %x, %y : tensor<3xf64>, tensor<3xf64>\n  %b = mind.unary sin %a : tensor<3xf64>\n"
     "  scf.yield %b, %x : tensor<3xf64>, tensor<3xf64>\n} else {\n"
     "  %a = mind.unary exp %x : tensor<3xf64>\n  scf.yield %a, %a : tensor<3xf64>, tensor<3xf64>\n}\n"
     "%r = mind.mul %s#0, %s#1 : tensor<3xf64>, tensor<3xf64>"},
    // `while k < 4 { a = a * x + sin(x); k += 1 }`
    {"while", "%x: tensor<2xf64>", "tensor<2xf64>",
     "%k0 = mind.constant dense<0> : tensor<i64>\n%n = mind.constant dense<4> : tensor<i64>\n"
     "%one = mind.constant dense<1> : tensor<i64>\n"
     "%w:2 = scf.while (%k = %k0, %a = %x) : (tensor<i64>, tensor<2xf64>) -> (tensor<i64>, tensor<2xf64>) {\n"
     "  %p = mind.compare lt %k, %n : tensor<i64>, tensor<i64>\n  %q = tensor.extract %p[] : tensor<i1>\n"
     "  scf.condition(%q) %k, %a : tensor<i64>, tensor<2xf64>\n} do {\n^bb0(%k: tensor<i64>, %a: tensor<2xf64>):\n"
     "  %l = mind.add %k, %one : tensor<i64>, tensor<i64>\n  %m = mind.mul %a, %x : tensor<2xf64>, tensor<2xf64>\n"
     "  %s = mind.unary sin %x : tensor<2xf64>\n  %b = mind.add %m, %s : tensor<2xf64>, tensor<2xf64>\n"
     "  scf.yield %l, %b : tensor<i64>, tensor<2xf64>\n}\n%r = mind.mul %w#1, %x : tensor<2xf64>, tensor<2xf64>",
     0.5, 1.1, 2},
    // The condition computes what the body reads, and a flag ends the loop.
    {"while_flag", "%x: tensor<2xf64>", "tensor<2xf64>",
     "%k0 = mind.constant dense<0> : tensor<i64>\n%n = mind.constant dense<70> : tensor<i64>\n"
     "%one = mind.constant dense<1> : tensor<i64>\n%yes = arith.constant true\n%a0 = mind.fill 0.5 : tensor<2xf64>\n"
     "%w:2 = scf.while (%g = %yes, %k = %k0, %a = %a0) : (i1, tensor<i64>, tensor<2xf64>)"
     " -> (tensor<i64>, tensor<2xf64>) {\n"
     "  %b = mind.unary cos %a : tensor<2xf64>\n"
     "  scf.condition(%g) %k, %b : tensor<i64>, tensor<2xf64>\n} do {\n^bb0(%k: tensor<i64>, %b: tensor<2xf64>):\n"
     "  %l = mind.add %k, %one : tensor<i64>, tensor<i64>\n  %p = mind.compare lt %l, %n : tensor<i64>, tensor<i64>\n"
     "  %q = tensor.extract %p[] : tensor<i1>\n  %c = mind.mul %b, %x : tensor<2xf64>, tensor<2xf64>\n"
     "  scf.yield %q, %l, %c : i1, tensor<i64>, tensor<2xf64>\n}\n"
     "%r = mind.mul %w#1, %x : tensor<2xf64>, tensor<2xf64>",
     0.5, 1.1, 1},
    {"while_never", "%x: tensor<2xf64>", "tensor<2xf64>",
     "%no = arith.constant false\n"
     "%w = scf.while (%a = %x) : (tensor<2xf64>) -> tensor<2xf64> {\n"
     "  scf.condition(%no) %a : tensor<2xf64>\n} do {\n^bb0(%a: tensor<2xf64>):\n"
     "  %b = mind.unary sin %a : tensor<2xf64>\n  scf.yield %b : tensor<2xf64>\n}\n"
     "%r = mind.mul %w, %x : tensor<2xf64>, tensor<2xf64>",
     0.5, 1.1, 2},
    {"call", kTwo, kShape,
     "%a = func.call @g(%x, %y, %y) : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3xf64>\n"
     "%b = func.call @h(%a) : (tensor<2x3xf64>) -> tensor<2x3xf64>\n"
     "%r = mind.add %b, %y : tensor<2x3xf64>, tensor<3xf64>",
     -1, 1},
    {"recursion", kTwoByThree, kShape,
     "%n = mind.constant dense<3> : tensor<i64>\n"
     "%r = func.call @down(%n, %x) : (tensor<i64>, tensor<2x3xf64>) -> tensor<2x3xf64>",
     -1, 1, 2},
    {"layers", "%x: tensor<2x3xf64>, %w: tensor<3x4xf64>, %b: tensor<4xf64>, %v: tensor<4x1xf64>", "tensor<f64>",
     "%0 = mind.matmul %x, %w : tensor<2x3xf64>, tensor<3x4xf64>\n"
     "%1 = mind.add %0, %b : tensor<2x4xf64>, tensor<4xf64>\n%2 = mind.unary tanh %1 : tensor<2x4xf64>\n"
     "%3 = mind.matmul %2, %v : tensor<2x4xf64>, tensor<4x1xf64>\n"
     "%4 = mind.mul %3, %3 : tensor<2x1xf64>, tensor<2x1xf64>\n%r = mind.mean %4 axes [] : tensor<2x1xf64>"},
};

/// The rows whose adjoints are exact.
std::vector<Row> getExactRows() {
  constexpr llvm::StringLiteral exact[] = {
      "add",         "sub",          "sub_left",   "mul",          "mul_both",       "mul_scalar",
      "square",      "sum_all",      "sum_last",   "sum_first",    "sum_keepdims",   "sum_middle",
      "sum_reversed", "reshape",     "transpose",  "expand_dims",  "squeeze_one",    "squeeze_last",
      "squeeze_all", "broadcast_to", "index",      "index_all",    "slice",          "slice_down",
      "slice_open",  "gather",       "gather_inner", "gather_grad", "insert",        "insert_down",
      "insert_dynamic", "matmul",    "matmul_batch", "matmul_shared_right", "matmul_shared_left",
      "matmul_partial", "dot_11",    "dot_21",     "dot_12",       "dot_22",         "conv2d_valid",
      "conv2d_same", "conv2d_explicit"};
  std::vector<Row> rows;
  for (const Row &row : kRows)
    if (llvm::is_contained(exact, llvm::StringRef(row.name)))
      rows.push_back(row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Rules, AutodiffProperty, testing::ValuesIn(kRows),
                         [](const testing::TestParamInfo<Row> &info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(LinearRules, AutodiffExact, testing::ValuesIn(getExactRows()),
                         [](const testing::TestParamInfo<Row> &info) { return std::string(info.param.name); });

} // namespace
