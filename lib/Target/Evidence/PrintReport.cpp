//===- PrintReport.cpp - The words of mindc verify ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::evidence;
using llvm::raw_ostream;
using llvm::StringRef;

/// The column of the values.
static constexpr unsigned kColumn = 18;

raw_ostream &evidence::printLabel(StringRef label, raw_ostream &os) {
  os << label << ':';
  os.indent(label.size() + 1 < kColumn ? kColumn - unsigned(label.size()) - 1 : 1);
  return os;
}

void evidence::printSafe(StringRef text, raw_ostream &os) {
  while (!text.empty()) {
    uint8_t first = text[0];
    // The controls of ISO 6429: C0, DEL, and C1, which UTF-8 writes as two bytes.
    bool isC1 = first == 0xC2 && text.size() > 1 && uint8_t(text[1]) < 0xA0;
    if (first < 0x20 || first == 0x7F || isC1) {
      os << "\\u" << llvm::utohexstr(isC1 ? uint8_t(text[1]) : first, /*LowerCase=*/true, /*Width=*/4);
      text = text.drop_front(isC1 ? 2 : 1);
      continue;
    }
    os << text[0];
    text = text.drop_front();
  }
}

std::string evidence::getValueText(const MapEntry &entry) {
  switch (entry.tag) {
  case Tag::String:
    return entry.data.str();
  case Tag::Int:
    return llvm::itostr(entry.number);
  case Tag::Bytes:
    return encodeHex(entry.data);
  }
  llvm_unreachable("a tag that there is not");
}

static const char *getYesNo(bool value) { return value ? "yes" : "NO"; }

namespace {
/// The names of the keys in both forms.
struct KeyField {
  const char *name;
  StringRef SignatureReport::*key;
};
} // namespace

static constexpr KeyField kKeyFields[] = {
    {"signature_ed25519_pubkey", &SignatureReport::ed25519Key},
    {"signature_mldsa_pubkey", &SignatureReport::mldsaKey},
    {"signature_mldsa87_pubkey", &SignatureReport::mldsa87Key},
    {"signature_slhdsa_pubkey", &SignatureReport::slhdsaKey},
};

static StringRef getMetadata(const Report &report) { return report.isMetadataSigned() ? "signed" : "unsigned"; }

/// Calls `visit` for what a user has added, and our own `org.` entries.
template <typename Visitor>
static void forEachAttribute(const Report &report, Visitor visit) {
  for (const MapEntry &entry : report.map.entries)
    if (!isReservedKey(entry.key))
      visit(entry);
}

static std::string getRederived(const BinaryReport &binary) {
  switch (binary.rederived) {
  case BinaryReport::Outcome::Yes:
    return "yes";
  case BinaryReport::Outcome::No:
    return "NO";
  case BinaryReport::Outcome::Unknown:
    return binary.reason.empty() ? "unknown" : "unknown (" + binary.reason + ")";
  }
  llvm_unreachable("an outcome that there is not");
}

void evidence::printBinary(const BinaryReport &binary, llvm::function_ref<void(StringRef, StringRef)> line) {
  line("kind", binary.kind);
  line("cpu", binary.cpu);
  if (!binary.function.empty())
    line("function", binary.function);
  for (const auto &[name, extent] : binary.dims)
    line("dim", name + " = " + llvm::itostr(extent));
}

void evidence::printText(const Report &report, StringRef artifact, raw_ostream &os) {
  auto line = [&](StringRef label, StringRef value) {
    printLabel(label, os);
    printSafe(value, os);
    os << '\n';
  };
  line("artifact", artifact);
  if (report.binary && !report.binary->hasModule) {
    printBinary(*report.binary, line);
    line("toolchain", report.binary->toolchain);
    if (report.binary->traceHash)
      line("trace_hash", encodeHex(*report.binary->traceHash));
    line("rederived", getRederived(*report.binary));
    line("attested", "no");
    return;
  }
  if (report.isAttested) {
    line("substrate", report.chain.substrate);
    // What the body is, not what the label says.
    line("determinism", report.scan.getDeterminism());
    line("toolchain", report.chain.toolchain);
    line("parent", report.chain.parent ? encodeHex(*report.chain.parent) : "(root)");
    line("trace_hash", encodeHex(report.chain.traceHash));
    line("trace_hash_kind", kMic3Bytes);
    line("trace_hash_valid", getYesNo(report.isHashValid));
    line("fp_mode", report.scan.getFpMode());
  }
  line("ssa_valid", getYesNo(report.isSSAValid));
  if (!report.ssaReason.empty())
    line("ssa_reason", report.ssaReason);
  if (report.isSSAValid && !report.isCanonical)
    line("canonical", "NO");
  if (report.binary) {
    printBinary(*report.binary, line);
    line("rederived", getRederived(*report.binary));
  }
  if (!report.isAttested) {
    // Of what is refused before its evidence is read nothing is said.
    if (report.isCanonical)
      line("attested", "no");
    return;
  }
  line("signature", report.signature.getLabel());
  for (const KeyField &field : kKeyFields)
    if (StringRef key = report.signature.*field.key; !key.empty())
      line(field.name, encodeHex(key));
  line("metadata", getMetadata(report));
  forEachAttribute(report, [&](const MapEntry &entry) {
    printLabel("attribute", os);
    printSafe(entry.key, os);
    os << " = ";
    printSafe(getValueText(entry), os);
    os << '\n';
  });
  if (report.chain.receipts)
    line("receipts", llvm::utostr(report.numReceipts));
}

