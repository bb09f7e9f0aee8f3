//===- RunPages.cpp - Pages of running and of artifacts -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ErrorPages.h"

using namespace mind::driver;

static constexpr ErrorPage kPages[] = {
    {"E6001",
     R"(The program took an element at a position that the tensor does not have. A position
that is known is checked when the program is compiled.
)",
     R"($ mindc run example.mind --arg i=3
fn main(i: i64) -> f64 {
    let x = [1.0, 2.0, 3.0];
    x[i] as f64
}
)",
     R"($ mindc run example.mind --arg i=2
fn main(i: i64) -> f64 {
    let x = [1.0, 2.0, 3.0];
    x[i] as f64
}
)"},
    {"E6002",
     R"(The program came to a tensor whose value was left open: a placeholder of an imported
module, or the end of a function that returns on every way before.
)",
     R"($ mindc run example.mlir
func.func @main() -> tensor<2xf32> {
  %0 = mind.fill : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)",
     R"($ mindc run example.mlir
func.func @main() -> tensor<2xf32> {
  %0 = mind.fill 1.0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)"},
    {"E6003",
     R"(An `assert` did not hold. The message is its text, or the condition.
)",
     R"($ mindc run example.mind --arg n=0
fn main(n: i64) {
    assert n > 0, "the batch is empty";
    print(100 / n);
}
)",
     R"($ mindc run example.mind --arg n=4
fn main(n: i64) {
    assert n > 0, "the batch is empty";
    print(100 / n);
}
)"},
    {"E6004",
     R"(A value of `--arg` or a .npy file cannot be read: it is cut short, has a size that does
not fit, holds a type that MIND does not have, or is no .npy file at all.
)",
     R"($ mindc run example.mind --arg x=[1,2
fn main(x: Tensor<f32, [2]>) -> Tensor<f32, [2]> { x * 2.0 }
)",
     R"($ mindc run example.mind --arg x=[1,2]
fn main(x: Tensor<f32, [2]>) -> Tensor<f32, [2]> { x * 2.0 }
)"},
    {"E6005",
     R"(An argument is missing, unknown, or of another type or shape than the parameter.
Arguments are converted by nobody: a parameter of f32 takes a file of f32.
)",
     R"($ mindc run example.mind --arg rate=0.1
fn main(x: f32, lr: f32) -> f32 { x * lr }
)",
     R"($ mindc run example.mind --arg x=2 --arg lr=0.1
fn main(x: f32, lr: f32) -> f32 { x * lr }
)"},
    {"E6006",
     R"(There is not enough memory for a tensor, or it would be larger than 2^36 bytes. Extents
that are known are checked when the program is compiled, as E2104; direct code is made
for known extents, and refuses tensors of more than 1 GiB as E5002.
)",
     R"($ mindc run --interpret example.mind --arg v=[1,2,3,4,5,6,7,8,9,10]
fn main(v: Tensor<f32, [n]>) -> f32 {
    let x: Tensor<f32, [n, n, n, n, n, n, n, n, n, n, n, n]> = 1;
    sum(x)
}
)",
     R"($ mindc run --interpret example.mind --arg v=[1,2]
fn main(v: Tensor<f32, [n]>) -> f32 {
    let x: Tensor<f32, [n, n, n, n, n, n, n, n, n, n, n, n]> = 1;
    sum(x)
}
)"},
    {"E6007",
     R"(Calls are nested too deeply, at most 1000: a function that calls itself has no end, or
goes too deep.
)",
     R"($ mindc run example.mind
fn count(n: i64) -> i64 { 1 + count(n + 1) }
fn main() -> i64 { count(0) }
)",
     R"($ mindc run example.mind
fn count(n: i64) -> i64 { if n < 10 { 1 + count(n + 1) } else { 0 } }
fn main() -> i64 { count(10) }
)"},
    {"E7001",
     R"(A .mic3 file cannot be read: it does not begin with `MIC3`, has a version that this
build does not know, is cut short, or holds a count, an index or a tag that is out of
range. The message says at which byte. Files over 10 MiB are refused unless
`--max-bytes` allows more. With `--strict`, a file is also refused if its canonical bytes
differ, or if something other than evidence follows its body.
)",
     R"($ mindc example.mind --emit=mic3 -o example.mic3
$ head -c 20 example.mic3 > short.mic3
$ mindc check short.mic3
let x = [1.0, 2.0];
)",
     R"($ mindc example.mind --emit=mic3 -o example.mic3
$ mindc check example.mic3
let x = [1.0, 2.0];
)"},
    {"E7002",
     R"(A .mic file cannot be read: its first line is not `mic@1`, or a line is not one of those
that docs/Mic1.md lists: a type as `T0 [f32;2,3]`, a node whose operands are defined
before as `N2 add N0 N1 T0`, an output as `O N2`. The message says in which line.
)",
     R"($ mindc example.mind --emit=mic1 -o example.mic
$ echo 'N9 nothing' >> example.mic
$ mindc check example.mic
let x: Tensor<f32, [2]> = 1;
relu(x);
)",
     R"($ mindc example.mind --emit=mic1 -o example.mic
$ mindc check example.mic
let x: Tensor<f32, [2]> = 1;
relu(x);
)"},
    {"E7003",
     R"(The module has something that the chosen format has no place for; the message names the
first such operation. mic@1 holds tensor programs without functions, control flow and
f64 constants; `--mic1-extended` writes them in lines of our own. mic@3 holds every
program; `--mic-compat` leaves out what other readers do not know and refuses what cannot
be said without it.
)",
     R"($ mindc example.mind --emit=mic1
fn f(x: f32) -> f32 { x * x }
)",
     R"($ mindc example.mind --emit=mic1 --mic1-extended
fn f(x: f32) -> f32 { x * x }
)"},
    {"E7004",
     R"(`mindc verify` found an artifact to be something else than it says: its hash or its
signature does not match, its body is not canonical, it is not a valid program, or bytes
follow it that are no evidence. Do not use it; make it again from its source.
)",
     R"($ mindc example.mind --emit=evidence -o example.mic3
$ printf x >> example.mic3
$ mindc verify example.mic3
let x = [1.0, 2.0];
)",
     R"($ mindc example.mind --emit=evidence -o example.mic3
$ mindc verify example.mic3
let x = [1.0, 2.0];
)"},
    {"E7005",
     R"(Evidence cannot be made: the module calls a clock, an input or a random number and
`--allow-nondeterministic` is not given; its parent has no valid evidence; or a signing
key is not what it should be (a seed of 64 hexadecimal digits in
MIND_EVIDENCE_ED25519_KEY; this build signs with no other scheme).
)",
     R"($ echo no artifact > parent.mic3
$ mindc example.mind --emit=evidence -o example.mic3 --evidence-parent=parent.mic3
let x = [1.0, 2.0];
)",
     R"($ mindc example.mind --emit=evidence -o first.mic3
$ mindc example.mind --emit=evidence -o example.mic3 --evidence-parent=first.mic3
let x = [1.0, 2.0];
)"},
};

llvm::ArrayRef<ErrorPage> mind::driver::getRunPages() { return kPages; }
