//===- Arguments.h - the flags of executables -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `--arg`, `--out` and `--help`, as include/Mind/Runtime/Arguments.h has them. All
/// extents are known, so `--dim` has nothing to say.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H
#define MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H

#include "Npy.h"
#include "Parse.h"
#include "Program.h"

namespace mind::exe {

class Arguments {
public:
  static constexpr int kDone = -1;

  Arguments(const char *base, const Program &program, const ProgramValue *values, int argc, char **argv)
      : base(base), program(program), values(values), argc(argc), argv(argv) {}

  /// Puts a pointer to each argument into `slots`. 0, kDone, or the status to end with.
  int read(Writer &out, char **slots) {
    for (int index = 1; index < argc; ++index) {
      const char *word = argv[index], *value;
      if (isEqual(word, "--help", 7))
        return printHelp(out);
      if ((value = takeFlag("--arg", index))) {
        if (int status = readArgument(value, slots))
          return status;
      } else if ((value = takeFlag("--out", index))) {
        if (int status = readOutput(value))
          return status;
      } else {
        if (isMissing)
          return fail("E6005", "`", word, "` needs a value");
        Writer err(2);
        err.put("error[cli]: unknown option `");
        err.put(word);
        err.put("`; see --help\n");
        err.flush();
        return 2;
      }
    }
    for (int64_t i = 0; i < program.numParams; ++i)
      if (!slots[i])
        return fail("E6005", "no argument for the parameter `", nameOf(i), "`; give it as `--arg NAME=VALUE`");
    return 0;
  }

  bool hasOutput(int64_t i) const { return i < kMaxOutputs && outputs[i]; }

  int writeOutput(int64_t i, char *elements, Writer &) {
    const ProgramValue &value = values[program.numParams + i];
    const char *path = outputs[i];
    // Created, emptied, only written.
    int64_t file = systemCall(kOpen, int64_t(path), 0x241, 0666);
    if (file < 0)
      return fail("E6004", "'", path, "' cannot be written") + 1;
    canonicalize(value.dtype, elements, Size(value.bytes));
    Writer out(file);
    putNpyHeader(out, value.dtype, value.rank, shapeOf(value));
    out.flush();
    bool isWritten = !out.isBroken && writeAll(file, elements, Size(value.bytes));
    isWritten &= systemCall(kClose, file) == 0;
    if (isWritten)
      return 0;
    systemCall(kUnlink, int64_t(path));
    return fail("E6004", "'", path, "' cannot be written") + 1;
  }

private:
  static constexpr int64_t kMaxOutputs = 64;

  const char *nameOf(int64_t i) const { return base + values[i].name; }
  const int64_t *shapeOf(const ProgramValue &value) const {
    return reinterpret_cast<const int64_t *>(base + value.shape);
  }

  int fail(const char *code, const char *before, const char *what, const char *after) {
    Writer err(2);
    err.put("error[runtime][");
    err.put(code);
    err.put("]: ");
    err.put(before);
    err.put(what);
    err.put(after);
    err.put('\n');
    err.flush();
    return 1;
  }

  int printHelp(Writer &out) {
    out.put(base + program.signature);
    out.put("\n\n"
            "  --arg NAME=VALUE     an argument: a number, a list [[1,2],[3,4]], or @FILE.npy\n"
            "  --out [N=]FILE.npy   write result N (0 is the first) there, do not print it\n");
    out.flush();
    return kDone;
  }

  /// The value of `--flag X` or `--flag=X`, or null.
  const char *takeFlag(const char *name, int &index) {
    isMissing = false;
    const char *word = argv[index];
    Size n = length(name);
    if (length(word) < n || !isEqual(word, name, n))
      return nullptr;
    if (word[n] == '=')
      return word + n + 1;
    if (word[n])
      return nullptr;
    isMissing = index + 1 >= argc;
    return isMissing ? nullptr : argv[++index];
  }

  static bool isNameChar(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
  }
  /// How long the name before a `=` is; 0 if there is none.
  static Size getNameLength(const char *word) {
    if (*word >= '0' && *word <= '9')
      return 0;
    Size n = 0;
    while (isNameChar(word[n]))
      ++n;
    return word[n] == '=' ? n : 0;
  }

  int readArgument(const char *word, char **slots) {
    Size n = getNameLength(word);
    int64_t i = 0;
    if (n) {
      while (i < program.numParams && !(length(nameOf(i)) == n && isEqual(nameOf(i), word, n)))
        ++i;
      if (i == program.numParams)
        return fail("E6005", "there is no parameter for `", word, "`");
      if (slots[i])
        return fail("E6005", "the parameter `", nameOf(i), "` is given twice");
      word += n + 1;
    } else {
      // What has a name later does not count here; the first free one takes it.
      while (i < program.numParams && (slots[i] || isNamedLater(i)))
        ++i;
      if (i == program.numParams)
        return fail("E6005", "`", base + program.name, "` gets more arguments than it has parameters");
    }
    const ProgramValue &value = values[i];
    char *elements = allocate(Size(value.bytes));
    if (!elements)
      return fail("E6006", "", "there is not enough memory for the arguments", "");
    slots[i] = elements;
    if (*word == '@')
      return readFile(word + 1, value, elements);
    return parse(word, value, elements, i);
  }

