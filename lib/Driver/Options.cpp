//===- Options.cpp - Reading the command line -----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::cl registers its options from global constructors and knows no commands;
// this table starts in no time and has them.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "OptionTable.h"

#include "Mind/Runtime/ProcessorName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static bool fail(const llvm::Twine &message, const llvm::Twine &help = "") {
  llvm::errs() << "error[cli]: " << message << '\n';
  if (!help.isTriviallyEmpty())
    llvm::errs() << "help: " << help << '\n';
  return false;
}

static std::optional<EmitKind> parseEmitKind(StringRef word) {
  return llvm::StringSwitch<std::optional<EmitKind>>(word)
      .Case("tokens", EmitKind::Tokens)
      .Case("ast", EmitKind::Tree)
      .Case("mlir", EmitKind::Module)
      .Case("memory-plan", EmitKind::MemoryPlan)
      .Case("ir", EmitKind::IRText)
      .Cases({"mic", "mic1"}, EmitKind::Mic1)
      .Case("mic3", EmitKind::Mic3)
      .Case("evidence", EmitKind::Evidence)
      .Case("lowered", EmitKind::Lowered)
      .Case("llvm", EmitKind::LLVMIR)
      .Case("obj", EmitKind::Object)
      .Case("shared", EmitKind::Shared)
      .Case("exe", EmitKind::Executable)
      .Case("header", EmitKind::Header)
      .Default(std::nullopt);
}

namespace {

/// Those of ArtifactOptions, with the commands that take them: v verify, i inspect,
/// c anything that compiles.
struct ArtifactFlag {
  llvm::StringLiteral name, commands;
};
constexpr ArtifactFlag kArtifactFlags[] = {
    {"--json", "vio"},          {"--require-strict-fp", "v"}, {"--require-deterministic", "v"},
    {"--require-rederive", "v"},
    {"--signer-pubkey", "v"},   {"--max-bytes", "vic"},       {"--diff", "i"},
    {"--evidence-parent", "c"}, {"--evidence-attr", "c"},     {"--allow-nondeterministic", "c"}};

class Parser {
public:
  Parser(int argc, char **argv, Options &options) : argc(argc), argv(argv), options(options) {}

  /// The exit code, 0 to go on.
  int parse() {
    options.render.color = wantsColor(llvm::sys::Process::GetEnv("MINDC_COLOR").value_or("auto"));
    while (next < argc)
      if (!parseWord(argv[next]))
        return status;
    return finish() ? 0 : status;
  }

private:
  static bool wantsColor(StringRef when) {
    if (when == "always")
      return true;
    return when != "never" && llvm::sys::Process::StandardErrHasColors();
  }

  /// What is understood but cannot be done, which is no fault of usage.
  bool refuse(StringRef phase, StringRef code, const llvm::Twine &message) {
    llvm::errs() << "error[" << phase << "][" << code << "]: " << message << '\n';
    status = 1;
    return false;
  }

  bool setCommand(Command command) {
    options.command = command;
    ++next;
    return true;
  }

  /// The value of `--name=value` or of `--name value`.
  bool takeValue(StringRef &value) {
    auto [name, rest] = StringRef(argv[next]).split('=');
    if (StringRef(argv[next]).contains('=')) {
      value = rest;
    } else {
      if (++next >= argc)
        return fail("`" + name + "` takes a value", "see mindc --help");
      value = argv[next];
    }
    ++next;
    return true;
  }

