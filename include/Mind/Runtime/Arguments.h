//===- Arguments.h - from a command line to a call and back -----*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `mindc run` and an executable that mindc made share: the flags that give
/// a function its arguments, their check against its signature, and what is done
/// with its results.
///
///   --arg x=1.5  --arg x=[[1,2],[3,4]]  --arg x=@x.npy  --arg 1.5  --arg @x.npy
///   --dim B=4
///   --out y.npy  --out y=y.npy  --out 0=y.npy
///
/// An argument without a name goes to the first parameter that has none yet.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_ARGUMENTS_H
#define MIND_RUNTIME_ARGUMENTS_H

#include "Mind/Runtime/Tensor.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mind::rt {

/// A dim of a signature: an extent, or a name and -1.
struct SignatureDim {
  int64_t size = -1;
  std::string symbol;
};

/// The type of a parameter or a result.
struct SignatureType {
  DType dtype = DType::F32;
  std::vector<SignatureDim> dims;
};

struct SignatureParam {
  std::string name;
  SignatureType type;
};

struct Signature {
  std::string name;
  std::vector<SignatureParam> params;
  std::vector<SignatureType> results;
  /// Names of dims that no parameter has and that come from outside nevertheless.
  /// The other names that results have are worked out by the function.
  std::vector<std::string> innerDims;

  /// The names of dims in the order of their first use by params, then the inner
  /// ones: the extra parameters of the compiled function.
  std::vector<std::string> getDimNames() const;

  /// Whether the only result is the status of the program: `main`'s lone integer.
  bool returnsStatus() const {
    return name == "main" && results.size() == 1 && results[0].dims.empty() && isInt(results[0].dtype);
  }
};

/// `f32[B, 3]`, `i64`.
std::string toString(const SignatureType &type);

/// One line: `step(x: f32[B, 3], lr: f32) -> (f32[B], i64) where N`. An executable
/// carries its signature in this form.
std::string toString(const Signature &signature);

/// Reads what toString wrote. False if `text` is something else.
bool parseSignature(std::string_view text, Signature &signature);

/// The values of the three flags, in order, as they were written.
struct CommandLine {
  std::vector<std::string> args;
  std::vector<std::string> dims;
  std::vector<std::string> outs;
};

/// Takes `--arg`, `--dim` and `--out`, each as `--arg X` or `--arg=X`, from
/// `argv[index]` on and advances `index` past it. False, and no fault, if the word
/// there is none of them; E6005 if a value is missing.
bool parseFlag(int argc, const char *const *argv, int &index, CommandLine &line, Fault &fault);

/// A call that fits its signature.
struct BoundCall {
  std::vector<Tensor> args;
  /// Every name of Signature::getDimNames.
  std::map<std::string, int64_t> dims;
  /// Where each result goes: a path, or empty to print it.
  std::vector<std::string> outs;
};

/// Reads and checks all. Faults name the parameter, what it takes and what was
/// found: E6004 for a file or a value that cannot be read, E6005 for what does
/// not fit.
bool bindCall(const Signature &signature, const CommandLine &line, BoundCall &call, Fault &fault);

/// Checks `args` against the parameters and adds the extents of their named dims
/// to `dims`, which may hold some. E6005.
bool bindDims(const Signature &signature, const std::vector<Tensor> &args, std::map<std::string, int64_t> &dims,
              Fault &fault);

/// A number, `true`, `false`, or a nested list of them. E6004 for other text, a
/// ragged list, or an integer out of range.
Tensor parseValue(std::string_view text, DType dtype, Fault &fault);

/// What is left to do when the function has returned.
struct Ending {
  /// Text for standard output.
  std::string text;
  /// The status to exit with.
  int status = 0;
};

/// Writes the results that have a path and formats the others, one a line. A lone
/// integer that `main` returns is the status instead, its low 8 bits. False with a
/// fault if a file cannot be written.
bool finishCall(const Signature &signature, const BoundCall &call, const std::vector<Tensor> &results, Ending &ending,
                Fault &fault);

} // namespace mind::rt

#endif // MIND_RUNTIME_ARGUMENTS_H
