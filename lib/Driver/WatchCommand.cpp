//===- WatchCommand.cpp - mindc watch -------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs another command line of mindc, in a process of its own, whenever a file that it
// names has changed, or one in a folder that it names. Files are looked at ten times a
// second: that needs no service of the system, and sees files that are replaced, made
// and removed alike. A run that a change overtakes is ended.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Paths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <chrono>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;

namespace {

constexpr auto kPause = std::chrono::milliseconds(100);

/// What changes when a file does.
using Stamp = std::tuple<uint64_t, int64_t, uint64_t>;
using Snapshot = std::map<std::string, Stamp>;

Snapshot takeSnapshot(llvm::ArrayRef<std::string> paths) {
  Snapshot snapshot;
  for (const std::string &path : paths) {
    // A file may be away for a moment, while an editor replaces it.
    if (!llvm::sys::fs::exists(path))
      continue;
    std::vector<std::string> files;
    (void)expandPaths(path, files);
    for (const std::string &file : files) {
      llvm::sys::fs::file_status status;
      if (!llvm::sys::fs::status(file, status))
        snapshot[file] = {status.getUniqueID().getFile(), status.getLastModificationTime().time_since_epoch().count(),
                          status.getSize()};
    }
  }
  return snapshot;
}

/// A file that two snapshots do not agree on.
std::string findChange(const Snapshot &before, const Snapshot &after) {
  for (const auto &[file, stamp] : after)
    if (auto found = before.find(file); found == before.end() || found->second != stamp)
      return file;
  for (const auto &[file, stamp] : before)
    if (!after.count(file))
      return file;
  return "";
}

pid_t spawn(const char *self, llvm::ArrayRef<std::string> words) {
  std::vector<char *> argv = {const_cast<char *>(self)};
  for (const std::string &word : words)
    argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child != 0)
    return child;
  // Whoever ends the watch ends what it runs.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() == parent)
    ::execv(self, argv.data());
  ::_exit(127);
}

void say(const llvm::Twine &text) {
  llvm::errs() << "[watch] " << text << '\n';
  llvm::errs().flush();
}

} // namespace

int driver::runWatch(const Options &options, const char *self) {
  std::vector<std::string> words = options.watched, paths;
  llvm::SmallVector<StringRef> commands = {"build", "check", "run", "test", "fmt", "verify", "inspect"};
  bool hasCommand = !words.empty() && llvm::is_contained(commands, words.front());
  for (const std::string &word : llvm::ArrayRef(words).drop_front(hasCommand ? 1 : 0))
    if (!StringRef(word).starts_with("-") && llvm::sys::fs::exists(word))
      paths.push_back(word);
  if (paths.empty()) {
    llvm::errs() << "error[cli]: there is no file to watch\n"
                 << "help: as in mindc watch a.mind, or mindc watch run a.mind --arg x=1\n";
    return 2;
  }
  if (!hasCommand)
    words.insert(words.begin(), "check");
  std::string line = llvm::join(words, " ");
  Snapshot seen = takeSnapshot(paths);
  for (;;) {
    say("mindc " + line);
    pid_t child = spawn(self, words);
    if (child < 0) {
      llvm::errs() << "error[cli]: cannot start mindc\n";
      return 2;
    }
    Snapshot now;
    std::string change;
    do {
      std::this_thread::sleep_for(kPause);
      int status;
      if (child > 0 && ::waitpid(child, &status, WNOHANG) == child) {
        child = 0;
        if (WIFEXITED(status))
          say("exit code " + llvm::Twine(WEXITSTATUS(status)));
        else
          say("ended by signal " + llvm::Twine(WTERMSIG(status)));
      }
      now = takeSnapshot(paths);
      change = findChange(seen, now);
    } while (change.empty());
    // A file that is still being written changes again.
    for (Snapshot next;; now = std::move(next)) {
      std::this_thread::sleep_for(kPause);
      next = takeSnapshot(paths);
      if (findChange(now, next).empty())
        break;
    }
    if (child > 0) {
      ::kill(child, SIGTERM);
      ::waitpid(child, nullptr, 0);
    }
    say(llvm::Twine(change) + " has changed");
    seen = std::move(now);
  }
}
