//===- Mic.cpp - what mic holds and mind does not -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mic/IR/Payload.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mind;

#define GET_OP_CLASSES
#include "Mind/Dialect/Mic/IR/MicOps.cpp.inc"

namespace {
struct MicExtension : DialectExtension<MicExtension, MindDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MicExtension)
  void apply(MLIRContext *context, MindDialect *dialect) const final {
    // A registry may be appended to a context again.
    if (!RegisteredOperationName::lookup(MicCarrierOp::getOperationName(), context))
      dialect->addTargetOperations<MicCarrierOp>();
  }
};
} // namespace

void mind::registerMicExtension(DialectRegistry &registry) {
  registry.insert<MindDialect>();
  registry.addExtensions<MicExtension>();
}

void mind::loadMicExtension(MLIRContext &context) {
  if (RegisteredOperationName::lookup(MicCarrierOp::getOperationName(), &context))
    return;
  DialectRegistry registry;
  registerMicExtension(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<MindDialect>();
}

std::optional<mic::Opcode> mic::getOpcode(StringRef name) {
  return llvm::StringSwitch<std::optional<Opcode>>(name)
#define MIC3_OPCODE(Code, Name, Layout) .Case(#Name, Opcode::Name)
#include "Mind/Target/Mic/Format/Opcodes.def"
      .Default(std::nullopt);
}

LogicalResult MicCarrierOp::verify() {
  // mic_carrier_c1
  std::optional<mic::Opcode> opcode = mic::getOpcode(getOpcode());
  if (!opcode)
    return emitOpError("names no opcode: '") << getOpcode() << "'";
  // mic_carrier_c2
  StringRef layout = mic::getLayout(uint8_t(*opcode));
  ArrayRef<Attribute> fields = getPayload().getValue();
  size_t numRegions = layout.count('R');
  if (fields.size() != layout.size() - numRegions)
    return emitOpError("has ") << fields.size() << " fields; '" << getOpcode() << "' has "
                               << layout.size() - numRegions;
  size_t position = 0;
  for (char letter : layout) {
    if (letter == 'R')
      continue;
    if (!mic::isField(fields[position], letter))
      return emitOpError("has a field that '")
             << getOpcode() << "' cannot hold, number " << position << ": " << fields[position];
    ++position;
  }
  // mic_carrier_c3
  if (getBodies().size() != numRegions)
    return emitOpError("has ") << getBodies().size() << " regions; '" << getOpcode() << "' has " << numRegions;
  // mic_carrier_c4
  for (Region &region : getBodies())
    for (Operation &op : region.getOps())
      if (!isa<MicCarrierOp>(op))
        return emitOpError("holds '") << op.getName() << "', which is no carrier";
  return success();
}
