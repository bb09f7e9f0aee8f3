//===- Payload.cpp - fields of mic@3 as attributes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list is described by the letters of its elements; an element of more than one
// letter is an array of its own. Two letters occur only there: `e`, 64 bits, and `j`,
// an optional signed number.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/Payload.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

namespace {

using FieldBuilder = mind::mic::Builder;

/// The letters of an element of the lists of `field`; empty if it is no list of that
/// kind.
StringRef getElement(char field) {
  switch (field) {
  case 'I':
    return "i";
  case 'V':
  case 'A':
  case 'Q':
    return "v";
  case 'E':
    return "e";
  case 'W':
    return "s";
  case 'N':
    return "sv";
  case 'X':
    return "ii";
  case 'L':
    return "iiji";
  case 'T':
    return "vvv";
  default:
    return "";
  }
}

/// The fields of a type by its tag: `t` is a type, `*` a list of types, `?` a type that
/// may lack; null for what is no tag.
const char *getTypeLayout(int64_t tag) {
  switch (tag) {
  case 0x01:
  case 0x02:
  case 0x03:
  case 0x04:
  case 0x05:
  case 0x06:
    return "";
  case 0x07:
  case 0x08:
    return "sW";
  case 0x09:
    return "s";
  case 0x0A:
  case 0x0C:
  case 0x10:
    return "Bt";
  case 0x0B:
    return "ut";
  case 0x0D:
    return "s*";
  case 0x0E:
    return "*";
  case 0x0F:
    return "ytS";
  case 0x11:
    return "*?";
  default:
    return nullptr;
  }
}

bool isNumber(Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  return number && number.getType().isSignlessInteger(64);
}
int64_t getNumber(Attribute attribute) { return cast<IntegerAttr>(attribute).getInt(); }
bool isBelow(Attribute attribute, int64_t limit) {
  return isNumber(attribute) && getNumber(attribute) >= 0 && getNumber(attribute) < limit;
}
bool isDouble(Attribute attribute) {
  auto number = dyn_cast<FloatAttr>(attribute);
  return number && number.getType().isF64();
}
StringRef getText(Attribute attribute) { return cast<StringAttr>(attribute).getValue(); }
ArrayRef<Attribute> getElements(Attribute attribute) { return cast<ArrayAttr>(attribute).getValue(); }

bool isType(Attribute attribute, unsigned depth);

/// Whether `fields` are what the letters of a type say.
bool areTypeFields(ArrayRef<Attribute> fields, StringRef layout, unsigned depth) {
  if (fields.size() != layout.size())
    return false;
  for (auto [attribute, letter] : llvm::zip(fields, layout)) {
    bool fits;
    if (letter == 't') {
      fits = isType(attribute, depth + 1);
    } else if (letter == '?') {
      fits = isa<UnitAttr>(attribute) || isType(attribute, depth + 1);
    } else if (letter == '*') {
      auto list = dyn_cast<ArrayAttr>(attribute);
      fits = list && llvm::all_of(list, [&](Attribute type) { return isType(type, depth + 1); });
    } else {
      fits = isField(attribute, letter);
    }
    if (!fits)
      return false;
  }
  return true;
}

bool isType(Attribute attribute, unsigned depth) {
  auto type = dyn_cast<ArrayAttr>(attribute);
  if (!type || type.empty() || depth >= kMaxDepth || !isNumber(type[0]))
    return false;
  const char *layout = getTypeLayout(getNumber(type[0]));
  return layout && areTypeFields(type.getValue().drop_front(), layout, depth);
}

/// The table of value types: ids ascend, as unsigned numbers.
bool isTypeTable(Attribute attribute) {
  auto table = dyn_cast<ArrayAttr>(attribute);
  if (!table)
    return false;
  std::optional<uint64_t> previous;
  for (Attribute element : table) {
    auto entry = dyn_cast<ArrayAttr>(element);
    if (!entry || entry.size() != 3 || !isNumber(entry[0]) || !isBelow(entry[1], kNumElementTypes) ||
        !(isa<UnitAttr>(entry[2]) || isNumber(entry[2])))
      return false;
    uint64_t id = getNumber(entry[0]);
    if (previous && id <= *previous)
      return false;
    previous = id;
  }
  return true;
}

void writeTypeTable(FieldBuilder &builder, Attribute attribute) {
  ArrayRef<Attribute> table = getElements(attribute);
  builder.uleb(table.size());
  for (Attribute element : table) {
    ArrayRef<Attribute> entry = getElements(element);
    builder.uleb(getNumber(entry[0]));
    builder.byte(getNumber(entry[1]));
    builder.byte(isa<UnitAttr>(entry[2]));
    if (!isa<UnitAttr>(entry[2]))
      builder.uleb(getNumber(entry[2]));
  }
}

void writeType(FieldBuilder &builder, Attribute attribute) {
  ArrayRef<Attribute> type = getElements(attribute);
  builder.byte(getNumber(type[0]));
  for (auto [field, letter] : llvm::zip(type.drop_front(), StringRef(getTypeLayout(getNumber(type[0]))))) {
    if (letter == 't') {
      writeType(builder, field);
    } else if (letter == '?') {
      builder.byte(!isa<UnitAttr>(field));
      if (!isa<UnitAttr>(field))
        writeType(builder, field);
    } else if (letter == '*') {
      builder.uleb(getElements(field).size());
      for (Attribute inner : getElements(field))
        writeType(builder, inner);
    } else {
      writeField(builder, field, letter, /*hasTypes=*/true);
    }
  }
}

} // namespace

