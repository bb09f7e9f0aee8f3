//===- OperatorTable.cpp - what every executor has, op by op --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTable.h"

#include "OperatorForms.h"
#include "ProgramGenerator.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mind;
using namespace mind::test;

namespace {

constexpr unsigned kNumRanks = 5;

/// Where an op stands, and the function around it. In a text `OP` is the op on the
/// operands by name, `ARGS` the function's arguments, `NAMES` their names, `RESULT` the
/// type of the result, and `WIDER` that with one more dim.
struct Position {
  const char *name;
  /// The operands are literals.
  bool isLiteral;
  const char *text;
};

const Position positions[] = {
    {"returned", false, "func.func @F(ARGS) -> RESULT {\n  %v = OP\n  return %v : RESULT\n}\n"},
    // An elementwise op would be computed in its user's loop, were it the only one.
    {"used twice", false,
     "func.func @F(ARGS) -> (WIDER, RESULT) {\n  %v = OP\n"
     "  %w = mind.broadcast_to %v : RESULT -> WIDER\n  return %w, %v : WIDER, RESULT\n}\n"},
    {"in a branch", false,
     "func.func @F(ARGSCOMMA%c: tensor<i1>) -> RESULT {\n  %r = mind.if %c -> (RESULT) {\n    %v = OP\n"
     "    mind.yield %v : RESULT\n  } else {\n    %z = mind.fill 3.0 : RESULT\n    mind.yield %z : RESULT\n  }\n"
     "  return %r : RESULT\n}\n"},
    {"in a loop", false,
     "func.func @F(ARGSCOMMA%c: tensor<i1>) -> RESULT {\n  %no = mind.fill 0.0 : tensor<i1>\n"
     "  %z = mind.fill 3.0 : RESULT\n"
     "  %r:2 = mind.while (%go = %c, %x = %z) : (tensor<i1>, RESULT) {\n    mind.condition %go : tensor<i1>\n  } do {\n"
     "    %v = OP\n    mind.yield %no, %v : tensor<i1>, RESULT\n  }\n  return %r#1 : RESULT\n}\n"},
    {"called", false,
     "func.func private @F_callee(ARGS) -> RESULT {\n  %v = OP\n  return %v : RESULT\n}\n"
     "func.func @F(ARGS) -> RESULT {\n  %r = call @F_callee(NAMES) : (TYPES) -> RESULT\n  return %r : RESULT\n}\n"},
    {"on literals", true, "func.func @F() -> RESULT {\nLITERALS  %v = OP\n  return %v : RESULT\n}\n"},
};

/// A function of a module that is to be compared.
struct Program {
  unsigned rank;
  const Position *position;
  std::string text;
  std::vector<rt::Tensor> arguments;
  std::string name;
};

std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to.str());
  return text;
}

/// The elements as bits: what MLIR writes for numbers of any kind.
std::string getLiteral(const rt::Tensor &tensor) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string bits;
  unsigned width = getByteSize(tensor.dtype());
  auto *bytes = static_cast<const uint8_t *>(tensor.rawData());
  std::string type = getTypeText(tensor.dtype() == DType::Q16 ? DType::I32 : tensor.dtype(), tensor.shape());
  std::string as = tensor.dtype() == DType::Q16 ? " as " + getTypeText(tensor.dtype(), tensor.shape()) : "";
  if (tensor.dtype() == DType::I1) {
    // Truth values one by one, in the shape of their tensor.
    std::function<std::string(ArrayRef<int64_t>)> list = [&](ArrayRef<int64_t> shape) -> std::string {
      if (shape.empty())
        return *bytes++ ? "true" : "false";
      std::string text = "[";
      for (int64_t i = 0; i < shape[0]; ++i)
        text += (i ? ", " : "") + list(shape.drop_front());
      return text + "]";
    };
    return "mind.constant dense<" + list(tensor.shape()) + "> : " + type;
  }
  for (int64_t i = 0; i < tensor.numElements() * width; ++i) {
    bits += digits[bytes[i] >> 4];
    bits += digits[bytes[i] & 15];
  }
  return "mind.constant dense<\"0x" + bits + "\"> : " + type + as;
}

class Table {
public:
  Table(MLIRContext &context, const Executor &oracle, const Executor &other)
      : context(context), oracle(oracle), other(other) {}

  bool isRight = true;
  unsigned numPrograms = 0;

