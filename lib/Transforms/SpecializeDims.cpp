//===- SpecializeDims.cpp - sizes for named dims --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites the types of one function in program order. Types of ops that infer
// their results are inferred anew, which also tells what has become of a derived
// name; all others are rewritten name by name. Dims belong to one function: what
// a call takes and gives is typed in the callee's names, and a tensor.cast stands
// between them and the caller's. So operands of calls are looked at behind their
// casts, the callee's names are bound from them, and a copy of the callee is
// specialised for these sizes, once for each set of sizes.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_SPECIALIZEDIMS
#include "Mind/Transforms/Passes.h.inc"

namespace {

/// What stands for a name now: a size (IntegerAttr) or another name (StringAttr).
using DimMap = llvm::DenseMap<StringAttr, Attribute>;

constexpr unsigned maxCopies = 1000;

ArrayRef<Attribute> getNamedDims(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto dims = tensor ? dyn_cast_or_null<DimsAttr>(tensor.getEncoding()) : DimsAttr();
  return dims ? dims.getDims() : ArrayRef<Attribute>();
}

/// The dim `i` of `type`, as an attribute.
Attribute getDimAttr(RankedTensorType type, unsigned i) {
  if (ArrayRef<Attribute> dims = getNamedDims(type); !dims.empty())
    return dims[i];
  return IntegerAttr::get(IntegerType::get(type.getContext(), 64), type.getDimSize(i));
}

Type substitute(Type type, const DimMap &map) {
  ArrayRef<Attribute> old = getNamedDims(type);
  if (old.empty())
    return type;
  SmallVector<Attribute> dims(old);
  SmallVector<int64_t> shape;
  bool named = false;
  for (Attribute &dim : dims) {
    if (auto name = dyn_cast<StringAttr>(dim))
      if (Attribute now = map.lookup(name))
        dim = now;
    auto size = dyn_cast<IntegerAttr>(dim);
    named |= !size;
    shape.push_back(size ? size.getInt() : ShapedType::kDynamic);
  }
  Attribute encoding = named ? DimsAttr::get(type.getContext(), dims) : Attribute();
  return RankedTensorType::get(shape, cast<RankedTensorType>(type).getElementType(), encoding);
}

/// Notes what has become of the names of `before`, which is now `after`.
void learn(Type before, Type after, DimMap &map) {
  auto tensor = dyn_cast<RankedTensorType>(after);
  ArrayRef<Attribute> dims = getNamedDims(before);
  if (!tensor || tensor.getRank() != int64_t(dims.size()))
    return;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (auto name = dyn_cast<StringAttr>(dim))
      if (Attribute now = getDimAttr(tensor, i); now != dim)
        map.try_emplace(name, now);
}

/// A slice of a dim that is now known has its numbers normalised (slice_c5).
void normalizeSlice(SliceOp op, RankedTensorType before) {
  auto now = cast<RankedTensorType>(op.getInput().getType());
  SmallVector<int64_t> starts(op.getStarts()), ends(op.getEnds());
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    if (!before.isDynamicDim(axis) || now.isDynamicDim(axis))
      continue;
    int64_t size = now.getDimSize(axis), stride = op.getStrides()[i];
    int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? size : size - 1;
    auto clamp = [&](int64_t bound) { return std::clamp(bound < 0 ? bound + size : bound, low, std::max(low, high)); };
    starts[i] = clamp(starts[i]);
    if (!ShapedType::isDynamic(ends[i]))
      ends[i] = clamp(ends[i]);
    // An empty slice in the form that the op allows.
    if (starts[i] < 0)
      starts[i] = ends[i] = 0;
  }
  op.setStarts(starts);
  op.setEnds(ends);
}

Value makePosition(OpBuilder &builder, Location loc, int64_t position) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, position));
}

