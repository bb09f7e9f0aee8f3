//===- MindStructureOps.td - control flow and effects -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDSTRUCTUREOPS_TD
#define MIND_DIALECT_MIND_IR_MINDSTRUCTUREOPS_TD

include "Mind/Dialect/Mind/IR/MindOpBase.td"

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def Mind_IfOp : Mind_StructureOp<"if", [
    SingleBlock, RecursiveMemoryEffects, NoRegionArguments
  ]> {
  let summary = "choice between two regions";
  let description = [{
    Runs the first region if the condition holds, else the second. A region ends
    at its first terminator: `mind.yield` gives the results; `mind.return`,
    `mind.break` and `mind.continue` leave the op and give none.

    *   (if_c1) With results there is a region for else.
    *   (if_c2) A `mind.yield` of either region gives the types of the results.

    Example:

    ```mlir
    %r = mind.if %c -> (tensor<f32>) {
      mind.yield %a : tensor<f32>
    } else {
      mind.yield %b : tensor<f32>
    }
    mind.if %c {
      mind.return %a : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Mind_Condition:$condition);
  let results = (outs Variadic<Mind_Tensor>:$results);
  let regions = (region SizedRegion<1>:$thenRegion,
                        MaxSizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition (`->` `(` type($results)^ `)`)? $thenRegion
    (`else` $elseRegion^)? attr-dict
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Mind_WhileOp : Mind_StructureOp<"while", [
    SingleBlock, RecursiveMemoryEffects
  ]> {
  let summary = "loop with variables";
  let description = [{
    The loop variables start as `inits`. The first region, whose block gets
    them, ends in `mind.condition`; where that holds, the second region runs,
    whose block gets them too, and ends in `mind.yield` or `mind.continue` with
    their next values, in `mind.break` with their values at the exit, or in
    `mind.return`. The results are the values at the exit. A loop that has no
    effects and no uses may be dropped.

    *   (while_c1) The results have the types of `inits`.
    *   (while_c2) The blocks have one argument for each variable, of its type.
    *   (while_c3) The first region ends in `mind.condition`.
    *   (while_c4) The second region does not end in `mind.condition`, and a
        `mind.yield` there gives the types of the variables.

    Example:

    ```mlir
    %r:2 = mind.while (%i = %i0, %x = %x0) : (tensor<i64>, tensor<f32>) {
      %c = mind.compare lt %i, %n : tensor<i64>, tensor<i64>
      mind.condition %c : tensor<i1>
    } do {
      %i2 = mind.add %i, %one : tensor<i64>, tensor<i64>
      %x2 = mind.mul %x, %x : tensor<f32>, tensor<f32>
      mind.yield %i2, %x2 : tensor<i64>, tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Mind_Tensor>:$inits);
  let results = (outs Variadic<Mind_Tensor>:$results);
  let regions = (region SizedRegion<1>:$before, SizedRegion<1>:$after);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Mind_YieldOp : Mind_StructureOp<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["IfOp", "WhileOp"]>
  ]> {
  let summary = "end of a region, with its values";
  let description = [{
    The values of a branch, or the next values of the loop variables.

    Example:

    ```mlir
    mind.yield %a, %b : tensor<f32>, tensor<i64>
    ```
  }];
  let arguments = (ins Variadic<Mind_Tensor>:$values);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Mind_ConditionOp : Mind_StructureOp<"condition", [
    Pure, Terminator, HasParent<"WhileOp">
  ]> {
  let summary = "whether a loop goes on";
  let description = [{
    Ends the first region of a loop.

    Example:

    ```mlir
    mind.condition %c : tensor<i1>
    ```
  }];
  let arguments = (ins Mind_Condition:$condition);
  let assemblyFormat = "$condition attr-dict `:` type($condition)";
}

class Mind_ExitOp<string mnemonic> : Mind_StructureOp<mnemonic, [
    Mind_ObservableEffect, Terminator, ParentOneOf<["IfOp", "WhileOp"]>
  ]> {
  let arguments = (ins Variadic<Mind_Tensor>:$values);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def Mind_ReturnOp : Mind_ExitOp<"return"> {
  let summary = "early return from the function";
  let description = [{
    Leaves all enclosing regions. A function's own body ends in `func.return`.

    *   (return_c1) It stands in a `func.func`, with nothing but `mind.if` and
        `mind.while` between.
    *   (return_c2) It gives the types of the function's results.

    Example:

    ```mlir
    mind.return %a : tensor<f32>
    ```
  }];
}

def Mind_BreakOp : Mind_ExitOp<"break"> {
  let summary = "exit from the nearest loop";
  let description = [{
    The values are the loop's results.

    *   (break_c1) It stands in the second region of a `mind.while`, with
        nothing but `mind.if` between.
    *   (break_c2) It gives the types of the loop variables.

    Example:

    ```mlir
    mind.break %i, %x : tensor<i64>, tensor<f32>
    ```
  }];
}

def Mind_ContinueOp : Mind_ExitOp<"continue"> {
  let summary = "next round of the nearest loop";
  let description = [{
    The values are the next values of the loop variables.

    *   (continue_c1) It stands in the second region of a `mind.while`, with
        nothing but `mind.if` between.
    *   (continue_c2) It gives the types of the loop variables.

    Example:

    ```mlir
    mind.continue %i2, %x : tensor<i64>, tensor<f32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

def Mind_OutputOp : Mind_StructureOp<"output", [
    Mind_ObservableEffect, HasParent<"::mlir::ModuleOp">
  ]> {
  let summary = "value that a script shows";
  let description = [{
    Stands in the body of a module, where the statements of a script are, in
    the order of the source. `result` marks the value of a last statement that
    is an expression, which is what running the script gives.

    Example:

    ```mlir
    mind.output %a : tensor<f32>
    mind.output result %b : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Mind_Tensor:$value, UnitAttr:$result);
  let assemblyFormat = "(`result` $result^)? $value attr-dict `:` type($value)";
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

def Mind_PrintOp : Mind_EffectOp<"print", [Mind_ObservableEffect]> {
  let summary = "text on standard output";
  let description = [{
    Writes the format, in which `{}` stands for the next operand and `{{` and
    `}}` for a brace. A number is written with the fewest digits that read back
    as it, a tensor as nested lists.

    *   (print_c1) Braces other than these do not occur.
    *   (print_c2) There is one operand for each `{}`.

    Example:

    ```mlir
    mind.print "loss {}\n"(%a) : tensor<f32>
    mind.print "done\n"
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<Mind_Tensor>:$args);
  let assemblyFormat = "$format (`(` $args^ `)` `:` type($args))? attr-dict";
  let hasVerifier = 1;
}

def Mind_AssertOp : Mind_EffectOp<"assert", [Mind_ObservableEffect]> {
  let summary = "check at run time";
  let description = [{
    The fault E6003 with the message, if the condition does not hold.

    Example:

    ```mlir
    mind.assert %c, "the batch is empty"
    ```
  }];
  let arguments = (ins Mind_Condition:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasCanonicalizeMethod = 1;
}

#endif // MIND_DIALECT_MIND_IR_MINDSTRUCTUREOPS_TD
