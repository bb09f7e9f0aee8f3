//===- TypePages.cpp - Pages of the parser, names, types and shapes -------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ErrorPages.h"

using namespace mind::driver;

static constexpr ErrorPage kPages[] = {
    {"E1001",
     R"(The text cannot be read as a program: a token stands where the grammar has no place
for it, a bracket is not closed, a keyword is used as a name, the nesting is deeper
than 256 levels, or the file is empty, larger than 64 MiB or not UTF-8. The message
names what was found and what could stand there.
)",
     R"(let fn = 1;
let x = (1 + 2;
)",
     R"(let f = 1;
let x = (1 + 2);
)"},
    {"E1002",
     R"(Outside of strings and comments a program is written in ASCII; names are made of
letters, digits and `_`.
)",
     R"(let größe = 1;
)",
     R"(let size = 1;
)"},
    {"E1003",
     R"(A string ends on the line on which it begins. A line break inside a string is written
`\n`.
)",
     R"(print("hello);
)",
     R"(print("hello");
)"},
    {"E1004",
     R"(The escapes are \n \t \r \0 \\ \' \" and \u{...} with a Unicode scalar value in
hexadecimal.
)",
     R"(print("\d");
)",
     R"(print("\\d");
)"},
    {"E1005",
     R"(A number has a letter or a digit that its base does not have, an exponent without
digits, a suffix that is none, or does not fit 64 bits.
)",
     R"(let a = 0b12;
let b = 1e;
)",
     R"(let a = 0b11;
let b = 1e3;
)"},
    {"E1006",
     R"(Block comments nest; each `/*` needs its `*/`.
)",
     R"(let x = 1; /* outer /* inner */
)",
     R"(let x = 1; /* outer /* inner */ */
)"},
    {"E2001",
     R"(A value has a type that the operation does not take: the element types of two tensors
differ, an argument is of the wrong type, or the construct is not part of this version
of MIND. Element types are never converted silently.
)",
     R"(fn f(x: Tensor<f32, [3]>, y: Tensor<i32, [3]>) -> Tensor<f32, [3]> {
    x + y
}
)",
     R"(fn f(x: Tensor<f32, [3]>, y: Tensor<i32, [3]>) -> Tensor<f32, [3]> {
    x + y as f32
}
)"},
    {"E2002",
     R"(No variable, constant or parameter of this name is visible here. Names are visible
from their `let` on, to the end of their block.
)",
     R"(let value = 1;
print(valeu);
)",
     R"(let value = 1;
print(value);
)"},
    {"E2003",
     R"(Neither the program nor the library has a function of this name. Some functions have
other names elsewhere: what is unsqueeze there is `expand_dims` here.
)",
     R"(let y = sofmax([1.0, 2.0]);
)",
     R"(let y = softmax([1.0, 2.0]);
)"},
    {"E2004",
     R"(An i64 is not made an i32 silently, since it might not fit; nor is a literal that is
out of range. `as` saturates.
)",
     R"(fn f(n: i64) -> i32 {
    let m: i32 = n;
    m
}
)",
     R"(fn f(n: i64) -> i32 {
    let m: i32 = n as i32;
    m
}
)"},
    {"E2005",
     R"(A call has too many or too few arguments, or a named argument that the function does
not have.
)",
     R"(let x = [[1.0, 2.0], [3.0, 4.0]];
let y = sum(x, axsi=1);
)",
     R"(let x = [[1.0, 2.0], [3.0, 4.0]];
let y = sum(x, axis=1);
)"},
    {"E2007",
     R"(The library of MIND is always there; `import std.tensor` is accepted and does nothing.
Other modules and files cannot be imported.
)",
     R"(import numpy
print(exp(1.0));
)",
     R"(import std.math
print(exp(1.0));
)"},
    {"E2009",
     R"(A variable is declared by `let` before it is assigned to.
)",
     R"(count = 1;
)",
     R"(let mut count = 0;
