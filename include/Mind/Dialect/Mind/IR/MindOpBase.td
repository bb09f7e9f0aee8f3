//===- MindOpBase.td - base classes of the ops ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDOPBASE_TD
#define MIND_DIALECT_MIND_IR_MINDOPBASE_TD

include "Mind/Dialect/Mind/IR/MindAttributes.td"
include "Mind/Dialect/Mind/IR/MindDialect.td"
include "Mind/Dialect/Mind/IR/MindEnums.td"
include "Mind/Dialect/Mind/IR/MindTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Classes of ops. The trait says to C++ what the class says here.
//===----------------------------------------------------------------------===//

class Mind_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mind";
}

def Mind_CoreOpTrait : Mind_Trait<"CoreOp">;
def Mind_SupportOpTrait : Mind_Trait<"SupportOp">;
def Mind_StructureOpTrait : Mind_Trait<"StructureOp">;
def Mind_EffectOpTrait : Mind_Trait<"EffectOp">;

class Mind_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mind_Dialect, mnemonic, traits>;

/// The 19 ops of the language's core.
class Mind_CoreOp<string mnemonic, list<Trait> traits = []>
    : Mind_Op<mnemonic, !listconcat([Mind_CoreOpTrait], traits)>;

/// What the core needs besides: library functions, casts, gradients.
class Mind_SupportOp<string mnemonic, list<Trait> traits = []>
    : Mind_Op<mnemonic, !listconcat([Mind_SupportOpTrait], traits)>;

/// Control flow, and the outputs of a script.
class Mind_StructureOp<string mnemonic, list<Trait> traits = []>
    : Mind_Op<mnemonic, !listconcat([Mind_StructureOpTrait], traits)>;

/// What a program does besides computing values.
class Mind_EffectOp<string mnemonic, list<Trait> traits = []>
    : Mind_Op<mnemonic, !listconcat([Mind_EffectOpTrait], traits)>;

//===----------------------------------------------------------------------===//
// Effects. Output, assertions and faults are one resource, so that none of them
// is dropped or passes another.
//===----------------------------------------------------------------------===//

def Mind_Observable : Resource<"::mind::ObservableResource">;
def Mind_ObservableEffect : MemoryEffects<[MemWrite<Mind_Observable>]>;

/// An op that may end in a run-time fault, depending on its operands. It has an
/// effect, and may not be hoisted, unless the fault can be ruled out.
def Mind_MayFault : TraitList<[
  DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
  DeclareOpInterfaceMethods<ConditionallySpeculatable>
]>;

//===----------------------------------------------------------------------===//
// Middle classes: shared operands and formats. Each leaf has its own words.
//===----------------------------------------------------------------------===//

/// `(lhs, rhs)` of one element type, broadcast against each other.
class Mind_BinaryOp<Type operand> {
  dag arguments = (ins operand:$lhs, operand:$rhs);
  dag results = (outs operand:$result);
  string assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

/// One operand; the result has its type.
class Mind_SameTypeOp<Type operand> {
  dag arguments = (ins operand:$input);
  dag results = (outs operand:$result);
  string assemblyFormat = "$input attr-dict `:` type($input)";
}

/// A reduction over `axes`; no axes stand for all.
class Mind_ReduceOp<Type operand> {
  dag arguments = (ins operand:$input, DenseI64ArrayAttr:$axes,
                       UnitAttr:$keepdims);
  dag results = (outs operand:$result);
  string assemblyFormat =
      "$input `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` type($input)";
}

#endif // MIND_DIALECT_MIND_IR_MINDOPBASE_TD
