//===- OptionTable.cpp - The words of the command line --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static constexpr CommandInfo kCommands[] = {
    {"", "FILE", "print the program's instructions (--emit=ir)"},
    {"", "FILE -o PROGRAM", "compile to a native executable (also: mindc build FILE)"},
    {"build", "FILE", ""},
    {"check", "PATHS", "parse and check only, sources and those in folders"},
    {"run", "FILE", "run the program in memory"},
    {"test", "PATHS", "run the functions marked #[test]"},
    {"watch", "[COMMAND] PATHS", "check again, or do what the command does, when a file changes"},
    {"repl", "", "read and run entries, one after the other"},
    {"fmt", "PATHS", "put sources, and those in folders, in canonical style"},
    {"verify", "ARTIFACT", "tell whether a mic@3 or ELF file is what it says"},
    {"inspect", "FILE", "show what a mic@3, mic@1 or ELF file holds"},
    {"graph", "FILE", "draw what a function computes, or its gradient"},
    {"ops", "[NAME]", "list the operations of the dialect, or describe one"},
    {"completions", "SHELL", "print what makes bash, zsh or fish complete these words"},
    {"manual", "", "print the manual, for man to read"},
};

static constexpr OptionInfo kGeneral[] = {
    {"-o", " PATH", "write the output there", "FILE"},
    {"--emit", "=KIND",
     "tokens, ast, mlir, ir, mic1, mic3, evidence, memory-plan,\nlowered, llvm, obj, shared, header or exe",
     "tokens,ast,mlir,ir,mic1,mic3,evidence,memory-plan,lowered,llvm,obj,shared,header,exe"},
    {"--func", " NAME", "the function to run or to begin with (default: main)"},
    {"--arg", " NAME=VALUE", "an argument: a number, a list [[1,2],[3,4]], or @FILE.npy"},
    {"--out", " [N=]FILE.npy", "write result N (0 is the first) there, do not print it", "FILE"},
    {"--dim", " NAME=SIZE", "the extent of a named dimension"},
    {"--autodiff", "", "differentiate the function of --func"},
    {"--grad", "", "differentiate and print the gradient", "", Listing::Hidden},
    {"--emit-grad-ir", "", "print its gradient (--grad: both)"},
    {"--emit-grad-map", "", "print which value is the gradient of which, too"},
    {"--explain-grad", "", "print where the gradient is zero, and why"},
    {"--wrt", "=A,B", "differentiate by these parameters (default: all of floats)"},
    {"--autodiff-profile", "=P", "core (default) or extended", "core,extended"},
    {"--ad-memory-budget", "=BYTES", "compute values again until functions need no more at a time"},
    {"--emit-memory-plan", "", "print what each function needs at a time, and for what"},
    {"--verify-gradients", "=HOW", "static (default), or numeric: compare with quotients, too", "static,numeric"},
    {"--interpret", "", "run on the reference interpreter"},
    {"--backend", "=WHICH", "direct (default): machine code without LLVM; or llvm", "direct,llvm"},
    {"--no-embed", "", "write the hash of the module into the file, not the module"},
    {"--target", "=TARGET", "cpu (default), or what --target=help lists; -o names a folder", "cpu,webnn,help"},
    {"--mcpu", "=CPU", "x86-64-v3 (default) or x86-64-v4", "x86-64-v3,x86-64-v4"},
    {"--diagnostics", "=FORM", "human (default), short, json or sarif", "human,short,json,sarif"},
    {"--diagnostic-format", "=FORM", "as --diagnostics", "human,short,json,sarif", Listing::Hidden},
    {"--color", "=WHEN", "auto (default), always or never", "auto,always,never"},
    {"--verify", "", "verify the module after it is emitted"},
    {"--verify-only", "", "stop after that, and print nothing"},
    {"-g", "", "keep source locations in the module"},
    {"--mic-form", "", "make the module that mic is written from"},
    {"--crash-reproducer", "=FILE", "where passes that fail leave the module before them", "FILE"},
    {"--timing", "[=FORM]", "print times of stages, and the workspace of direct code, on standard\nerror: as text (default), json or chrome, for its tracing view", "text,json,chrome"},
    {"--print-after", "=STAGE", "print the module after a stage on standard error: front-end,\nread-mic, read-mlir, canonical, script, gradients, autodiff or all", kPrintedStages},
    {"--print-diff", "", "print what each stage, or those of --print-after, changed"},
    {"--explain", " CODE", "explain an error code, with an example", "", Listing::Hidden},
    {"--stability", "", "what may change", "", Listing::Hidden},
    {"--version", "", "print the version", "", Listing::WithNext},
    {"--help", "", ""},
};

static constexpr OptionInfo kCheck[] = {
    {"--fix", "", "make the changes that need no asking"},
    {"--reporter", "=FORM", "list the findings on standard output: human, json, lsp, sarif", "human,json,lsp,sarif"},
    {"--no-fmt", "", "leave out findings of style", "", Listing::WithNext},
    {"--no-lint", "", "leave out warnings", "", Listing::WithNext},
    {"--no-typecheck", "", "leave out findings of style, warnings, faults of types"},
};

static constexpr OptionInfo kTest[] = {
    {"--filter", "=TEXT", "only the tests whose name holds it"},
};

