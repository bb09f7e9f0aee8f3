//===- Arguments.h - the flags of executables -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line as lib/Runtime has it (Exe/Main.cpp, Arguments.cpp), with its order
/// of checks and its words. All extents are known, so that there is no dim to give.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H
#define MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H

#include "Npy.h"
#include "Program.h"

namespace mind::exe {

class Arguments {
public:
  Arguments(const char *base, const Program &program, const ProgramValue *values)
      : base(base), program(program), values(values) {}

  /// Puts a pointer to each argument into `slots`. True if the program is to run;
  /// else `status` is what to end with.
  bool read(int argc, char **argv, Writer &out, Memory &memory, char **slots, int &status) {
    // As many words as the command line has are enough for each flag.
    auto **words =
        reinterpret_cast<const char **>(exe::allocate(sizeof(char *) * (3 * Size(argc) + Size(program.numResults))));
    auto *arguments = reinterpret_cast<Argument *>(exe::allocate(sizeof(Argument) * Size(program.numParams)));
    status = 1;
    if (!words || !arguments)
      return fail("there is not enough memory for the command line", 6006);
    for (int i = 0; i < kNumFlags; ++i)
      flags[i].words = words + Size(argc) * Size(i);
    outputs = words + 3 * Size(argc);
    for (int index = 1; index < argc;) {
      if (takeFlag(argc, argv, index))
        continue;
      if (isMissing)
        return false;
      status = 0;
      if (length(argv[index]) == 6 && isEqual(argv[index], "--help", 6)) {
        out.put(base + program.signature);
        out.put(MIND_USAGE);
        out.flush();
        return false;
      }
      status = rt::kUsageStatus;
      Writer err(2);
      err.put("error[cli]: unknown option `");
      err.put(argv[index]);
      err.put("`; see --help\n");
      err.flush();
      return false;
    }
    if (!readDims() || !readOutputs() || !readArguments(arguments, memory) || !checkTypes(arguments))
      return false;
    for (int64_t i = 0; i < program.numParams; ++i)
      slots[i] = arguments[i].elements;
    return true;
  }

  bool hasOutput(int64_t i) const { return outputs[i]; }

  /// False if a file cannot be written.
  bool writeOutputs(char **results, Writer &out) {
    for (int64_t i = 0; i < program.numResults; ++i) {
      const char *path = outputs[i];
      if (!path)
        continue;
      const ProgramValue &value = values[program.numParams + i];
      canonicalize(value.dtype, results[i], Size(value.bytes));
      // Created, emptied, only written.
      int64_t file = systemCall(kOpen, int64_t(path), 0x241, 0666), error = file;
      if (file >= 0) {
        error = write(file, value, results[i]);
        int64_t closed = systemCall(kClose, file);
        error = error ? error : closed;
        // What is no file of its own, such as /dev/full, stays.
        uint32_t status[36];
        if (error && systemCall(kStat, int64_t(path), int64_t(status)) == 0 && (status[6] & 0170000) == 0100000)
          systemCall(kUnlink, int64_t(path));
      }
      if (error >= 0)
        continue;
      out.flush();
      Complaint err(6004);
      err << "cannot write '" << path << "': ";
      putError(err, -error);
      err.end();
      return false;
    }
    return true;
  }

private:
  enum { Args, Dims, Outs, kNumFlags };
  /// The values of a flag, in order, as they were written.
  struct Flag {
    const char **words;
    int64_t count;
  };
  /// `name=value` in two; the name is empty if there is none.
  struct Named {
    explicit Named(const char *word) : name{word, 0}, value(word) {
      if (*word >= '0' && *word <= '9')
        return;
      Size n = 0;
      while (isNameChar(word[n]))
        ++n;
      if (n == 0 || word[n] != '=')
        return;
      name.bytes = n;
      value = word + n + 1;
    }
    static bool isNameChar(char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
    }
    Text name;
    const char *value;
  };

  const char *nameOf(int64_t i) const { return base + values[i].name; }
  const int64_t *shapeOf(const ProgramValue &value) const {
    return reinterpret_cast<const int64_t *>(base + value.shape);
  }

  bool fail(const char *message, int code = 6005) {
    Complaint out(code);
    out << message;
    out.end();
    return false;
  }
  Complaint &putFunction(Complaint &out) { return out << "`" << base + program.name << "`"; }
  void putType(Complaint &out, const ProgramValue &value) {
    out << getTypeName(value.dtype);
    if (value.rank)
      putShape(out, shapeOf(value), value.rank, "[", "]");
  }
  void putParameters(Complaint &out) {
    if (!program.numParams)
      out << "it has no parameters";
    for (int64_t i = 0; i < program.numParams; ++i)
      out << (i ? ", `" : "its parameters are `") << nameOf(i) << "`";
    out.end();
  }

  /// Takes `--flag X` or `--flag=X`.
  bool takeFlag(int argc, char **argv, int &index) {
    const char *word = argv[index];
    for (int i = 0; i < kNumFlags; ++i) {
      const char *name = i == Args ? "--arg" : i == Dims ? "--dim" : "--out";
      if (length(word) < 5 || !isEqual(word, name, 5))
        continue;
      Flag &flag = flags[i];
      if (word[5] == '=') {
        flag.words[flag.count++] = word + 6;
        ++index;
        return true;
      }
      if (word[5])
        continue;
      if (index + 1 >= argc) {
        isMissing = true;
        Complaint out(6005);
        out << "`" << name << "` needs a value";
        out.end();
        return false;
      }
      flag.words[flag.count++] = argv[index + 1];
      index += 2;
      return true;
    }
    return false;
  }

