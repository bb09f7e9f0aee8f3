//===- MindOps.cpp - the 19 core ops --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Inference.h"
#include "Syntax.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mind;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult mind::parseOpenInts(OpAsmParser &parser, DenseI64ArrayAttr &values) {
  SmallVector<int64_t> list;
  auto parseValue = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      list.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(list.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  values = DenseI64ArrayAttr::get(parser.getContext(), list);
  return success();
}

void mind::printOpenInts(OpAsmPrinter &printer, Operation *,
                         DenseI64ArrayAttr values) {
  printer << '[';
  llvm::interleaveComma(values.asArrayRef(), printer, [&](int64_t value) {
    if (ShapedType::isDynamic(value))
      printer << '?';
    else
      printer << value;
  });
  printer << ']';
}

/// The type of a constant follows from its value, or is given after `as`.
static ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("as")))
    return parser.parseType(type);
  type = value.getShapedType();
  return success();
}

static void printConstantValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type type) {
  printer << value;
  if (type != value.getShapedType())
    printer << " as " << type;
}

static ParseResult parseFillValue(OpAsmParser &parser, FloatAttr &value) {
  Attribute attr;
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed =
      parser.parseOptionalAttribute(attr, parser.getBuilder().getF64Type());
  if (!parsed.has_value())
    return success();
  if (failed(*parsed))
    return failure();
  value = dyn_cast<FloatAttr>(attr);
  if (!value)
    return parser.emitError(loc, "expected a number of f64");
  return success();
}

static void printFillValue(OpAsmPrinter &printer, Operation *,
                           FloatAttr value) {
  if (value)
    printer.printAttributeWithoutType(value);
}

#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindOps.cpp.inc"

void MindDialect::registerCoreOps() {
  addOperations<
#define GET_OP_LIST
#include "Mind/Dialect/Mind/IR/MindOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  ShapedType valueType = getValue().getShapedType();
  // constant_c1
  if (valueType.getShape() != getType().getShape())
    return emitOpError("has a value of type ")
           << valueType << " but a result of type " << getType();
  // constant_c2
  Type elements = getType().getElementType();
  Type held = valueType.getElementType();
  if (isa<Q16Type>(elements) ? !held.isSignlessInteger(32) : held != elements)
    return emitOpError("holds elements of type ")
           << held << " where the result has " << elements;
  return success();
}

TypedAttr mind::convertFillValue(double value, Type elementType) {
  bool losesInfo;
  llvm::APFloat number(value);
  constexpr auto rounding = llvm::APFloat::rmNearestTiesToEven;
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    // f16 and bf16 go through f32 (N4).
    if (floatType.getWidth() == 16)
      number.convert(llvm::APFloat::IEEEsingle(), rounding, &losesInfo);
    number.convert(floatType.getFloatSemantics(), rounding, &losesInfo);
    return FloatAttr::get(floatType, number);
  }
  if (elementType.isSignlessInteger(1))
    return IntegerAttr::get(elementType, number.isZero() ? 0 : 1);

  // Saturates, and NaN gives 0, in each of APFloat's conversions.
  unsigned width = 32;
  llvm::RoundingMode toInteger = llvm::APFloat::rmTowardZero;
  if (isa<Q16Type>(elementType)) {
    // Exact: a power of two. Half away from zero (N5).
    number.multiply(llvm::APFloat(65536.0), rounding);
    toInteger = llvm::APFloat::rmNearestTiesToAway;
  } else {
    width = elementType.getIntOrFloatBitWidth();
  }
  llvm::APSInt whole(width, /*isUnsigned=*/false);
  bool isExact;
  number.convertToInteger(whole, toInteger, &isExact);
  return IntegerAttr::get(IntegerType::get(elementType.getContext(), width),
                          whole);
}

