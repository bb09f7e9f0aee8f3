//===- ArtifactsInspect.cpp - Showing what an artifact holds --------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"
#include "LineDiff.h"

#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Evidence/Listing.h"
#include "Mind/Target/Evidence/Report.h"
#include "Mind/Target/Mic/Format/IRText.h"
#include "Mind/Target/Mic/Format/Mic1.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <tuple>

using namespace mind;
using namespace mind::driver;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Of lists of elements, what a reader wants to see; a comparison looks at all.
constexpr uint64_t kShownElements = 16;

/// An artifact with what was read from it. Points into itself: not to be moved.
struct Artifact {
  std::string path, contents;
  bool isText = false;
  /// Of an ELF file: how it was made.
  std::optional<evidence::BinaryReport> binary;
  /// Of a text: its mic@3 form.
  mic::Bytes converted;
  mic::File file;
  evidence::Map map;
  evidence::Listing listing;
  /// What is wrong behind the body; empty if nothing is.
  std::string epilogueError;

  StringRef getEpilogue() const {
    if (!epilogueError.empty())
      return "malformed";
    return file.getRest().empty() ? "none" : evidence::hasChain(map) ? "evidence" : "attributes";
  }
};

} // namespace

/// Whether the contents are a text: mic@1 begins with its header, blank lines or comments.
static bool isMic1(StringRef contents) {
  while (!(contents = contents.ltrim()).empty() && contents.front() == '#')
    contents = contents.split('\n').second;
  return contents.starts_with("mic@");
}

