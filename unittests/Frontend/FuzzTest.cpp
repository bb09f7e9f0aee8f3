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

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Lexer.h"

#include "gtest/gtest.h"

using namespace mind;

namespace {

const char *const kSeeds[] = {
    "fn f(x: Tensor<f32, [N, 3]>, w: Tensor<[3, 4], f32>) -> Tensor<f32, [N, 4]> { relu(x @ w + 1.0) }\n"
    "let y = f(zeros([2, 3]), ones([3, 4]))\nprint(\"y {} end\", y)",
    "fn g(n: i64) -> (i64, f32) { let mut s = 0\n for i in 0..n { if i % 2 == 0 { continue }\n s += i }\n"
    "while s > 10 { s -= 3; if s == 5 { break } }\n (s, f32(s) ** 2) }\nlet (a, b) = g(7)\nassert a > 0, \"no\"",
    "const K = 3\ntype Row = Tensor<f32, [3]>\n@differentiable\npub fn h(r: Row) -> f32 { let t = [1.0, 2.0, 3.0]\n"
    "sum(r[0..2]) + t[K - 1] + max(r, axis=0) }\nmatch K { 0 => 1, 1 | 2 => 2, k if k > 5 => k, _ => 0 }",
    "let mut m: tensor<f32[2, 2]> = [[1, 2], [3, 4]]\nm[0, 1] += 2.5\nlet c = conv2d(zeros([1, 5, 5, 2]), "
    "ones([3, 3, 2, 4]), strides=[2, 1], padding=\"same\")\nsoftmax(m, axis=-1).T",
};

class Generator {
public:
  explicit Generator(uint64_t seed) : state(seed) {}
  uint64_t below(uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  }

private:
  uint64_t state;
};

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

std::vector<std::string> split(llvm::StringRef source) {
  frontend::DiagnosticEngine diagnostics("fuzz.mind", source);
  frontend::Lexer lexer(diagnostics);
  lexer.start();
  std::vector<std::string> tokens;
  for (frontend::Token token = lexer.next(); !token.is(frontend::TokenKind::EndOfFile); token = lexer.next())
    tokens.push_back((token.newlineBefore ? "\n" : " ") + lexer.getText(token).str());
  return tokens;
}

TEST(Fuzz, MutatedTokens) {
  std::vector<std::vector<std::string>> seeds;
  for (const char *seed : kSeeds)
    seeds.push_back(split(seed));
  Generator random(1);
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::string> tokens = seeds[random.below(seeds.size())];
    for (uint64_t k = 0, count = 1 + random.below(3); k < count && !tokens.empty(); ++k) {
      size_t at = random.below(tokens.size());
      const std::vector<std::string> &other = seeds[random.below(seeds.size())];
      switch (random.below(4)) {
      case 0:
        tokens.erase(tokens.begin() + at);
        break;
      case 1:
        tokens.insert(tokens.begin() + at, tokens[at]);
        break;
      case 2:
        std::swap(tokens[at], tokens[random.below(tokens.size())]);
        break;
      default:
        tokens[at] = other[random.below(other.size())];
        break;
      }
    }
    std::string source;
    for (const std::string &token : tokens)
      source += token;
    run(source);
  }
}

TEST(Fuzz, RandomBytes) {
  Generator random(2);
  for (int round = 0; round < 500; ++round) {
    std::string source;
    bool onlyText = random.below(2);
    for (uint64_t i = 0, size = random.below(300); i < size; ++i)
      source.push_back(char(onlyText ? 32 + random.below(95) : random.below(256)));
    run(source);
  }
}

TEST(Fuzz, CutShort) {
  for (std::string seed : kSeeds)
    for (size_t size = 0; size <= seed.size(); ++size)
      run(seed.substr(0, size));
}

} // namespace