TypedAttr mind::getSplatValue(Value value) {
  if (auto fill = value.getDefiningOp<FillOp>()) {
    if (!fill.getValue())
      return {};
    return convertFillValue(fill.getValue()->convertToDouble(),
                            fill.getType().getElementType());
  }
  if (auto constant = value.getDefiningOp<ConstantOp>())
    if (auto elements = dyn_cast<DenseElementsAttr>(constant.getValue()))
      if (elements.isSplat())
        return cast<TypedAttr>(elements.getSplatValue<Attribute>());
  return {};
}

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

// add_c1, add_c2, and the same of the other three.
template <typename Op>
static LogicalResult inferElementwise(MLIRContext *context, std::optional<Location> loc, typename Op::Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferBinary(Inference(context, loc, Op::getOperationName(), adaptor.getOperands(), results));
}

LogicalResult AddOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<AddOp>(context, loc, adaptor, results);
}

LogicalResult SubOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<SubOp>(context, loc, adaptor, results);
}

LogicalResult MulOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<MulOp>(context, loc, adaptor, results);
}

LogicalResult DivOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<DivOp>(context, loc, adaptor, results);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult SumOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // sum_c1, sum_c2
  return infer.take(shape::reduce(infer.getDims(0), adaptor.getAxes(), adaptor.getKeepdims()), infer.getElements(0));
}

LogicalResult MeanOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // mean_c1, mean_c2
  return infer.take(shape::reduce(infer.getDims(0), adaptor.getAxes(), adaptor.getKeepdims()), infer.getElements(0));
}

//===----------------------------------------------------------------------===//
// Shape operators
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = getInput().getType(), to = getType();
  // reshape_c1
  if (from.getElementType() != to.getElementType())
    return emitOpError("changes the element type from ") << from.getElementType() << " to " << to.getElementType();
  // reshape_c2
  if (std::optional<shape::Error> error = shape::checkReshape(getDims(from), getDims(to)))
    return emitOpError(error->message);
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // transpose_c1
  return infer.take(shape::transpose(infer.getDims(0), adaptor.getPerm()), infer.getElements(0));
}

LogicalResult ExpandDimsOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                             SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // expand_dims_c1
  return infer.take(shape::expandDims(infer.getDims(0), adaptor.getAxis()), infer.getElements(0));
}

LogicalResult SqueezeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // squeeze_c1, squeeze_c2, squeeze_c3
  return infer.take(shape::squeeze(infer.getDims(0), adaptor.getAxes()), infer.getElements(0));
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // index_c1 .. index_c4
  return infer.take(shape::index(infer.getDims(0), adaptor.getAxes(), adaptor.getIndices()), infer.getElements(0));
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // slice_c1 .. slice_c5
  return infer.take(shape::slice(infer.getDims(0), adaptor.getAxes(), adaptor.getStarts(), adaptor.getEnds(),
                                 adaptor.getStrides(), infer.getInterner()),
                    infer.getElements(0));
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // gather_c1
  return infer.take(shape::gather(infer.getDims(0), infer.getDims(1), adaptor.getAxis()), infer.getElements(0));
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

LogicalResult DotOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  // dot_c1
  if (failed(infer.checkSameElements()))
    return failure();
  // dot_c2, dot_c3
  return infer.take(shape::dot(infer.getDims(0), infer.getDims(1)), infer.getElements(0));
}

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  // matmul_c1
  if (failed(infer.checkSameElements()))
    return failure();
  // matmul_c2, matmul_c3, matmul_c4
  return infer.take(shape::matmul(infer.getDims(0), infer.getDims(1)), infer.getElements(0));
}

LogicalResult Conv2DOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  // conv2d_c1
  if (failed(infer.checkSameElements()))
    return failure();
  // conv2d_c2 .. conv2d_c6
  return infer.take(inferConv2D(infer.getDims(0), infer.getDims(1), adaptor.getStrides(), adaptor.getPadding(),
                                adaptor.getPads(), infer.getInterner()),
                    infer.getElements(0));
}
