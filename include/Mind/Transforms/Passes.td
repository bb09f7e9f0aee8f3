//===- Passes.td - passes on the mind dialect --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TRANSFORMS_PASSES
#define MIND_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def StructureToScf : Pass<"mind-structure-to-scf", "::mlir::func::FuncOp"> {
  let summary = "Turn mind.if, mind.while and early exits into scf";
  let description = [{
    The front end writes `mind.return`, `mind.break` and `mind.continue` where the
    source has them. This pass gives every region one exit at its end. Afterwards
    the function holds `scf.if` and `scf.while` on tensors, no structural op of the
    dialect, and one `func.return`.

    What follows an `if` that may leave early moves into the branch that goes on:

    ```mlir
    // before
    func.func @f(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
      %r = mind.if %c -> (tensor<f32>) {
        mind.return %x : tensor<f32>
      } else {
        mind.yield %y : tensor<f32>
      }
      %s = mind.add %r, %r : tensor<f32>, tensor<f32>
      return %s : tensor<f32>
    }

    // after
    func.func @f(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
      %p = tensor.extract %c[] : tensor<i1>
      %r = scf.if %p -> (tensor<f32>) {
        scf.yield %x : tensor<f32>
      } else {
        %s = mind.add %y, %y : tensor<f32>, tensor<f32>
        scf.yield %s : tensor<f32>
      }
      return %r : tensor<f32>
    }
    ```

    If both branches may go on and one may also leave, the `scf.if` returns flags
    that say which way it ended, and one value for each thing that any of the ways
    carries; what follows is guarded by the flag. A loop carries the flags: it ends
    as soon as one is set, without evaluating its condition again. Nothing is
    executed after an exit.

    Values that are not carried on the way taken are filled with zeros: they are
    never read.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numIfs", "num-ifs", "mind.if ops converted">,
    Statistic<"numWhiles", "num-whiles", "mind.while ops converted">,
    Statistic<"numGuards", "num-guards", "scf.if ops that guard what follows a possible exit">
  ];
}

def DifferentiateFunctions : Pass<"mind-differentiate-functions", "::mlir::ModuleOp"> {
  let summary = "Add the gradients of functions";
  let description = [{
    Adds, behind each function in `func`, its derivative as `@FUNC.grad` (or
    `.pullback`, `.jvp`, `.value_and_grad`: see `kind`); if the module declares that
    function, the declaration gets the body. The function itself stays as it is.

    *   `grad` has the parameters of the function and gives the gradients by those
        in `wrt`. Of a result that is no scalar it is the gradient of the sum of the
        elements.
    *   `value_and_grad` gives the result first.
    *   `pullback` has a cotangent of each result as well.
    *   `jvp` has a tangent of each parameter in `wrt` as well, and gives the results
        and their tangents.

    Contributions are added in one frozen order, so a gradient has the same bits
    wherever it is computed. What cannot be differentiated is an error (E4101 to
    E4109), never a zero; a gradient that is zero because nothing leads from the
    parameter to the result is a warning (W4101).

    With `func=f`:

    ```mlir
    // before
    func.func @f(%x: tensor<3xf32>) -> tensor<f32> {
      %0 = mind.mul %x, %x : tensor<3xf32>, tensor<3xf32>
      %1 = mind.sum %0 axes [] : tensor<3xf32>
      return %1 : tensor<f32>
    }

    // added
    func.func private @f.grad(%x: tensor<3xf32>) -> tensor<3xf32> {
      %0 = mind.constant dense<1.0> : tensor<f32>
      %1 = mind.broadcast_to %0 : tensor<f32> -> tensor<3xf32>
      %2 = mind.mul %1, %x : tensor<3xf32>, tensor<3xf32>
      %3 = mind.mul %1, %x : tensor<3xf32>, tensor<3xf32>
      %4 = mind.add %2, %3 : tensor<3xf32>, tensor<3xf32>
      return %4 : tensor<3xf32>
    }
    ```
  }];
  let options = [
    ListOption<"functions", "func", "std::string", "The functions to differentiate, separated by commas">,
    Option<"wrt", "wrt", "std::string", /*default=*/"",
           "Parameters by name or position, separated by commas (default: all of fractions)">,
    Option<"kind", "kind", "std::string", /*default=*/"\"grad\"",
           "grad, value_and_grad, pullback or jvp (default: grad)">,
    Option<"profile", "profile", "std::string", /*default=*/"\"extended\"",
           "core or extended: which rules are offered (default: extended)">,
    Option<"verification", "verify", "std::string", /*default=*/"\"static\"",
           "none or static: whether the laws are checked (default: static)">,
    Option<"isBundled", "bundled", "bool", /*default=*/"false",
           "Keep the ops of the function that the derivative does not read (default: false)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mind::MindDialect"];
  let statistics = [
    Statistic<"numContributions", "num-contributions", "contributions to cotangents built">
  ];
}

