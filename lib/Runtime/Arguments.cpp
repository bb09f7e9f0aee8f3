//===- Arguments.cpp - from a command line to a call and back -------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Arguments.h"

#include "Mind/Runtime/Format.h"
#include "Mind/Runtime/Npy.h"

#include <charconv>

using namespace mind;
using namespace mind::rt;

static bool fail(Fault &fault, std::string message) {
  fault = {fault::kArgument, std::move(message)};
  return false;
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

bool rt::parseFlag(int argc, const char *const *argv, int &index, CommandLine &line, Fault &fault) {
  struct Flag {
    std::string_view name;
    std::vector<std::string> *values;
  };
  const Flag flags[] = {{"--arg", &line.args}, {"--dim", &line.dims}, {"--out", &line.outs}};
  std::string_view word = argv[index];
  for (const Flag &flag : flags) {
    if (word.substr(0, flag.name.size()) != flag.name)
      continue;
    std::string_view rest = word.substr(flag.name.size());
    if (!rest.empty() && rest[0] == '=') {
      flag.values->emplace_back(rest.substr(1));
      ++index;
      return true;
    }
    if (!rest.empty())
      continue;
    if (index + 1 >= argc)
      return fail(fault, "`" + std::string(flag.name) + "` needs a value");
    flag.values->emplace_back(argv[index + 1]);
    index += 2;
    return true;
  }
  return false;
}

static bool isIdentifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9'))
    return false;
  for (char c : text)
    if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80)))
      return false;
  return true;
}

/// `name=value` in two; the name stays empty if there is none.
static void splitName(std::string_view word, std::string_view &name, std::string_view &value) {
  size_t equals = word.find('=');
  bool hasName = equals != std::string_view::npos && isIdentifier(word.substr(0, equals));
  name = hasName ? word.substr(0, equals) : std::string_view();
  value = hasName ? word.substr(equals + 1) : word;
}

static std::string listParams(const Signature &signature) {
  if (signature.params.empty())
    return "it has no parameters";
  std::string text = "its parameters are ";
  for (size_t i = 0; i < signature.params.size(); ++i)
    text += (i == 0 ? "`" : ", `") + signature.params[i].name + "`";
  return text;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool readArgument(const SignatureParam &param, std::string_view value, Tensor &result, Fault &fault) {
  std::string where = "argument `" + param.name + "`: ";
  result = !value.empty() && value[0] == '@' ? readNpyFile(std::string(value.substr(1)), param.type.dtype, fault)
                                             : parseValue(value, param.type.dtype, fault);
  if (!result)
    fault.message = where + fault.message;
  return bool(result);
}

static bool readArguments(const Signature &signature, const std::vector<std::string> &words, std::vector<Tensor> &args,
                          Fault &fault) {
  args.assign(signature.params.size(), Tensor());
  // Named ones first, so that the others take what is left.
  std::vector<std::string_view> unnamed;
  for (const std::string &word : words) {
    std::string_view name, value;
    splitName(word, name, value);
    if (name.empty()) {
      unnamed.push_back(value);
      continue;
    }
    size_t i = 0;
    while (i < args.size() && signature.params[i].name != name)
      ++i;
    if (i == args.size())
      return fail(fault,
                  "`" + signature.name + "` has no parameter `" + std::string(name) + "`; " + listParams(signature));
    if (args[i])
      return fail(fault, "the parameter `" + std::string(name) + "` is given twice");
    if (!readArgument(signature.params[i], value, args[i], fault))
      return false;
  }
  size_t next = 0;
  for (std::string_view value : unnamed) {
    while (next < args.size() && args[next])
      ++next;
    if (next == args.size())
      return fail(fault,
                  "`" + signature.name + "` gets more arguments than it has parameters; " + listParams(signature));
    if (!readArgument(signature.params[next], value, args[next], fault))
      return false;
  }
  for (size_t i = 0; i < args.size(); ++i)
    if (!args[i])
      return fail(fault, "no argument for the parameter `" + signature.params[i].name + ": " +
                             toString(signature.params[i].type) + "`; give it as `--arg " + signature.params[i].name +
                             "=VALUE` or `--arg " + signature.params[i].name + "=@FILE.npy`");
  return true;
}

static bool readDims(const Signature &signature, const std::vector<std::string> &words,
                     std::map<std::string, int64_t> &dims, Fault &fault) {
  std::vector<std::string> names = signature.getDimNames();
  for (const std::string &word : words) {
    std::string_view name, value;
    splitName(word, name, value);
    int64_t extent = -1;
    auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), extent);
    if (name.empty() || value.substr(0, 1) == "-" || error != std::errc() || rest != value.data() + value.size() ||
        extent < 0)
      return fail(fault, "`--dim " + word + "` is not of the form `--dim NAME=EXTENT`");
    bool isKnown = false;
    for (const std::string &known : names)
      isKnown |= known == name;
    if (!isKnown)
      return fail(fault, "`" + signature.name + "` has no dim `" + std::string(name) + "`");
    if (!dims.emplace(std::string(name), extent).second)
      return fail(fault, "the dim `" + std::string(name) + "` is given twice");
  }
  return true;
}

