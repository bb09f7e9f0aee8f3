//===- OpsCommand.cpp - mindc ops -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list comes from the TableGen files by way of utils/generate-docs.py; the texts
// of operations are in no other place.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

namespace {

struct OpInfo {
  llvm::StringLiteral name, group, operands, attributes, results, summary, rules, example;
};

constexpr OpInfo kOps[] = {
#include "OpList.inc"
};

llvm::SmallVector<StringRef> getLines(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return lines;
}

/// `lhs, rhs` of `lhs: ...` and `rhs: ...`.
std::string joinNames(StringRef values) {
  return llvm::join(llvm::map_range(getLines(values), [](StringRef line) { return line.split(':').first; }), ", ");
}

void writeValues(llvm::json::OStream &json, StringRef key, StringRef values) {
  json.attributeArray(key, [&] {
    for (StringRef line : getLines(values))
      json.object([&] {
        json.attribute("name", line.split(": ").first);
        json.attribute("type", line.split(": ").second);
      });
  });
}

void writeJson(llvm::ArrayRef<const OpInfo *> ops) {
  llvm::json::OStream json(llvm::outs(), /*IndentSize=*/2);
  json.array([&] {
    for (const OpInfo *op : ops)
      json.object([&] {
        json.attribute("name", "mind." + op->name.str());
        json.attribute("class", op->group);
        json.attribute("summary", op->summary);
        writeValues(json, "operands", op->operands);
        writeValues(json, "attributes", op->attributes);
        writeValues(json, "results", op->results);
        json.attributeArray("rules", [&] {
          for (StringRef rule : getLines(op->rules))
            json.value(rule);
        });
        json.attribute("example", op->example);
      });
  });
  json.flush();
  llvm::outs() << '\n';
}

void describe(const OpInfo &op) {
  llvm::outs() << "mind." << op.name << " (" << op.group << "): " << op.summary << '\n';
  auto writeSection = [](StringRef title, StringRef text) {
    if (text.empty())
      return;
    llvm::outs() << '\n' << title << '\n';
    for (StringRef line : getLines(text))
      llvm::outs() << "  " << line << '\n';
  };
  writeSection("operands", op.operands);
  writeSection("attributes", op.attributes);
  writeSection("results", op.results);
  writeSection("rules", op.rules);
  writeSection("example", op.example);
}

} // namespace

int driver::runOps(const Options &options) {
  StringRef wanted = options.input;
  wanted.consume_front("mind.");
  llvm::SmallVector<const OpInfo *> ops;
  llvm::SmallVector<StringRef> known;
  for (const OpInfo &op : kOps) {
    known.push_back(op.name);
    if ((wanted.empty() || op.name == wanted) && (!options.coreOnly || op.group == "core"))
      ops.push_back(&op);
  }
  if (ops.empty()) {
    llvm::errs() << "error[cli]: there is no operation `" << options.input << "`\n";
    if (StringRef similar = frontend::findSimilarName(wanted, known); !similar.empty())
      llvm::errs() << "help: did you mean `" << similar << "`?\n";
    return 2;
  }
  if (options.artifact.json) {
    writeJson(ops);
    return 0;
  }
  if (!wanted.empty()) {
    describe(*ops.front());
    return 0;
  }
  for (const OpInfo *op : ops) {
    std::string shape = "(" + joinNames(op->operands) + ") -> " + (op->results.empty() ? "()" : joinNames(op->results));
    llvm::outs() << llvm::left_justify(("mind." + op->name).str(), 24) << " | " << llvm::left_justify(op->group, 9)
                 << " | " << llvm::left_justify(shape, 44) << " | " << op->summary << '\n';
  }
  return 0;
}
