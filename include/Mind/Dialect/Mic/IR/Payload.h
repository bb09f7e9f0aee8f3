//===- Payload.h - fields of mic@3 as attributes ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The payload of a carrier, of a registry's entry and of a table of types: bytes to
/// attributes and back, by the letters of Opcodes.def.
///
/// | letter | attribute |
/// |--------|-----------|
/// | D v P u b d p y c | i64 |
/// | i | i64 |
/// | F | f64 |
/// | s | string |
/// | B | bool |
/// | f q o | unit, or what is there |
/// | S | array of i64 or string |
/// | I V A Q E | array of i64 |
/// | W | array of string |
/// | N | array of [string, i64] |
/// | X | array of [i64, i64] |
/// | L | array of [i64, i64, i64 or unit, i64] |
/// | T | array of [i64, i64, i64] |
/// | M | array of [id, element type, size or unit] |
///
/// The annotation of a type is an array: its tag, then its fields in the order of the
/// format, a type within it again an array; a function's result is unit if it has none.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIC_IR_PAYLOAD_H
#define MIND_DIALECT_MIC_IR_PAYLOAD_H

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Target/Mic/Format/Builder.h"
#include "Mind/Target/Mic/Format/Cursor.h"

namespace mind::mic {

/// Letters of the layouts, and one more for the annotation of a type.
inline constexpr char kTypeField = 't';

/// Reads fields of a validated file.
class PayloadReader {
public:
  PayloadReader(mlir::MLIRContext *context, llvm::ArrayRef<llvm::StringRef> strings, uint8_t version)
      : builder(context), strings(strings), version(version) {}

  /// One field that is not a region.
  mlir::Attribute readField(Cursor &cursor, char field);
  /// The payload that `layout` describes, its regions excepted, which must not come.
  mlir::ArrayAttr readFields(Cursor &cursor, llvm::StringRef layout);
  /// A list of registry entries, from its count on: arrays of [name, payload] where the
  /// payload is a list of `field`, or for `I` the list itself.
  mlir::ArrayAttr readRegistry(Cursor &cursor, char field);
  /// One instruction with its regions as a carrier, inserted where `builder` is.
  MicCarrierOp readCarrier(mlir::OpBuilder &builder, mlir::Location loc, Cursor &cursor);
  /// Instructions from their count on, as carriers.
  void readCarriers(mlir::OpBuilder &builder, mlir::Location loc, Cursor &cursor);

private:
  mlir::ArrayAttr readList(Cursor &cursor, llvm::StringRef element);
  mlir::Attribute number(uint64_t value) { return builder.getI64IntegerAttr(int64_t(value)); }
  mlir::Attribute string(Cursor &cursor) { return builder.getStringAttr(strings[cursor.uleb()]); }
  mlir::Attribute bits64(Cursor &cursor);

  mlir::Builder builder;
  llvm::ArrayRef<llvm::StringRef> strings;
  uint8_t version;
};

/// Whether `attribute` is a field of that letter with values that the format holds.
bool isField(mlir::Attribute attribute, char field);

/// Writes a field that isField. `hasTypes`: the file is of version 3.
void writeField(Builder &builder, mlir::Attribute attribute, char field, bool hasTypes);

/// Whether `entries` is an array of [name, payload] as readRegistry makes it.
bool isRegistry(mlir::ArrayAttr entries, char field);

/// Writes a carrier that verifies, with its regions.
void writeCarrier(Builder &builder, MicCarrierOp op, bool hasTypes);

/// Whether a carrier, or one within it, has a table of value types that is not empty.
bool hasTypeTable(MicCarrierOp op);

} // namespace mind::mic

#endif // MIND_DIALECT_MIC_IR_PAYLOAD_H
