//===- Reader.h - mic@3 to modules ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the ops of a module from the steps of a TypeInference, in one walk. Names,
/// types and attributes are looked up in the context once.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_READER_H
#define MIND_LIB_TARGET_MIC_READER_H

#include "TypeInference.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mic/IR/Payload.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Target/Mic/Format/File.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mind::mic {

/// The names of some op classes in one context.
template <typename... Ops>
class OpNames : OpNames<Ops>... {
public:
  explicit OpNames(mlir::MLIRContext *context) : OpNames<Ops>(context)... {}
  template <typename Op>
  mlir::OperationName get() const {
    return OpNames<Op>::name;
  }
};
template <typename Op>
class OpNames<Op> {
public:
  explicit OpNames(mlir::MLIRContext *context) : name(Op::getOperationName(), context) {}
  mlir::OperationName name;
};

class Reader {
public:
  /// `inference` has run over `file`, which is canonical.
  Reader(mlir::MLIRContext *context, const File &file, TypeInference &inference);

  mlir::OwningOpRef<mlir::ModuleOp> read(mlir::ArrayAttr reprStructs);

private:
  using Function = TypeInference::Function;

  mlir::Operation *insert(mlir::Operation *op) {
    block->push_back(op);
    ++numOps;
    return op;
  }
  template <typename Op>
  mlir::Operation *create(mlir::TypeRange types, mlir::ValueRange operands, unsigned numRegions = 0) {
    return insert(mlir::Operation::create(loc, names.get<Op>(), types, operands, noAttributes,
                                          mlir::OpaqueProperties(nullptr), {}, numRegions));
  }
  template <typename Op>
  mlir::Operation *create(mlir::TypeRange types, mlir::ValueRange operands, typename Op::Properties &properties,
                          unsigned numRegions = 0) {
    return insert(mlir::Operation::create(loc, names.get<Op>(), types, operands, noAttributes,
                                          mlir::OpaqueProperties(&properties), {}, numRegions));
  }
  mlir::Type typeOf(uint32_t value) { return inference.getType(value); }
  uint64_t idOf(uint32_t value) const { return inference.getAllValues()[value].id; }
  mlir::Value valueOf(uint32_t value) const { return values[value]; }
  llvm::SmallVector<mlir::Value, 4> poolValues(uint32_t first, uint32_t count) const;
  FieldCursor fieldsAt(uint64_t offset) const { return {file.bytes, offset}; }
  FieldCursor fieldsOf(const Step &step) const { return fieldsAt(step.payload); }
  llvm::ArrayRef<shape::Dim> dimsOf(uint32_t value) {
    return inference.getShapes().getDims(inference.getAllValues()[value].shape);
  }
  mlir::DenseI64ArrayAttr array(llvm::ArrayRef<int64_t> numbers);
  mlir::IntegerAttr integer(int64_t value) const { return mlir::IntegerAttr::get(i64, value); }
  mlir::StringAttr string(uint64_t index) const { return mlir::StringAttr::get(context, file.strings[index]); }

  /// Whether a function that is used elsewhere in the module is no one else's to call.
  bool isInner(llvm::StringRef name) const {
    return name != "main" && !std::binary_search(file.exports.begin(), file.exports.end(), name);
  }

  // ReadMic3.cpp
  void readScriptSteps();
  void readCarriers();
  void setModuleAttributes(mlir::ArrayAttr reprStructs);
  /// Gives the ids that a step defines to its op, if the scope keeps them.
  void keepIds(mlir::Operation *op, const Step &step) {
    if (LLVM_UNLIKELY(keepsIds))
      setIds(op, step);
  }
  void setIds(mlir::Operation *op, const Step &step);
  void setIdList(mlir::Operation *op, llvm::ArrayRef<int64_t> ids);

  // ReadOps.cpp
  void readStep(const Step &step);
  mlir::Operation *readConstant(const Step &step, DType dtype, uint64_t bits, bool isLiteral);
  mlir::Operation *readTensor(const Step &step);
  mlir::Operation *readDense(const Step &step);
  mlir::Operation *readBinary(const Step &step);
  mlir::Operation *readReduction(const Step &step);
  mlir::Operation *readMovement(const Step &step);
  mlir::Operation *readSelection(const Step &step);
  mlir::Operation *readConvolution(const Step &step);
  bool foldBoolean(const Step &step);
  mlir::ElementsAttr scalarValue(DType dtype, uint64_t bits);

  // ReadControl.cpp
  void readFunction(uint32_t index);
  void setDerivative(mlir::Operation *op, const ReservedCall &call);
  void readCall(const Step &step);
  void readReserved(const Step &step);
  void readReturn(const Step &step);
  void readIf(const Step &step);
  void readWhile(const Step &step);
  /// Whether an If has a value. One that gives the condition in both branches has if it
  /// is used.
  bool hasValue(const Step &step) const {
    return (step.sub & IfHasValue) || inference.getAllValues()[step.def].isUsed();
  }
  /// Reads the steps of a region up to its end.
  void readRegion(mlir::Region &region, llvm::ArrayRef<uint32_t> arguments);
  /// The names of a list of `count` names with values; null if all are empty.
  mlir::ArrayAttr readNames(FieldCursor &cursor, uint64_t count, bool keepEmpty = false);

  mlir::MLIRContext *context;
  const File &file;
  TypeInference &inference;
  PayloadReader payloads;
  const mlir::Location loc;
  const mlir::DictionaryAttr noAttributes, literalAttributes;
  const mlir::Type i64;
  OpNames<ConstantOp, FillOp, AddOp, SubOp, MulOp, DivOp, ModOp, ShlOp, ShrOp, CompareOp, mlir::arith::AndIOp,
          mlir::arith::OrIOp, mlir::arith::XOrIOp, SumOp, MeanOp, ReshapeOp, TransposeOp, ExpandDimsOp, SqueezeOp,
          IndexOp, SliceOp, GatherOp, DotOp, MatmulOp, Conv2DOp, ReluOp, ReluGradOp, Conv2DGradInputOp,
          Conv2DGradFilterOp, UnaryOp, IfOp, WhileOp, YieldOp, ConditionOp, ReturnOp, BreakOp, ContinueOp, OutputOp,
          mlir::func::FuncOp, mlir::func::ReturnOp, mlir::func::CallOp>
      names;
  mlir::OperationName binaryNames[kNumBinOps];
  CmpPredicateAttr predicates[6];

  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Block *block = nullptr;
  /// By the number of the value.
  std::vector<mlir::Value> values;
  llvm::ArrayRef<Step> steps;
  uint32_t position = 0;
  /// Of regions around in the function; in the block so far; where streams of
  /// conditions begin.
  unsigned depth = 0, numOps = 0;
  llvm::SmallVector<unsigned, 4> conditions;
  bool keepsIds = false;
  /// Functions that are called and not exported.
  llvm::SmallVector<mlir::func::FuncOp, 0> innerFunctions;
  /// Ids of steps that are no ops, which the next op takes over.
  llvm::SmallVector<int64_t, 4> openIds;
  /// The last scalar constants. Where one goes depends on its bits, and another of the same
  /// place replaces it: a table that keeps all could be made slow by a file.
  struct ScalarConstant {
    uint64_t bits = 0;
    DType dtype = DType::I64;
    mlir::ElementsAttr value;
  };
  std::vector<ScalarConstant> constants;
  /// The last short lists of numbers.
  std::array<std::pair<uint64_t, mlir::DenseI64ArrayAttr>, 32> arrays;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_READER_H
