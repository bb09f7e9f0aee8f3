//===- Completions.cpp - The table of options for shells and for man ------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

static bool takesValue(const OptionInfo &option) { return !option.value.empty(); }
static bool isJoined(const OptionInfo &option) { return option.value.starts_with("="); }
static std::string getLine(StringRef help) {
  std::string line = help.str();
  llvm::replace(line, '\n', ' ');
  return line;
}
static std::string quote(StringRef text) {
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The words of a section as a shell offers them: `--emit=` awaits its value.
static std::string joinOptions(const OptionSection &section) {
  llvm::SmallVector<std::string> words;
  for (const OptionInfo &option : section.options)
    if (option.listing != Listing::Hidden)
      words.push_back((option.name + (isJoined(option) ? "=" : "")).str());
  return llvm::join(words, " ");
}

static void writeBash(llvm::raw_ostream &os) {
  os << R"(# Completes the words of mindc in bash. Bash takes `=` for a word of its own.
_mindc() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words
  if [[ $cur == "=" ]]; then
    cur=
  elif [[ $option == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  case $option in
)";
  for (const OptionSection &section : getOptionSections())
    for (const OptionInfo &option : section.options) {
      // The same name may take no value in another command.
      if (!takesValue(option) || option.name == "--diff")
        continue;
      os << "  " << option.name << ")\n";
      if (option.choices == "FILE")
        os << "    COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n";
      else
        os << "    COMPREPLY=($(compgen -W \"" << llvm::join(getChoices(option), " ") << "\" -- \"$cur\")); return ;;\n";
    }
  os << "  esac\n  words=\"" << joinOptions(getOptionSections().front()) << "\"\n  case ${COMP_WORDS[1]} in\n";
  for (const OptionSection &section : getOptionSections())
    if (!section.commands.empty()) {
      llvm::SmallVector<StringRef> commands;
      llvm::SplitString(section.commands, commands);
      os << "  " << llvm::join(commands, "|") << ") words+=\" " << joinOptions(section) << "\" ;;\n";
    }
  os << "  " << llvm::join(getCommandNames(), "|") << ") ;;\n  *) words+=\"";
  for (const OptionSection &section : getOptionSections().drop_front())
    if (section.commands.empty())
      os << ' ' << joinOptions(section);
  os << R"(" ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    COMPREPLY=($(compgen -f -- "$cur"))
    if [[ $COMP_CWORD -eq 1 ]]; then
      COMPREPLY+=($(compgen -W ")"
     << llvm::join(getCommandNames(), " ") << R"(" -- "$cur"))
    fi
  fi
  return 0
}
complete -o filenames -F _mindc mindc
)";
}

/// `--emit=[...]:KIND:(a b)`, as _arguments takes it.
static std::string makeZshSpec(const OptionInfo &option) {
  std::string help;
  for (char c : getLine(option.help)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\')
      help += '\\';
    help += c;
  }
  std::string spec = "*" + option.name.str();
  if (isJoined(option))
    spec += "=";
  spec += "[" + help + "]";
  if (!takesValue(option))
    return spec;
  std::string name = option.value.drop_front().str();
  // A colon would begin the next field, brackets a description.
  llvm::erase_if(name, [](char c) { return c == ':' || c == '[' || c == ']'; });
  spec += ":" + name + ":";
  if (option.choices == "FILE")
    return spec + "_files";
  return spec + (option.choices.empty() ? "" : "(" + llvm::join(getChoices(option), " ") + ")");
}

static void writeZsh(llvm::raw_ostream &os) {
  os << "#compdef mindc\n# Completes the words of mindc in zsh.\n_mindc() {\n  local -a commands options\n  commands=(\n";
  for (const CommandInfo &command : getCommands())
    if (!command.name.empty())
      os << "    " << quote((command.name + ":" + command.help).str()) << '\n';
  os << "  )\n";
  auto addOptions = [&](const OptionSection &section, StringRef indent) {
    os << indent << "options+=(\n";
    for (const OptionInfo &option : section.options)
      if (option.listing != Listing::Hidden)
        os << indent << "  " << quote(makeZshSpec(option)) << '\n';
    os << indent << ")\n";
  };
  addOptions(getOptionSections().front(), "  ");
  os << "  case ${words[2]} in\n";
  for (const OptionSection &section : getOptionSections())
    if (!section.commands.empty()) {
      llvm::SmallVector<StringRef> commands;
      llvm::SplitString(section.commands, commands);
      os << "  " << llvm::join(commands, "|") << ")\n";
      addOptions(section, "    ");
      os << "    ;;\n";
    }
  os << "  " << llvm::join(getCommandNames(), "|") << ") ;;\n  *)\n";
  for (const OptionSection &section : getOptionSections().drop_front())
    if (section.commands.empty())
      addOptions(section, "    ");
  os << R"(    ;;
  esac
  if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
    _describe command commands
    _files
  else
    _arguments $options '*:file:_files'
  fi
}
if [[ $funcstack[1] == _mindc ]]; then
  _mindc "$@"
