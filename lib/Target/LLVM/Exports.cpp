//===- Exports.cpp - names that C can have --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Target/CNames/CNames.h"

using namespace mind;

/// The first dim of a result whose extent a caller cannot know.
static const std::string *findOpenDim(const rt::Signature &signature) {
  std::vector<std::string> names = signature.getDimNames();
  for (const rt::SignatureType &result : signature.results)
    for (const rt::SignatureDim &dim : result.dims)
      if (dim.size < 0 && !llvm::is_contained(names, dim.symbol))
        return &dim.symbol;
  return nullptr;
}

bool mind::checkExports(llvm::ArrayRef<EntryPoint> entries, const llvm::Triple &triple, rt::Fault &fault) {
  ExportedNames names(triple);
  for (const EntryPoint &entry : entries) {
    if (!names.add(getExportedName(entry.name), fault)) {
      fault.place = entry.place;
      return false;
    }
    if (const std::string *dim = findOpenDim(entry.signature)) {
      fault = {"E5002", "the extent `" + *dim + "` of a result of `" + entry.name +
                            "` comes from no parameter, so that a caller cannot have memory for it",
               entry.place};
      return false;
    }
  }
  return true;
}
