//===- ModulePages.cpp - Pages of modules, gradients and back ends --------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ErrorPages.h"

using namespace mind::driver;

static constexpr ErrorPage kPages[] = {
    {"E3001",
     R"(The module breaks a rule of the IR. From source this is a defect of the compiler; in a
module that was written or changed by hand, the message names the operation and the
rule.
)",
     R"($ mindc check example.mlir
func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = mind.relu %x : tensor<2xf32>
  return %0 : tensor<3xf32>
}
)",
     R"($ mindc check example.mlir
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = mind.relu %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)"},
    {"E4001",
     R"(The function that `--autodiff --func NAME` asks the gradient of does not exist; the
message lists those that do. In JSON every E41xx has this code as its `legacy_code`.
)",
     R"($ mindc example.mind --autodiff --func lose --emit-grad-ir
fn loss(x: f32) -> f32 { x * x }
)",
     R"($ mindc example.mind --autodiff --func loss --emit-grad-ir
fn loss(x: f32) -> f32 { x * x }
)"},
    {"E4002",
     R"(A gradient is printed with `--autodiff` and `--func NAME`, the function to
differentiate.
)",
     R"($ mindc example.mind --emit-grad-ir
fn loss(x: f32) -> f32 { x * x }
)",
     R"($ mindc example.mind --autodiff --func loss --emit-grad-ir
fn loss(x: f32) -> f32 { x * x }
)"},
    {"E4003",
     R"(Every build can make gradients, so that this is never reported.
)",
     "",
     ""},
    {"E4101",
     R"(An operation between the input and the result has no gradient: `%`, bits and shifts,
argmax, the maximum over an axis; under `mindc --autodiff` also elements and slices of
tensors, max and min, unless `--autodiff-profile=extended`. An operation that the result
depends on only through comparisons and integers is not in the way. Where a gradient
makes sense all the same, write it by hand.
)",
     R"(fn f(x: Tensor<f32, [3]>) -> f32 { max(x) }
let df = grad(f)([1.0, 3.0, 2.0]);
)",
     R"(fn f_grad(x: Tensor<f32, [3]>, upstream: f32) -> Tensor<f32, [3]> {
    upstream * select(x == max(x), 1.0, 0.0)
}
@custom_grad(f_grad)
fn f(x: Tensor<f32, [3]>) -> f32 { max(x) }
let df = grad(f)([1.0, 3.0, 2.0]);
)"},
    {"E4102",
     R"(The gradient that was made broke a rule that every gradient obeys: it has the type of
its input, is linear in the gradient of the result, and accounts for each use of each
value. Without `--verify-gradients=numeric` this is a defect of the compiler, and no code
is made. With it, a gradient is not the slope of its function at some points: then a
gradient written by hand may be wrong.
)",
     R"($ mindc check example.mind --verify-gradients=numeric
fn square_grad(x: f32, upstream: f32) -> f32 { upstream * x }
@custom_grad(square_grad)
fn square(x: f32) -> f32 { x * x }
let slope = grad(square)(3.0);
)",
     R"($ mindc check example.mind --verify-gradients=numeric
fn square_grad(x: f32, upstream: f32) -> f32 { upstream * (2.0 * x) }
@custom_grad(square_grad)
fn square(x: f32) -> f32 { x * x }
let slope = grad(square)(3.0);
)"},
    {"E4103",
     R"(The axes of a reduction or a permutation in differentiated code do not fit the shape.
The type checker and the verifier of the IR find such axes first, as E2102 and E3001,
so that this is never reported.
)",
     "",
     ""},
    {"E4104",
     R"(The gradient would depend on an extent that is not known: a convolution over a named
dimension, or a broadcast between dimensions of different names.
)",
     R"(@differentiable
fn f(x: Tensor<f32, [n, h, h, 3]>, w: Tensor<f32, [3, 3, 3, 8]>) -> f32 {
    sum(conv2d(x, w))
}
)",
     R"(@differentiable
fn f(x: Tensor<f32, [8, 28, 28, 3]>, w: Tensor<f32, [3, 3, 3, 8]>) -> f32 {
    sum(conv2d(x, w))
}
)"},
    {"E4105",
     R"(Only floats and q16 vary smoothly; an integer or a bool has no gradient. Without `wrt`
it is the first parameter that is differentiated by.
)",
     R"(fn f(x: f32, n: i64) -> f32 { x * f32(n) }
let df = grad(f, wrt=n)(2.0, 3);
)",
     R"(fn f(x: f32, n: i64) -> f32 { x * f32(n) }
let df = grad(f, wrt=x)(2.0, 3);
)"},
    {"E4106",
     R"(What is differentiated is known when the program is compiled: a function of the
program, a closure, or a gradient of one.
)",
     R"(fn f(x: f32) -> f32 { x * x }
let dy = grad(f(3.0));
)",
     R"(fn f(x: f32) -> f32 { x * x }
let dy = grad(f)(3.0);
)"},
    {"E4107",
     R"(A custom gradient takes the parameters of its function and the gradient of each result,
and gives a gradient for each parameter that is a float or q16, in their order.
)",
     R"(fn clip_grad(x: f32) -> f32 { 1.0 }