static constexpr OptionInfo kGraph[] = {
    {"--format", "=FORM", "dot (default), the language of Graphviz", "dot"},
};

static constexpr OptionInfo kOps[] = {
    {"--core-v1", "", "the 19 operations of the core alone"},
    {"--json", "", "all that is known of them, as JSON"},
};

static constexpr OptionInfo kMic[] = {
    {"--mic-compat", "", "only what other readers of mic know"},
    {"--mic1-extended", "", "lines for what mic@1 has none for"},
};

static constexpr OptionInfo kFormat[] = {
    {"--check", "", "change nothing; exit 1 if something would change"},
    {"--diff", "", "change nothing; print what would change"},
    {"--stdin", "", "as the file -", "", Listing::Hidden},
};

static constexpr OptionInfo kArtifacts[] = {
    {"--json", "", "the report as one line of JSON"},
    {"--require-strict-fp", "", "refuse an artifact of relaxed arithmetic", "", Listing::WithNext},
    {"--require-deterministic", "", "refuse an artifact that may differ", "", Listing::WithNext},
    {"--require-rederive", "", "refuse an artifact that does not prove it"},
    {"--signer-pubkey", " HEX",
     "refuse an artifact that this key, or another one given, has\nnot signed (also: MIND_EVIDENCE_VERIFY_PUBKEYS)"},
    {"--diff", " FILE", "what differs in the other file", "FILE"},
    {"--max-bytes", " N", "how large an artifact may be, as an input too (default: 10485760)"},
};

static constexpr OptionInfo kEvidence[] = {
    {"--evidence-parent", " P", "what it was made from: a hash, or an artifact", "FILE"},
    {"--evidence-attr", " K=V", "an attribute; K is like org.example.key"},
    {"--allow-nondeterministic", "", "(also of exe, obj and shared) attest what is not the same\neach time"},
};

static constexpr OptionSection kSections[] = {
    {"options", "", kGeneral},
    {"of check", "check", kCheck},
    {"of test", "test", kTest},
    {"of --emit=ir, mic1, mic3 and evidence", "", kMic},
    {"of fmt", "fmt", kFormat},
    {"of verify and inspect", "verify inspect", kArtifacts},
    {"of graph", "graph", kGraph},
    {"of ops", "ops", kOps},
    {"of --emit=evidence", "", kEvidence},
};

llvm::ArrayRef<CommandInfo> driver::getCommands() { return kCommands; }

llvm::ArrayRef<OptionSection> driver::getOptionSections() { return kSections; }

StringRef driver::getHelpFooter() {
  return "FILE may be source (.mind), a module (.mlir, .mlirbc), or - for standard input.\n"
         "Exit codes: 0 done, 1 the program is wrong, 2 usage or files; a program that is\n"
         "run gives its own, 77 if a fault stopped it.\n";
}

llvm::SmallVector<StringRef> driver::getOptionNames() {
  llvm::SmallVector<StringRef> names;
  for (const OptionSection &section : kSections)
    for (const OptionInfo &option : section.options)
      names.push_back(option.name);
  return names;
}

llvm::SmallVector<StringRef> driver::getCommandNames() {
  llvm::SmallVector<StringRef> names;
  for (const CommandInfo &command : kCommands)
    if (!command.name.empty())
      names.push_back(command.name);
  return names;
}

llvm::SmallVector<StringRef> driver::getChoices(const OptionInfo &option) {
  llvm::SmallVector<StringRef> choices;
  if (option.choices != "FILE")
    llvm::SplitString(option.choices, choices, ",");
  return choices;
}

/// `head`, then from a column on the lines of `help`, which begin a line of their own behind a long head.
static void addEntry(std::string &text, StringRef head, StringRef help) {
  constexpr size_t kColumn = 25;
  text += "  " + head.str();
  size_t width = head.size() + 2;
  if (!help.empty() && width == kColumn)
    text += "  ";
  else if (!help.empty())
    text += width < kColumn ? std::string(kColumn - width, ' ') : "\n" + std::string(kColumn, ' ');
  for (char c : help) {
    text += c;
    if (c == '\n')
      text.append(kColumn, ' ');
  }
  text += '\n';
}

std::string driver::getHelp() {
  std::string text = "usage: mindc [COMMAND] FILE [OPTIONS]\n\ncommands:\n";
  for (const CommandInfo &command : kCommands) {
    if (command.help.empty())
      continue;
    std::string head = "mindc";
    for (StringRef part : {StringRef(command.name), StringRef(command.operands)})
      if (!part.empty())
        head += " " + part.str();
    addEntry(text, head, command.help);
  }
  addEntry(text, "mindc --explain CODE", "explain an error code, with an example");
  for (const OptionSection &section : kSections) {
    text += "\n" + section.title.str() + ":\n";
    std::string head;
    for (const OptionInfo &option : section.options) {
      if (option.listing == Listing::Hidden)
        continue;
      head += (option.name + option.value).str();
      if (option.listing == Listing::WithNext) {
        head += ", ";
        continue;
      }
      addEntry(text, head, option.help);
      head.clear();
    }
  }
  return text + "\n" + getHelpFooter().str();
}
