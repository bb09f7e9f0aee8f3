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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

StringRef driver::getHelp() {
  return R"(usage: mindc [COMMAND] FILE [OPTIONS]

commands:
  mindc FILE             print the program's instructions (--emit=ir)
  mindc FILE -o PROGRAM  compile to a native executable (also: mindc build FILE)
  mindc check PATHS      parse and check only, sources and those in folders
  mindc run FILE         run the program in memory
  mindc fmt PATHS        put sources, and those in folders, in canonical style
  mindc verify ARTIFACT  tell whether a mic@3 or ELF file is what it says
  mindc inspect FILE     show what a mic@3, mic@1 or ELF file holds
  mindc --explain CODE   explain an error code, with an example

options:
  -o PATH                write the output there
  --emit=KIND            ast, mlir, ir, mic1, mic3, evidence, lowered, llvm, obj,
                         shared, header or exe
  --func NAME            the function to run or to begin with (default: main)
  --arg NAME=VALUE       an argument: a number, a list [[1,2],[3,4]], or @FILE.npy
  --out [N=]FILE.npy     write result N (0 is the first) there, do not print it
  --dim NAME=SIZE        the extent of a named dimension
  --autodiff             differentiate the function of --func
  --emit-grad-ir         print its gradient (--grad: both)
  --emit-grad-map        print which value is the gradient of which, too
  --explain-grad         print where the gradient is zero, and why
  --wrt=A,B              differentiate by these parameters (default: all of floats)
  --autodiff-profile=P   core (default) or extended
  --verify-gradients=HOW static (default), or numeric: compare with quotients, too
  --interpret            run on the reference interpreter
  --backend=WHICH        llvm (default), or direct: machine code without LLVM
  --no-embed             write the hash of the module into the file, not the module
  --target=TARGET        cpu (default), or what --target=help lists; -o names a folder
  --mcpu=CPU             x86-64-v3 (default) or x86-64-v4
  --diagnostics=FORM     human (default), short, json or sarif
  --color=WHEN           auto (default), always or never
  --verify               verify the module after it is emitted
  --verify-only          stop after that, and print nothing
  -g                     keep source locations in the module
  --mic-form             make the module that mic is written from
  --crash-reproducer=FILE  where passes that fail leave the module before them
  --timing               print the time of each stage on standard error
  --version, --help

of check:
  --fix                  make the changes that need no asking
  --reporter=FORM        list the findings on standard output: human, json, lsp, sarif
  --no-fmt, --no-lint, --no-typecheck
                         leave out findings of style, warnings, faults of types

of --emit=ir, mic1, mic3 and evidence:
  --mic-compat           only what other readers of mic know
  --mic1-extended        lines for what mic@1 has none for

of fmt:
  --check                change nothing; exit 1 if something would change
  --diff                 change nothing; print what would change

of verify and inspect:
  --json                 the report as one line of JSON
  --require-strict-fp, --require-deterministic, --require-rederive
                         refuse an artifact that does not prove it
  --signer-pubkey HEX    refuse an artifact that this key, or another one given, has
                         not signed (also: MIND_EVIDENCE_VERIFY_PUBKEYS)
  --diff FILE            what differs in the other file
  --max-bytes N          how large an artifact may be, as an input too (default: 10485760)

of --emit=evidence:
  --evidence-parent P    what it was made from: a hash, or an artifact
  --evidence-attr K=V    an attribute; K is like org.example.key
  --allow-nondeterministic
                         (also of exe, obj and shared) attest what is not the same
                         each time

FILE may be source (.mind), a module (.mlir, .mlirbc), or - for standard input.
Exit codes: 0 done, 1 the program is wrong, 2 usage or files; a program that is
run gives its own, 77 if a fault stopped it.
)";
}

static bool fail(const llvm::Twine &message, const llvm::Twine &help = "") {
  llvm::errs() << "error[cli]: " << message << '\n';
  if (!help.isTriviallyEmpty())
    llvm::errs() << "help: " << help << '\n';
  return false;
}

static std::optional<EmitKind> parseEmitKind(StringRef word) {
  return llvm::StringSwitch<std::optional<EmitKind>>(word)
      .Case("ast", EmitKind::Tree)
      .Case("mlir", EmitKind::Module)
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

constexpr llvm::StringLiteral kFlags[] = {
    "--help",   "--version",     "--stability",         "--explain",  "--emit",        "--func",  "--arg",
    "--out",    "--dim",         "--interpret",         "--mcpu",     "--diagnostics", "--color", "--verify",
    "--timing", "--verify-only", "--diagnostic-format", "--autodiff", "--target",
    "--backend", "--mic-form", "--mic-compat", "--mic1-extended", "--grad", "--wrt", "--explain-grad", "--autodiff-profile",
    "--verify-gradients", "--reporter", "--fix", "--crash-reproducer", "--no-embed"};

constexpr StringRef kCommands[] = {"check", "run", "build", "verify", "inspect", "fmt"};

/// Those of ArtifactOptions, with the commands that take them: v verify, i inspect,
/// c anything that compiles.
struct ArtifactFlag {
  llvm::StringLiteral name, commands;
};
constexpr ArtifactFlag kArtifactFlags[] = {
    {"--json", "vi"},           {"--require-strict-fp", "v"}, {"--require-deterministic", "v"},
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
        if (llvm::is_contained(kCommands, word))
          return setCommand(llvm::StringSwitch<Command>(word)
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
      if (options.command == Command::Check && !options.input.empty()) {
        options.check.paths.push_back(word.str());
        ++next;
        return true;
      }
      if (!options.input.empty()) {
        StringRef command = frontend::findSimilarName(options.input, kCommands);
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
      if (value != "x86-64-v3" && value != "x86-64-v4")
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
    if (name == "--color")
      return takeValue(value) && (options.render.color = wantsColor(value), true);
    bool *flag = llvm::StringSwitch<bool *>(word)
                     .Case("--interpret", &options.interpret)
                     .Case("-g", &options.debugLocations)
                     .Case("--verify", &options.verify)
                     .Case("--timing", &options.timing)
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
    if (name == "--wrt" || name == "--autodiff-profile" || name == "--verify-gradients")
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
    llvm::SmallVector<StringRef> known(std::begin(kFlags), std::end(kFlags));
    for (const ArtifactFlag &each : kArtifactFlags)
      known.push_back(each.name);
    StringRef similar = frontend::findSimilarName(name, known);
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
    char letter = options.command == Command::Verify ? 'v' : options.command == Command::Inspect ? 'i' : 'c';
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
    return fail("unknown output `" + word + "`", "--emit takes ast, mlir, ir, mic1, mic3, evidence, lowered, llvm, obj, shared, header or exe");
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
    if (options.autodiff && (options.command != Command::Compile || !isModule))
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
    if (options.command == Command::Verify || options.command == Command::Inspect) {
      if (options.input.empty())
        return fail("no artifact", "see mindc --help");
      return options.output.empty() || fail("`-o` is no option of this command");
    }
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