else
  compdef _mindc mindc
fi
)";
}

static void writeFish(llvm::raw_ostream &os) {
  os << "# Completes the words of mindc in fish.\n";
  std::string all = llvm::join(getCommandNames(), " ");
  for (const CommandInfo &command : getCommands())
    if (!command.name.empty())
      os << "complete -c mindc -n '__fish_use_subcommand' -a " << command.name << " -d " << quote(command.help) << '\n';
  for (const OptionSection &section : getOptionSections())
    for (const OptionInfo &option : section.options) {
      if (option.listing == Listing::Hidden)
        continue;
      os << "complete -c mindc";
      if (!section.commands.empty())
        os << " -n " << quote(("__fish_seen_subcommand_from " + section.commands).str());
      else if (&section != &getOptionSections().front())
        os << " -n " << quote("not __fish_seen_subcommand_from " + all);
      StringRef name = option.name;
      if (name.consume_front("--"))
        os << " -l " << name;
      else
        os << " -s " << name.drop_front();
      if (option.choices == "FILE")
        os << " -r -F";
      else if (takesValue(option))
        os << " -x";
      if (llvm::SmallVector<StringRef> choices = getChoices(option); !choices.empty())
        os << " -a " << quote(llvm::join(choices, " "));
      if (!option.help.empty())
        os << " -d " << quote(getLine(option.help));
      os << '\n';
    }
}

std::string driver::getCompletions(StringRef shell) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (shell == "bash")
    writeBash(os);
  else if (shell == "zsh")
    writeZsh(os);
  else if (shell == "fish")
    writeFish(os);
  return text;
}

/// Text in which roff changes nothing: dashes that can be copied, no line that is a request.
static std::string escapeRoff(StringRef text) {
  std::string escaped;
  for (size_t at = 0; at < text.size(); ++at) {
    bool begins = at == 0 || text[at - 1] == '\n';
    if (text[at] == '\\') {
      escaped += "\\e";
      continue;
    }
    if (text[at] == '-')
      escaped += '\\';
    else if (begins && (text[at] == '.' || text[at] == '\''))
      escaped += "\\&";
    escaped += text[at];
  }
  return escaped;
}

std::string driver::getManual(StringRef version) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << ".TH MINDC 1 \"\" \"mind " << version << "\" \"MIND\"\n.SH NAME\nmindc \\- the compiler of the MIND language\n"
     << ".SH SYNOPSIS\n.B mindc\n[\\fICOMMAND\\fR] \\fIFILE\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n";
  for (const CommandInfo &command : getCommands())
    if (!command.help.empty())
      os << ".TP\n\\fBmindc " << (command.name.empty() ? "" : escapeRoff(command.name) + " ") << "\\fR\\fI"
         << escapeRoff(command.operands) << "\\fR\n"
         << escapeRoff(command.help) << ".\n";
  for (const OptionSection &section : getOptionSections()) {
    os << (&section == &getOptionSections().front() ? ".SH OPTIONS\n" : ".SS \"Options " + escapeRoff(section.title) + "\"\n");
    for (const OptionInfo &option : section.options) {
      if (option.listing == Listing::Hidden)
        continue;
      os << ".TP\n\\fB" << escapeRoff(option.name) << "\\fR\\fI" << escapeRoff(option.value) << "\\fR\n";
      os << (option.help.empty() ? "" : escapeRoff(getLine(option.help)) + ".") << '\n';
    }
  }
  os << ".SH FILES AND EXIT STATUS\n" << escapeRoff(getHelpFooter()) << ".SH SEE ALSO\n\\fBmindc \\-\\-explain\\fR \\fICODE\\fR\n";
  return text;
}
