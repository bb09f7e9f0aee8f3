//===- EmitModule.cpp - JavaScript that runs shaders ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/WebGPU/EmitModule.h"
#include "EmitHost.h"
#include "HostModule.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

namespace {
/// A tensor that goes in or out.
struct Port {
  std::string name;
  MemRefType type;
};
} // namespace

/// A bool is a uint8 to the caller.
static StringRef getDataTypeName(Type elementType) {
  if (elementType.isF32())
    return "float32";
  if (elementType.isInteger(1))
    return "uint8";
  return elementType.isInteger(32) ? "int32" : "int64";
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

static unsigned countInputs(func::FuncOp function) {
  unsigned count = 0;
  while (count < function.getNumArguments() && !function.getArgAttr(count, kResultAttrName))
    ++count;
  return count;
}

static SmallVector<Port> getInputs(func::FuncOp function) {
  auto params = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
  SmallVector<Port> ports;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes().take_front(countInputs(function)))) {
    std::string name = params && i < params.size() ? cast<StringAttr>(params[i]).getValue().str() : "";
    ports.push_back({isIdentifier(name) ? name : "arg" + llvm::utostr(i), cast<MemRefType>(type)});
  }
  return ports;
}

static SmallVector<Port> getOutputs(func::FuncOp function) {
  SmallVector<Port> ports;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes().drop_front(countInputs(function))))
    ports.push_back({"result" + llvm::utostr(i), cast<MemRefType>(type)});
  return ports;
}

static void emitPorts(StringRef name, StringRef comment, ArrayRef<Port> ports, raw_ostream &os) {
  os << "\n/** " << comment << " */\nexport const " << name << " = [\n";
  for (const Port &port : ports) {
    os << "  {name: \"" << port.name << "\", dataType: \"" << getDataTypeName(port.type.getElementType())
       << "\", shape: [";
    llvm::interleaveComma(port.type.getShape(), os);
    os << "]},\n";
  }
  os << "];\n";
}

LogicalResult webgpu::emitModule(func::FuncOp function, StringRef wgsl, raw_ostream &os) {
  os << "// `" << function.getName() << "`, compiled by MIND for WebGPU. Functions and roundings are those of the\n"
     << "// device: the numerics are relaxed.\n";
  emitPorts("inputs", "The parameters, in their order.", getInputs(function), os);
  emitPorts("outputs", "The results, in their order.", getOutputs(function), os);
  // WGSL has neither backquotes nor dollar signs, nor has what the printer makes.
  os << "\n/** The shaders, in WGSL. */\nexport const code = `" << wgsl << "`;\n";
  if (failed(emitProgram(function, os)))
    return failure();
  os << kHostModule;
  return success();
}
