//===- Graph.h - A program as nodes and edges -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `mindc graph` draws: a node for each operation, parameter and result, an edge for
/// each value that goes from one to the other, a cluster for each function and region.
/// All are in the order of the program, so that the same program gives the same text.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_GRAPH_GRAPH_H
#define MIND_LIB_DRIVER_GRAPH_GRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mind::graph {

struct Node {
  enum Kind { Operation, Constant, Parameter, Result };
  Kind kind = Operation;
  /// What it is, in a word.
  std::string title;
  /// Below that: types, and what it takes.
  std::vector<std::string> lines;
  /// The operation as text.
  std::string detail;
  unsigned cluster = 0;
  /// Whether it computes a gradient.
  bool isGradient = false;
};

struct Edge {
  unsigned from = 0, to = 0;
  /// The type of the value.
  std::string label;
  /// From an operation to the one that makes the gradient of its result; else the way of
  /// a value.
  bool isGradient = false;
};

struct Cluster {
  std::string title;
  /// The one that it lies in.
  std::optional<unsigned> parent;
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Cluster> clusters;
};

/// The graph of `function` and of all that it calls. Control flow is `scf`.
/// `resultNames` are names of the first results.
Graph buildGraph(mlir::func::FuncOp function, llvm::ArrayRef<std::string> resultNames);

/// `f32[4, n]`; the text of a type that is no tensor and no number.
std::string getTypeText(mlir::Type type);
/// The bytes of all its elements; nothing if an extent is not known.
std::optional<int64_t> getBytes(mlir::Type type);
/// How many operations on numbers it does, a product and its sum being two. Nothing if that
/// is not known, or if it does what is in its regions or in another function.
std::optional<int64_t> countOperations(mlir::Operation *op);

/// `96 bytes`, `1.5 KiB`.
std::string formatBytes(int64_t bytes);
/// `96 flop`, `1.5 kflop`.
std::string formatOperations(int64_t count);

/// In the language of Graphviz.
void printDot(const Graph &graph, llvm::raw_ostream &os);

} // namespace mind::graph

#endif // MIND_LIB_DRIVER_GRAPH_GRAPH_H
