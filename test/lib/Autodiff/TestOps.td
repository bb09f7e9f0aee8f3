//===- TestOps.td - ops whose derivatives are wrong --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_AUTODIFF_TESTOPS
#define MIND_TEST_LIB_AUTODIFF_TESTOPS

include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def MindTest_Dialect : Dialect {
  let name = "mind_test";
  let summary = "Ops whose derivatives are wrong";
  let cppNamespace = "::mind::test";
}

def MindTest_WrongOp : Op<MindTest_Dialect, "wrong", [
    Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<Mind_DifferentiableOpInterface, ["isLinearIn"]>]> {
  let summary = "A sum whose rule has one fault";
  let description = [{
    The sum of two tensors of one type. Its derivatives are those of a sum, but the
    first operand has the fault that is named: the engine must refuse what comes of
    it. The fault `right` is none.

    ```mlir
    %r = mind_test.wrong "square" %x, %y : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins StrAttr:$fault, AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$fault $lhs `,` $rhs attr-dict `:` type($result)";
}

def MindTest_SwallowOp : Op<MindTest_Dialect, "swallow", [
    DeclareOpInterfaceMethods<Mind_DifferentiableOpInterface>]> {
  let summary = "An op with a region whose rule hands nothing on";
  let description = [{
    Stands for its operand. Rules of ops with regions may leave inputs without a
    contribution, so that this one does is seen at the op before it alone.

    ```mlir
    %r = mind_test.swallow %x {} : tensor<2x3xf32> -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let regions = (region AnyRegion:$body);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $body attr-dict `:` type($input) `->` type($result)";
}

#endif // MIND_TEST_LIB_AUTODIFF_TESTOPS
