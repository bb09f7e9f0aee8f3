//===- Writer.h - modules to mic@3 ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One pass over a module that numbers values and writes instructions. What stands
/// before a region in the format but is known after it (counts, the id of a condition,
/// of a returned value) is put in when it is known.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_WRITER_H
#define MIND_LIB_TARGET_MIC_WRITER_H

#include "ReservedCalls.h"

#include "Mind/Dialect/Mic/IR/ValueIds.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseSet.h"

#include <array>
#include <map>

namespace mind::mic {

/// How an op is written.
enum class OpKind : uint8_t {
  None,
  // Two operands: BinOp by the number in `detail`; a comparison.
  Binary,
  Compare,
  /// Two operands or one and no fields: the opcode is `detail`.
  Plain,
  Constant,
  Fill,
  /// Sum and mean: the opcode is `detail`.
  Reduce,
  Reshape,
  Transpose,
  ExpandDims,
  Squeeze,
  Index,
  Slice,
  Gather,
  Conv,
  ConvGradInput,
  ConvGradFilter,
  Output,
  /// A call of a reserved name.
  Reserved,
  Call,
  If,
  While,
  Function,
  Return,
  Break,
  Continue,
  Carrier,
  /// What the op around it writes: yield, condition.
  End
};

class Writer {
public:
  Writer(mlir::ModuleOp module, const WriteOptions &options)
      : module(module), context(module.getContext()), options(options),
        i64Scalar(getScalarType(mlir::IntegerType::get(context, 64))),
        boolScalar(getScalarType(mlir::IntegerType::get(context, 1))),
        f32Scalar(getScalarType(mlir::Float32Type::get(context))),
        f64Scalar(getScalarType(mlir::Float64Type::get(context))),
        noAttributes(mlir::DictionaryAttr::get(context)) {}

  mlir::LogicalResult write(Bytes &file);

private:
  using Range = llvm::iterator_range<mlir::Block::iterator>;
  struct Declared {
    mlir::func::FuncOp op;
    llvm::SmallVector<mlir::RankedTensorType, 4> params, results;
    /// One result, and what inference surely finds without help: signature and values are
    /// scalars of i64, or bool within; or those of f32 and f64 of a body that tells their
    /// types (`isFraction`).
    bool isPlain = true;
    bool isFraction = false;
    /// Values of a fraction that nothing told the type of so far, with the class that they
    /// are in: one that is told tells all of its class.
    llvm::SmallVector<std::pair<mlir::Value, unsigned>, 4> open;
    unsigned numClasses = 0;
  };

  // Faults. Only the first is shown.
  void refuse(mlir::Operation *op, const llvm::Twine &reason);

  // Instructions.
  void begin(Opcode opcode) {
    ++count;
    builder.opcode(opcode);
  }
  void use(mlir::Value value) { builder.uleb(ids.getId(value)); }
  void define(mlir::Operation &op) { builder.uleb(ids.define(&op)); }
  size_t beginRegion(uint64_t &outerCount) {
    outerCount = std::exchange(count, 0);
    return builder.beginList();
  }
  void endRegion(size_t mark, uint64_t outerCount) {
    builder.endList(mark, count);
    count = outerCount;
  }

  // WriteMic3.cpp
  const std::pair<OpKind, uint8_t> &classify(mlir::Operation &op);
  void writeOp(mlir::Operation &op);
  void writeOps(Range ops);
  void writeOpsWithConditions(Range ops);
  void writeRegistry(llvm::StringRef attribute, char field);
  void writeTypes(mlir::Operation *op);
  bool checkAttributes();

