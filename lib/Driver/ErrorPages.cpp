//===- ErrorPages.cpp - What --explain prints -----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page for each code of ErrorCodes.def: what is wrong, an example, what to do.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

namespace {

struct Page {
  llvm::StringLiteral code;
  llvm::StringLiteral text;
};

constexpr Page kPages[] = {
    {"E1001", R"(The text cannot be read as a program: a token stands where the grammar has no
place for it, a bracket is not closed, a keyword is used as a name, the nesting is
deeper than 256 levels, or the file is empty, larger than 64 MiB or not UTF-8.

    let fn = 1          // `fn` is a keyword
    let x = (1 + 2      // `(` is not closed

The message names what was found and what could stand there.
)"},
    {"E1002", R"(Outside of strings and comments a program is written in ASCII; names are made of
letters, digits and `_`.

    let größe = 1       // wrong
    let size = 1        // right
)"},
    {"E1003", R"(A string ends on the line on which it begins. A line break inside a string is
written `\n`.

    print("hello)       // wrong
    print("hello")      // right
)"},
    {"E1004", R"(The escapes are \n \t \r \0 \\ \' \" and \u{...} with a Unicode scalar value in
hexadecimal.

    print("\d")         // wrong
    print("\\d")        // right
)"},
    {"E1005", R"(A number has a letter or a digit where its base has none, an exponent without
digits, or does not fit 64 bits.

    let a = 0b12        // 2 is no binary digit
    let b = 1e          // the exponent is missing
    let c = 1.5f32      // write f32(1.5)
)"},
    {"E1006", R"(Block comments nest; each `/*` needs its `*/`.

    /* outer /* inner */        // the outer one is still open
)"},
    {"E2001", R"(A value has a type that the operation does not take: the element types of two
tensors differ, an argument is of the wrong type, or the construct is not part of
this version of MIND. Element types are never converted silently.

    fn f(x: Tensor<f32, [3]>, y: Tensor<i32, [3]>) -> Tensor<f32, [3]> {
        x + y                   // wrong
    }

Convert one of the operands: `x + cast<f32>(y)`.
)"},
    {"E2002", R"(No variable, constant or parameter of this name is visible here. Names are
visible from their `let` on, to the end of their block.

    let value = 1
    print(valeu)        // did you mean `value`?
)"},
    {"E2003", R"(Neither the program nor the library has a function of this name.

    let y = sofmax(x)   // did you mean `softmax`?
)"},
    {"E2004", R"(An i64 is not made an i32 silently, since it might not fit; nor is a literal that
is out of range.

    fn f(n: i64) -> i32 {
        n               // wrong
        n as i32        // right: saturates
    }
)"},
    {"E2005", R"(A call has too many or too few arguments, or a named argument that the function
does not have.

    sum(x, axsi=1)      // the argument is called `axes`
)"},
    {"E2007", R"(The library of MIND is always there; `import std.tensor` is accepted and does
nothing. Other modules and files cannot be imported.
)"},
    {"E2009", R"(A variable is declared by `let` before it is assigned to.

    count = 1           // wrong
    let mut count = 0   // right
    count = 1
)"},
    {"E2010", R"(A function with a result gives it on every way out, and of just the declared type
and shape. The last expression of the body is the result; `return` is for leaving
early.

    fn f(x: f32) -> f32 {
        let y = x * 2.0     // no result: write `y` as the last line
    }
)"},
    {"E2011", R"(A condition is a bool, or an integer, which is true if it is not 0.

    fn f(x: f32) {
        if x { print("yes") }           // wrong
        if x != 0.0 { print("yes") }    // right
    }
)"},
    {"E2012", R"(Functions are called; they cannot be stored in variables, passed or returned. A
`let` may name a gradient, as in `let df = grad(f)`. A closure is written where
grad, value_and_grad, vjp or jvp takes it. A value that is no function cannot be
called.

    let f = exp         // wrong
    let y = exp(1.0)    // right
)"},
    {"E2013", R"(An integer and a float are not mixed. A literal takes the type of what it stands
beside; values of known types are converted by hand.

    fn f(n: i64, x: f64) -> f64 {
        n + x           // wrong
        f64(n) + x      // right
    }
)"},
    {"E2015", R"(The value is not of the type that the variable was declared with, or has.

    let n: i64 = 1.5    // wrong
    let x: f64 = 1.5    // right
)"},
    {"E2016", R"(Whether a number counts as true is said by a comparison.

    let b = x as bool   // wrong
    let b = x != 0      // right
)"},
    {"E2023", R"(Names that begin with `__mind_` belong to the compiler.
)"},
    {"E2025", R"(`f32(x)` converts x, so a function cannot have the name of a scalar type.
)"},
    {"E2027", R"(An argument is of another kind than the parameter: an integer for a float, a tuple
for a tensor.

    fn half(x: f32) -> f32 { x / 2.0 }
    fn f(n: i64) -> f32 {
        half(n)         // wrong
        half(f32(n))    // right
    }
)"},
    {"E2030", R"(The bounds of a range or slice are integers.

    for i in 0..2.5 { }     // wrong
)"},
    {"E2031", R"(`sqrt` is an operation of the hardware and cannot be defined anew.
)"},
    {"E2620", R"(A tuple is taken apart into as many names as it has elements.

    let (a, b, c) = (1, 2)      // wrong
)"},
    {"E2621", R"(The elements of a tuple are counted from 0 and their number is known.

    let t = (1, 2)
    print(t.2)          // wrong: there are t.0 and t.1
)"},
    {"E2101", R"(Two shapes broadcast if, aligned at the last dimension, the extents are equal or
one of them is 1; missing leading dimensions count as 1.

    fn f(x: Tensor<f32, [2, 3]>, y: Tensor<f32, [4, 3]>) -> Tensor<f32, [2, 3]> {
        x + y           // 2 and 4 do not fit
    }
)"},
    {"E2102", R"(The shapes of the operands do not fit the operation: the inner dimensions of a
matrix product differ, an axis is out of range, a reshape changes the number of
elements, or a value has another shape than it was declared with. A dimension with
a name equals only itself.

    let x: Tensor<[batch, 784], f32> = 0
    let w: Tensor<[512, 10], f32> = 0
    let y = matmul(x, w)        // 784 and 512 differ
)"},
    {"E2103", R"(The last dimension of the left operand of a matrix product must be the last but
one of the right. It is reported as E2102; this code is the `detail` of its JSON
form.
)"},
    {"E2104", R"(A tensor takes at most 2^36 bytes and has at most 32 dimensions; what is listed in
the program, as by `arange`, is shorter.

    let x: Tensor<f32, [1099511627776]> = 0     // 4 TiB
)"},
    {"E3001", R"(The module breaks a rule of the IR. From source this is a defect of the compiler;
in a module that was written or changed by hand, the message names the operation
and the rule.
)"},
    {"E4001", R"(The function that `--autodiff --func NAME` asks the gradient of does not exist; the
message lists those that do. In JSON every E41xx has this code as its
`legacy_code`.
)"},
    {"E4002", R"(`--autodiff` needs `--func NAME`, the function to differentiate.

    mindc model.mind --func loss --autodiff --emit-grad-ir
)"},
    {"E4003", R"(Every build can make gradients, so that this is never reported.
)"},
    {"E4101", R"(An operation between the input and the result has no gradient: `%`, bits and shifts,
argmax, the maximum over an axis; under `mindc --autodiff` also elements and slices
of tensors, max and min, unless `--autodiff-profile=extended`.

    fn f(x: f32) -> f32 { x % 2.0 }
    let df = grad(f)            // wrong

An operation that the result depends on only through comparisons and integers is not
in the way. Where a gradient makes sense all the same, write it by hand:
`@custom_grad(g)`.
)"},
    {"E4102", R"(The gradient that was made broke a rule that every gradient obeys: it has the type of
its input, is linear in the gradient of the result, and accounts for each use of each
value. This is a defect of the compiler; no code is made.

With `--verify-gradients=numeric` it also says that a gradient is not the slope of its
function at some points; then a gradient written by hand, `@custom_grad`, may be wrong.
)"},
    {"E4103", R"(The axes of a reduction or a permutation in differentiated code do not fit the shape.
From source the type checker reports it first.
)"},
    {"E4104", R"(The gradient would depend on an extent that is not known: a convolution over a named
dimension, or a broadcast between dimensions of different names.

    fn f(x: Tensor<f32, [n, h, h, 3]>, w: Tensor<f32, [3, 3, 3, 8]>) -> f32 {
        sum(conv2d(x, w))       // has no gradient: h is a name
    }
)"},
    {"E4105", R"(Only floats and q16 vary smoothly; an integer or a bool has no gradient.

    fn f(x: f32, n: i64) -> f32 { x * f32(n) }
    let df = grad(f, wrt=n)     // wrong
    let df = grad(f)            // right: by x, the first parameter
)"},
    {"E4106", R"(What is differentiated is known when the program is compiled: a function of the
program, a closure, or a gradient of one.

    fn f(x: f32) -> f32 { x * x }
    let y = 3.0
    let dy = grad(f(y))         // wrong: f(y) is a number
    let dy = grad(f)(y)         // right
)"},
    {"E4107", R"(A custom gradient takes the parameters of its function and the gradient of each
result, and gives a gradient for each parameter that is a float or q16, in their
order.

    fn clip_grad(x: f32, upstream: f32) -> f32 { upstream }
    @custom_grad(clip_grad)
    fn clip(x: f32) -> f32 { min(max(x, -1.0), 1.0) }
)"},
    {"E4108", R"(A gradient computes a value again and in another order, so that what it runs through
cannot print or assert on a value that is differentiated.

    fn f(x: f32) -> f32 {
        print(x)                // wrong in a function that is differentiated
        x * x
    }
)"},
    {"E4109", R"(`grad` and `value_and_grad` take a function with one scalar result; `vjp` and `jvp`
one whose results are floats or q16.

    fn f(x: Tensor<f32, [3]>) -> Tensor<f32, [3]> { x * x }
    let df = grad(f)                                        // wrong
    let df = grad(|x: Tensor<f32, [3]>| sum(f(x)))          // right
    let (y, pullback) = vjp(f)([1.0, 2.0, 3.0])             // right
)"},
    {"E5001", R"(There is no back end for what was asked, or mindc-llvm does not lie beside mindc.
)"},
    {"E5002", R"(The back end cannot compile an operation of this program. The interpreter runs
every program: `mindc run --interpret`.
)"},
    {"E6001", R"(The program took an element at a position that the tensor does not have.

    fn main(i: i64) -> f32 {
        let x = [1.0, 2.0, 3.0]
        x[i]            // stops with E6001 unless 0 <= i < 3
    }

A position that is known is checked when the program is compiled.
)"},
    {"E6002", R"(The program came to a tensor whose value was left open: a placeholder of an imported
module, or the end of a function that returns on every way before.
)"},
    {"E6003", R"(An `assert` did not hold. The message is its text, or the condition.

    assert n > 0, "the batch is empty"
)"},
    {"E6004", R"(A value of `--arg` or a .npy file cannot be read: it is cut short, has a size that
does not fit, holds a type that MIND does not have, or is no .npy file at all.
)"},
    {"E6005", R"(An argument is missing, unknown, or of another type or shape than the parameter.
Arguments are converted by nobody: a parameter of f32 takes a file of f32.

    mindc run f.mind --func g --arg x=@x.npy --arg lr=0.1
)"},
    {"E6006", R"(There is not enough memory for a tensor, or it would be larger than 2^36 bytes.
)"},
    {"E6007", R"(Calls are nested too deeply: a function that calls itself has no end, or goes too
deep for the stack.
)"},
    {"E7001", R"(A .mic3 file cannot be read: it does not begin with `MIC3`, has a version that this
build does not know, is cut short, or holds a count, an index or a tag that is out of
range. The message says at which byte.

Files over 10 MiB are refused unless `--max-bytes` allows more. With `--strict`, a file
is also refused if its canonical bytes differ, or if something other than evidence
follows its body.
)"},
    {"E7002", R"(A .mic file cannot be read: its first line is not `mic@1`, or a line is not one of

    T0 [f32;2,3]            // a type
    N2 add N0 N1 T0         // a node, whose operands are defined before
    O N2                    // an output

or of the lines that docs/Mic1.md adds. The message says in which line.
)"},
    {"E7003", R"(The module has something that the chosen format has no place for. The message names
the first such operation.

mic@1 holds tensor programs without functions, control flow and f64 constants;
`--mic1-extended` writes them in lines of our own. mic@3 holds every program;
`--mic-compat` leaves out what other readers do not know and refuses what cannot be
said without it.
)"},
    {"E7004", R"(`mindc verify` found an artifact to be something else than it says: its hash or its
signature does not match, its body is not canonical, it is not a valid program, or
bytes follow it that are no evidence. Do not use it; make it again from its source.
)"},
    {"E7005", R"(Evidence cannot be made: the module calls a clock, an input or a random number and
`--allow-nondeterministic` is not given; its parent has no valid evidence; or a signing
key is not what it should be (a seed of 64 hexadecimal digits in
MIND_EVIDENCE_ED25519_KEY; this build signs with no other scheme).
)"},
};

} // namespace

llvm::StringRef mind::driver::getErrorPage(llvm::StringRef code) {
  for (const Page &page : kPages)
    if (page.code == code)
      return page.text;
  return {};
}
