#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the folders of a new target: one op, its coverage, its conversion, its file, a test and a page.

usage: new-target.py NAME [ROOT]                 into the tree of MIND
       new-target.py NAME --standalone FOLDER    as a project of its own over the installed package

NAME is in camel case, `Abacus`; the target is then `--target=abacus` and its ops are `mind.abacus.*`.
docs/Targets.md tells what comes next.
"""
import os
import re
import sys

BANNER = """//===- {file} - {what} {fill}===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
"""

FILES = {
    "include/Mind/Dialect/NAME/CMakeLists.txt": "mind_add_subdirectories()\n",
    "include/Mind/Dialect/NAME/IR/CMakeLists.txt": """set(LLVM_TARGET_DEFINITIONS NAMEOps.td)
mlir_tablegen(NAMEOps.h.inc -gen-op-decls)
mlir_tablegen(NAMEOps.cpp.inc -gen-op-defs)
add_public_tablegen_target(MindNAMEIRIncGen)
""",
    "include/Mind/Dialect/NAME/IR/NAMEOps.td": """BANNER:the ops of NAME
#ifndef MIND_DIALECT_UPPER_IR_UPPEROPS_TD
#define MIND_DIALECT_UPPER_IR_UPPEROPS_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

def NAME_AddOp : Op<Mind_Dialect, "LOWER.add", [Pure, SameOperandsAndResultType]> {
  let cppNamespace = "::mind::LOWER";
  let summary = "elementwise sum";
  let description = [{
    The sums of tensors of one shape.

    Example:

    ```mlir
    %0 = mind.LOWER.add %a, %b : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

#endif // MIND_DIALECT_UPPER_IR_UPPEROPS_TD
""",
    "include/Mind/Dialect/NAME/IR/NAME.h": """BANNER:the ops of NAME
#ifndef MIND_DIALECT_UPPER_IR_UPPER_H
#define MIND_DIALECT_UPPER_IR_UPPER_H

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Mind/Dialect/NAME/IR/NAMEOps.h.inc"

namespace mind {

/// Adds `mind.LOWER.*` to the `mind` dialect of the contexts of the registry.
void registerNAMEExtension(mlir::DialectRegistry &registry);

} // namespace mind

#endif // MIND_DIALECT_UPPER_IR_UPPER_H
""",
    "lib/Dialect/NAME/CMakeLists.txt": "mind_add_subdirectories()\n",
    "lib/Dialect/NAME/IR/CMakeLists.txt": """add_mind_dialect_library(MindNAMEIR
  NAME.cpp
  DEPENDS MindIRIncGen MindNAMEIRIncGen
  LINK_LIBS MindIR MLIRIR MLIRSideEffectInterfaces)
""",
    "lib/Dialect/NAME/IR/NAME.cpp": """BANNER:the ops of NAME
#include "Mind/Dialect/NAME/IR/NAME.h"

using namespace mlir;
using namespace mind;

#define GET_OP_CLASSES
#include "Mind/Dialect/NAME/IR/NAMEOps.cpp.inc"

namespace {
struct NAMEExtension : DialectExtension<NAMEExtension, MindDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NAMEExtension)
  void apply(MLIRContext *context, MindDialect *dialect) const final {
    // A registry may be appended to a context again.
    if (!RegisteredOperationName::lookup(LOWER::AddOp::getOperationName(), context))
      dialect->addTargetOperations<LOWER::AddOp>();
  }
};
} // namespace

void mind::registerNAMEExtension(DialectRegistry &registry) {
  registry.insert<MindDialect>();
  registry.addExtensions<NAMEExtension>();
}
""",
    "lib/Target/NAME/CMakeLists.txt": """add_mind_target(NAME
  NAMETarget.cpp
  DEPENDS MindIRIncGen MindNAMEIRIncGen
  LINK_LIBS MindNAMEIR MindTargetBackend MLIRTransformUtils)
""",
    "lib/Target/NAME/NAMETarget.cpp": """BANNER:the target NAME
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Dialect/NAME/IR/NAME.h"
#include "Mind/Target/Backend/TargetBackend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mind;

namespace {

struct AddPattern : OpRewritePattern<mind::AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::AddOp op, PatternRewriter &rewriter) const final {
    if (op.getLhs().getType() != op.getType() || op.getRhs().getType() != op.getType())
      return failure();
    rewriter.replaceOpWithNewOp<LOWER::AddOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

struct ConvertMindToNAME : PassWrapper<ConvertMindToNAME, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertMindToNAME)
  StringRef getArgument() const final { return "convert-mind-to-LOWER"; }
  StringRef getDescription() const final { return "Convert the mind dialect to NAME"; }
  void getDependentDialects(DialectRegistry &registry) const final { registerNAMEExtension(registry); }

  void runOnOperation() final {
    RewritePatternSet patterns(&getContext());
    patterns.add<AddPattern>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    // What has no form here, as shapes that broadcast, must not be left out.
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp, func::FuncOp, func::ReturnOp, LOWER::AddOp>(op))
        return;
      op->emitOpError("has no form on the target `LOWER`");
      signalPassFailure();
    });
  }
};

class NAMETarget : public TargetBackend {
public:
  StringRef getName() const final { return "LOWER"; }
  StringRef getSummary() const final { return "a list of steps"; }
  void registerDialects(DialectRegistry &registry) const final { registerNAMEExtension(registry); }

  std::string getRefusal(StringRef key, DType dtype) const final {
    if (dtype != DType::F32)
      return "NAME computes with f32 alone";
    // A target that has a type has constants of it, or says here that it has none.
    return key == mind::AddOp::getOperationName() || key == ConstantOp::getOperationName() ? ""
                                                                                          : "NAME adds and does no more";
  }

  void buildConversionPipeline(OpPassManager &passes) const final {
    passes.addPass(std::make_unique<ConvertMindToNAME>());
  }

  bool emit(ModuleOp module, std::vector<TargetArtifact> &artifacts, rt::Fault &fault) const final {
    auto function = *module.getOps<func::FuncOp>().begin();
    TargetArtifact &artifact = artifacts.emplace_back();
    artifact.name = (function.getName() + ".LOWER").str();
    llvm::raw_string_ostream os(artifact.contents);
    llvm::DenseMap<Value, unsigned> names;
    for (Value argument : function.getArguments())
      os << "take v" << names.try_emplace(argument, names.size()).first->second << '\\n';
    for (auto add : function.getOps<LOWER::AddOp>()) {
      unsigned lhs = names.lookup(add.getLhs()), rhs = names.lookup(add.getRhs());
      os << "add v" << names.try_emplace(add.getResult(), names.size()).first->second << " = v" << lhs << " + v" << rhs
         << '\\n';
    }
    for (Value result : function.getBody().front().getTerminator()->getOperands())
      os << "give v" << names.lookup(result) << '\\n';
    return true;
  }
};

} // namespace

namespace mind {
void registerNAMETarget(TargetRegistry &registry) { registry.add(std::make_unique<NAMETarget>()); }
void registerNAMEPasses() { PassRegistration<ConvertMindToNAME>(); }
} // namespace mind
""",
}

IN_TREE = {
    "test/Target/NAME/emit.mind": """// REQUIRES: mindc, mindc-llvm
// RUN: mindc %s --target=LOWER -o %t && FileCheck %s --input-file=%t/main.LOWER
// CHECK: take v0
// CHECK-NEXT: take v1
// CHECK-NEXT: add v2 = v0 + v1
// CHECK-NEXT: give v2
fn main(x: Tensor<f32, [2]>, y: Tensor<f32, [2]>) -> Tensor<f32, [2]> { return x + y; }
""",
    "docs/Targets/NAME.md": """# NAME

`mindc FILE --target=LOWER -o FOLDER` writes `NAME.LOWER`: say here what that is, what runs it, how its numerics
compare with the interpreter's, and who has checked it.
""",
}

STANDALONE = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.20)
project(LOWER LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Mind REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include_directories(SYSTEM ${MIND_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(include ${PROJECT_BINARY_DIR}/include)
add_subdirectory(include/Mind/Dialect/NAME/IR)
add_executable(mindc-LOWER main.cpp lib/Dialect/NAME/IR/NAME.cpp lib/Target/NAME/NAMETarget.cpp)
add_dependencies(mindc-LOWER MindNAMEIRIncGen)
target_compile_options(mindc-LOWER PRIVATE -fno-rtti)
target_link_libraries(mindc-LOWER PRIVATE Mind::MindDriver Mind::MindTargetBackend)
""",
    "main.cpp": """BANNER:mindc with the target NAME
#include "Mind/Driver/Driver.h"

namespace mind {
void registerNAMETarget(TargetRegistry &registry);
} // namespace mind

int main(int argc, char **argv) {
  mind::TargetRegistry targets;
  mind::registerNAMETarget(targets);
  mind::driver::BackendHooks hooks;
  hooks.targets = &targets;
  hooks.compileForTarget = mind::compileForTarget;
  return mind::driver::run(argc, argv, &hooks);
}
""",
}


def fill(text, path, name):
    if text.startswith("BANNER:"):
        first, rest = text.split("\n", 1)
        file, what = os.path.basename(path), first[len("BANNER:"):].replace("NAME", name)
        mode = "*- C++ -*-" if path.endswith(".h") else "*- tablegen -*-" if path.endswith(".td") else ""
        width = 80 - len(f"//===- {file} - {what} ===//") - len(mode)
        text = BANNER.format(file=file, what=what, fill="-" * max(width, 1) + mode) + "\n" + rest
    return text.replace("NAME", name).replace("UPPER", name.upper()).replace("LOWER", name.lower())


def main():
    words = sys.argv[1:]
    standalone = len(words) == 3 and words[1] == "--standalone"
    if not words or not re.fullmatch(r"[A-Z][A-Za-z0-9]*", words[0]) or (len(words) > 2 and not standalone):
        sys.exit(__doc__)
    name = words[0]
    root = words[-1] if len(words) > 1 else os.path.join(os.path.dirname(__file__), "..")
    files = {**FILES, **(STANDALONE if standalone else IN_TREE)}
    paths = {path: os.path.join(root, path.replace("NAME", name)) for path in files}
    present = [path for path in paths.values() if os.path.exists(path)]
    if present:
        sys.exit(f"{present[0]} is there already")
    for path, text in files.items():
        os.makedirs(os.path.dirname(paths[path]) or ".", exist_ok=True)
        with open(paths[path], "w") as file:
            file.write(fill(text, path.replace("NAME", name), name))
        print(paths[path])


main()
