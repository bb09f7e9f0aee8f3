//===- MindDialect.td - the mind dialect ------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDDIALECT_TD
#define MIND_DIALECT_MIND_IR_MINDDIALECT_TD

include "mlir/IR/DialectBase.td"

def Mind_Dialect : Dialect {
  let name = "mind";
  let cppNamespace = "::mind";
  let summary = "Tensor programs of the MIND language, with every bit defined";
  let description = [{
    The `mind` dialect is what the front end builds, the interpreter executes
    and every code generator starts from. Its values are ranked tensors with
    value semantics; a scalar is a tensor of rank 0.

    *   Exactly 19 ops are core: two constants and 17 operators. They carry the
        trait `mind::CoreOp`.
    *   Support ops (`mind::SupportOp`) are what library functions, casts and
        gradients need besides. They exist because the upstream ops that look
        like them mean something else at the edges: see the Rationale.
    *   Structural ops (`mind::StructureOp`) hold `if`, loops and early exits as
        the source has them, and effect ops (`mind::EffectOp`) what a program
        shows or asserts.

    What a value is, to the bit, is defined by the rules N1 to N18 that the
    op descriptions cite: round to nearest even, no re-association and no
    contraction of separate ops, wrapping integers, `x / 0 = 0` for integers,
    any NaN equal to any NaN. Folders keep these bits.

    Element types are `f32`, `f64`, `f16`, `bf16`, `i32`, `i64`, `i1` and
    `!mind.q16`. A dynamic dim always has a name, in the encoding of the type:

    ```mlir
    tensor<?x3xf32, #mind.dims<B, 3>>
    ```

    Two dims of the same name are equal at run time. A symbol equals only
    itself: there is no op that mixes `B` and 4, `tensor.cast` aside.

    A `func.func` may carry `mind.params`, the names of its parameters in the
    source, which `--arg` binds to: an array of one string for each parameter.

    The dialect is not for memory, loops over elements, layouts or targets:
    those begin below it, in linalg, scf and memref. It has no op for what the
    language can say with the ones it has.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// For the extensions of targets, whose names are dotted: `mind.TARGET.OP`.
    template <typename... Ops>
    void addTargetOperations() {
      addOperations<Ops...>();
    }

  private:
    // Each group is registered by the file that compiles it.
    void registerTypes();
    void registerAttributes();
    void registerCoreOps();
    void registerSupportOps();
    void registerGradOps();
    void registerStructureOps();
  }];
}

#endif // MIND_DIALECT_MIND_IR_MINDDIALECT_TD
