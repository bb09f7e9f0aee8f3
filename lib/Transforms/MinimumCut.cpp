//===- MinimumCut.cpp - the cheapest cut between two nodes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A maximum flow, by shortest ways of which many are filled at a time; what can still
// reach the sink when it is full is behind the cut.
//
//===----------------------------------------------------------------------===//

#include "MinimumCut.h"

#include <algorithm>

using namespace mind;

void MinimumCut::addEdge(unsigned from, unsigned to, int64_t capacity) {
  unsigned last = std::max(from, to);
  if (outgoing.size() <= last)
    outgoing.resize(last + 1);
  outgoing[from].push_back(unsigned(edges.size()));
  edges.push_back({to, capacity});
  outgoing[to].push_back(unsigned(edges.size()));
  edges.push_back({from, 0});
}

/// The distance of each node from the source, over edges that have room; 0 for none.
bool MinimumCut::findLevels() {
  levels.assign(outgoing.size(), 0);
  levels[kSource] = 1;
  std::vector<unsigned> pending = {kSource};
  for (size_t i = 0; i < pending.size(); ++i)
    for (unsigned edge : outgoing[pending[i]])
      if (edges[edge].rest > 0 && levels[edges[edge].to] == 0) {
        levels[edges[edge].to] = levels[pending[i]] + 1;
        pending.push_back(edges[edge].to);
      }
  return levels[kSink] != 0;
}

int64_t MinimumCut::push(unsigned node, int64_t amount) {
  if (node == kSink)
    return amount;
  for (unsigned &i = nextEdge[node]; i < outgoing[node].size(); ++i) {
    unsigned edge = outgoing[node][i];
    if (edges[edge].rest <= 0 || levels[edges[edge].to] != levels[node] + 1)
      continue;
    if (int64_t pushed = push(edges[edge].to, std::min(amount, edges[edge].rest))) {
      edges[edge].rest -= pushed;
      edges[reverse(edge)].rest += pushed;
      return pushed;
    }
  }
  return 0;
}

void MinimumCut::run() {
  while (findLevels()) {
    nextEdge.assign(outgoing.size(), 0);
    while (push(kSource, kInfinite)) {
    }
  }
  behind.assign(outgoing.size(), false);
  behind[kSink] = true;
  std::vector<unsigned> pending = {kSink};
  for (size_t i = 0; i < pending.size(); ++i)
    for (unsigned edge : outgoing[pending[i]]) {
      unsigned from = edges[edge].to;
      if (edges[reverse(edge)].rest > 0 && !behind[from]) {
        behind[from] = true;
        pending.push_back(from);
      }
    }
}
