// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A project of its own that loads the dialect from the installed package.
#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mind::MindDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>("%0 = mind.fill 1.0 : tensor<2xf32>\n"
                                                        "%1 = mind.relu %0 : tensor<2xf32>\n",
                                                        &context);
  if (!module)
    return 1;
  for (mind::ReluOp relu : module->getOps<mind::ReluOp>())
    llvm::outs() << "found " << relu << "\n";
  return 0;
}
