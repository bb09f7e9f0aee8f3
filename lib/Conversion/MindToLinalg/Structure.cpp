//===- Structure.cpp - print and assert -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Mind/Conversion/RuntimeCalls.h"
#include "Mind/Runtime/Format.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mind;

namespace {

struct PrintPattern : LoweringPattern<PrintOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(PrintOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    std::string_view format(op.getFormat().data(), op.getFormat().size());
    auto values = llvm::zip_equal(op.getArgs(), adaptor.getArgs());
    auto next = values.begin();
    bool hasValue = true;
    while (hasValue) {
      std::string text;
      hasValue = rt::appendUntilPlaceholder(text, format);
      if (!text.empty())
        createPrintText(rewriter, loc, text);
      if (!hasValue)
        break;
      auto [original, lowered] = *next;
      ++next;
      DType dtype = *getDType(cast<RankedTensorType>(original.getType()).getElementType());
      createPrintValue(rewriter, loc, dtype, lowered);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct AssertPattern : LoweringPattern<AssertOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(AssertOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    Value yes = arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
    Value fails = arith::XOrIOp::create(rewriter, loc, adaptor.getCondition(), yes);
    scf::IfOp::create(rewriter, loc, fails, [&](OpBuilder &b, Location loc) {
      createAssertionFault(b, loc, op.getMessage());
      scf::YieldOp::create(b, loc);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mind::populateStructurePatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<PrintPattern, AssertPattern>(converter, patterns.getContext());
}