/// A position that lies outside a dim which is now known would be an error of the
/// IR. It is one of the program, and only if control arrives there: a gather has
/// the fault E6001. False if all positions lie inside.
bool gatherOutside(IndexOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    int64_t position = op.getIndices()[i];
    if (type.isDynamicDim(axis) || position < type.getDimSize(axis))
      continue;
    OpBuilder builder(op);
    Value index = makePosition(builder, op.getLoc(), position);
    Value part = GatherOp::create(builder, op.getLoc(), op.getInput(), index, axis);
    SmallVector<int64_t> axes(op.getAxes()), indices(op.getIndices());
    axes.erase(axes.begin() + i);
    indices.erase(indices.begin() + i);
    for (int64_t &other : axes)
      other -= other > axis;
    op.getInputMutable().assign(part);
    op.setAxes(axes);
    op.setIndices(indices);
    return true;
  }
  return false;
}

/// The same for an insertion, whose computed starts are checked at run time.
void computeOutsideStarts(InsertOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType()), to = cast<RankedTensorType>(op.getDest().getType());
  SmallVector<int64_t> starts(op.getStarts());
  SmallVector<Value> computed;
  auto old = op.getDynamicStarts().begin();
  OpBuilder builder(op);
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    if (ShapedType::isDynamic(starts[i])) {
      computed.push_back(*old++);
      continue;
    }
    if (from.isDynamicDim(axis) || to.isDynamicDim(axis) || from.getDimSize(axis) == 0)
      continue;
    int64_t last = 0;
    bool overflows = llvm::MulOverflow(from.getDimSize(axis) - 1, op.getStrides()[i], last) ||
                     llvm::AddOverflow(starts[i], last, last);
    if (!overflows && starts[i] < to.getDimSize(axis) && last >= 0 && last < to.getDimSize(axis))
      continue;
    computed.push_back(makePosition(builder, op.getLoc(), starts[i]));
    starts[i] = ShapedType::kDynamic;
  }
  op.getDynamicStartsMutable().assign(computed);
  op.setStarts(starts);
}

class Specializer {
public:
  explicit Specializer(ModuleOp module) : module(module), symbols(module) {}

  ~Specializer() {
    if (original)
      original->erase();
  }

  LogicalResult run(func::FuncOp func, const DimMap &sizes) {
    // A recursive call may need the function as it was.
    if (!SymbolTable::symbolKnownUseEmpty(func, module))
      original = func.clone();
    entry = func;
    copies[getCopyName(func, sizes)] = func;
    return specialize(func, sizes);
  }

  unsigned numCopies = 0;

private:
  /// `@f$N4M5`: the name and the sizes of the names that the arguments bind.
  std::string getCopyName(func::FuncOp func, const DimMap &sizes) {
    std::string name = (func.getSymName() + "$").str();
    llvm::SmallPtrSet<Attribute, 8> seen;
    for (Type type : func.getArgumentTypes())
      for (Attribute dim : getNamedDims(type))
        if (auto size = dyn_cast_or_null<IntegerAttr>(sizes.lookup(dyn_cast<StringAttr>(dim))))
          if (seen.insert(dim).second)
            name += (cast<StringAttr>(dim).getValue() + Twine(size.getInt())).str();
    return name;
  }

