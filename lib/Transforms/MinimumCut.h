//===- MinimumCut.h - the cheapest cut between two nodes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_MINIMUMCUT_H
#define MIND_LIB_TRANSFORMS_MINIMUMCUT_H

#include <cstdint>
#include <vector>

namespace mind {

/// A graph whose edges have capacities, and the set of edges of least capacity without
/// which no way leads from the source to the sink.
class MinimumCut {
public:
  static constexpr unsigned kSource = 0, kSink = 1;
  static constexpr int64_t kInfinite = INT64_MAX / 4;

  /// Nodes are numbers from 0 on.
  void addEdge(unsigned from, unsigned to, int64_t capacity);

  /// Finds the cut; of several the one nearest to the sink.
  void run();

  /// Whether the node is on the sink's side of the cut.
  bool isBehind(unsigned node) const { return node < behind.size() && behind[node]; }

private:
  /// An edge and the way back, which follow each other.
  struct Edge {
    unsigned to;
    int64_t rest;
  };

  bool findLevels();
  int64_t push(unsigned node, int64_t amount);
  unsigned reverse(unsigned edge) const { return edge ^ 1; }

  std::vector<Edge> edges;
  std::vector<std::vector<unsigned>> outgoing = std::vector<std::vector<unsigned>>(2);
  std::vector<unsigned> levels, nextEdge;
  std::vector<bool> behind;
};

} // namespace mind

#endif // MIND_LIB_TRANSFORMS_MINIMUMCUT_H
