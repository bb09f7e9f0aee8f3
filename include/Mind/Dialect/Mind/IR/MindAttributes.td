//===- MindAttributes.td - attributes of the mind dialect -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDATTRIBUTES_TD
#define MIND_DIALECT_MIND_IR_MINDATTRIBUTES_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"

class Mind_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Mind_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Mind_DimsAttr : Mind_Attr<"Dims", "dims", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>
  ]> {
  let summary = "names of the dynamic dims of a tensor";
  let description = [{
    The encoding of a tensor type that has at least one dynamic dim. It lists
    every dim: a name for a dynamic one, the extent for a static one. Equal
    names are equal extents at run time.

    *   (dims_c1) A dim is a name or a number that is not negative.
    *   (dims_c2) At least one dim is a name.
    *   (dims_c3) As an encoding it has one entry for each dim of the tensor.
    *   (dims_c4) As an encoding it has a name where the tensor's dim is
        dynamic, and the tensor's extent where it is static.

    Names are identifiers; any other string is written in quotes.

    Example:

    ```mlir
    tensor<?x3x?xf32, #mind.dims<B, 3, N>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute",
      "a StringAttr for a name, an IntegerAttr of i64 for an extent">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // MIND_DIALECT_MIND_IR_MINDATTRIBUTES_TD