  /// A line of the table: for each element type what holds at which ranks.
  std::string makeLine(const Form &form) {
    std::string line = "| `" + form.title + "` |";
    bool isUsed = false;
    for (unsigned dtype = 0; dtype < kNumDTypes; ++dtype) {
      std::vector<Program> programs;
      for (unsigned rank = 0; rank < kNumRanks; ++rank)
        for (const Use &use : form.getUses(DType(dtype), rank))
          addPrograms(use, rank, programs);
      isUsed |= !programs.empty();
      line += " " + makeCell(form, programs) + " |";
    }
    if (!isUsed)
      complain(form.title + ": no use of it is valid");
    return line;
  }

  void complain(const std::string &message) {
    isRight = false;
    llvm::errs() << message << '\n';
  }

private:
  /// The type of what the use gives; empty if it breaks a rule.
  std::string findResult(const std::string &head, const std::string &op) {
    ScopedDiagnosticHandler silence(&context, [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>("func.func @f(" + head + ") {\n  %v = " + op + "\n  return\n}\n", &context);
    if (!module)
      return "";
    std::string type;
    llvm::raw_string_ostream os(type);
    auto function = cast<func::FuncOp>(module->getBody()->front());
    function.getBody().front().front().getResult(0).getType().print(os);
    return type;
  }

  void addPrograms(const Use &use, unsigned rank, std::vector<Program> &programs) {
    Random random(numPrograms + 1);
    std::string op = use.text, head, names, types, literals;
    std::vector<rt::Tensor> arguments;
    for (unsigned i = use.operands.size(); i-- > 0;) {
      const Operand &operand = use.operands[i];
      std::string number = std::to_string(i), type = getTypeText(operand.dtype, operand.shape);
      op = replaceAll(replaceAll(op, "$t" + number, type), "$" + number, "%a" + number);
    }
    for (const auto &[i, operand] : llvm::enumerate(use.operands)) {
      rt::Tensor tensor = randomTensor(random, operand.dtype, operand.shape);
      if (operand.limit)
        tensor = makePositions(random, operand);
      std::string name = "%a" + std::to_string(i), type = getTypeText(operand.dtype, operand.shape);
      head += (i ? ", " : "") + name + ": " + type;
      names += (i ? ", " : "") + name;
      types += (i ? ", " : "") + type;
      literals += "  " + name + " = " + getLiteral(tensor) + "\n";
      arguments.push_back(std::move(tensor));
    }
    std::string result = findResult(head, op);
    if (result.empty())
      return;
    for (const Position &position : positions) {
      Program program{rank, &position, position.text, position.isLiteral ? std::vector<rt::Tensor>() : arguments, ""};
      program.name = "f" + std::to_string(numPrograms++);
      if (program.text.find("%c:") != std::string::npos)
        program.arguments.push_back(rt::Tensor::scalar<uint8_t>(DType::I1, 1));
      for (auto [from, to] : std::initializer_list<std::pair<std::string, std::string>>{
               {"@F", "@" + program.name},
               {"ARGSCOMMA", head.empty() ? "" : head + ", "},
               {"ARGS", head},
               {"NAMES", names},
               {"TYPES", types},
               {"WIDER", replaceAll(result, "tensor<", "tensor<2x")},
               {"RESULT", result},
               {"LITERALS", literals},
               {"OP", op}})
        program.text = replaceAll(program.text, from, to);
      programs.push_back(std::move(program));
    }
  }

  static rt::Tensor makePositions(Random &random, const Operand &operand) {
    rt::Tensor tensor(operand.dtype, std::vector<int64_t>(operand.shape.begin(), operand.shape.end()));
    for (int64_t i = 0; i < tensor.numElements(); ++i) {
      int64_t position = int64_t(random.below(uint64_t(operand.limit)));
      if (operand.dtype == DType::I64)
        tensor.mutableData<int64_t>()[i] = position;
      else
        tensor.mutableData<int32_t>()[i] = int32_t(position);
    }
    return tensor;
  }

  /// `bit-equal`, the code of what the executor refuses, or `differs`.
  void compare(const Form &form, ArrayRef<Program> programs, std::vector<std::string> &found) {
    std::string text;
    for (const Program &program : programs)
      text += program.text;
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      complain(form.title + ": a program is not valid:\n" + text);
      found.assign(programs.size(), "differs");
      return;
    }
    RunFunction runOracle = oracle.load(*module), runOther = other.load(*module);
    for (const Program &program : programs) {
      interpreter::Outcome expected = runOracle(program.name, program.arguments);
      interpreter::Outcome outcome = runOther(program.name, program.arguments);
      if (outcome.fault && StringRef(outcome.fault->code).starts_with("E5")) {
        // It refuses the whole module: each program on its own, then.
        if (programs.size() > 1) {
          found.clear();
          for (size_t i = 0; i < programs.size(); ++i) {
            std::vector<std::string> one;
            compare(form, programs.slice(i, 1), one);
            found.push_back(one.front());
          }
          return;
        }
        found.push_back(outcome.fault->code);
        continue;
      }
      std::optional<std::string> difference = compareOutcomes(expected, outcome);
      if (difference)
        complain(form.title + ": " + *difference + "\n" + program.text);
      found.push_back(difference ? "differs" : "bit-equal");
    }
  }

  std::string makeCell(const Form &form, ArrayRef<Program> programs) {
    if (programs.empty())
      return "-";
    std::vector<std::string> found;
    compare(form, programs, found);
    // What is not bit-equal is so everywhere, or named with where it stands.
    std::map<std::pair<std::string, size_t>, std::set<unsigned>> ranks;
    std::set<unsigned> all, bad;
    for (const auto &[program, status] : llvm::zip_equal(programs, found)) {
      all.insert(program.rank);
      if (status == "bit-equal")
        continue;
      bad.insert(program.rank);
      ranks[{status, size_t(program.position - positions)}].insert(program.rank);
    }
    std::vector<std::string> parts;
    std::set<unsigned> good;
    for (unsigned rank : all)
      if (!bad.count(rank))
        good.insert(rank);
    if (!good.empty())
      parts.push_back("bit-equal " + getRanks(good));
    for (const auto &[key, where] : ranks)
      parts.push_back(key.first + " " + positions[key.second].name + " " + getRanks(where));
    return llvm::join(parts, ", ");
  }

  /// `0-2, 4`
  static std::string getRanks(const std::set<unsigned> &ranks) {
    std::string text;
    for (auto it = ranks.begin(); it != ranks.end();) {
      unsigned first = *it, last = first;
      while (++it != ranks.end() && *it == last + 1)
        ++last;
      text += (text.empty() ? "" : ", ") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
    }
    return text;
  }

  MLIRContext &context;
  const Executor &oracle, &other;
};

} // namespace

