//===- PrintWGSL.cpp - shaders as text ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/WebGPU/PrintWGSL.h"
#include "ShaderPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

/// The prefix keeps the name apart from all words and functions of WGSL, and from the
/// names that this printer makes.
std::string webgpu::getEntryName(ShaderOp shader) {
  std::string name = "shader_";
  for (char c : shader.getSymName())
    name += llvm::isAlnum(c) || c == '_' ? std::string(1, c) : "_" + llvm::utohexstr(uint8_t(c));
  return name;
}

ShaderPrinter::ShaderPrinter(ShaderOp shader, Helpers &helpers, raw_ostream &os)
    : shader(shader), helpers(helpers), os(os), entry(getEntryName(shader)) {}

std::string ShaderPrinter::getType(Type type, Operation *op) {
  if (type.isF32())
    return "f32";
  if (type.isIndex() || type.isInteger(32))
    return "i32";
  if (type.isInteger(64))
    return "vec2<u32>";
  if (type.isInteger(1))
    return "bool";
  op->emitOpError() << "has a value of " << type << ", which WGSL does not have";
  return "";
}

std::string ShaderPrinter::getStorageType(Type type) { return type.isInteger(1) ? "u32" : getType(type, shader); }

/// Declares what is bound.
void ShaderPrinter::printHead() {
  unsigned binding = 0;
  for (BlockArgument buffer : shader.getBuffers()) {
    auto type = cast<MemRefType>(buffer.getType());
    std::string name = entry + "_b" + llvm::utostr(binding);
    names[buffer] = name;
    os << "@group(0) @binding(" << binding++ << ") var<storage, "
       << (ShaderOp::isWritten(buffer) ? "read_write" : "read") << "> " << name << ": array<"
       << getStorageType(type.getElementType()) << ">;  // ";
    llvm::interleave(type.getShape(), os, " x ");
    os << (type.getRank() ? "\n" : "one\n");
  }
  SmallVector<BlockArgument> scalars = shader.getScalars();
  if (!scalars.empty()) {
    os << "struct " << entry << "_scalars {\n";
    for (auto [i, scalar] : llvm::enumerate(scalars))
      os << "  @align(8) s" << i << ": " << getStorageType(scalar.getType()) << ",\n";
    os << "}\n@group(0) @binding(" << binding << ") var<uniform> " << entry << "_u: " << entry << "_scalars;\n";
  }
  for (auto [i, memory] : llvm::enumerate(shader.getWorkgroupMemory())) {
    auto type = cast<MemRefType>(memory.getType());
    std::string name = entry + "_w" + llvm::utostr(i);
    names[memory] = name;
    os << "var<workgroup> " << name << ": array<" << getStorageType(type.getElementType()) << ", "
       << std::max<int64_t>(type.getNumElements(), 1) << ">;\n";
  }
}

LogicalResult ShaderPrinter::print() {
  printHead();
  os << "@compute @workgroup_size(";
  llvm::interleaveComma(shader.getWorkgroupSize(), os);
  os << ")\nfn " << entry << "(@builtin(local_invocation_id) thread: vec3<u32>, @builtin(workgroup_id) workgroup: "
     << "vec3<u32>, @builtin(num_workgroups) workgroups: vec3<u32>) {\n";
  if (std::optional<uint64_t> linear = shader.getLinearWorkgroups()) {
    line() << "let linear_workgroup = i32(workgroup.y * " << kMaxWorkgroupsPerDimension << "u + workgroup.x);\n";
    line() << "if (linear_workgroup >= " << *linear << "i) { return; }\n";
  }
  for (auto [i, scalar] : llvm::enumerate(shader.getScalars())) {
    std::string name = declare(scalar);
    line() << "let " << name << " = " << entry << "_u.s" << i << (scalar.getType().isInteger(1) ? " != 0u" : "")
           << ";\n";
  }
  if (failed(printBlock(shader.getBody().front())))
    return failure();
  os << "}\n";
  return success();
}

LogicalResult webgpu::printWGSL(ModuleOp module, raw_ostream &os) {
  Helpers helpers;
  std::string shaders;
  llvm::raw_string_ostream stream(shaders);
  for (auto shader : module.getOps<ShaderOp>()) {
    stream << '\n';
    if (failed(ShaderPrinter(shader, helpers, stream).print()))
      return failure();
  }
  os << "// Compiled by MIND.\n\n";
  helpers.print(os);
  os << StringRef(shaders).ltrim('\n');
  return success();
}