bool mic::isField(Attribute attribute, char field) {
  switch (field) {
  case 'D':
  case 'v':
  case 'P':
  case 'i':
  case 'u':
  case 'e':
    return isNumber(attribute);
  case 'j':
    return isa<UnitAttr>(attribute) || isNumber(attribute);
  case 'o':
    return isa<UnitAttr>(attribute) || isNumber(attribute);
  case 'F':
    return isDouble(attribute);
  case 'f':
    return isa<UnitAttr>(attribute) || isDouble(attribute);
  case 's':
    return isa<StringAttr>(attribute);
  case 'q':
    return isa<UnitAttr, StringAttr>(attribute);
  case 'B':
    return isa<BoolAttr>(attribute);
  case 'b':
    return isBelow(attribute, kNumBinOps);
  case 'd':
    return isBelow(attribute, kNumElementTypes);
  case 'p':
    return isBelow(attribute, kNumPaddings);
  case 'y':
    return isBelow(attribute, kNumSparseLayouts);
  case 'c':
    return isBelow(attribute, kNumCallConvs);
  case 'S': {
    auto dims = dyn_cast<ArrayAttr>(attribute);
    return dims && llvm::all_of(dims, [](Attribute dim) { return isa<StringAttr>(dim) || isNumber(dim); });
  }
  case 'M':
    return isTypeTable(attribute);
  case kTypeField:
    return isType(attribute, /*depth=*/0);
  default:
    break;
  }
  StringRef letters = getElement(field);
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (letters.empty() || !list)
    return false;
  return llvm::all_of(list, [&](Attribute element) {
    if (letters.size() == 1)
      return isField(element, letters[0]);
    auto tuple = dyn_cast<ArrayAttr>(element);
    return tuple && tuple.size() == letters.size() && llvm::all_of(llvm::zip(tuple, letters), [](auto pair) {
             return isField(std::get<0>(pair), std::get<1>(pair));
           });
  });
}