  bool isNamedLater(int64_t i) {
    for (int index = 1; index < argc; ++index) {
      const char *word = argv[index];
      if (length(word) > 6 && isEqual(word, "--arg=", 6))
        word += 6;
      Size n = getNameLength(word);
      if (n && length(nameOf(i)) == n && isEqual(nameOf(i), word, n))
        return true;
    }
    return false;
  }

  int readFile(const char *path, const ProgramValue &value, char *elements) {
    int64_t file = systemCall(kOpen, int64_t(path), 0, 0);
    if (file < 0)
      return fail("E6004", "'", path, "' cannot be opened");
    // One byte more than may be there tells a longer file.
    Size room = Size(value.bytes) + 65536 + 13, used = 0;
    char *data = allocate(room);
    while (data && used < room) {
      int64_t done = systemCall(kRead, file, int64_t(data + used), int64_t(room - used));
      if (done == -4)
        continue;
      if (done < 0)
        return fail("E6004", "'", path, "' cannot be read");
      if (done == 0)
        break;
      used += Size(done);
    }
    systemCall(kClose, file);
    const char *wrong = data ? readNpy(data, used, value.dtype, value.rank, shapeOf(value), Size(value.bytes), elements)
                             : "there is not enough memory";
    if (!wrong)
      return 0;
    Writer err(2);
    return fail("E6004", path, ": ", wrong);
  }

  /// Nested lists of just the shape of the parameter.
  int parse(const char *at, const ProgramValue &value, char *elements, int64_t index) {
    const int64_t *shape = shapeOf(value);
    int64_t position[33] = {};
    int64_t depth = 0;
    char *element = elements, *end = elements + value.bytes;
    auto skip = [&] {
      while (*at == ' ' || *at == '\t' || *at == '\n')
        ++at;
    };
    auto wrong = [&](const char *what) { return fail("E6005", "the argument `", nameOf(index), what); };
    bool wantsValue = true;
    while (true) {
      skip();
      if (wantsValue && depth < value.rank) {
        if (*at != '[')
          return wrong("` has fewer dims than the parameter, or a list is ragged");
        ++at;
        position[depth++] = 0;
        skip();
        if (*at == ']' && shape[depth - 1] == 0) {
          wantsValue = false;
        }
        continue;
      }
      if (wantsValue) {
        const char *start = at;
        while (*at && *at != ',' && *at != ']' && *at != '[' && *at != ' ' && *at != '\t' && *at != '\n')
          ++at;
        if (element == end)
          return wrong("` has more elements than the parameter");
        Parsed parsed = parseElement(start, at, value.dtype, element);
        if (parsed == Parsed::NotANumber)
          return fail("E6004", "argument `", nameOf(index), "`: a value is none of its element type");
        if (parsed == Parsed::OutOfRange)
          return fail("E6004", "argument `", nameOf(index), "`: a value is out of range");
        element += getByteSize(value.dtype);
        wantsValue = false;
        if (depth)
          ++position[depth - 1];
        continue;
      }
      if (depth == 0)
        break;
      if (*at == ',') {
        ++at;
        wantsValue = true;
        continue;
      }
      if (*at != ']' || position[depth - 1] != shape[depth - 1])
        return wrong("` has another shape than the parameter");
      ++at;
      --depth;
      if (depth)
        ++position[depth - 1];
    }
    skip();
    if (*at || element != end)
      return wrong("` has another shape than the parameter");
    return 0;
  }

  int readOutput(const char *word) {
    int64_t index = 0;
    const char *path = word;
    Size digits = 0;
    while (word[digits] >= '0' && word[digits] <= '9')
      ++digits;
    if (digits && word[digits] == '=') {
      for (Size i = 0; i < digits; ++i)
        if (index < 1000)
          index = 10 * index + (word[i] - '0');
      path = word + digits + 1;
    } else if (program.numResults > 1) {
      return fail("E6005", "`--out ", word, "`: there are several results: write `--out INDEX=FILE`, with 0 for the first");
    } else if (Size n = getNameLength(word)) {
      path = word + n + 1;
    }
    if (index >= program.numResults || index >= kMaxOutputs)
      return fail("E6005", "`--out ", word, "`: there is no such result");
    if (!*path)
      return fail("E6005", "`--out ", word, "` names no file");
    if (outputs[index])
      return fail("E6005", "`--out ", word, "`: the result is written twice");
    outputs[index] = path;
    return 0;
  }

  const char *base;
  const Program &program;
  const ProgramValue *values;
  int argc;
  char **argv;
  bool isMissing = false;
  const char *outputs[kMaxOutputs] = {};
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H
