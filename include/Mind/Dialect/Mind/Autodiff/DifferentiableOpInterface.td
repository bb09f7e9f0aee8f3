//===- DifferentiableOpInterface.td - ops with derivatives *- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_TD
#define MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Mind_DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::mind";
  let description = [{
    The derivatives of an op, as the engine of automatic differentiation asks for
    them. An op is a function of its *inputs*: its operands, unless it says
    otherwise. Only inputs and results of fractions have derivatives; the engine
    never asks for others.

    A null value stands for a cotangent or a tangent that is zero whatever the
    arguments are. An op that does not implement the interface is refused where it
    is active, so a rule is never left out in silence.

    Rules build ops of the dialect alone, each of which has the interface: what a
    rule builds can be differentiated again.
  }];
  let methods = [
    InterfaceMethod<[{
      The values that the results depend on. An op with regions adds what these
      capture; the last op of a known composite names the composite's inputs.
    }], "void", "getInputs", (ins "::llvm::SmallVectorImpl<::mlir::Value> &":$inputs), [{}],
    [{
      inputs.append($_op->operand_begin(), $_op->operand_end());
    }]>,
    InterfaceMethod<[{
      Why the derivative by this input is zero by definition ("comparison"); empty
      if it is not.
    }], "::llvm::StringRef", "getCut", (ins "unsigned":$input), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      Whether the core profile of `--autodiff` has the op.
    }], "bool", "isInCoreProfile", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<[{
      Whether an element of the result depends on the elements of the inputs at the
      same place, where the shapes are equal. It may carry a mask then.
    }], "bool", "isElementwise", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Whether the results are linear in these inputs taken together, the others
      being fixed.
    }], "bool", "isLinearIn", (ins "const ::llvm::BitVector &":$inputs), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      Builds, for each input set in `active`, what its cotangent gets from the
      cotangents of the results. Fails with an error at the op.
    }], "::llvm::LogicalResult", "buildVJP", (ins
      "::mind::autodiff::ReverseContext &":$context,
      "::llvm::ArrayRef<::mlir::Value>":$cotangents,
      "const ::llvm::BitVector &":$active,
      "::llvm::MutableArrayRef<::mind::autodiff::Contribution>":$contributions)>,
    InterfaceMethod<[{
      Builds the tangents of the results from those of the inputs. Fails with an
      error at the op.
    }], "::llvm::LogicalResult", "buildJVP", (ins
      "::mind::autodiff::ForwardContext &":$context,
      "::llvm::ArrayRef<::mlir::Value>":$tangents,
      "::llvm::MutableArrayRef<::mlir::Value>":$results)>
  ];
}

#endif // MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_TD
