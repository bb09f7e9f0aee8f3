//===- mind-random-programs.cpp - executors against each other ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes programs at random, many to a module. Each module must verify and survive
// a round trip through text, through bytecode and through mic@3; each program must give
// the same bits on every executor. What fails is printed with its seed, made as small as
// possible. Ends with status 1 if anything failed.
//
// With --table it writes docs/OperatorTable.md instead.
//
// With --derivatives, what is compared is the pullbacks and jvps of the programs, and
// with --smooth as well their values with those of a complex step.
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"
#include "Executor.h"
#include "OperatorTable.h"
#include "ProgramGenerator.h"

#include "Mind/InitAllDialects.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

static llvm::cl::opt<unsigned> count("count", llvm::cl::desc("How many programs to make"), llvm::cl::init(1000));
static llvm::cl::opt<uint64_t> firstSeed("seed", llvm::cl::desc("Seed of the first program; the others follow"),
                                         llvm::cl::init(1));
static llvm::cl::opt<unsigned> perModule("per-module", llvm::cl::desc("Programs in one module"), llvm::cl::init(50));
static llvm::cl::opt<unsigned> operations("operations", llvm::cl::desc("Operations in a program, about"),
                                          llvm::cl::init(12));
static llvm::cl::opt<bool> printModules("print", llvm::cl::desc("Print each module"), llvm::cl::init(false));
static llvm::cl::opt<std::string> others("against", llvm::cl::desc("Executors to compare with the interpreter"),
                                         llvm::cl::init("llvm,direct"));
static llvm::cl::opt<std::string> cpu("mcpu", llvm::cl::desc("What they compile for"), llvm::cl::init("x86-64-v3"));
static llvm::cl::opt<std::string> tableOf("table",
                                          llvm::cl::desc("Write the table of the operators that an executor has"));
static llvm::cl::opt<bool> derivatives("derivatives", llvm::cl::desc("Compare the derivatives of the programs"));
static llvm::cl::opt<bool> smooth("smooth", llvm::cl::desc("Programs of f64 in which all has a derivative"));
static llvm::cl::opt<unsigned> maxFailures("max-failures", llvm::cl::desc("Stop after so many"), llvm::cl::init(5));

static std::string toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// What is wrong with the module's serialised forms; nothing if they hold it.
static std::optional<std::string> checkRoundTrips(ModuleOp module) {
  MLIRContext *context = module.getContext();
  std::string text = toText(module);
  OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(text, context);
  if (!parsed || toText(*parsed) != text)
    return "the module does not survive a round trip through text";
  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  if (failed(writeBytecodeToFile(module, os)))
    return "the module cannot be written as bytecode";
  OwningOpRef<ModuleOp> read = parseSourceString<ModuleOp>(bytecode, context);
  if (!read || toText(*read) != text)
    return "the module does not survive a round trip through bytecode";
  mic::Bytes mic3;
  if (failed(mic::writeMic3(module, {}, mic3)))
    return "the module cannot be written as mic@3";
  mic::FormatError error;
  OwningOpRef<ModuleOp> decoded = mic::readMic3(mic3, *context, {/*strict=*/true, ~uint64_t(0)}, error);
  if (!decoded)
    return "the mic@3 file of the module cannot be read: " + error.message;
  // The text may differ where control cannot arrive, and in an empty `else`.
  mic::Bytes again;
  if (failed(mic::writeMic3(*decoded, {}, again)) || again != mic3)
    return "the module does not survive a round trip through mic@3";
  if (!decoded->getOps<MicCarrierOp>().empty())
    return "mic@3 does not hold the types of the module";
  return std::nullopt;
}

namespace {

class Suite {
public:
  explicit Suite(MLIRContext &context) : context(context), executors(getExecutors(cpu)) {
    SmallVector<StringRef> names;
    StringRef(others).split(names, ',');
    // The first one is the oracle.
    executors.erase(std::remove_if(executors.begin() + 1, executors.end(),
                                   [&](const Executor &each) { return !llvm::is_contained(names, each.name); }),
                    executors.end());
  }

  unsigned numFailures = 0;
  unsigned numPrograms = 0;
  unsigned numFaults = 0;
  unsigned numDerivatives = 0;
  DerivativeCounts counts;

  size_t getNumExecutors() const { return executors.size(); }