void evidence::printBinary(const BinaryReport &binary, llvm::json::OStream &json) {
  auto orNull = [&](StringRef key, StringRef value) {
    json.attribute(key, value.empty() ? llvm::json::Value(nullptr) : llvm::json::Value(llvm::json::fixUTF8(value)));
  };
  json.attributeObject("binary", [&] {
    orNull("kind", binary.kind);
    orNull("cpu", binary.cpu);
    orNull("function", binary.function);
    json.attributeObject("dims", [&] {
      for (const auto &[name, extent] : binary.dims)
        json.attribute(llvm::json::fixUTF8(name), extent);
    });
    orNull("toolchain", binary.toolchain);
    orNull("trace_hash", binary.traceHash ? encodeHex(*binary.traceHash) : "");
    json.attribute("has_module", binary.hasModule);
  });
}

void evidence::printJson(const Report &report, StringRef artifact, raw_ostream &os) {
  llvm::json::OStream json(os);
  auto text = [&](StringRef key, StringRef value) { json.attribute(key, llvm::json::fixUTF8(value)); };
  auto orNull = [&](StringRef key, StringRef value) {
    if (value.empty())
      json.attribute(key, nullptr);
    else
      text(key, value);
  };
  json.object([&] {
    text("artifact", artifact);
    if (report.isAttested) {
      text("substrate", report.chain.substrate);
      text("determinism", report.scan.getDeterminism());
      text("toolchain", report.chain.toolchain);
      orNull("parent", report.chain.parent ? encodeHex(*report.chain.parent) : "");
      text("trace_hash", encodeHex(report.chain.traceHash));
      text("trace_hash_kind", kMic3Bytes);
      json.attribute("trace_hash_valid", report.isHashValid);
      text("fp_mode", report.scan.getFpMode());
    }
    if (report.binary && !report.binary->hasModule)
      json.attribute("ssa_valid", nullptr);
    else
      json.attribute("ssa_valid", report.isSSAValid);
    orNull("ssa_reason", report.ssaReason);
    if (report.isAttested) {
      text("signature", report.signature.getLabel());
      for (const KeyField &field : kKeyFields)
        orNull(field.name, encodeHex(report.signature.*field.key));
      text("metadata", getMetadata(report));
      json.attributeObject("attributes", [&] {
        forEachAttribute(report, [&](const MapEntry &entry) { text(entry.key, getValueText(entry)); });
      });
      json.attribute("receipts", int64_t(report.numReceipts));
    } else {
      json.attribute("attested", false);
    }
    if (report.binary) {
      const BinaryReport &binary = *report.binary;
      printBinary(binary, json);
      if (binary.rederived == BinaryReport::Outcome::Unknown)
        json.attribute("rederived", nullptr);
      else
        json.attribute("rederived", binary.rederived == BinaryReport::Outcome::Yes);
      orNull("rederived_reason", binary.reason);
    }
    json.attribute("valid", report.isAccepted());
    orNull("code", report.code);
    orNull("error", report.error);
  });
  os << '\n';
}

void evidence::printNotes(const Report &report, const VerifyOptions &options, raw_ostream &os) {
  if (!report.isAccepted())
    return;
  if (report.binary && report.binary->rederived != BinaryReport::Outcome::Yes) {
    os << "note: whether the code is that of a module was not checked: ";
    printSafe(report.binary->reason, os);
    os << '\n';
  }
  if (report.binary && !report.binary->hasModule)
    return;
  if (!report.isAttested) {
    os << "note: the artifact has no evidence; only the form of its body was checked\n";
    return;
  }
  if (!report.isMetadataSigned())
    os << "note: the hash covers the body alone; substrate, toolchain, parent and attributes are not signed\n";
  else if (options.signers.empty())
    os << "note: the signature holds, but anyone may sign; name the key that you trust with --signer-pubkey\n";
  if (!report.scan.isDeterministic()) {
    os << "note: the module gives other results each time: it calls `";
    printSafe(report.scan.nondeterministicCall, os);
    os << "`\n";
  }
}
