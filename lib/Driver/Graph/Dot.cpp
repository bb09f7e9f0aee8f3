//===- Dot.cpp - Graphs in the language of Graphviz -----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"

#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::graph;
using llvm::raw_ostream;
using llvm::StringRef;

static void quote(StringRef text, raw_ostream &os) {
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\';
    if (c == '\n')
      os << "\\n";
    else
      os << c;
  }
  os << '"';
}

static StringRef getStyle(const Node &node) {
  switch (node.kind) {
  case Node::Operation:
    return node.isGradient ? "shape=box, style=\"rounded,filled\", fillcolor=\"#fde3c8\""
                           : "shape=box, style=\"rounded,filled\", fillcolor=\"#dbe9fb\"";
  case Node::Constant:
    return "shape=box, style=filled, fillcolor=\"#eeeeee\"";
  case Node::Parameter:
    return "shape=invhouse, style=filled, fillcolor=\"#d9f2dd\"";
  case Node::Result:
    return "shape=house, style=filled, fillcolor=\"#f2d9ee\"";
  }
  llvm_unreachable("a node has a kind");
}

static void printCluster(const Graph &graph, std::optional<unsigned> parent, unsigned indent, raw_ostream &os) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node &node = graph.nodes[i];
    if (!parent || node.cluster != *parent)
      continue;
    std::string label = node.title;
    for (const std::string &line : node.lines)
      label += "\n" + line;
    os.indent(indent) << 'n' << i << " [label=";
    quote(label, os);
    os << ", " << getStyle(node);
    if (!node.detail.empty()) {
      os << ", tooltip=";
      quote(node.detail, os);
    }
    os << "];\n";
  }
  for (size_t i = 0; i < graph.clusters.size(); ++i) {
    if (graph.clusters[i].parent != parent)
      continue;
    os.indent(indent) << "subgraph cluster_" << i << " {\n";
    os.indent(indent + 2) << "label=";
    quote(graph.clusters[i].title, os);
    os << ";\n";
    printCluster(graph, unsigned(i), indent + 2, os);
    os.indent(indent) << "}\n";
  }
}

void graph::printDot(const Graph &graph, raw_ostream &os) {
  os << "digraph mind {\n  node [fontname=\"sans-serif\", fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=9];\n";
  printCluster(graph, std::nullopt, 2, os);
  for (const Edge &edge : graph.edges) {
    os << "  n" << edge.from << " -> n" << edge.to;
    if (edge.isGradient) {
      os << " [style=dashed, color=\"#c05c00\", constraint=false];\n";
      continue;
    }
    os << " [label=";
    quote(edge.label, os);
    os << "];\n";
  }
  os << "}\n";
}
