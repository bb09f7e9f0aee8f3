//===- CompileWithNotes.cpp - Code that carries its module ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way of the code goes through the bytes that are hashed:
//
//   module -> canonical mic@3 -> module -> code
//
// so that the second half, which is all that a verifier can repeat, fixes the file.
//
//===----------------------------------------------------------------------===//

#include "BuildNote.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Target/Mic/Mic3.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

static constexpr uint64_t kMaxNoteBytes = uint64_t(2) << 30;

StringRef elf::getToolchain() { return "mindc " MIND_VERSION; }

static std::vector<uint8_t> makeBuildNote(const ElfOptions &options) {
  evidence::Bytes content;
  encodeBuildNote({options, getToolchain().str()}, content);
  std::vector<uint8_t> notes;
  appendNote(NoteType::Build, content, notes);
  return notes;
}

/// Adds the first two notes before the third.
static bool makeNotes(ArrayRef<uint8_t> body, const NoteOptions &noteOptions, std::vector<uint8_t> &notes,
                      rt::Fault &fault) {
  evidence::EvidenceOptions options;
  options.toolchain = getToolchain().str();
  options.allowNondeterministic = noteOptions.allowNondeterministic;
  evidence::Bytes artifact;
  std::string reason;
  if (!evidence::makeEvidence(body, options, artifact, reason)) {
    fault = {"E7005", reason};
    return false;
  }
  if (noteOptions.embedsModule && artifact.size() > kMaxNoteBytes) {
    fault = {"E7005", "the module takes more than 2 GiB, which no note can hold; leave it out with --no-embed"};
    return false;
  }
  std::vector<uint8_t> all;
  appendNote(NoteType::TraceHash, mic::hashBytes(body), all);
  if (noteOptions.embedsModule)
    appendNote(NoteType::Module, artifact, all);
  all.insert(all.end(), notes.begin(), notes.end());
  notes = std::move(all);
  return true;
}

/// Makes the gradients that a module asks for, of statements too. False with E5002.
static bool makeGradients(ModuleOp module, rt::Fault &fault) {
  if (!asksForGradients(module))
    return true;
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAutodiffModels(registry);
  context->appendDialectRegistry(registry);
  FirstError error(context);
  PassManager passes(context);
  passes.enableVerifier(false);
  passes.addPass(createOutlineScript());
  passes.addPass(createResolveGrad());
  if (succeeded(runPasses(passes, module)))
    return true;
  fault = error.getFault("E5002", "the gradients of the program cannot be made");
  return false;
}

bool elf::compileBodyWithNotes(ArrayRef<uint8_t> body, MLIRContext &context, const ElfOptions &options,
                               const NoteOptions &noteOptions, std::vector<uint8_t> &bytes, rt::Fault &fault) {
  ElfOptions withNotes = options;
  withNotes.notes = makeBuildNote(options);
  if (!makeNotes(body, noteOptions, withNotes.notes, fault))
    return false;
  mic::FormatError error;
  OwningOpRef<ModuleOp> module = mic::readMic3(body, context, {/*strict=*/false, ~uint64_t(0)}, error);
  if (!module) {
    fault = {"E7001", "mic3: " + error.message + " (at byte " + std::to_string(error.position) + ")"};
    return false;
  }
  return makeGradients(*module, fault) && compileToBytes(*module, withNotes, bytes, fault);
}
bool elf::compileWithNotes(ModuleOp module, const ElfOptions &options, const NoteOptions &noteOptions,
                           std::vector<uint8_t> &bytes, std::string &omission, rt::Fault &fault) {
  omission.clear();
  loadMicExtension(*module.getContext());
  canonicalizeModule(module, /*compatible=*/false, /*reaps=*/false);
  mic::Bytes body;
  if (succeeded(mic::writeMic3(module, {}, body, omission))) {
    if (compileBodyWithNotes(body, *module.getContext(), options, noteOptions, bytes, fault))
      return true;
    if (fault.code == "E7005")
      return false;
    omission = "what is read back from its mic@3 form does not compile: " + fault.message;
  }
  ElfOptions withNotes = options;
  withNotes.notes = makeBuildNote(options);
  return makeGradients(module, fault) && compileToBytes(module, withNotes, bytes, fault);
}
