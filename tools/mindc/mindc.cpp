//===- mindc.cpp - The compiler -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Driver/Driver.h"

int main(int argc, char **argv) { return mind::driver::run(argc, argv, /*hooks=*/nullptr); }