@custom_grad(clip_grad)
fn clip(x: f32) -> f32 { min(max(x, -1.0), 1.0) }
)",
     R"(fn clip_grad(x: f32, upstream: f32) -> f32 { upstream }
@custom_grad(clip_grad)
fn clip(x: f32) -> f32 { min(max(x, -1.0), 1.0) }
)"},
    {"E4108",
     R"(A gradient computes a value again and in another order, so that what it runs through
cannot print or assert on a value that is differentiated.
)",
     R"(fn f(x: f32) -> f32 {
    print(x);
    x * x
}
let df = grad(f)(2.0);
)",
     R"(fn f(x: f32) -> f32 {
    x * x
}
print(f(2.0));
let df = grad(f)(2.0);
)"},
    {"E4109",
     R"(`grad` and `value_and_grad` take a function with one scalar result; `vjp` and `jvp` one
whose results are floats or q16.
)",
     R"(fn f(x: Tensor<f32, [3]>) -> Tensor<f32, [3]> { x * x }
let df = grad(f)([1.0, 2.0, 3.0]);
)",
     R"(fn f(x: Tensor<f32, [3]>) -> Tensor<f32, [3]> { x * x }
let df = grad(|x: Tensor<f32, [3]>| sum(f(x)))([1.0, 2.0, 3.0]);
let (y, pullback) = vjp(f)([1.0, 2.0, 3.0]);
)"},
    {"E4110",
     R"(`@checkpoint` takes `save=[NAMES]`, variables that `let` names in the body of the function,
outside of branches and loops; `policy=nothing`, `dots` or `everything`; and `segments=N`.
)",
     R"(@checkpoint(save=[y])
fn f(x: f32) -> f32 { x * x }
)",
     R"(@checkpoint(save=[y])
fn f(x: f32) -> f32 {
    let y = x * x
    y * y
}
)"},
    {"E5001",
     R"(There is no back end for what was asked: another target than the CPU, a processor
without AVX2, no linker, no function to begin with, or mindc-llvm does not lie beside
mindc.
)",
     R"($ mindc example.mind --target=gpu
let x = 1;
)",
     R"($ mindc example.mind --target=cpu
let x = 1;
)"},
    {"E5002",
     R"(The back end cannot compile an operation of this program; the message names it and
where it comes from. Direct code needs all extents; the LLVM back end and the
interpreter do not, and the interpreter runs every program:
`mindc run --interpret`.
)",
     R"($ mindc example.mind --emit=obj -o example.o
pub fn malloc(x: f32) -> f32 { x }
)",
     R"($ mindc example.mind --emit=obj -o example.o
pub fn allocate(x: f32) -> f32 { x }
)"},
    {"W4101",
     R"(The result does not depend on this parameter, so that its gradient is zero everywhere.
)",
     R"(fn f(x: f32, y: f32) -> f32 { x * x }
let (dx, dy) = grad(f, wrt=[x, y])(1.0, 2.0);
)",
     R"(fn f(x: f32, y: f32) -> f32 { x * y }
let (dx, dy) = grad(f, wrt=[x, y])(1.0, 2.0);
)"},
    {"W4102",
     R"(A gradient written by hand multiplies the gradient of the result with itself, or adds
something that does not depend on it. A chain of functions then has a wrong gradient.
)",
     R"(fn g(x: f32, upstream: f32) -> f32 { upstream * upstream }
@custom_grad(g)
fn f(x: f32) -> f32 { x }
let df = grad(f)(1.0);
)",
     R"(fn g(x: f32, upstream: f32) -> f32 { upstream }
@custom_grad(g)
fn f(x: f32) -> f32 { x }
let df = grad(f)(1.0);
)"},
    {"W4103",
     R"(`--verify-gradients=numeric` compares a gradient with the slope of its function at some
points; this function cannot be evaluated at any of them.
)",
     R"($ mindc check example.mind --verify-gradients=numeric
@differentiable
fn f(x: Tensor<f32, [3]>, i: i64) -> f32 { x[i * i + 10] }
)",
     R"($ mindc check example.mind --verify-gradients=numeric
@differentiable
fn f(x: Tensor<f32, [3]>, i: i64) -> f32 { x[i * i % 3] }
)"},
    {"W4104",
     R"(A function that calls itself is one gradient for all its calls, which computes all values
again: `save` and `policy` change nothing.
)",
     R"(@checkpoint(policy=dots)
fn f(x: f32, n: i64) -> f32 { if n > 0 { dot([x], [x]) * f(x, n - 1) } else { 1.0 } }
fn g(x: f32) -> f32 { f(x, 2) }
let df = grad(g)(2.0)
)",
     R"(@checkpoint
fn f(x: f32, n: i64) -> f32 { if n > 0 { dot([x], [x]) * f(x, n - 1) } else { 1.0 } }
fn g(x: f32) -> f32 { f(x, 2) }
let df = grad(g)(2.0)
)"},
};

llvm::ArrayRef<ErrorPage> mind::driver::getModulePages() { return kPages; }
