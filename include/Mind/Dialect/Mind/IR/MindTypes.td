//===- MindTypes.td - types of the mind dialect -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDTYPES_TD
#define MIND_DIALECT_MIND_IR_MINDTYPES_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"

//===----------------------------------------------------------------------===//
// Own types
//===----------------------------------------------------------------------===//

class Mind_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Mind_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Mind_Q16Type : Mind_Type<"Q16", "q16"> {
  let summary = "Q16.16 fixed-point element";
  let description = [{
    A 32-bit two's complement integer that holds `value * 65536`. It is a type
    of its own and never an `i32`, because its product, quotient and casts
    differ (N5). Constants hold the raw bits in an attribute of `i32`.

    Example:

    ```mlir
    tensor<4x!mind.q16>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Constraints. A tensor of this dialect is a builtin ranked tensor with one of
// the eight element types, whose dynamic dims, if any, have a #mind.dims.
//===----------------------------------------------------------------------===//

class Mind_TensorOf<string predicate, string elements>
    : Type<CPred<"::mind::" # predicate # "($_self)">,
           "ranked tensor of " # elements # " values with every dynamic dim named",
           "::mlir::RankedTensorType">;

def Mind_Tensor : Mind_TensorOf<"isTensor",
    "f32, f64, f16, bf16, i32, i64, i1 or !mind.q16">;
def Mind_NumericTensor : Mind_TensorOf<"isNumericTensor",
    "f32, f64, f16, bf16, i32, i64 or !mind.q16">;
def Mind_FloatTensor : Mind_TensorOf<"isFloatTensor",
    "f32, f64, f16 or bf16">;
def Mind_FractionTensor : Mind_TensorOf<"isFractionTensor",
    "f32, f64, f16, bf16 or !mind.q16">;
def Mind_IntegerTensor : Mind_TensorOf<"isIntegerTensor", "i32 or i64">;
def Mind_WholeTensor : Mind_TensorOf<"isWholeTensor", "i32, i64 or !mind.q16">;
def Mind_BoolTensor : Mind_TensorOf<"isBoolTensor", "i1">;

// The one type a condition has; nothing needs to be printed for it.
def Mind_Condition
    : Type<CPred<"::mind::isBoolScalar($_self)">, "tensor<i1>",
           "::mlir::RankedTensorType">,
      BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getI1Type())">;

def Mind_PositionScalar
    : Type<CPred<"::mind::isIntegerTensor($_self) && "
                 "::llvm::cast<::mlir::RankedTensorType>($_self).getRank() == 0">,
           "tensor<i32> or tensor<i64>", "::mlir::RankedTensorType">;

#endif // MIND_DIALECT_MIND_IR_MINDTYPES_TD
