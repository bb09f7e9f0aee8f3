//===- MindSupportOps.cpp - ops that stand beside the core ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Syntax.h"

using namespace mlir;
using namespace mind;

#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindSupportOps.cpp.inc"

void MindDialect::registerSupportOps() {
  addOperations<
#define GET_OP_LIST
#include "Mind/Dialect/Mind/IR/MindSupportOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Elementwise on two operands
//===----------------------------------------------------------------------===//

// max_c1, max_c2, and the same of the others.
template <typename Op>
static LogicalResult inferElementwise(MLIRContext *context, std::optional<Location> loc, typename Op::Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferBinary(Inference(context, loc, Op::getOperationName(), adaptor.getOperands(), results));
}

LogicalResult MaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<MaxOp>(context, loc, adaptor, results);
}

LogicalResult MinOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<MinOp>(context, loc, adaptor, results);
}

LogicalResult PowOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<PowOp>(context, loc, adaptor, results);
}

LogicalResult ModOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<ModOp>(context, loc, adaptor, results);
}

LogicalResult ShlOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<ShlOp>(context, loc, adaptor, results);
}

LogicalResult ShrOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferElementwise<ShrOp>(context, loc, adaptor, results);
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  // compare_c1, compare_c2
  return inferBinary(Inference(context, loc, getOperationName(), adaptor.getOperands(), results),
                     IntegerType::get(context, 1));
}

LogicalResult CompareOp::verify() {
  // compare_c3
  bool isEquality = getPredicate() == CmpPredicate::Eq || getPredicate() == CmpPredicate::Ne;
  if (isBoolTensor(getLhs().getType()) && !isEquality)
    return emitOpError("compares tensors of i1 by `") << stringifyCmpPredicate(getPredicate()) << "`";
  return success();
}

//===----------------------------------------------------------------------===//
// Elementwise on one operand
//===----------------------------------------------------------------------===//

LogicalResult IPowOp::verify() {
  // ipow_c1
  if (isIntegerTensor(getType()) && static_cast<int64_t>(getExponent()) < 0)
    return emitOpError("raises integers to the negative power ") << static_cast<int64_t>(getExponent());
  return success();
}

LogicalResult CastOp::verify() {
  RankedTensorType from = getInput().getType(), to = getType();
  // cast_c1
  if (getDims(from) != getDims(to))
    return emitOpError("changes the shape from ") << from << " to " << to;
  // cast_c2
  if (isBoolTensor(to) && !isBoolTensor(from))
    return emitOpError("makes i1 of ") << from.getElementType() << "; compare with 0 instead";
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult ReduceMaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // reduce_max_c1, reduce_max_c2
  return infer.take(shape::reduce(infer.getDims(0), adaptor.getAxes(), adaptor.getKeepdims()), infer.getElements(0));
}

LogicalResult ArgmaxOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  Inference infer(context, loc, getOperationName(), adaptor.getOperands(), results);
  if (failed(infer.checkOperands()))
    return failure();
  // argmax_c1
  int64_t axis = adaptor.getAxis();
  return infer.take(shape::reduce(infer.getDims(0), axis, adaptor.getKeepdims()), IntegerType::get(context, 64));
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

LogicalResult BroadcastToOp::verify() {
  RankedTensorType from = getInput().getType(), to = getType();
  // broadcast_to_c1
  if (from.getElementType() != to.getElementType())
    return emitOpError("changes the element type from ") << from.getElementType() << " to " << to.getElementType();
  // broadcast_to_c2
  if (std::optional<shape::Error> error = shape::checkBroadcastTo(getDims(from), getDims(to)))
    return emitOpError("shape mismatch: ") << error->message;
  return success();
}

LogicalResult InsertOp::verify() {
  RankedTensorType source = getSource().getType(), dest = getDest().getType();
  // insert_c1; the ranks are compared below.
  if (source.getElementType() != dest.getElementType())
    return emitOpError("inserts ") << source.getElementType() << " into a tensor of " << dest.getElementType();
  // insert_c6
  if (llvm::count(getStarts(), ShapedType::kDynamic) != static_cast<int64_t>(getDynamicStarts().size()))
    return emitOpError("has ") << getDynamicStarts().size() << " operands for "
                               << llvm::count(getStarts(), ShapedType::kDynamic) << " starts of `?`";
  // insert_c1 .. insert_c5, insert_c7, insert_c8
  if (std::optional<shape::Error> error =
          shape::checkInsert(getDims(source), getDims(dest), getAxes(), getStarts(), getStrides()))
    return emitOpError(error->message);
  return success();
}
