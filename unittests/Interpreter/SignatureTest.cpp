//===- SignatureTest.cpp - signatures from functions ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

TEST(InterpreterSignature, NamesTypesAndInnerDims) {
  mlir::DialectRegistry registry;
  registry.insert<MindDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    func.func @f(%x: tensor<?x3xf32, #mind.dims<B, 3>>, %lr: tensor<!mind.q16>) -> (tensor<?xi1, #mind.dims<B>>)
        attributes {mind.params = ["x", "lr"]} {
      %a = mind.fill 0.0 : tensor<?x?xf64, #mind.dims<B, K>>
      %r = mind.fill 0.0 : tensor<?xi1, #mind.dims<B>>
      return %r : tensor<?xi1, #mind.dims<B>>
    }
    func.func @g(%x: tensor<bf16>) { return }
    func.func @h(%x: tensor<?xf32, #mind.dims<N>>) -> tensor<?xf32, #mind.dims<_slice_N_0_3_1>> {
      %a = mind.slice %x axes [0] starts [0] ends [3] strides [1] : tensor<?xf32, #mind.dims<N>>
      %b = mind.fill 1.0 : tensor<?xf32, #mind.dims<_slice_N_0_3_1>>
      %c = mind.add %a, %b : tensor<?xf32, #mind.dims<_slice_N_0_3_1>>, tensor<?xf32, #mind.dims<_slice_N_0_3_1>>
      return %c : tensor<?xf32, #mind.dims<_slice_N_0_3_1>>
    })",
                                                        &context);
  ASSERT_TRUE(bool(module));
  auto signature = [&](llvm::StringRef name) {
    return rt::toString(interpreter::getSignature(module->lookupSymbol<mlir::func::FuncOp>(name)));
  };
  EXPECT_EQ(signature("f"), "f(x: f32[B, 3], lr: q16) -> (bool[B]) where K");
  EXPECT_EQ(signature("g"), "g(arg0: bf16) -> ()");
  // What the function works out is not asked for.
  EXPECT_EQ(signature("h"), "h(arg0: f32[N]) -> (f32[_slice_N_0_3_1])");
}

} // namespace
