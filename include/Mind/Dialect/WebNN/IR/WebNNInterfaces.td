//===- WebNNInterfaces.td - calls of the graph builder ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_WEBNN_IR_WEBNNINTERFACES_TD
#define MIND_DIALECT_WEBNN_IR_WEBNNINTERFACES_TD

include "mlir/IR/OpBase.td"

def WebNN_CallOpInterface : OpInterface<"BuilderCallOpInterface"> {
  let cppNamespace = "::mind::webnn";
  let description = [{
    An op that is one call of a method of MLGraphBuilder. The method is the op's
    name in camel case, its first arguments are the operands.
  }];
  let methods = [
    InterfaceMethod<[{
        What follows the operands: `arguments` in their order, then the members
        of the options, the last argument, if there are any.
      }],
      "void", "getCall",
      (ins "::llvm::json::Array &":$arguments, "::mind::webnn::CallOptions &":$options),
      /*methodBody=*/"", /*defaultImplementation=*/[{ (void)arguments, (void)options; }]>
  ];
}

#endif // MIND_DIALECT_WEBNN_IR_WEBNNINTERFACES_TD