  LogicalResult specialize(func::FuncOp func, DimMap map) {
    specialized.insert(func);
    func.walk([&](SliceOp op) { sliceInputs[op] = op.getInput().getType(); });
    SmallVector<Type> inputs, results;
    for (Type type : func.getArgumentTypes())
      inputs.push_back(substitute(type, map));
    for (Type type : func.getResultTypes())
      results.push_back(substitute(type, map));
    func.setFunctionType(FunctionType::get(func.getContext(), inputs, results));
    for (Block &block : func.getBody())
      if (failed(specializeBlock(&block, map)))
        return failure();
    for (Type &type : results)
      type = substitute(type, map);
    func.setFunctionType(FunctionType::get(func.getContext(), inputs, results));
    for (Block &block : func.getBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
        for (auto [operand, type] : llvm::zip_equal(ret->getOpOperands(), results))
          operand.set(castTo(ret, operand.get(), type));
    return success();
  }

  static Value castTo(Operation *before, Value value, Type type) {
    if (value.getType() == type)
      return value;
    OpBuilder builder(before);
    return tensor::CastOp::create(builder, before->getLoc(), type, value);
  }

  LogicalResult specializeBlock(Block *block, DimMap &map) {
    for (BlockArgument argument : block->getArguments())
      argument.setType(substitute(argument.getType(), map));
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(specializeBlock(&inner, map)))
            return failure();
      if (failed(specializeOp(&op, map)))
        return failure();
    }
    return success();
  }

  LogicalResult specializeOp(Operation *op, DimMap &map) {
    if (auto call = dyn_cast<func::CallOp>(op))
      return specializeCall(call, map);
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return specializeCast(cast, map);
    if (op->getNumRegions() == 0 && isa<InferTypeOpInterface>(op))
      return inferAgain(op, map);
    for (Value result : op->getResults())
      result.setType(substitute(result.getType(), map));
    return success();
  }

  LogicalResult inferAgain(Operation *op, DimMap &map) {
    if (auto slice = dyn_cast<SliceOp>(op))
      normalizeSlice(slice, cast<RankedTensorType>(sliceInputs.lookup(op)));
    if (auto insert = dyn_cast<InsertOp>(op))
      computeOutsideStarts(insert);
    if (auto index = dyn_cast<IndexOp>(op))
      while (gatherOutside(index)) {
      }
    SmallVector<Type> types;
    if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                                               op->getAttrDictionary(), op->getPropertiesStorage(),
                                                               op->getRegions(), types)))
      return op->emitOpError("does not allow these sizes");
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types)) {
      learn(result.getType(), type, map);
      result.setType(type);
    }
    return success();
  }

  /// A cast in the names of this function: both sides have the same dims.
  LogicalResult specializeCast(tensor::CastOp op, DimMap &map) {
    if (!op->use_empty() && llvm::all_of(op->getUsers(), llvm::IsaPred<func::CallOp>))
      return success();
    Type type = substitute(op.getType(), map);
    if (auto fill = op.getSource().getDefiningOp<FillOp>()) {
      // A value that is never read may have had an empty dim for a name.
      if (!tensor::CastOp::areCastCompatible(fill.getType(), type)) {
        OpBuilder builder(op);
        op.replaceAllUsesWith(FillOp::create(builder, fill.getLoc(), type, fill.getValueAttr()).getResult());
        op.erase();
        return success();
      }
    } else {
      learn(type, op.getSource().getType(), map);
      type = substitute(type, map);
    }
    if (!tensor::CastOp::areCastCompatible(op.getSource().getType(), type))
      return op.emitOpError("does not allow these sizes: ") << op.getSource().getType() << " is not " << type;
    if (op.getSource().getType() == type) {
      op.replaceAllUsesWith(op.getSource());
      op.erase();
    } else {
      op.getResult().setType(cast<RankedTensorType>(type));
    }
    return success();
  }

  LogicalResult specializeCall(func::CallOp call, DimMap &map) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      return call.emitOpError("calls an unknown function");
    if (callee == entry && original)
      callee = original;

    SmallVector<Value> sources;
    DimMap sizes;
    for (auto [operand, type] : llvm::zip_equal(call.getOperands(), callee.getArgumentTypes())) {
      auto cast = operand.getDefiningOp<tensor::CastOp>();
      Value source = cast ? cast.getSource() : operand;
      sources.push_back(source);
      auto given = dyn_cast<RankedTensorType>(source.getType());
      if (!given)
        continue;
      for (auto [i, dim] : llvm::enumerate(getNamedDims(type))) {
        auto name = dyn_cast<StringAttr>(dim);
        if (!name || given.isDynamicDim(i))
          continue;
        auto size = getDimAttr(given, i);
        if (auto [it, added] = sizes.try_emplace(name, size); !added && it->second != size)
          return call.emitOpError() << "gives the dim '" << name.getValue() << "' of its callee two sizes";
      }
    }

    FailureOr<func::FuncOp> target = getCopy(callee, sizes);
    if (failed(target))
      return failure();
    SmallVector<Value> operands;
    for (auto [source, type] : llvm::zip_equal(sources, target->getArgumentTypes()))
      operands.push_back(castTo(call, source, type));
    OpBuilder builder(call);
    auto copy = func::CallOp::create(builder, call.getLoc(), *target, operands);
    copy->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    for (auto [before, after] : llvm::zip_equal(call.getResults(), copy.getResults())) {
      before.replaceUsesWithIf(after, [](OpOperand &use) { return isa<tensor::CastOp>(use.getOwner()); });
      if (!before.use_empty())
        before.replaceAllUsesWith(castTo(call, after, substitute(before.getType(), map)));
    }
    SmallVector<Value> oldOperands(call.getOperands());
    call.erase();
    for (Value operand : oldOperands)
      if (auto cast = operand.getDefiningOp<tensor::CastOp>(); cast && cast->use_empty())
        cast.erase();
    return success();
  }

  FailureOr<func::FuncOp> getCopy(func::FuncOp callee, const DimMap &sizes) {
    if (sizes.empty() && callee != original) {
      // Nothing of it is bound, but what it calls may be.
      if (!specialized.contains(callee) && !callee.isDeclaration() && failed(specialize(callee, sizes)))
        return failure();
      return callee;
    }
    std::string name = getCopyName(callee, sizes);
    if (func::FuncOp copy = copies.lookup(name))
      return copy;
    if (++numCopies > maxCopies)
      return callee.emitError() << "specialising its calls needs more than " << maxCopies << " copies";
    func::FuncOp copy = callee.clone();
    copy.setSymName(name);
    copy.setPrivate();
    // Renames the copy if an earlier run has left one of the same name.
    symbols.insert(copy, callee->getBlock() ? std::next(callee->getIterator()) : std::next(entry->getIterator()));
    copies[name] = copy;
    if (failed(specialize(copy, sizes)))
      return failure();
    return copy;
  }

  ModuleOp module;
  SymbolTable symbols;
  func::FuncOp entry, original;
  llvm::StringMap<func::FuncOp> copies;
  llvm::SmallPtrSet<Operation *, 16> specialized;
  /// The types of slices' operands as they were.
  llvm::DenseMap<Operation *, Type> sliceInputs;
};

