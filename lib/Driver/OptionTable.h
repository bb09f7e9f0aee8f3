//===- OptionTable.h - The words of the command line ------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of commands and options. The help, the suggestions for what is
/// misspelt, the completions of shells and the manual are made from it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_OPTIONTABLE_H
#define MIND_LIB_DRIVER_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mind::driver {

/// What `--print-after` takes: the stages of `--timing` that leave a module, and all.
inline constexpr char kPrintedStages[] = "front-end,read-mic,read-mlir,canonical,script,gradients,autodiff,all";

struct CommandInfo {
  /// Empty: what mindc does without a command.
  llvm::StringLiteral name;
  /// What follows it.
  llvm::StringLiteral operands;
  llvm::StringLiteral help;
};

/// How an option stands in the help: by itself, before the next one in the same line, or not
/// at all, as another name of one that does.
enum class Listing { Own, WithNext, Hidden };

struct OptionInfo {
  llvm::StringLiteral name;
  /// How its value is written, from the `=` or the blank on; empty if it takes none.
  llvm::StringLiteral value;
  /// Lines.
  llvm::StringLiteral help;
  /// The values there are, or `FILE`; empty: any.
  llvm::StringLiteral choices = "";
  Listing listing = Listing::Own;
};

struct OptionSection {
  llvm::StringLiteral title;
  /// Those that take the options; empty: all that compile.
  llvm::StringLiteral commands;
  llvm::ArrayRef<OptionInfo> options;
};

llvm::ArrayRef<CommandInfo> getCommands();
llvm::ArrayRef<OptionSection> getOptionSections();
/// What the help says below the options.
llvm::StringRef getHelpFooter();

/// All names, hidden ones too.
llvm::SmallVector<llvm::StringRef> getOptionNames();
/// All commands that have a name.
llvm::SmallVector<llvm::StringRef> getCommandNames();
/// The choices of an option in order.
llvm::SmallVector<llvm::StringRef> getChoices(const OptionInfo &option);

/// The text of `--help`.
std::string getHelp();
/// What makes a shell complete our words; empty if the shell is unknown.
std::string getCompletions(llvm::StringRef shell);
/// The manual in the form that man reads.
std::string getManual(llvm::StringRef version);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_OPTIONTABLE_H