count = 1;
)"},
    {"E2010",
     R"(A function with a result gives it on every way out, and of just the declared type. The
last expression of the body is the result; `return` is for leaving early.
)",
     R"(fn f(x: f32) -> f32 {
    let y = x * 2.0;
}
)",
     R"(fn f(x: f32) -> f32 {
    let y = x * 2.0;
    y
}
)"},
    {"E2011",
     R"(A condition is a bool, or an integer, which is true if it is not 0. A tensor is not one
condition but many: `select` chooses for each element.
)",
     R"(fn f(x: f32) {
    if x { print("yes"); }
}
)",
     R"(fn f(x: f32) {
    if x != 0.0 { print("yes"); }
}
)"},
    {"E2012",
     R"(Functions are called; they cannot be stored in variables, passed or returned. A `let`
may name a gradient, as in `let df = grad(f)`. A closure is written where grad,
value_and_grad, vjp or jvp takes it. A value that is no function cannot be called.
)",
     R"(let f = exp;
)",
     R"(let y = exp(1.0);
)"},
    {"E2013",
     R"(An integer and a float are not mixed. A literal takes the type of what it stands
beside; values of known types are converted by hand.
)",
     R"(fn f(n: i64, x: f64) -> f64 {
    n + x
}
)",
     R"(fn f(n: i64, x: f64) -> f64 {
    n as f64 + x
}
)"},
    {"E2015",
     R"(The value is not of the type that the variable was declared with, or has.
)",
     R"(let n: i64 = 1.5;
)",
     R"(let n: f64 = 1.5;
)"},
    {"E2016",
     R"(Whether a number counts as true is said by a comparison.
)",
     R"(fn f(x: i64) -> bool { x as bool }
)",
     R"(fn f(x: i64) -> bool { x != 0 }
)"},
    {"E2023",
     R"(Names that begin with `__mind_` belong to the compiler.
)",
     R"(fn __mind_scale(x: f32) -> f32 { x * 2.0 }
)",
     R"(fn scale(x: f32) -> f32 { x * 2.0 }
)"},
    {"E2025",
     R"(`f32(x)` converts x, so a function cannot have the name of a scalar type.
)",
     R"(fn f32(x: i64) -> i64 { x }
)",
     R"(fn to_f32(x: i64) -> f32 { f32(x) }
)"},
    {"E2027",
     R"(An argument is of another kind than the parameter: an integer for a float, a tuple for
a tensor.
)",
     R"(fn half(x: f32) -> f32 { x / 2.0 }
fn f(n: i64) -> f32 { half(n) }
)",
     R"(fn half(x: f32) -> f32 { x / 2.0 }
fn f(n: i64) -> f32 { half(n as f32) }
)"},
    {"E2030",
     R"(The bounds of a range or slice are integers.
)",
     R"(for i in 0..2.5 { print(i); }
)",
     R"(for i in 0..3 { print(i); }
)"},
    {"E2031",
     R"(`sqrt` is an operation of the hardware and cannot be defined anew.
)",
     R"(fn sqrt(x: f32) -> f32 { x ** 0.5 }
)",
     R"(fn my_sqrt(x: f32) -> f32 { x ** 0.5 }
)"},
    {"E2620",
     R"(A tuple is taken apart into as many names as it has elements.
)",
     R"(let (a, b, c) = (1, 2);
)",
     R"(let (a, b) = (1, 2);
)"},
    {"E2621",
     R"(The elements of a tuple are counted from 0 and their number is known.
)",
     R"(let t = (1, 2);
print(t.2);
)",
     R"(let t = (1, 2);
print(t.1);
)"},
    {"E2101",
     R"(Two shapes broadcast if, aligned at the last dimension, the extents are equal or one of
them is 1; missing leading dimensions count as 1. The message shows both shapes below
each other with the dimension that clashes marked, and where each extent comes from.
A reduction drops its axes unless keepdims=true keeps them with the extent 1.
)",
     R"(fn center(x: Tensor<f32, [32, 10]>) -> Tensor<f32, [32, 10]> {
    x - mean(x, axis=1)
}
)",
     R"(fn center(x: Tensor<f32, [32, 10]>) -> Tensor<f32, [32, 10]> {
    x - mean(x, axis=1, keepdims=true)
}
)"},
    {"E2102",
     R"(The shapes of the operands do not fit the operation: the inner dimensions of a matrix
product differ, an axis is out of range, a reshape changes the number of elements, or
a value has another shape than it was declared with. A dimension with a name equals
only itself. The message shows where each extent that clashes comes from.
)",
     R"(let x: Tensor<f32, [batch, 784]> = 0;
let w: Tensor<f32, [10, 784]> = 0;
let y = matmul(x, w);
)",
     R"(let x: Tensor<f32, [batch, 784]> = 0;
let w: Tensor<f32, [10, 784]> = 0;
let y = matmul(x, w.T);
)"},
    {"E2103",
     R"(The last dimension of the left operand of a matrix product must be the last but one of
the right. It is reported as E2102; this code is the `detail` of its JSON form.
)",
     R"($ mindc check example.mind --diagnostics=json
let y = dot([1.0, 2.0], [3.0, 4.0, 5.0]);
)",
     R"($ mindc check example.mind --diagnostics=json
let y = dot([1.0, 2.0], [3.0, 4.0]);
)"},
    {"E2104",
     R"(A tensor takes at most 2^36 bytes and has at most 32 dimensions; what is listed in the
program, as by `arange`, is shorter.
)",
     R"(let x: Tensor<f32, [1099511627776]> = 0;
)",
     R"(let x: Tensor<f32, [1048576]> = 0;
)"},
    {"W2001",
     R"(An attribute that is not known does nothing; it may be misspelled.
)",
     R"(@diferentiable
fn f(x: f32) -> f32 { x * x }
)",
     R"(@differentiable
fn f(x: f32) -> f32 { x * x }
)"},
    {"W2002",
     R"(No way through the program comes to this statement.
)",
     R"(fn f(x: f32) -> f32 {
    return x;
    print(x);
}
)",
     R"(fn f(x: f32) -> f32 {
    print(x);
    return x;
}
)"},
};

llvm::ArrayRef<ErrorPage> mind::driver::getTypePages() { return kPages; }
