//===- VerifySSA.cpp - Whether a mic@3 file is well formed ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/VerifySSA.h"

#include <cassert>

using namespace mind::mic;

bool mind::mic::verifySSA(const File &file, std::string &reason, bool *missesOutput) {
  File again;
  FormatError error;
  SSAReport report;
  bool isRead = readFile(file.bytes, again, error, report, /*maxBytes=*/~uint64_t(0));
  assert(isRead && "the file was read before");
  (void)isRead;
  if (missesOutput)
    *missesOutput = report.missesOutput;
  reason = report.reason;
  return report.isValid;
}