  bool parseWord(StringRef word) {
    if (!word.starts_with("-") || word == "-") {
      if (!sawCommand && options.input.empty()) {
        sawCommand = true;
        if (word == "build")
          options.emit = EmitKind::Executable;
        if (word == "watch") {
          // The rest is for the runs.
          options.watched.assign(argv + next + 1, argv + argc);
          next = argc;
          options.command = Command::Watch;
          return true;
        }
        if (llvm::is_contained(getCommandNames(), word))
          return setCommand(llvm::StringSwitch<Command>(word)
                                .Case("test", Command::Test)
                                .Case("ops", Command::Ops)
                                .Case("graph", Command::Graph)
                                .Case("repl", Command::Repl)
                                .Case("completions", Command::Completions)
                                .Case("manual", Command::Manual)
                                .Case("check", Command::Check)
                                .Case("run", Command::Run)
                                .Case("verify", Command::Verify)
                                .Case("inspect", Command::Inspect)
                                .Case("fmt", Command::Format)
                                .Default(options.command));
      }
      if (options.command == Command::Format) {
        options.format.paths.push_back(word.str());
        ++next;
        return true;
      }
      if (options.command == Command::Test) {
        options.test.paths.push_back(word.str());
        ++next;
        return true;
      }
      if (options.command == Command::Check && !options.input.empty()) {
        options.check.paths.push_back(word.str());
        ++next;
        return true;
      }
      if (!options.input.empty()) {
        StringRef command = frontend::findSimilarName(options.input, getCommandNames());
        return fail("more than one input: `" + options.input + "` and `" + word + "`",
                    command.empty() ? "see mindc --help" : ("did you mean `mindc " + command + "`?").str());
      }
      options.input = word.str();
      ++next;
      return true;
    }

    if (options.command == Command::Check)
      if (std::optional<bool> isDone = parseCheckFlag(word))
        return *isDone;
    if (options.command == Command::Format && (word == "--check" || word == "--diff" || word == "--stdin"))
      return parseFormatFlag(word);
    if (options.command == Command::Test && word.split('=').first == "--filter") {
      StringRef value;
      return takeValue(value) && (options.test.filter = value.str(), true);
    }
    if (options.command == Command::Ops && word == "--core-v1") {
      ++next;
      return options.coreOnly = true;
    }
    if (options.command == Command::Graph && word.split('=').first == "--format") {
      StringRef value;
      return takeValue(value) &&
             (value == "dot" || fail("unknown form of a graph `" + value + "`", "--format takes dot"));
    }
    rt::Fault fault;
    if (rt::parseFlag(argc, argv, next, options.call, fault))
      return true;
    if (!fault.code.empty())
      return fail(fault.message);

    StringRef name = word.split('=').first, value;
    auto *artifactFlag = llvm::find_if(kArtifactFlags, [&](const ArtifactFlag &each) { return each.name == name; });
    if (artifactFlag != std::end(kArtifactFlags)) {
      artifactFlags.push_back(artifactFlag);
      return parseArtifactFlag(name);
    }
    if (name == "-h" || name == "--help")
      return setCommand(Command::Help);
    if (name == "--version")
      return setCommand(Command::Version);
    if (name == "--stability")
      return setCommand(Command::Stability);
    if (name == "--explain") {
      options.command = Command::Explain;
      return takeValue(value) && (options.topic = value.str(), true);
    }
    if (name == "-o")
      return takeValue(value) && (options.output = value.str(), true);
    if (name == "--func")
      return takeValue(value) && (options.function = value.str(), true);
    if (name == "--crash-reproducer")
      return takeValue(value) && (options.crashReproducer = value.str(), true);
    if (name == "--mcpu") {
      if (!takeValue(value))
        return false;
      if (!findProcessor(value))
        return fail("unknown CPU `" + value + "`", "--mcpu takes x86-64-v3 or x86-64-v4");
      options.cpu = value.str();
      return true;
    }
    if (name == "--backend") {
      if (!takeValue(value))
        return false;
      if (value != "direct" && value != "llvm")
        return fail("unknown back end `" + value + "`", "--backend takes direct or llvm");
      options.direct = value == "direct";
      return true;
    }
    if (name == "--emit")
      return takeValue(value) && setEmit(value);
    if (name.starts_with("--emit-"))
      return parseEmitFlag(name.drop_front(7));
    if (name == "--diagnostics" || name == "--diagnostic-format") {
      if (!takeValue(value))
        return false;
      // What is unknown is the default, as scripts rely on.
      options.render.format = llvm::StringSwitch<frontend::DiagnosticFormat>(value)
                                  .Case("short", frontend::DiagnosticFormat::Short)
                                  .Case("json", frontend::DiagnosticFormat::Json)
                                  .Case("sarif", frontend::DiagnosticFormat::Sarif)
                                  .Default(frontend::DiagnosticFormat::Human);
      return true;
    }
    if (word == "--timing") {
      options.timing = TimingForm::Text;
      ++next;
      return true;
    }
    if (name == "--timing") {
      if (!takeValue(value))
        return false;
      options.timing = llvm::StringSwitch<TimingForm>(value)
                           .Case("text", TimingForm::Text)
                           .Case("json", TimingForm::Json)
                           .Case("chrome", TimingForm::Chrome)
                           .Default(TimingForm::None);
      return options.timing != TimingForm::None ||
             fail("unknown form of times `" + value + "`", "--timing takes text, json or chrome");
    }
    if (name == "--print-after") {
      if (!takeValue(value))
        return false;
      llvm::SmallVector<StringRef> stages;
      StringRef(kPrintedStages).split(stages, ',');
      if (!llvm::is_contained(stages, value)) {
        StringRef similar = frontend::findSimilarName(value, stages);
        std::string guess = similar.empty() ? "" : ("did you mean `" + similar + "`? ").str();
        return fail("unknown stage `" + value + "`", guess + "--print-after takes " + llvm::join(stages, ", "));
      }
      options.printAfter.push_back(value.str());
      return true;
    }
    if (name == "--color")
      return takeValue(value) && (options.render.color = wantsColor(value), true);
    bool *flag = llvm::StringSwitch<bool *>(word)
                     .Case("--interpret", &options.interpret)
                     .Case("-g", &options.debugLocations)
                     .Case("--verify", &options.verify)
                     .Case("--print-diff", &options.printDiff)
                     .Case("--verify-only", &verifyOnly)
                     .Case("--mic-form", &options.micForm)
                     .Case("--mic-compat", &options.micCompat)
                     .Case("--mic1-extended", &options.mic1Extended)
                     .Case("--explain-grad", &options.explainGradient)
                     .Default(nullptr);
    if (flag) {
      *flag = true;
      ++next;
      return true;
    }
    if (word == "--no-embed") {
      options.embed = false;
      ++next;
      return true;
    }
    if (word == "--autodiff" || word == "--grad") {
      options.autodiff = true;
      options.emitGradient |= word == "--grad";
      ++next;
      return true;
    }
    if (name == "--wrt" || name == "--autodiff-profile" || name == "--verify-gradients" || name == "--ad-memory-budget")
      return takeValue(value) && setGradientOption(name, value);
    if (name == "--target") {
      if (!takeValue(value))
        return false;
      if (value != "help" && !value.starts_with("help:")) {
        options.target = value == "cpu" ? "" : value.str();
        return true;
      }
      options.command = Command::Targets;
      options.target = value.drop_front(value == "help" ? 4 : 5).str();
      return true;
    }
    StringRef similar = frontend::findSimilarName(name, getOptionNames());
    return fail("unknown option `" + name + "`",
                similar.empty() ? llvm::Twine("see mindc --help") : "did you mean `" + similar + "`?");
  }

