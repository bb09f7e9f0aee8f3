//===- MindStructureOps.cpp - control flow and effects --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mind;

#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindStructureOps.cpp.inc"

void MindDialect::registerStructureOps() {
  addOperations<
#define GET_OP_LIST
#include "Mind/Dialect/Mind/IR/MindStructureOps.cpp.inc"
      >();
}

/// `types` as a list in parentheses, for messages.
static std::string listTypes(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(types, os);
  os << ')';
  return text;
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

LogicalResult IfOp::verify() {
  // if_c1
  if (getNumResults() != 0 && getElseRegion().empty())
    return emitOpError("has results but no region for else");
  for (Region *region : getRegions()) {
    if (region->empty() || region->front().empty())
      continue;
    // if_c2
    Operation &last = region->front().back();
    if (isa<YieldOp>(last) && last.getOperandTypes() != getResultTypes())
      return last.emitOpError("gives ")
             << listTypes(last.getOperandTypes())
             << " where the enclosing 'mind.if' has results "
             << listTypes(getResultTypes());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

// `(%i = %i0, %x = %x0) : (T0, T1) {...} do {...}`. Both blocks name their
// arguments as the header does; if the names of the second differ (they do not
// unless something renames them), they follow `do`.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> variables;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> types;
  if (parser.parseAssignmentList(variables, inits))
    return failure();
  SMLoc typesLoc = parser.getCurrentLocation();
  if (!variables.empty() &&
      (parser.parseColon() ||
       parser.parseCommaSeparatedList(
           AsmParser::Delimiter::Paren,
           [&] { return parser.parseType(types.emplace_back()); })))
    return failure();
  if (parser.resolveOperands(inits, types, typesLoc, result.operands))
    return failure();
  result.addTypes(types);
  for (auto [variable, type] : llvm::zip(variables, types))
    variable.type = type;

  Region *before = result.addRegion();
  Region *after = result.addRegion();
  if (parser.parseRegion(*before, variables) || parser.parseKeyword("do"))
    return failure();
  SmallVector<OpAsmParser::Argument> bodyVariables;
  SMLoc namesLoc = parser.getCurrentLocation();
  if (parser.parseArgumentList(bodyVariables,
                               OpAsmParser::Delimiter::OptionalParen))
    return failure();
  if (bodyVariables.empty())
    bodyVariables = variables;
  if (bodyVariables.size() != types.size())
    return parser.emitError(namesLoc, "expected ")
           << types.size() << " names of loop variables";
  for (auto [variable, type] : llvm::zip(bodyVariables, types))
    variable.type = type;
  return failure(parser.parseRegion(*after, bodyVariables) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

/// The name that the printer gave to a value.
static std::string nameOf(OpAsmPrinter &printer, Value value) {
  std::string name;
  llvm::raw_string_ostream os(name);
  printer.printOperand(value, os);
  return name;
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << " (";
  llvm::interleaveComma(
      llvm::zip(getBefore().getArguments(), getInits()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  printer << ')';
  if (!getInits().empty()) {
    printer << " : (";
    llvm::interleaveComma(getInits().getTypes(), printer);
    printer << ')';
  }
  printer << ' ';
  printer.printRegion(getBefore(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  bool sameNames = llvm::all_of(
      llvm::zip(getBefore().getArguments(), getAfter().getArguments()),
      [&](auto pair) {
        return nameOf(printer, std::get<0>(pair)) ==
               nameOf(printer, std::get<1>(pair));
      });
  if (!sameNames) {
    printer << '(';
    llvm::interleaveComma(getAfter().getArguments(), printer);
    printer << ") ";
  }
  printer.printRegion(getAfter(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
}

LogicalResult WhileOp::verifyRegions() {
  TypeRange types = getInits().getTypes();
  // while_c1
  if (types != getResultTypes())
    return emitOpError("has initial values ")
           << listTypes(types) << " but results "
           << listTypes(getResultTypes());
  // while_c2
  for (Region *region : {&getBefore(), &getAfter()})
    if (region->getArgumentTypes() != types)
      return emitOpError("has variables ")
             << listTypes(types) << " but a region with arguments "
             << listTypes(region->getArgumentTypes());
  // while_c3
  Operation *test = getBefore().front().getTerminator();
  if (!isa<ConditionOp>(test))
    return emitOpError("has a first region that ends in '")
           << test->getName() << "', not in 'mind.condition'";
  // while_c4
  Operation *last = getAfter().front().getTerminator();
  if (isa<ConditionOp>(last))
    return emitOpError("has a second region that ends in 'mind.condition'");
  if (isa<YieldOp>(last) && last->getOperandTypes() != types)
    return last->emitOpError("gives ")
           << listTypes(last->getOperandTypes())
           << " where the enclosing 'mind.while' has variables "
           << listTypes(types);
  return success();
}

//===----------------------------------------------------------------------===//
// ReturnOp, BreakOp, ContinueOp
//===----------------------------------------------------------------------===//

WhileOp mind::getEnclosingLoop(Operation *op) {
  Region *region = op->getParentRegion();
  while (region && isa_and_nonnull<IfOp>(region->getParentOp()))
    region = region->getParentRegion();
  auto loop =
      region ? dyn_cast_or_null<WhileOp>(region->getParentOp()) : WhileOp();
  return loop && region == &loop.getAfter() ? loop : WhileOp();
}

LogicalResult ReturnOp::verify() {
  Operation *parent = (*this)->getParentOp();
  while (isa_and_nonnull<IfOp, WhileOp>(parent))
    parent = parent->getParentOp();
  // return_c1
  auto function = dyn_cast_or_null<func::FuncOp>(parent);
  if (!function)
    return emitOpError("does not stand in a function");
  // return_c2
  if (TypeRange(getValues()) != TypeRange(function.getResultTypes()))
    return emitOpError("gives ")
           << listTypes(getOperandTypes()) << " where the function has results "
           << listTypes(function.getResultTypes());
  return success();
}

/// The rules c1 and c2 of both exits of a loop.
static LogicalResult verifyLoopExit(Operation *op) {
  WhileOp loop = getEnclosingLoop(op);
  if (!loop)
    return op->emitOpError("does not stand in the body of a 'mind.while'");
  if (op->getOperandTypes() != loop.getInits().getTypes())
    return op->emitOpError("gives ")
           << listTypes(op->getOperandTypes())
           << " where the loop has variables "
           << listTypes(loop.getInits().getTypes());
  return success();
}

// break_c1, break_c2
LogicalResult BreakOp::verify() { return verifyLoopExit(*this); }

// continue_c1, continue_c2
LogicalResult ContinueOp::verify() { return verifyLoopExit(*this); }

//===----------------------------------------------------------------------===//
// PrintOp
//===----------------------------------------------------------------------===//

LogicalResult PrintOp::verify() {
  StringRef format = getFormat();
  size_t slots = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    if (c != '{' && c != '}')
      continue;
    StringRef pair = format.substr(i, 2);
    // print_c1
    if (pair != "{}" && pair != "{{" && pair != "}}")
      return emitOpError("has a lone '")
             << c << "' at offset " << i << " of its format";
    slots += pair == "{}";
    ++i;
  }
  // print_c2
  if (slots != getArgs().size())
    return emitOpError("has ")
           << slots << " slots in its format but " << getArgs().size()
           << " operands";
  return success();
}
