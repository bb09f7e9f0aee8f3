//===- Emit.cpp - files of machine code -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfWriter.h"
#include "Exports.h"

#include "Mind/Target/CNames/CNames.h"
#include "Mind/Target/Elf/ElfTarget.h"
#include "Mind/Target/Entry/Entry.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

/// Beside the path and then in its place, so that nobody sees half of it.
bool elf::writeFile(StringRef path, ElfKind kind, ArrayRef<uint8_t> bytes, rt::Fault &fault) {
  StringRef text = llvm::toStringRef(bytes);
  if (kind == ElfKind::Header && path == "-") {
    llvm::outs() << text;
    return true;
  }
  auto fail = [&](std::error_code error) {
    fault = {"E5001", "cannot write `" + path.str() + "`: " + error.message()};
    return false;
  };
  SmallString<128> temporary;
  int descriptor;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(path + ".%%%%%%.tmp", descriptor, temporary))
    return fail(error);
  std::error_code error;
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  using llvm::sys::fs::perms;
  bool isExecutable = kind == ElfKind::Executable || kind == ElfKind::Shared;
  perms mode = isExecutable ? perms::all_read | perms::all_exe | perms::owner_write
                            : perms::all_read | perms::owner_write;
  if (!error)
    error = llvm::sys::fs::setPermissions(temporary, mode);
  if (!error)
    error = llvm::sys::fs::rename(temporary, path);
  if (!error)
    return true;
  llvm::sys::fs::remove(temporary);
  return fail(error);
}

bool elf::compileToBytes(ModuleOp module, const ElfOptions &options, std::vector<uint8_t> &bytes, rt::Fault &fault) {
  bool isProgram = options.kind == ElfKind::Executable;
  if (!outlineModule(module, fault))
    return false;
  std::string name = options.function;
  if ((isProgram || !name.empty()) && !findEntry(module, name, "run", "begin with", fault))
    return false;
  // In a library the callees of every function are specialised, with dims or without.
  auto bind = [&](func::FuncOp function, const DimSizes &dims) {
    return (isProgram && function.getName() != name) || bindDims(module, function.getName(), dims, fault);
  };
  if (!bindPublicDims(module, name, options.dims, bind, fault))
    return false;
  Processor processor;
  if (!findProcessor(options.cpu, processor, fault))
    return false;
  // An executable holds what its beginning needs and nothing else.
  if (isProgram)
    keepOnly(module, name);
  Image image;
  if (!prepareModule(module, fault) || !compileModule(module, processor, isProgram ? kPageGap : 0, image, fault))
    return false;
  if (options.workspaceBytes) {
    *options.workspaceBytes = 0;
    for (const ImageEntry &entry : image.entries)
      *options.workspaceBytes = std::max(*options.workspaceBytes, entry.workspaceBytes);
  }
  if (isProgram) {
    bytes = writeExecutable(image, *image.findEntry(name), options.notes);
    return true;
  }
  ElfLibrary library;
  if (!makeExports(image, library, fault))
    return false;
  library.notes = options.notes;
  switch (options.kind) {
  case ElfKind::Object:
    bytes = writeObject(std::move(library));
    break;
  case ElfKind::Shared:
    bytes = writeShared(std::move(library));
    break;
  default: {
    // What the names, types and dims of the exports really are.
    std::vector<rt::Signature> functions;
    for (const ImageEntry &entry : image.entries)
      functions.push_back(entry.signature);
    std::string text;
    llvm::raw_string_ostream os(text);
    writeHeader(functions, os);
    bytes.assign(text.begin(), text.end());
    break;
  }
  }
  return true;
}