def OutlineScript : Pass<"mind-outline-script", "::mlir::ModuleOp"> {
  let summary = "Move the statements of a script into a function";
  let description = [{
    Top-level statements are ops in the module's body. This pass moves them, in
    order, into a new public function at the end of the module: `@main`, or
    `@__mind_main` if the module defines `main` or if the result is an integer,
    which `@main` would give as its status. It returns the operand of the
    `mind.output` marked `result`, if there is one; the other outputs are dropped.
    A module without top-level statements stays as it is. Statements that only show a
    0, which mic has for a function, are dropped if the module has functions and no
    other statements.

    ```mlir
    // before
    module {
      %0 = mind.constant dense<1.0> : tensor<2xf32>
      %1 = mind.add %0, %0 : tensor<2xf32>, tensor<2xf32>
      mind.output result %1 : tensor<2xf32>
    }

    // after
    module {
      func.func @main() -> tensor<2xf32> {
        %0 = mind.constant dense<1.0> : tensor<2xf32>
        %1 = mind.add %0, %0 : tensor<2xf32>, tensor<2xf32>
        return %1 : tensor<2xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let statistics = [
    Statistic<"numMoved", "num-moved", "ops moved into the new function">
  ];
}

def CanonicalizeModule : Pass<"mind-canonicalize-module", "::mlir::ModuleOp"> {
  let summary = "Bring a module into the canonical form of mic";
  let description = [{
    mic hashes a module, so one form of it is canonical. This pass makes it, for that
    path only; it is no optimisation. On the ops of the module's body, in this order:

    1. If every function has a threshold (`mic.reap`), those that nothing calls lose
       their bodies: the reference's form, which mindc makes with `--mic-compat` alone.
    2. Values that nothing uses are erased. What may have an effect, calls and loops
       are not.
    3. `mind.add` and `mind.mul` have the operand with the lower number first.
    4. Binary ops on integer literals become literals, if the result is exact. A
       comparison becomes 0 or 1 if it is only shown and is not the result of the
       program, whose type would change; with `compatible` the result, too.
    5. Step 2 again.

    Functions and regions stay as they are, and so do the ops before a `mind.if` that
    are its condition (`mic.cond`). Values keep the numbers that they have in the module
    as it came: if any of them is gone, the others' are written down as `mic.id`, and
    the first free number as `mic.next_id` of the module.

    ```mlir
    // before
    module {
      %0 = mind.constant dense<2> : tensor<i64>
      %1 = mind.constant dense<3> : tensor<i64>
      %2 = mind.mul %0, %1 : tensor<i64>, tensor<i64>
      mind.output %2 : tensor<i64>
    }

    // after
    module attributes {mic.next_id = 3 : i64} {
      %0 = mind.constant dense<6> : tensor<i64> {mic.id = 2 : i64}
      mind.output %0 : tensor<i64>
    }
    ```
  }];
  let dependentDialects = ["::mind::MindDialect"];
  let options = [
    Option<"compatible", "compatible", "bool", "false", "as other compilers of the language have it">
  ];
  let statistics = [
    Statistic<"numReaped", "num-reaped", "functions without calls that lost their bodies">,
    Statistic<"numPruned", "num-pruned", "ops erased whose values nothing used">,
    Statistic<"numSwapped", "num-swapped", "additions and products whose operands changed places">,
    Statistic<"numFolded", "num-folded", "ops on literals that became literals">
  ];
}

def RecomputeValues : Pass<"mind-recompute-values", "::mlir::ModuleOp"> {
  let summary = "Compute values again rather than keep them, where memory is short";
  let description = [{
    A gradient reads what the function computed long after it was computed. Where a
    block needs most memory, this pass keeps the fewest bytes (a minimum cut) from
    which all that is read later can be computed by cheap ops: arithmetic, selections,
    casts and changes of shape. What is not kept is computed again before its next
    use. It goes on at the next peak as long as the peak falls and is above `budget`,
    with at most as many copies as the block has ops. Every value has the bits that it
    had.

    With `evict`, or where the module has the attribute `mind.memory_budget`, which is
    the budget then, this is not all if a peak is still above it: other ops without
    effects are computed again as well, one at a time, of those that lower the peak the
    one of fewest steps first.

    A peak is estimated as the back ends lay out memory: arguments, results and
    constants are not counted, a dim that has a name counts as 1024, and a call needs what
    its function needs. Calls of functions with `@checkpoint` keep nothing as it is.

    With `budget=0`:

    ```mlir
    // before: %sum and %relu live over the second call
    %sum = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
    %relu = mind.relu %sum : tensor<64xf32>
    %m = call @next(%relu) : (tensor<64xf32>) -> tensor<64xf32>
    %0 = call @next(%m) : (tensor<64xf32>) -> tensor<64xf32>
    %1 = mind.relu_grad %0, %sum : tensor<64xf32>
    %2 = mind.dot %1, %relu : tensor<64xf32>, tensor<64xf32>

    // after: neither does
    %sum = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
    %relu = mind.relu %sum : tensor<64xf32>
    %m = call @next(%relu) : (tensor<64xf32>) -> tensor<64xf32>
    %0 = call @next(%m) : (tensor<64xf32>) -> tensor<64xf32>
    %sum2 = mind.add %x, %y : tensor<64xf32>, tensor<64xf32>
    %1 = mind.relu_grad %0, %sum2 : tensor<64xf32>
    %relu2 = mind.relu %sum2 : tensor<64xf32>
    %2 = mind.dot %1, %relu2 : tensor<64xf32>, tensor<64xf32>
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", /*default=*/"65536",
           "Bytes that a block may need without a change (default: 65536)">,
    Option<"evict", "evict", "bool", /*default=*/"false",
           "Compute again by ops that are not cheap, too (default: false)">
  ];
  let statistics = [
    Statistic<"numRecomputed", "num-recomputed", "ops copied to compute values again">
  ];
}

def ResolveGrad : Pass<"mind-resolve-grad", "::mlir::ModuleOp"> {
  let summary = "Give the derivatives that a program asks for their bodies";
  let description = [{
    A derivative is declared with the attribute `mind.derivative`, which names its
    kind (`grad`, `value_and_grad`, `pullback`, `jvp`), the function and the
    parameters to differentiate by; it is called like any function. The pass makes
    its body, after that of the function if that is a derivative itself. A function
    with `mind.differentiable` is checked, whether a derivative of it is asked for or
    not. Structured control flow of the dialect becomes `scf` first. Modules that ask
    for no derivative are left alone.

    ```mlir
    // before
    func.func private @square(%x: tensor<f32>) -> tensor<f32> {
      %0 = mind.mul %x, %x : tensor<f32>, tensor<f32>
      return %0 : tensor<f32>
    }
    func.func private @square.grad(tensor<f32>) -> tensor<f32>
        attributes {mind.derivative = {kind = "grad", of = @square, wrt = array<i64: 0>}}

    // after
    func.func private @square(%x: tensor<f32>) -> tensor<f32> {
      %0 = mind.mul %x, %x : tensor<f32>, tensor<f32>
      return %0 : tensor<f32>
    }
    func.func private @square.grad(%x: tensor<f32>) -> tensor<f32> {
      %0 = mind.constant dense<1.0> : tensor<f32>
      %1 = mind.mul %0, %x : tensor<f32>, tensor<f32>
      %2 = mind.mul %0, %x : tensor<f32>, tensor<f32>
      %3 = mind.add %1, %2 : tensor<f32>, tensor<f32>
      return %3 : tensor<f32>
    }
    ```

    Errors begin with their code, as in `[E4101] unsupported operation for autodiff:
    mod`, and stand at the op that is to blame.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numResolved", "num-resolved", "derivatives given a body">
  ];
}

def SpecializeDims : Pass<"mind-specialize-dims", "::mlir::ModuleOp"> {
  let summary = "Give named dims their sizes";
  let description = [{
    Replaces named dims of one function by numbers: in its signature, in the types
    of its body, and, through the calls in it, in its callees. A callee is copied
    for each set of sizes with which it is called (`@f` becomes `@f$N4`), since
    others may call it with other sizes. Casts between dims that are now the same
    are removed. Names derived from a dim (`_slice_B_0_5_1`) follow from the ops
    that make them.

    With `dims="B=4"`:

    ```mlir
    // before
    func.func @main(%x: tensor<?x3xf32, #mind.dims<B, 3>>) -> tensor<?xf32, #mind.dims<B>> {
      %0 = mind.sum %x axes [1] : tensor<?x3xf32, #mind.dims<B, 3>>
      return %0 : tensor<?xf32, #mind.dims<B>>
    }

    // after
    func.func @main(%x: tensor<4x3xf32>) -> tensor<4xf32> {
      %0 = mind.sum %x axes [1] : tensor<4x3xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"dims", "dims", "std::string", /*default=*/"",
           "Sizes as NAME=NUMBER, separated by commas (default: none)">,
    Option<"function", "function", "std::string", /*default=*/"",
           "The function to specialise (default: the entry of the program)">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numCopies", "num-copies", "copies of callees made">
  ];
}

#endif // MIND_TRANSFORMS_PASSES
