//===- Fault.cpp - faults as text -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Fault.h"

std::string mind::rt::toString(const Fault &fault) { return "error[runtime][" + fault.code + "]: " + fault.message; }
