//===- MicOps.td - what mic holds and mind does not -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIC_IR_MICOPS_TD
#define MIND_DIALECT_MIC_IR_MICOPS_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

def Mind_MicCarrierOp : Op<Mind_Dialect, "mic.carrier", [
    NoRegionArguments, NoTerminator, SingleBlock
  ]> {
  let summary = "instruction of mic@3 that has no op";
  let description = [{
    Holds one instruction of a mic@3 file that the dialect cannot express, or
    that belongs to a function whose types do not follow from its body, so that
    any valid file survives a way through MLIR byte for byte. It computes
    nothing: its value ids are numbers, and no pass looks into it.

    `payload` lists the fields of the instruction in the order of the format,
    regions left out; those are the regions of the op. Value ids and numbers are
    i64 (ids beyond it wrap), an f64 is one of f64, lists are arrays, tuples in
    lists are arrays too, what is optional and absent is `unit`. A dim is a
    number or a string. `docs/Mic3.md` has the table.

    *   (mic_carrier_c1) `opcode` is the name of an opcode.
    *   (mic_carrier_c2) `payload` has the fields of the opcode's layout.
    *   (mic_carrier_c3) There are as many regions as the layout has.
    *   (mic_carrier_c4) The regions hold carriers only.

    Example:

    ```mlir
    mind.mic.carrier "VecFma" [5, 4, 4, 4, 8]
    mind.mic.carrier "Region" [3, 1, 2, []] {
      mind.mic.carrier "ConstI64" [3, 7]
    }
    ```
  }];
  let arguments = (ins StrAttr:$opcode, ArrayAttr:$payload);
  let regions = (region VariadicRegion<MaxSizedRegion<1>>:$bodies);
  let assemblyFormat = "$opcode $payload $bodies attr-dict";
  let hasVerifier = 1;
}

#endif // MIND_DIALECT_MIC_IR_MICOPS_TD
