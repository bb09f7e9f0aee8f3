//===- Exports.cpp - names that C can have --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Target/CNames/CNames.h"

#include "llvm/ADT/StringSet.h"

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
  llvm::StringSet<> taken;
  auto refuse = [&](std::string message) {
    fault = {"E5002", std::move(message)};
    return false;
  };
  for (const EntryPoint &entry : entries) {
    std::string name = getExportedName(entry.name);
    if (isTakenInC(name, triple))
      return refuse("C has a `" + name + "` of its own; give the exported function another name");
    if (!taken.insert(name).second || !taken.insert(name + "_workspace_bytes").second)
      return refuse("two exported functions would have the name `" + name + "` or `" + name + "_workspace_bytes`");
    if (const std::string *dim = findOpenDim(entry.signature))
      return refuse("the extent `" + *dim + "` of a result of `" + entry.name +
                    "` comes from no parameter, so that a caller cannot have memory for it");
  }
  return true;
}
