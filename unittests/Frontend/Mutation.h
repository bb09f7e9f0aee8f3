//===- Mutation.h - programs that are nearly right --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of every form of the language, and a generator that drops, doubles, swaps
// and replaces some of their tokens. The same seed makes the same programs anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_UNITTESTS_FRONTEND_MUTATION_H
#define MIND_UNITTESTS_FRONTEND_MUTATION_H

#include "Mind/Frontend/Lexer.h"

#include <string>
#include <vector>

namespace mind::test {

inline const char *const kSeeds[] = {
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

inline std::vector<std::string> split(llvm::StringRef source) {
  frontend::DiagnosticEngine diagnostics("fuzz.mind", source);
  frontend::Lexer lexer(diagnostics);
  lexer.start();
  std::vector<std::string> tokens;
  for (frontend::Token token = lexer.next(); !token.is(frontend::TokenKind::EndOfFile); token = lexer.next())
    tokens.push_back((token.newlineBefore ? "\n" : " ") + lexer.getText(token).str());
  return tokens;
}

/// Makes mutants.
class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {
    for (const char *text : kSeeds)
      seeds.push_back(split(text));
  }

  std::string next() {
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
    return source;
  }

private:
  Generator random;
  std::vector<std::vector<std::string>> seeds;
};

} // namespace mind::test

#endif // MIND_UNITTESTS_FRONTEND_MUTATION_H
