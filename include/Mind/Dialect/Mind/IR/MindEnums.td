//===- MindEnums.td - enums of the mind dialect -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDENUMS_TD
#define MIND_DIALECT_MIND_IR_MINDENUMS_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/IR/EnumAttr.td"

class Mind_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mind";
  let genSpecializedAttr = 0;
}

def Mind_CmpPredicate : Mind_I32Enum<"CmpPredicate", "comparison of two numbers", [
  I32EnumAttrCase<"Eq", 0, "eq">,
  I32EnumAttrCase<"Ne", 1, "ne">,
  I32EnumAttrCase<"Lt", 2, "lt">,
  I32EnumAttrCase<"Le", 3, "le">,
  I32EnumAttrCase<"Gt", 4, "gt">,
  I32EnumAttrCase<"Ge", 5, "ge">
]>;

def Mind_UnaryKind : Mind_I32Enum<"UnaryKind", "elementary function of one number", [
  I32EnumAttrCase<"Exp", 0, "exp">,
  I32EnumAttrCase<"Log", 1, "log">,
  I32EnumAttrCase<"Log2", 2, "log2">,
  I32EnumAttrCase<"Log10", 3, "log10">,
  I32EnumAttrCase<"Sqrt", 4, "sqrt">,
  I32EnumAttrCase<"Tanh", 5, "tanh">,
  I32EnumAttrCase<"Sigmoid", 6, "sigmoid">,
  I32EnumAttrCase<"Sin", 7, "sin">,
  I32EnumAttrCase<"Cos", 8, "cos">,
  I32EnumAttrCase<"Tan", 9, "tan">,
  I32EnumAttrCase<"Asin", 10, "asin">,
  I32EnumAttrCase<"Acos", 11, "acos">,
  I32EnumAttrCase<"Atan", 12, "atan">
]>;

def Mind_ConvPadding : Mind_I32Enum<"ConvPadding", "how a convolution pads its input", [
  I32EnumAttrCase<"Valid", 0, "valid">,
  I32EnumAttrCase<"Same", 1, "same">,
  I32EnumAttrCase<"Explicit", 2, "explicit">
]>;

def Mind_CmpPredicateAttr : EnumAttr<Mind_Dialect, Mind_CmpPredicate, "cmp">;
def Mind_UnaryKindAttr : EnumAttr<Mind_Dialect, Mind_UnaryKind, "kind">;
def Mind_ConvPaddingAttr : EnumAttr<Mind_Dialect, Mind_ConvPadding, "padding">;

#endif // MIND_DIALECT_MIND_IR_MINDENUMS_TD
