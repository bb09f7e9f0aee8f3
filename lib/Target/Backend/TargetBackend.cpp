//===- TargetBackend.cpp - the targets of a tool --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Backend/TargetBackend.h"

#include "llvm/Support/Format.h"

using namespace mind;

TargetBackend::~TargetBackend() = default;

void TargetRegistry::add(std::unique_ptr<TargetBackend> target) {
  if (lookup(target->getName()))
    return;
  auto place = llvm::find_if(targets, [&](const auto &other) { return target->getName() < other->getName(); });
  targets.insert(place, std::move(target));
}

const TargetBackend *TargetRegistry::lookup(llvm::StringRef name) const {
  for (const std::unique_ptr<TargetBackend> &target : targets)
    if (target->getName() == name)
      return target.get();
  return nullptr;
}

void TargetRegistry::registerDialects(mlir::DialectRegistry &registry) const {
  for (const std::unique_ptr<TargetBackend> &target : targets)
    target->registerDialects(registry);
}

void mind::printTargets(const TargetRegistry &targets, llvm::raw_ostream &os) {
  os << "targets:\n  cpu        native code for x86-64 (the default)\n";
  std::vector<std::string> keys = getCoverageKeys();
  for (const std::unique_ptr<TargetBackend> &target : targets.getTargets()) {
    size_t numCells = 0, numCovered = 0;
    for (const std::string &key : keys)
      for (DType dtype : getCoverageDTypes(key)) {
        ++numCells;
        numCovered += target->getRefusal(key, dtype).empty();
      }
    os << "  " << llvm::format("%-10s ", target->getName().str().c_str()) << target->getSummary() << "; " << numCovered
       << " of " << numCells << " ops and types\n";
  }
  os << "--target=help:NAME lists what a target covers\n";
}

void mind::printCoverage(const TargetBackend &target, llvm::raw_ostream &os) {
  std::map<std::string, std::vector<std::string>> refusals;
  for (const std::string &key : getCoverageKeys()) {
    os << llvm::format("%-26s", key.c_str());
    for (DType dtype : getCoverageDTypes(key)) {
      std::string reason = target.getRefusal(key, dtype);
      llvm::StringRef name(getDTypeName(dtype).data(), getDTypeName(dtype).size());
      if (reason.empty())
        os << ' ' << name;
      else
        refusals[reason].push_back((key + " " + name).str());
    }
    os << '\n';
  }
  for (const auto &[reason, cells] : refusals) {
    os << "\nrefused, " << reason << ":\n";
    for (const std::string &cell : cells)
      os << "  " << cell << '\n';
  }
}
