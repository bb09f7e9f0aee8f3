//===- MicTranslations.cpp - Between modules and mic ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include "Mind/InitAllTranslations.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mind;
using llvm::raw_ostream;

llvm::cl::opt<uint64_t> &mind::getMaxMicBytes() {
  static llvm::cl::opt<uint64_t> maxBytes("max-bytes", llvm::cl::desc("the longest mic@3 file that is read"),
                                          llvm::cl::init(mic::kMaxBytes));
  return maxBytes;
}

void mind::registerMicTranslations(const DialectRegistration &registerDialects) {
  getMaxMicBytes();
  static llvm::cl::opt<bool> compat("mic-compat", llvm::cl::desc("write only what the reference knows: no types of "
                                                                 "functions, no convolution with explicit pads"));
  auto makeMic3 = [](Operation *op, mic::Bytes &file) -> LogicalResult {
    auto module = dyn_cast<ModuleOp>(op);
    return module ? mic::writeMic3(module, mic::WriteOptions{compat}, file) : op->emitError("is no module");
  };
  auto toMic3 = [makeMic3](Operation *op, raw_ostream &os) -> LogicalResult {
    mic::Bytes file;
    if (failed(makeMic3(op, file)))
      return failure();
    os << llvm::toStringRef(ArrayRef<uint8_t>(file));
    return success();
  };
  static TranslateFromMLIRRegistration mic3("mlir-to-mic3", "write the module as mic@3", toMic3, registerDialects);
  static TranslateFromMLIRRegistration shorter("mic3", "the same as --mlir-to-mic3", toMic3, registerDialects);

  static llvm::cl::opt<bool> strict(
      "strict", llvm::cl::desc("refuse a mic@3 file that differs from its own re-emission or has more after it than "
                               "an epilogue"));
  static TranslateToMLIRRegistration fromMic3(
      "mic3-to-mlir", "read a mic@3 file",
      [](llvm::SourceMgr &sources, MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
        mic::FormatError error;
        OwningOpRef<ModuleOp> module =
            mic::readMic3(llvm::arrayRefFromStringRef(text), *context, {strict, getMaxMicBytes()}, error);
        if (!module)
          emitError(UnknownLoc::get(context))
              << "mic3: " << error.message << " (at byte " << error.position << ") [E7001]";
        return OwningOpRef<Operation *>(module.release());
      },
      registerDialects);

  // mic@1, by way of mic@3.
  static llvm::cl::opt<bool> extended(
      "mic1-extended", llvm::cl::desc("write the extended form of mic@1 where the plain one cannot hold the module"));
  static TranslateFromMLIRRegistration toMic1(
      "mlir-to-mic1", "write the module as mic@1",
      [makeMic3](Operation *op, raw_ostream &os) -> LogicalResult {
        mic::Bytes bytes;
        mic::File file;
        mic::FormatError error;
        std::string text;
        if (failed(makeMic3(op, bytes)))
          return failure();
        if (!mic::readFile(bytes, file, error, ~uint64_t(0)) ||
            !mic::printMic1(file, mic::Mic1Options{extended}, text, error))
          return emitError(op->getLoc()) << error.message << " [E7003]";
        os << text;
        return success();
      },
      registerDialects);
  static TranslateToMLIRRegistration fromMic1(
      "mic1-to-mlir", "read a mic@1 text",
      [](llvm::SourceMgr &sources, MLIRContext *context) -> OwningOpRef<Operation *> {
        const llvm::MemoryBuffer *text = sources.getMemoryBuffer(sources.getMainFileID());
        mic::Bytes bytes;
        mic::FormatError error;
        OwningOpRef<ModuleOp> module;
        // The text is limited and not the bytes, which may be more.
        if (mic::parseMic1(text->getBuffer(), bytes, error, getMaxMicBytes()))
          module = mic::readMic3(bytes, *context, {/*strict=*/false, ~uint64_t(0)}, error);
        if (!module)
          emitError(FileLineColLoc::get(context, text->getBufferIdentifier(), error.position, 1))
              << "mic: " << error.message << " [E7002]";
        return OwningOpRef<Operation *>(module.release());
      },
      registerDialects);
}
