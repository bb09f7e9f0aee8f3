//===- Link.cpp - the system's linker -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ compiler driver knows where the system keeps its start files and its C
// library. The runtime is linked in whole as static archives; of the system only
// libc and libm stay shared, which hold malloc, files and threads.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace mind;

/// The folder of the runtime's archives: beside the tools, in a build and where it
/// is installed.
static std::string getLibraryFolder() {
  static int anchor;
  SmallString<256> folder(sys::path::parent_path(sys::path::parent_path(sys::fs::getMainExecutable("", &anchor))));
  sys::path::append(folder, "lib");
  return std::string(folder);
}

bool mind::linkNative(StringRef object, StringRef output, bool isShared, rt::Fault &fault) {
  ErrorOr<std::string> driver = sys::findProgramByName("c++");
  if (!driver)
    driver = sys::findProgramByName("g++");
  if (!driver)
    driver = sys::findProgramByName("clang++");
  if (!driver) {
    fault = {"E5001", "no C++ compiler was found to link with; install g++"};
    return false;
  }
  std::string folder = getLibraryFolder();
  std::string exeRuntime = folder + "/libMindExeRuntime.a", runtime = folder + "/libMindRuntime.a";
  if (!sys::fs::exists(exeRuntime) || !sys::fs::exists(runtime)) {
    fault = {"E5001", "the runtime was not found beside the tools, in " + folder};
    return false;
  }
  SmallVector<StringRef> args = {*driver, "-o", output, object, exeRuntime, runtime, "-static-libstdc++",
                                 "-static-libgcc", "-pthread", "-Wl,--gc-sections", "-Wl,--build-id=none", "-s"};
  if (isShared) {
    args.push_back("-shared");
    // What the runtime defines is nobody else's business.
    args.push_back("-Wl,--exclude-libs,ALL");
  }
  std::string message;
  std::optional<StringRef> redirects[] = {std::nullopt, std::nullopt, std::nullopt};
  int status = sys::ExecuteAndWait(*driver, args, std::nullopt, redirects, 0, 0, &message);
  if (status == 0)
    return true;
  fault = {"E5001", "the linker failed" + (message.empty() ? "" : ": " + message)};
  return false;
}