LogicalResult specialize(ModuleOp module, StringRef name, const DimBindings &bindings, unsigned &numCopies) {
  auto func = module.lookupSymbol<func::FuncOp>(name);
  if (!func)
    return module.emitError() << "there is no function '" << name << "' to specialise";
  DimMap sizes;
  Builder builder(module.getContext());
  for (auto [dim, size] : bindings) {
    if (size < 0)
      return module.emitError() << "the dim '" << dim << "' cannot have the size " << size;
    sizes[builder.getStringAttr(dim)] = builder.getI64IntegerAttr(size);
  }
  if (sizes.empty())
    return success();
  Specializer specializer(module);
  LogicalResult result = specializer.run(func, sizes);
  numCopies = specializer.numCopies;
  return result;
}

struct SpecializeDims : impl::SpecializeDimsBase<SpecializeDims> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<DimBindings> bindings = parseDimBindings(dims);
    if (failed(bindings)) {
      getOperation().emitError() << "dims are written as NAME=NUMBER,..., not '" << dims << "'";
      return signalPassFailure();
    }
    StringRef name = function.empty() ? getEntryName(getOperation()) : StringRef(function);
    unsigned copies = 0;
    if (failed(specialize(getOperation(), name, *bindings, copies)))
      signalPassFailure();
    numCopies += copies;
  }
};

} // namespace

FailureOr<DimBindings> parseDimBindings(StringRef text) {
  DimBindings bindings;
  SmallVector<StringRef> parts;
  text.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [name, number] = part.split('=');
    int64_t size;
    if (name.trim().empty() || number.trim().getAsInteger(10, size) || size < 0)
      return failure();
    bindings[name.trim()] = size;
  }
  return bindings;
}

LogicalResult specializeDims(ModuleOp module, StringRef name, const DimBindings &bindings) {
  unsigned copies;
  return specialize(module, name, bindings, copies);
}

} // namespace mind