void mic::writeField(FieldBuilder &builder, Attribute attribute, char field, bool hasTypes) {
  bool isPresent = !isa<UnitAttr>(attribute);
  switch (field) {
  case 'D':
  case 'v':
  case 'P':
  case 'u':
    return builder.uleb(getNumber(attribute));
  case 'i':
    return builder.zigzag(getNumber(attribute));
  case 'e':
    return builder.bits64(getNumber(attribute));
  case 'F':
    return builder.bits64(cast<FloatAttr>(attribute).getValue().bitcastToAPInt().getZExtValue());
  case 's':
    return builder.string(getText(attribute));
  case 'B':
    return builder.byte(cast<BoolAttr>(attribute).getValue());
  case 'b':
  case 'd':
  case 'p':
  case 'y':
  case 'c':
    return builder.byte(getNumber(attribute));
  case 'f':
  case 'j':
  case 'o':
  case 'q':
    builder.byte(isPresent);
    if (isPresent)
      writeField(builder, attribute, field == 'f' ? 'F' : field == 'j' ? 'i' : field == 'o' ? 'v' : 's', hasTypes);
    return;
  case 'S':
    builder.uleb(getElements(attribute).size());
    for (Attribute dim : getElements(attribute)) {
      bool isName = isa<StringAttr>(dim);
      builder.byte(isName);
      writeField(builder, dim, isName ? 's' : 'u', hasTypes);
    }
    return;
  case 'M':
    if (hasTypes)
      writeTypeTable(builder, attribute);
    return;
  case kTypeField:
    return writeType(builder, attribute);
  default:
    break;
  }
  StringRef letters = getElement(field);
  builder.uleb(getElements(attribute).size());
  for (Attribute element : getElements(attribute)) {
    if (letters.size() == 1) {
      writeField(builder, element, letters[0], hasTypes);
      continue;
    }
    for (auto [part, letter] : llvm::zip(getElements(element), letters))
      writeField(builder, part, letter, hasTypes);
  }
}

bool mic::isRegistry(ArrayAttr entries, char field) {
  return entries && llvm::all_of(entries, [&](Attribute element) {
           auto entry = dyn_cast<ArrayAttr>(element);
           if (!entry || entry.size() != 2 || !isa<StringAttr>(entry[0]))
             return false;
           auto list = dyn_cast<ArrayAttr>(entry[1]);
           if (field != kTypeField)
             return isField(entry[1], field);
           return list && llvm::all_of(list, [](Attribute type) { return isField(type, kTypeField); });
         });
}

void mic::writeCarrier(FieldBuilder &builder, MicCarrierOp op, bool hasTypes) {
  Opcode opcode = *getOpcode(op.getOpcode());
  builder.opcode(opcode);
  ArrayRef<Attribute> fields = op.getPayload().getValue();
  auto region = op.getBodies().begin();
  for (const char *letter = getLayout(uint8_t(opcode)); *letter; ++letter) {
    if (*letter != 'R') {
      writeField(builder, fields.front(), *letter, hasTypes);
      fields = fields.drop_front();
      continue;
    }
    size_t mark = builder.beginList();
    uint64_t count = 0;
    for (Operation &inner : (region++)->getOps()) {
      writeCarrier(builder, cast<MicCarrierOp>(inner), hasTypes);
      ++count;
    }
    builder.endList(mark, count);
  }
}