bool test::writeOperatorTable(MLIRContext &context, const Executor &oracle, const Executor &other,
                              llvm::raw_ostream &os) {
  Table table(context, oracle, other);
  std::vector<Form> forms = getForms();
  llvm::StringSet<> known;
  for (const Form &form : forms)
    known.insert(form.op);
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if ((name.hasTrait<CoreOp>() || name.hasTrait<SupportOp>()) && !known.contains(name.getStringRef()))
      table.complain("no line has the op " + name.getStringRef().str());

  std::string lines;
  for (const Form &form : forms)
    lines += table.makeLine(form) + "\n";
  os << "<!-- Written by mind-random-programs --table=" << other.name
     << "; edit test/lib/RandomPrograms/OperatorForms.cpp instead. -->\n\n"
        "# The operators of direct code\n\n"
        "Every operator that computes a value, on every element type and on tensors of rank 0 to "
     << kNumRanks - 1 << ":\n"
     << table.numPrograms << " small programs, in which its value is ";
  for (const auto &[i, position] : llvm::enumerate(positions))
    os << (i == 0 ? "" : i + 1 == std::size(positions) ? " and " : ", ") << position.name;
  os << ". `bit-equal`, with the ranks\nof the first operand: in all of them `--backend=direct` gives the bits of the "
        "interpreter. A code, "
        "with a place and ranks: it is\nrefused there. `-`: the operator does not take the type. The suite makes this "
        "page anew and "
        "compares.\n\n| op |";
  for (unsigned dtype = 0; dtype < kNumDTypes; ++dtype)
    os << ' ' << getDTypeName(DType(dtype)) << " |";
  os << "\n|---|";
  for (unsigned dtype = 0; dtype < kNumDTypes; ++dtype)
    os << "---|";
  os << '\n' << lines;
  return table.isRight;
}