bool rt::bindDims(const Signature &signature, const std::vector<Tensor> &args, std::map<std::string, int64_t> &dims,
                  Fault &fault) {
  if (args.size() != signature.params.size())
    return fail(fault, "`" + signature.name + "` takes " + std::to_string(signature.params.size()) +
                           " arguments, but gets " + std::to_string(args.size()));
  for (size_t i = 0; i < args.size(); ++i) {
    const SignatureParam &param = signature.params[i];
    const SignatureType &type = param.type;
    std::string found = std::string(getDTypeName(args[i].dtype())) + " of shape " + formatShape(args[i].shape());
    std::string message = "the parameter `" + param.name + "` of `" + signature.name + "` is " + toString(type) +
                          ", but the argument is " + found;
    if (args[i].dtype() != type.dtype || args[i].shape().size() != type.dims.size())
      return fail(fault, message);
    for (size_t axis = 0; axis < type.dims.size(); ++axis) {
      const SignatureDim &dim = type.dims[axis];
      int64_t extent = args[i].shape()[axis];
      if (dim.size >= 0) {
        if (dim.size != extent)
          return fail(fault, message);
        continue;
      }
      int64_t bound = dims.emplace(dim.symbol, extent).first->second;
      if (bound != extent)
        return fail(fault, message + ", where `" + dim.symbol + "` is " + std::to_string(bound));
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static bool readOuts(const Signature &signature, const std::vector<std::string> &words, std::vector<std::string> &outs,
                     Fault &fault) {
  outs.assign(signature.results.size(), std::string());
  for (const std::string &word : words) {
    // Results have no names, so that a label can only stand for the only one.
    size_t index = 0, equals = word.find('=');
    std::string path = word, label = word.substr(0, equals);
    bool isIndex =
        equals != std::string::npos && equals > 0 && label.find_first_not_of("0123456789") == std::string::npos;
    if (isIndex) {
      auto [rest, error] = std::from_chars(label.data(), label.data() + label.size(), index);
      if (error != std::errc() || rest != label.data() + label.size())
        index = SIZE_MAX;
    } else if (outs.size() > 1) {
      return fail(fault, "`" + signature.name + "` has " + std::to_string(outs.size()) +
                             " results: write `--out INDEX=FILE`, with 0 for the first");
    }
    if (isIndex || (equals != std::string::npos && isIdentifier(label)))
      path = word.substr(equals + 1);
    if (index >= outs.size())
      return fail(fault, "`--out " + word + "`: `" + signature.name + "` has " + std::to_string(outs.size()) +
                             (outs.size() == 1 ? " result" : " results"));
    if (path.empty())
      return fail(fault, "`--out " + word + "` names no file");
    if (!outs[index].empty())
      return fail(fault, "the result " + std::to_string(index) + " is written twice");
    outs[index] = path;
  }
  return true;
}

bool rt::bindCall(const Signature &signature, const CommandLine &line, BoundCall &call, Fault &fault) {
  call = BoundCall();
  if (!readDims(signature, line.dims, call.dims, fault) || !readOuts(signature, line.outs, call.outs, fault) ||
      !readArguments(signature, line.args, call.args, fault) || !bindDims(signature, call.args, call.dims, fault))
    return false;
  for (const std::string &name : signature.getDimNames())
    if (call.dims.find(name) == call.dims.end())
      return fail(fault, "no parameter of `" + signature.name + "` tells the dim `" + name + "`; give it as `--dim " +
                             name + "=EXTENT`");
  return true;
}

bool rt::finishCall(const Signature &signature, const BoundCall &call, const std::vector<Tensor> &results,
                    Ending &ending, Fault &fault) {
  ending = Ending();
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor &result = results[i];
    if (i < call.outs.size() && !call.outs[i].empty()) {
      if (!writeNpyFile(call.outs[i], result, fault))
        return false;
      continue;
    }
    if (signature.returnsStatus()) {
      int64_t value = result.dtype() == DType::I64 ? *result.data<int64_t>() : *result.data<int32_t>();
      ending.status = int(value & 0xff);
      continue;
    }
    appendTensor(ending.text, result);
    ending.text += '\n';
  }
  return true;
}