  /// False unless `text` is digits alone and their number is below 2^63.
  static bool readNumber(Text text, int64_t &number) {
    number = 0;
    for (Size i = 0; i < text.bytes; ++i) {
      int digit = text.data[i] - '0';
      if (digit < 0 || digit > 9 || number > (INT64_MAX - digit) / 10)
        return false;
      number = 10 * number + digit;
    }
    return text.bytes != 0;
  }

  bool readDims() {
    if (!flags[Dims].count)
      return true;
    const char *word = flags[Dims].words[0];
    Named named(word);
    int64_t extent;
    Complaint out(6005);
    if (!named.name.bytes || !readNumber({named.value, length(named.value)}, extent))
      out << "`--dim " << word << "` is not of the form `--dim NAME=EXTENT`";
    else
      putFunction(out) << " has no dim `" << named.name << "`";
    out.end();
    return false;
  }

  bool readOutputs() {
    int64_t numResults = program.numResults;
    for (int64_t n = 0; n < flags[Outs].count; ++n) {
      const char *word = flags[Outs].words[n], *path = word;
      Size digits = 0;
      while (word[digits] >= '0' && word[digits] <= '9')
        ++digits;
      int64_t index = 0;
      if (digits && word[digits] == '=') {
        // What is no number is no result either.
        if (!readNumber({word, digits}, index))
          index = INT64_MAX;
        path = word + digits + 1;
      } else if (numResults > 1) {
        Complaint out(6005);
        putFunction(out) << " has " << numResults << " results: write `--out INDEX=FILE`, with 0 for the first";
        out.end();
        return false;
      } else {
        path = Named(word).value;
      }
      if (index < numResults && *path && !outputs[index]) {
        outputs[index] = path;
        continue;
      }
      Complaint out(6005);
      if (index >= numResults) {
        out << "`--out " << word << "`: ";
        putFunction(out) << " has " << numResults << (numResults == 1 ? " result" : " results");
      } else if (!*path) {
        out << "`--out " << word << "` names no file";
      } else {
        out << "the result " << index << " is written twice";
      }
      out.end();
      return false;
    }
    return true;
  }

  bool readArgument(int64_t i, const char *value, Argument &argument, Memory &memory) {
    argument.type = values[i].dtype;
    Origin origin{nameOf(i)};
    if (*value != '@')
      return ValueParser(value, origin, argument).parse(memory);
    origin.path = value + 1;
    return NpyReader(origin, argument).read(memory);
  }

  bool readArguments(Argument *arguments, Memory &memory) {
    const Flag &flag = flags[Args];
    // Named ones first, so that the others take what is left.
    for (int64_t n = 0; n < flag.count; ++n) {
      Named named(flag.words[n]);
      if (!named.name.bytes)
        continue;
      int64_t i = 0;
      while (i < program.numParams && !named.name.is(nameOf(i)))
        ++i;
      if (i < program.numParams && !arguments[i].elements) {
        if (!readArgument(i, named.value, arguments[i], memory))
          return false;
        continue;
      }
      Complaint out(6005);
      if (i == program.numParams) {
        putFunction(out) << " has no parameter `" << named.name << "`; ";
        putParameters(out);
      } else {
        out << "the parameter `" << named.name << "` is given twice";
        out.end();
      }
      return false;
    }
    int64_t next = 0;
    for (int64_t n = 0; n < flag.count; ++n) {
      Named named(flag.words[n]);
      if (named.name.bytes)
        continue;
      while (next < program.numParams && arguments[next].elements)
        ++next;
      if (next == program.numParams) {
        Complaint out(6005);
        putFunction(out) << " gets more arguments than it has parameters; ";
        putParameters(out);
        return false;
      }
      if (!readArgument(next, named.value, arguments[next], memory))
        return false;
    }
    for (int64_t i = 0; i < program.numParams; ++i) {
      if (arguments[i].elements)
        continue;
      const char *name = nameOf(i);
      Complaint out(6005);
      out << "no argument for the parameter `" << name << ": ";
      putType(out, values[i]);
      out << "`; give it as `--arg " << name << "=VALUE` or `--arg " << name << "=@FILE.npy`";
      out.end();
      return false;
    }
    return true;
  }

  bool checkTypes(const Argument *arguments) {
    for (int64_t i = 0; i < program.numParams; ++i) {
      const ProgramValue &value = values[i];
      const Argument &argument = arguments[i];
      bool fits = argument.type == value.dtype && argument.rank == value.rank;
      for (int64_t axis = 0; fits && axis < value.rank; ++axis)
        fits = argument.shape[axis] == shapeOf(value)[axis];
      if (fits)
        continue;
      Complaint out(6005);
      out << "the parameter `" << nameOf(i) << "` of ";
      putFunction(out) << " is ";
      putType(out, value);
      out << ", but the argument is " << getTypeName(argument.type) << " of shape ";
      putShape(out, argument.shape, argument.rank);
      out.end();
      return false;
    }
    return true;
  }

  /// A negative error number, or 0.
  int64_t write(int64_t file, const ProgramValue &value, const char *elements) {
    Writer out(file);
    putNpyHeader(out, value.dtype, value.rank, shapeOf(value));
    out.flush();
    int64_t rest = out.error ? out.error : transferAll(kWrite, file, elements, Size(value.bytes));
    // A device that takes nothing gives no reason.
    return rest > 0 ? -5 : rest;
  }

  const char *base;
  const Program &program;
  const ProgramValue *values;
  Flag flags[kNumFlags] = {};
  bool isMissing = false;
  /// Of each result the path, or null.
  const char **outputs = nullptr;
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_ARGUMENTS_H
