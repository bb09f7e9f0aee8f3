//===- FuzzTest.cpp - no source crashes the front end ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that are right, with tokens dropped, doubled, swapped and replaced, and
// bytes at random. All that is asked is that the front end comes back, and that
// what it refuses has an error.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "Mind/Frontend/Frontend.h"

#include "gtest/gtest.h"

using namespace mind;

namespace {

void run(const std::string &source) {
  frontend::DiagnosticEngine diagnostics("fuzz.mind", source);
  ast::Context arena;
  ast::Module *module = frontend::parse(arena, diagnostics);
  ASSERT_NE(module, nullptr);
  if (!diagnostics.hasErrors()) {
    bool ok = sema::check(*module, diagnostics);
    ASSERT_EQ(ok, !diagnostics.hasErrors()) << source;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  frontend::renderDiagnostics(os, diagnostics, {frontend::DiagnosticFormat::Human, false});
}

TEST(Fuzz, MutatedTokens) {
  test::Mutator mutator(1);
  for (int round = 0; round < 4000; ++round)
    run(mutator.next());
}

TEST(Fuzz, RandomBytes) {
  test::Generator random(2);
  for (int round = 0; round < 500; ++round) {
    std::string source;
    bool onlyText = random.below(2);
    for (uint64_t i = 0, size = random.below(300); i < size; ++i)
      source.push_back(char(onlyText ? 32 + random.below(95) : random.below(256)));
    run(source);
  }
}

TEST(Fuzz, CutShort) {
  for (std::string seed : test::kSeeds)
    for (size_t size = 0; size <= seed.size(); ++size)
      run(seed.substr(0, size));
}

} // namespace