  /// Nothing if the word is no option of `mindc check` alone.
  std::optional<bool> parseCheckFlag(StringRef word) {
    CheckRequest &check = options.check;
    StringRef value;
    if (word.split('=').first == "--reporter") {
      if (!takeValue(value))
        return false;
      check.reporter = llvm::StringSwitch<CheckRequest::Reporter>(value)
                           .Case("human", CheckRequest::Human)
                           .Case("json", CheckRequest::Json)
                           .Case("lsp", CheckRequest::Lsp)
                           .Case("sarif", CheckRequest::Sarif)
                           .Default(CheckRequest::None);
      return check.reporter != CheckRequest::None ||
             fail("unknown reporter `" + value + "`", "--reporter takes human, json, lsp or sarif");
    }
    bool *flag = llvm::StringSwitch<bool *>(word)
                     .Case("--fix", &check.fix)
                     .Case("--no-fmt", &check.noFormat)
                     .Case("--no-lint", &check.noLint)
                     .Case("--no-typecheck", &check.noTypeCheck)
                     .Default(nullptr);
    if (!flag)
      return std::nullopt;
    ++next;
    return *flag = true;
  }

  bool parseFormatFlag(StringRef word) {
    if (word == "--stdin")
      options.format.paths.push_back("-");
    else
      (word == "--check" ? options.format.check : options.format.diff) = true;
    ++next;
    return true;
  }