/// 0, or the exit code after a message.
static int load(const Options &options, StringRef path, uint64_t maxElements, Artifact &artifact) {
  artifact.path = path.str();
  if (!readArtifact(options, path, artifact.contents))
    return 2;
  llvm::ArrayRef<uint8_t> bytes = asBytes(artifact.contents);
  mic::FormatError error;
  artifact.isText = isMic1(artifact.contents);
  if (artifact.isText) {
    if (!mic::parseMic1(artifact.contents, artifact.converted, error, options.artifact.maxBytes)) {
      reportArtifact(options, "E7002", "mic:" + Twine(error.position) + ": error: " + error.message);
      return 1;
    }
    bytes = artifact.converted;
  }
  if (elf::isElf(bytes)) {
    std::string reason;
    if (!elf::readModule(bytes, artifact.binary.emplace(), bytes, reason)) {
      reportArtifact(options, "E7004", reason);
      return 1;
    }
  }
  if (!mic::readFile(bytes, artifact.file, error, /*maxBytes=*/~uint64_t(0))) {
    reportArtifact(options, "E7001", "mic3: " + error.message + " (at byte " + Twine(error.position) + ")");
    return 1;
  }
  llvm::ArrayRef<uint8_t> rest = artifact.file.getRest();
  if (!rest.empty() && rest[0] != evidence::kMapSentinel)
    artifact.epilogueError = (Twine(rest.size()) + " bytes after the body are no epilogue").str();
  else if (!rest.empty() && !evidence::parseMap(rest, artifact.map, error))
    artifact.epilogueError = ("the epilogue is malformed: " + error.message + " (at byte " +
                              Twine(artifact.file.bodySize + error.position) + ")")
                                 .str();
  artifact.listing = evidence::listBody(artifact.file, maxElements);
  return 0;
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

static std::string getFormatName(const Artifact &artifact) {
  if (artifact.binary)
    return "ELF for x86-64, mic@3 version " + llvm::utostr(artifact.file.version);
  return artifact.isText ? "mic@1" : "mic@3 version " + llvm::utostr(artifact.file.version);
}

static void printText(const Artifact &artifact, raw_ostream &os) {
  const mic::File &file = artifact.file;
  const evidence::Listing &listing = artifact.listing;
  auto line = [&](StringRef label, StringRef value) {
    evidence::printLabel(label, os);
    evidence::printSafe(value, os);
    os << '\n';
  };
  line("file", artifact.path);
  line("format", getFormatName(artifact));
  line("size", llvm::utostr(artifact.contents.size()) + " bytes");
  if (artifact.binary)
    evidence::printBinary(*artifact.binary, line);
  line("body", llvm::utostr(file.bodySize) + " bytes");
  line("canonical", file.isCanonical ? "yes" : "NO");
  line("trace_hash", evidence::encodeHex(mic::getTraceHash(file)));
  line("next_id", llvm::utostr(file.nextId));
  line("strings", llvm::utostr(file.strings.size()));
  line("exports", file.exports.empty() ? "(none)" : llvm::join(file.exports, " "));
  line("functions", llvm::utostr(listing.functions.size()));
  line("instructions", llvm::utostr(listing.numInstructions));
  line("epilogue", artifact.getEpilogue());

  os << '\n';
  std::string text;
  llvm::raw_string_ostream textStream(text);
  mic::printIRText(file, textStream);
  for (auto [first, rest] = StringRef(text).split('\n'); !first.empty() || !rest.empty();
       std::tie(first, rest) = rest.split('\n')) {
    evidence::printSafe(first, os);
    os << '\n';
  }
  auto lines = [&](const evidence::Lines &lines, unsigned indent) {
    for (const std::string &each : lines)
      os.indent(indent) << each << '\n';
  };
  for (const evidence::Listing::Function &function : listing.functions) {
    os << '\n';
    lines(function.lines, 0);
  }
  if (!listing.stream.empty()) {
    os << "\ninstructions:\n";
    lines(listing.stream, 2);
  }
  if (!listing.registries.empty()) {
    os << "\nregistries:\n";
    lines(listing.registries, 2);
  }
  if (artifact.map.entries.empty())
    return;
  os << "\nepilogue:\n";
  for (const evidence::MapEntry &entry : artifact.map.entries) {
    os << "  ";
    evidence::printSafe(entry.key, os);
    os << " = ";
    evidence::printSafe(evidence::getValueText(entry), os);
    os << '\n';
  }
}

static void printJson(const Artifact &artifact, raw_ostream &os) {
  const mic::File &file = artifact.file;
  const evidence::Listing &listing = artifact.listing;
  llvm::json::OStream json(os);
  auto text = [&](StringRef value) { return llvm::json::fixUTF8(value); };
  auto list = [&](StringRef key, const auto &values) {
    json.attributeArray(key, [&] {
      for (const auto &value : values)
        json.value(text(value));
    });
  };
  json.object([&] {
    json.attribute("file", text(artifact.path));
    json.attribute("format", artifact.binary ? "elf" : artifact.isText ? "mic@1" : "mic@3");
    if (artifact.binary)
      evidence::printBinary(*artifact.binary, json);
    json.attribute("version", int64_t(file.version));
    json.attribute("size", int64_t(artifact.contents.size()));
    json.attribute("body_size", int64_t(file.bodySize));
    json.attribute("canonical", file.isCanonical);
    json.attribute("trace_hash", evidence::encodeHex(mic::getTraceHash(file)));
    json.attribute("next_id", int64_t(file.nextId));
    list("strings", file.strings);
    list("exports", file.exports);
    json.attributeArray("functions", [&] {
      for (const evidence::Listing::Function &function : listing.functions)
        json.object([&] {
          json.attribute("name", text(function.name));
          list("lines", function.lines);
        });
    });
    list("stream", listing.stream);
    list("registries", listing.registries);
    json.attribute("instructions", int64_t(listing.numInstructions));
    json.attributeObject("opcodes", [&] {
      for (unsigned code = 0; code < listing.opcodes.size(); ++code)
        if (listing.opcodes[code])
          json.attribute(mic::getOpcodeName(code), int64_t(listing.opcodes[code]));
    });
    json.attribute("epilogue", artifact.getEpilogue());
    json.attributeObject("entries", [&] {
      for (const evidence::MapEntry &entry : artifact.map.entries)
        json.attribute(text(entry.key), text(evidence::getValueText(entry)));
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

namespace {

/// Lines of one artifact alone, each behind `-` or `+`, under headings.
class Comparison {
public:
  void compare(StringRef heading, const evidence::Lines &first, const evidence::Lines &second) {
    size_t mark = differences.size();
    diffLines(first, second, [&](char sign, StringRef text) {
      if (sign == ' ')
        return;
      if (differences.size() == mark)
        differences.push_back((heading + ":").str());
      differences.push_back((Twine(sign) + " " + text).str());
    });
  }
  std::vector<std::string> differences;
};

} // namespace

static evidence::Lines getHeader(const Artifact &artifact) {
  const mic::File &file = artifact.file;
  evidence::Lines lines = {"version " + llvm::utostr(file.version), "next_id " + llvm::utostr(file.nextId),
                           "exports " + llvm::join(file.exports, " "),
                           std::string("canonical ") + (file.isCanonical ? "yes" : "NO")};
  if (artifact.binary)
    evidence::printBinary(*artifact.binary,
                          [&](StringRef label, StringRef value) { lines.push_back((label + " " + value).str()); });
  return lines;
}

static evidence::Lines getStrings(const Artifact &artifact) {
  evidence::Lines lines;
  for (StringRef text : artifact.file.strings)
    lines.push_back(("\"" + text + "\"").str());
  return lines;
}

static evidence::Lines getEntries(const Artifact &artifact) {
  evidence::Lines lines;
  if (!artifact.epilogueError.empty())
    lines.push_back(artifact.epilogueError);
  for (const evidence::MapEntry &entry : artifact.map.entries)
    lines.push_back((entry.key + " = " + evidence::getValueText(entry)).str());
  return lines;
}

static std::vector<std::string> compare(const Artifact &first, const Artifact &second) {
  Comparison comparison;
  comparison.compare("header", getHeader(first), getHeader(second));
  comparison.compare("strings", getStrings(first), getStrings(second));
  // By name, those of the same name in their order.
  std::map<std::string, std::vector<const evidence::Lines *>> others;
  for (const evidence::Listing::Function &each : second.listing.functions)
    others[each.name].push_back(&each.lines);
  std::map<std::string, size_t> used;
  for (const evidence::Listing::Function &each : first.listing.functions) {
    std::vector<const evidence::Lines *> &same = others[each.name];
    size_t &next = used[each.name];
    comparison.compare("fn " + each.name, each.lines, next < same.size() ? *same[next] : evidence::Lines());
    ++next;
  }
  for (const auto &[name, same] : others)
    for (size_t i = used[name]; i < same.size(); ++i)
      comparison.compare("fn " + name, {}, *same[i]);
  comparison.compare("instructions", first.listing.stream, second.listing.stream);
  comparison.compare("registries", first.listing.registries, second.listing.registries);
  comparison.compare("epilogue", getEntries(first), getEntries(second));
  // A text and its mic@3 form say the same.
  if (comparison.differences.empty() && !first.isText && !second.isText && first.contents != second.contents)
    comparison.differences.push_back("the same content in other bytes");
  return std::move(comparison.differences);
}

int driver::runInspect(const Options &options) {
  bool isComparison = !options.artifact.diff.empty();
  uint64_t maxElements = isComparison ? ~uint64_t(0) : kShownElements;
  Artifact artifact, other;
  if (int status = load(options, options.input, maxElements, artifact))
    return status;
  if (!isComparison) {
    if (options.artifact.json)
      printJson(artifact, llvm::outs());
    else
      printText(artifact, llvm::outs());
    llvm::outs().flush();
    if (artifact.epilogueError.empty())
      return 0;
    reportArtifact(options, "E7004", artifact.epilogueError);
    return 1;
  }
  if (int status = load(options, options.artifact.diff, maxElements, other))
    return status;
  std::vector<std::string> differences = compare(artifact, other);
  if (options.artifact.json) {
    llvm::json::OStream json(llvm::outs());
    json.object([&] {
      json.attribute("equal", differences.empty());
      json.attributeArray("differences", [&] {
        for (const std::string &line : differences)
          json.value(llvm::json::fixUTF8(line));
      });
    });
    llvm::outs() << '\n';
  } else {
    for (const std::string &line : differences) {
      evidence::printSafe(line, llvm::outs());
      llvm::outs() << '\n';
    }
  }
  return differences.empty() ? 0 : 1;
}