bool mic::hasTypeTable(MicCarrierOp op) {
  return op
      ->walk([](MicCarrierOp inner) {
        bool isFunction = inner.getOpcode() == getOpcodeName(uint8_t(Opcode::FnDef));
        return isFunction && !getElements(inner.getPayload().getValue().back()).empty() ? WalkResult::interrupt()
                                                                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// PayloadReader
//===----------------------------------------------------------------------===//

Attribute PayloadReader::bits64(Cursor &cursor) {
  return FloatAttr::get(builder.getF64Type(), APFloat(APFloat::IEEEdouble(), APInt(64, cursor.bits64())));
}

ArrayAttr PayloadReader::readList(Cursor &cursor, StringRef element) {
  SmallVector<Attribute> list;
  for (uint64_t count = cursor.uleb(); count; --count)
    list.push_back(element.size() == 1 ? readField(cursor, element[0]) : readFields(cursor, element));
  return builder.getArrayAttr(list);
}

ArrayAttr PayloadReader::readFields(Cursor &cursor, StringRef layout) {
  SmallVector<Attribute> fields;
  for (char letter : layout)
    fields.push_back(readField(cursor, letter));
  return builder.getArrayAttr(fields);
}

Attribute PayloadReader::readField(Cursor &cursor, char field) {
  auto optional = [&](char letter) -> Attribute {
    return cursor.byte() ? readField(cursor, letter) : builder.getUnitAttr();
  };
  switch (field) {
  case 'D':
  case 'v':
  case 'P':
  case 'u':
    return number(cursor.uleb());
  case 'b':
  case 'd':
  case 'p':
  case 'y':
  case 'c':
    return number(cursor.byte());
  case 'i':
    return number(cursor.zigzag());
  case 'e':
    return number(cursor.bits64());
  case 'F':
    return bits64(cursor);
  case 's':
    return string(cursor);
  case 'B':
    return builder.getBoolAttr(cursor.flag());
  case 'f':
    return optional('F');
  case 'j':
    return optional('i');
  case 'o':
    return optional('v');
  case 'q':
    return optional('s');
  case 'S': {
    SmallVector<Attribute> dims;
    for (uint64_t count = cursor.uleb(); count; --count)
      dims.push_back(cursor.byte() ? string(cursor) : number(cursor.uleb()));
    return builder.getArrayAttr(dims);
  }
  case 'M': {
    SmallVector<Attribute> table;
    for (uint64_t count = version < 3 ? 0 : cursor.uleb(); count; --count) {
      Attribute id = number(cursor.uleb()), type = number(cursor.byte());
      Attribute size = cursor.byte() ? Attribute(builder.getUnitAttr()) : number(cursor.uleb());
      table.push_back(builder.getArrayAttr({id, type, size}));
    }
    return builder.getArrayAttr(table);
  }
  case 'Q':
  case 'T':
    if (version < 2)
      return builder.getArrayAttr({});
    break;
  case '?':
    return cursor.flag() ? readField(cursor, kTypeField) : builder.getUnitAttr();
  case '*':
    return readList(cursor, StringRef(&kTypeField, 1));
  case kTypeField: {
    uint8_t tag = cursor.byte();
    SmallVector<Attribute> type = {number(tag)};
    llvm::append_range(type, readFields(cursor, getTypeLayout(tag)));
    return builder.getArrayAttr(type);
  }
  default:
    break;
  }
  return readList(cursor, getElement(field));
}

ArrayAttr PayloadReader::readRegistry(Cursor &cursor, char field) {
  SmallVector<Attribute> entries;
  for (uint64_t count = cursor.uleb(); count; --count) {
    Attribute name = string(cursor);
    entries.push_back(builder.getArrayAttr({name, readField(cursor, field == kTypeField ? '*' : field)}));
  }
  return builder.getArrayAttr(entries);
}

MicCarrierOp PayloadReader::readCarrier(OpBuilder &into, Location loc, Cursor &cursor) {
  uint8_t opcode = cursor.byte();
  StringRef layout = getLayout(opcode);
  // The payload is known only when the regions have been read.
  auto op = MicCarrierOp::create(into, loc, builder.getStringAttr(getOpcodeName(opcode)), builder.getArrayAttr({}),
                                 layout.count('R'));
  OpBuilder::InsertionGuard guard(into);
  SmallVector<Attribute> fields;
  unsigned region = 0;
  for (char letter : layout) {
    if (letter != 'R') {
      fields.push_back(readField(cursor, letter));
      continue;
    }
    into.createBlock(&op.getBodies()[region++]);
    readCarriers(into, loc, cursor);
  }
  op.setPayloadAttr(builder.getArrayAttr(fields));
  return op;
}

void PayloadReader::readCarriers(OpBuilder &into, Location loc, Cursor &cursor) {
  for (uint64_t count = cursor.uleb(); count; --count)
    readCarrier(into, loc, cursor);
}