  bool parseArtifactFlag(StringRef name) {
    ArtifactOptions &artifact = options.artifact;
    bool *flag = llvm::StringSwitch<bool *>(argv[next])
                     .Case("--json", &artifact.json)
                     .Case("--require-strict-fp", &artifact.requireStrictFp)
                     .Case("--require-deterministic", &artifact.requireDeterministic)
                     .Case("--allow-nondeterministic", &artifact.allowNondeterministic)
                     .Case("--require-rederive", &artifact.requireRederive)
                     .Default(nullptr);
    if (flag) {
      *flag = true;
      ++next;
      return true;
    }
    StringRef value;
    if (!takeValue(value))
      return false;
    if (name == "--signer-pubkey")
      artifact.signerKeys.push_back(value.str());
    else if (name == "--evidence-attr")
      artifact.attributes.push_back(value.str());
    else if (name == "--evidence-parent")
      artifact.parent = value.str();
    else if (name == "--diff")
      artifact.diff = value.str();
    else if (name != "--max-bytes")
      return fail("`" + name + "` takes no value");
    else if (value.getAsInteger(10, artifact.maxBytes))
      return fail("`--max-bytes " + value + "` is no number");
    return true;
  }

  /// What belongs to another command would be ignored.
  bool checkArtifactFlags() {
    char letter = options.command == Command::Verify    ? 'v'
                  : options.command == Command::Inspect ? 'i'
                  : options.command == Command::Ops     ? 'o'
                                                        : 'c';
    for (const ArtifactFlag *flag : artifactFlags)
      if (!flag->commands.contains(letter))
        return fail("`" + flag->name + "` is no option of this command", "see mindc --help");
    return true;
  }

  bool setGradientOption(StringRef name, StringRef value) {
    if (name == "--autodiff-profile") {
      options.extendedGradient = value == "extended";
      return value == "core" || value == "extended" ||
             fail("unknown profile `" + value + "`", "--autodiff-profile takes core or extended");
    }
    if (name == "--verify-gradients") {
      options.checksNumerically = value == "numeric";
      return value == "static" || value == "numeric" ||
             fail("unknown check `" + value + "`", "--verify-gradients takes static or numeric");
    }
    if (name == "--ad-memory-budget") {
      int64_t bytes;
      if (value.getAsInteger(10, bytes) || bytes < 0)
        return fail("`--ad-memory-budget=" + value + "` is no number of bytes", "as in --ad-memory-budget=1048576");
      options.memoryBudget = bytes;
      return true;
    }
    llvm::SmallVector<StringRef> names;
    value.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef part : names)
      options.wrt.push_back(part.trim().str());
    return !names.empty() || fail("`--wrt` takes names of parameters", "as in --wrt=a,b");
  }

  bool setEmit(StringRef word) {
    std::optional<EmitKind> kind = parseEmitKind(word);
    if (kind) {
      options.emit = *kind;
      return true;
    }
    if (word == "grad-ir")
      return options.emitGradient = true;
    if (word == "grad-map")
      return options.emitGradient = options.emitGradientMap = true;
    return fail("unknown output `" + word + "`", "--emit takes tokens, ast, mlir, ir, mic1, mic3, evidence, memory-plan, lowered, llvm, obj, shared, header or exe");
  }

  static bool isText(EmitKind kind) {
    bool isBinary = kind == EmitKind::Mic3 || kind == EmitKind::Evidence;
    return (kind <= EmitKind::LLVMIR && !isBinary) || kind == EmitKind::Header;
  }

  /// `--emit-K` and, for what is written to a file, `--emit-K PATH`.
  bool parseEmitFlag(StringRef word) {
    ++next;
    if (!setEmit(word))
      return false;
    if (!isText(options.emit) && next < argc && argv[next][0] != '-')
      emitPath = argv[next++];
    return true;
  }