  // WriteOps.cpp
  mlir::Attribute getSpelling(mlir::Operation *op, llvm::StringRef name);
  llvm::SmallVector<int64_t> getAxes(mlir::Operation *op, llvm::StringRef name, llvm::ArrayRef<int64_t> value,
                                     int64_t rank);
  int64_t getAxis(mlir::Operation *op, int64_t value, int64_t rank);
  void writeShape(mlir::RankedTensorType type);
  void writeNumbers(llvm::ArrayRef<int64_t> numbers);
  void writeConstant(ConstantOp op);
  void writeFilled(uint64_t id, DType dtype, mlir::RankedTensorType type, std::optional<double> value);
  void writeDense(uint64_t id, DType dtype, mlir::DenseElementsAttr value);
  void writeFill(FillOp op);
  /// `result` as numbers compared with 0, by ids of its op from `index` on.
  void writeNotZero(mlir::OpResult result, uint64_t numbers, unsigned index = 1);
  void writeReduce(mlir::Operation &op, Opcode opcode);
  void writeTranspose(TransposeOp op);
  void writeAxisOp(mlir::Operation &op, OpKind kind);
  void writeIndex(IndexOp op);
  void writeSlice(SliceOp op);
  void writeConv(Conv2DOp op);
  void writeConvGrad(mlir::Operation &op, Opcode opcode, ConvPadding padding, llvm::ArrayRef<int64_t> strides);
  void writeReserved(mlir::Operation &op);
  /// The head of a Call up to its list of operands.
  void beginReserved(mlir::Operation *op, uint64_t id, llvm::StringRef name);

  // WriteControl.cpp
  /// False, and refused, if regions are nested too deep. The depth is the caller's to
  /// take back.
  bool enterRegion(mlir::Operation *op);
  void writeFunction(mlir::func::FuncOp op);
  uint64_t writeDerivative(mlir::func::FuncOp op);
  void writeCall(mlir::func::CallOp op);
  /// The id of the one value that stands for `values`, or nothing; may write a tuple.
  std::optional<uint64_t> joinValues(mlir::Operation *op, mlir::ValueRange values);
  std::optional<uint64_t> writeReturn(mlir::Operation &op, bool isTail);
  void writeIf(IfOp op, Range condition);
  void writeUnreachedResults(IfOp op);
  void writeWhile(WhileOp op);
  void writeNamed(mlir::ArrayAttr names, llvm::ArrayRef<uint64_t> values);
  void writeExit(mlir::Operation &op, Opcode opcode);

  // WriteSignatures.cpp
  /// An entry of `mic.repr`, or one for the signature of a function.
  struct ReprEntry {
    mlir::ArrayAttr payload;
    const Declared *function = nullptr;
  };
  using ReprStructs = std::map<std::string, ReprEntry>;
  /// Which functions need an entry, by their index.
  llvm::SmallVector<bool> findNeeded();
  ReprStructs collectReprStructs(llvm::ArrayRef<llvm::StringRef> exports);
  void collectMarks(llvm::ArrayRef<llvm::StringRef> exports, ReprStructs &entries);
  void writeReprStructs(const ReprStructs &entries);
  void writeType(const Declared &function, mlir::RankedTensorType type);
  bool isFractionScalar(mlir::Type type) const { return type == f64Scalar || type == f32Scalar; }
  /// Whether a function is plain by its types.
  void describeSignature(Declared &declared);
  /// Whether the function is still plain after `op`.
  bool staysPlain(mlir::Operation &op);
  bool staysPlainFraction(mlir::Operation &op);
  /// The two have the same type.
  void uniteOpen(mlir::Value lhs, mlir::Value rhs);

  mlir::ModuleOp module;
  mlir::MLIRContext *context;
  WriteOptions options;
  mlir::Type i64Scalar, boolScalar, f32Scalar, f64Scalar;
  mlir::DictionaryAttr noAttributes;
  Builder builder;
  ValueIds ids;
  /// Instructions of the region that is being written.
  uint64_t count = 0;
  unsigned depth = 0;
  bool hasFailed = false;
  bool hasTypes = false;
  bool hasCarriers = false;
  /// The loop whose body is being written.
  WhileOp loop;
  /// The function whose body is being written.
  Declared *function = nullptr;
  std::vector<Declared> functions;
  llvm::DenseSet<llvm::StringRef> functionNames, calledNames;

  /// Kinds by the address of the name, the last ones seen.
  static constexpr unsigned kCacheSize = 128;
  struct CacheEntry {
    const void *name = nullptr;
    std::pair<OpKind, uint8_t> kind{OpKind::None, 0};
  };
  std::array<CacheEntry, kCacheSize> cache;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_WRITER_H
