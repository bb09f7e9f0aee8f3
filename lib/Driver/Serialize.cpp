//===- Serialize.cpp - The mic forms of a program -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of them begin with the canonical bytes of mic@3: what is shown, hashed or signed
// is what is written.
//
//===----------------------------------------------------------------------===//

#include "Serialize.h"

#include "Artifacts.h"
#include "Source.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Target/Mic/Format/IRText.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Target/Mic/Mic3.h"
#include "Mind/Transforms/Passes.h"

#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

bool driver::isMicForm(EmitKind kind) {
  switch (kind) {
  case EmitKind::IRText:
  case EmitKind::Mic1:
  case EmitKind::Mic3:
  case EmitKind::Evidence:
    return true;
  default:
    return false;
  }
}

/// Whether the result of the statements is a truth value.
static bool isTruth(ModuleOp module) {
  return llvm::any_of(module.getOps<OutputOp>(), [](OutputOp output) {
    return output.getResult() && isBoolTensor(output.getValue().getType());
  });
}

bool driver::makeMic3(const Options &options, MLIRContext &context, frontend::DiagnosticEngine &diagnostics,
                      mic::Bytes &file, MicLosses *losses) {
  loadMicExtension(context);
  MicForm form = options.micCompat ? MicForm::Compatible : MicForm::Exact;
  // Gradients are written as they are asked for: who reads the file makes them as we do. Other
  // compilers would not.
  ModuleStage stage = options.micCompat ? ModuleStage::Differentiated : ModuleStage::Checked;
  OwningOpRef<ModuleOp> module = makeModule(options, context, stage, form, diagnostics);
  if (!module)
    return false;
  bool wasTruth = isTruth(*module);
  {
    StageTimer timer(options, "canonical");
    // A comparison of literals that is the result is a number there, as others have it.
    // A function without its body is another function: only who asks for the reference's
    // bytes gets that.
    canonicalizeModule(*module, /*compatible=*/true, /*reaps=*/options.micCompat);
  }
  printStage(options, "canonical", *module);
  if (losses)
    losses->truth = wasTruth && !isTruth(*module);
  StageTimer timer(options, "mic");
  mic::WriteOptions writeOptions;
  writeOptions.compat = options.micCompat;
  writeOptions.exposed = losses ? &losses->exposed : nullptr;
  std::string reason;
  if (succeeded(mic::writeMic3(*module, writeOptions, file, reason)))
    return true;
  diagnostics.errorNoSpan(frontend::Phase::Mic, "E7003", makeSafe(reason));
  return false;
}

/// Tells whom it concerns: who asks for the bytes of the reference knows what they lose.
static void noteLosses(const MicLosses &losses) {
  if (losses.truth)
    llvm::errs() << "note[mic]: the result is a comparison of literals, which mic has as the integer 0 or 1; a program "
                    "made of the artifact shows that\n";
  if (losses.exposed.empty())
    return;
  constexpr size_t kShown = 3;
  llvm::errs() << "note[mic]: nothing calls ";
  llvm::interleaveComma(ArrayRef(losses.exposed).take_front(kShown), llvm::errs(),
                        [](const std::string &name) { llvm::errs() << '`' << makeSafe(name) << '`'; });
  if (losses.exposed.size() > kShown)
    llvm::errs() << " and " << losses.exposed.size() - kShown << " more";
  llvm::errs() << ", which mic has as public; a library made of the artifact exports "
               << (losses.exposed.size() == 1 ? "it\n" : "them\n");
}

bool driver::serializeModule(const Options &options, StringRef contents, mic::Bytes &file) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  MicLosses losses;
  bool isDone = makeMic3(options, context, diagnostics, file, &losses);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (isDone && !options.micCompat)
    noteLosses(losses);
  return isDone;
}

/// The text of a form that has one.
static bool printForm(const Options &options, const mic::File &file, std::string &text) {
  if (options.emit == EmitKind::IRText) {
    llvm::raw_string_ostream os(text);
    mic::printIRText(file, os);
    // The line that ends the historical output.
    os << '\n';
    return true;
  }
  mic::Mic1Options micOptions;
  micOptions.extended = options.mic1Extended;
  mic::FormatError error;
  if (mic::printMic1(file, micOptions, text, error))
    return true;
  reportArtifact(options, "E7003", error.message + " (at byte " + Twine(error.position) + ")",
                 "--mic1-extended has lines for everything; --emit=mic3 is the complete form");
  return false;
}

int driver::runSerialize(const Options &options, StringRef contents) {
  evidence::EvidenceOptions evidence;
  if (options.emit == EmitKind::Evidence)
    if (int status = prepareEvidence(options, evidence))
      return status;
  bool isBinary = options.emit == EmitKind::Mic3 || options.emit == EmitKind::Evidence;
  bool isStandardOutput = options.output.empty() || options.output == "-";
  if (isBinary && isStandardOutput && llvm::outs().is_displayed()) {
    llvm::errs() << "error[cli]: this output is not text\nhelp: name a file with -o\n";
    return 2;
  }
  mic::Bytes bytes;
  if (!serializeModule(options, contents, bytes))
    return 1;
  if (options.emit == EmitKind::Mic3)
    return writeArtifact(options.output, bytes);
  if (options.emit == EmitKind::Evidence)
    return writeEvidence(options, evidence, bytes);

  mic::File file;
  mic::FormatError error;
  std::string text;
  if (!mic::readFile(bytes, file, error, ~uint64_t(0))) {
    reportArtifact(options, "E7001", error.message);
    return 1;
  }
  if (!printForm(options, file, text))
    return 1;
  return writeArtifact(options.output, asBytes(text));
}