  bool finish() {
    bool wantsGradient = options.emitGradient || options.explainGradient;
    if (options.autodiff && options.function.empty()) {
      // The line is fixed, without its code E4002.
      llvm::errs() << "error[autodiff]: --autodiff requires --func <name>\n";
      status = 1;
      return false;
    }
    if (wantsGradient && !options.autodiff)
      return refuse("autodiff", "E4002", "gradients are printed with --autodiff and --func <name>");
    bool isModule = options.emit == EmitKind::None || options.emit == EmitKind::Module;
    bool isGraph = options.command == Command::Graph;
    if (options.autodiff && (wantsGradient || !isGraph) && (isGraph || options.command != Command::Compile || !isModule))
      return fail("`--autodiff` prints gradients", "it goes with --emit-grad-ir and --emit-mlir");
    options.emitGradientModule = options.autodiff && options.emit == EmitKind::Module;
    if (verifyOnly) {
      options.verify = true;
      options.command = Command::Check;
      options.emitGradient = options.emitGradientModule = options.explainGradient = false;
    }
    if (!checkArtifactFlags())
      return false;
    if (options.command == Command::Format)
      return !options.format.paths.empty() || fail("no file to format", "name files or folders, or - for standard input");
    if (options.command == Command::Test)
      return !options.test.paths.empty() || fail("no file to test", "name files or folders, or - for standard input");
    if (options.command == Command::Verify || options.command == Command::Inspect) {
      if (options.input.empty())
        return fail("no artifact", "see mindc --help");
      return options.output.empty() || fail("`-o` is no option of this command");
    }
    if (isGraph)
      return !options.input.empty() || fail("no input", "see mindc --help");
    if (options.command != Command::Compile && options.command != Command::Check && options.command != Command::Run)
      return true;
    // Beside `-o` the word behind `--emit-K` is the input.
    if (options.input.empty() && !options.output.empty())
      std::swap(options.input, emitPath);
    if (options.output.empty())
      options.output = emitPath;
    else if (!emitPath.empty())
      return fail("more than one output: `" + options.output + "` and `" + emitPath + "`");
    if (options.input.empty())
      return fail("no input", "see mindc --help");
    if (options.command == Command::Check)
      options.check.paths.insert(options.check.paths.begin(), options.input);
    if (options.autodiff && options.check.paths.size() > 1)
      return fail("more than one input: `" + options.check.paths[0] + "` and `" + options.check.paths[1] + "`");
    if (options.command == Command::Compile && options.emit == EmitKind::None && !wantsGradient)
      options.emit = options.autodiff          ? EmitKind::Module
                     : options.output.empty() ? EmitKind::IRText
                                              : EmitKind::Executable;
    for (const ArtifactFlag *flag : artifactFlags)
      if (flag->name.starts_with("--evidence-") && options.emit != EmitKind::Evidence)
        return fail("`" + flag->name + "` is an option of --emit=evidence");
    bool isFile =
        options.emit == EmitKind::Object || options.emit == EmitKind::Shared || options.emit == EmitKind::Executable;
    if (isFile && options.output.empty()) {
      if (options.emit != EmitKind::Executable)
        return fail("this output needs a file", "name it with -o");
      StringRef stem = StringRef(options.input).rsplit('/').second;
      options.output = (stem.empty() ? StringRef(options.input) : stem).rsplit('.').first.str();
      if (options.output == options.input || options.output.empty() || options.output == "-")
        return fail("the executable needs a name", "name it with -o");
    }
    return true;
  }

  int argc;
  char **argv;
  Options &options;
  int next = 1;
  /// What a word that is not accepted ends with.
  int status = 2;
  /// The word behind `--emit-K`.
  std::string emitPath;
  llvm::SmallVector<const ArtifactFlag *> artifactFlags;
  bool sawCommand = false;
  bool verifyOnly = false;
};

} // namespace

int driver::parseOptions(int argc, char **argv, Options &options) { return Parser(argc, argv, options).parse(); }