  void runModule(uint64_t seed, unsigned size) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    OpBuilder builder(&context);
    builder.setInsertionPointToEnd(module->getBody());
    GeneratorOptions options;
    options.operations = operations;
    options.isSmooth = smooth;
    if (smooth)
      options.maxElements = 128;
    std::vector<RandomProgram> programs;
    for (unsigned i = 0; i < size; ++i)
      programs.push_back(generateProgram(builder, "program_" + std::to_string(seed + i), seed + i, options));
    numPrograms += size;
    if (printModules)
      module->print(llvm::outs());
    if (failed(verify(*module)))
      return fail(seed, "the module does not verify");
    if (std::optional<std::string> reason = checkRoundTrips(*module))
      return fail(seed, *reason);

    if (!derivatives)
      return compareAll(*module, seed, programs);
    autodiff::Differentiator differentiator(*module);
    std::vector<RandomProgram> differentiated;
    for (unsigned i = 0; i < size && numFailures < maxFailures; ++i) {
      std::vector<Derivative> made;
      if (auto wrong = differentiate(differentiator, programs[i], seed + i, smooth, counts, made))
        fail(seed + i, *wrong + show(programs[i].function));
      for (const Derivative &derivative : made) {
        if (smooth)
          if (auto wrong = compareWithStep(programs[i], derivative, seed + i, counts))
            fail(seed + i, *wrong + "\n" + show(programs[i].function));
        differentiated.push_back(derivative.program);
      }
      programs[i].function.erase();
    }
    numDerivatives += differentiated.size();
    if (printModules)
      module->print(llvm::outs());
    compareAll(*module, seed, differentiated);
  }

private:
  static std::string show(func::FuncOp function) {
    std::string text;
    llvm::raw_string_ostream os(text);
    function.print(os);
    return text;
  }

  void compareAll(ModuleOp module, uint64_t firstSeed, std::vector<RandomProgram> &programs) {
    std::vector<RunFunction> loaded;
    for (const Executor &executor : executors)
      loaded.push_back(executor.load(module));
    for (size_t i = 0; i < programs.size() && numFailures < maxFailures; ++i)
      compare(derivatives ? firstSeed : firstSeed + i, programs[i], loaded);
  }

  void compare(uint64_t seed, RandomProgram &program, llvm::ArrayRef<RunFunction> loaded) {
    StringRef name = program.function.getName();
    interpreter::Outcome expected = loaded[0](name, program.arguments);
    numFaults += expected.fault.has_value();
    for (size_t i = 1; i < loaded.size(); ++i) {
      std::optional<std::string> difference = compareOutcomes(expected, loaded[i](name, program.arguments));
      if (difference)
        fail(seed, executors[0].name + " and " + executors[i].name + " differ: " + *difference + "\n" +
                       shrink(program.function, program.arguments, executors[0], executors[i]));
    }
  }

  void fail(uint64_t seed, StringRef reason) {
    ++numFailures;
    llvm::outs() << "seed " << seed << ": " << reason << '\n';
    llvm::outs().flush();
  }

  MLIRContext &context;
  std::vector<Executor> executors;
};

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "random programs, on every executor\n");
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  if (!tableOf.empty()) {
    std::vector<Executor> executors = getExecutors(cpu);
    for (const Executor &executor : executors)
      if (executor.name == tableOf)
        return !writeOperatorTable(context, executors[0], executor, llvm::outs());
    llvm::errs() << "there is no executor `" << tableOf << "`\n";
    return 2;
  }
  Suite suite(context);
  for (unsigned done = 0; done < count && suite.numFailures < maxFailures; done += perModule)
    suite.runModule(firstSeed + done, std::min<unsigned>(perModule, count - done));
  if (derivatives)
    llvm::outs() << suite.numDerivatives << " derivatives, " << suite.counts.numRefused << " refused, "
                 << suite.counts.numCompared << " like the complex step, " << suite.counts.numWild
                 << " too wild for it\n";
  llvm::outs() << "seeds " << firstSeed << " to " << firstSeed + suite.numPrograms - 1 << ": " << suite.numPrograms
               << " programs on " << suite.getNumExecutors() << " executors, " << suite.numFaults
               << " ended in a fault, " << suite.numFailures << " failed\n";
  return suite.numFailures != 0;
}
