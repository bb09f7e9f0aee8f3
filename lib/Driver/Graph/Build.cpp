//===- Build.cpp - From a function to its graph ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that regions give comes from the nodes that end them: there is no edge back to
// the beginning of a loop, so the graph has no cycle.
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Marks.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::graph;

namespace {

class GraphBuilder {
public:
  void buildFunction(func::FuncOp function, ArrayRef<std::string> resultNames);
  Graph take() { return std::move(graph); }

private:
  unsigned addNode(Node::Kind kind, std::string title, unsigned cluster) {
    Node node;
    node.kind = kind;
    node.title = std::move(title);
    node.cluster = cluster;
    graph.nodes.push_back(std::move(node));
    return unsigned(graph.nodes.size() - 1);
  }
  unsigned addCluster(std::string title, std::optional<unsigned> parent) {
    graph.clusters.push_back({std::move(title), parent});
    return unsigned(graph.clusters.size() - 1);
  }
  void connect(Value value, unsigned node);
  void addType(unsigned node, Type type);
  unsigned addOp(Operation &op, unsigned cluster);
  void addRegions(Operation &op, unsigned node, unsigned cluster);
  std::optional<unsigned> addBlock(Block &block, unsigned cluster);

  Graph graph;
  /// The nodes that a value comes from.
  llvm::DenseMap<Value, SmallVector<unsigned, 2>> makers;
  GradientMarks marks;
  AsmState *state = nullptr;
  unsigned numOps = 0;
  int64_t numOperations = 0;
};

} // namespace

static std::string getTitle(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](mind::UnaryOp unary) { return stringifyUnaryKind(unary.getKind()).str(); })
      .Case([](CompareOp compare) { return "compare " + stringifyCmpPredicate(compare.getPredicate()).str(); })
      .Case([](func::CallOp call) { return "call " + call.getCallee().str(); })
      .Default([](Operation *any) { return any->getName().stripDialect().str(); });
}

/// What a constant is everywhere; empty if it is several things.
static std::string getConstantText(Operation *op) {
  Attribute value;
  if (!matchPattern(op, m_Constant(&value)))
    return "";
  if (auto elements = dyn_cast<DenseElementsAttr>(value)) {
    if (!elements.isSplat())
      return "";
    value = elements.getSplatValue<Attribute>();
  }
  if (auto number = dyn_cast<FloatAttr>(value)) {
    SmallString<32> text;
    number.getValue().toString(text);
    return text.str().str();
  }
  if (auto number = dyn_cast<IntegerAttr>(value); number && number.getType().isInteger(1))
    return number.getValue().isZero() ? "false" : "true";
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os, /*elideType=*/true);
  return text;
}

static StringRef getRegionTitle(Operation *op, unsigned index) {
  if (isa<scf::IfOp>(op))
    return index ? "else" : "then";
  if (isa<scf::WhileOp>(op))
    return index ? "step" : "condition";
  return "region";
}

void GraphBuilder::connect(Value value, unsigned node) {
  for (unsigned maker : makers.lookup(value)) {
    std::string label = getTypeText(value.getType());
    // An operand that is there twice is one way.
    bool isKnown = false;
    // Those of a node stand together.
    for (auto it = graph.edges.rbegin(); it != graph.edges.rend() && it->to == node; ++it)
      isKnown |= it->from == maker && it->label == label && !it->isGradient;
    if (!isKnown)
      graph.edges.push_back({maker, node, std::move(label), false});
  }
}

void GraphBuilder::addType(unsigned node, Type type) {
  std::string text = getTypeText(type);
  if (std::optional<int64_t> bytes = getBytes(type))
    text += ", " + formatBytes(*bytes);
  graph.nodes[node].lines.push_back(std::move(text));
}

unsigned GraphBuilder::addOp(Operation &op, unsigned cluster) {
  bool isConstant = op.hasTrait<OpTrait::ConstantLike>() || isa<FillOp>(op);
  unsigned index = addNode(isConstant ? Node::Constant : Node::Operation, getTitle(&op), cluster);
  Node &node = graph.nodes[index];
  if (std::string text = isConstant ? getConstantText(&op) : ""; !text.empty())
    node.title += " " + text;
  {
    llvm::raw_string_ostream os(node.detail);
    op.print(os, *state);
    os.flush();
    // Regions are drawn.
    node.detail = StringRef(node.detail).split('\n').first.str();
  }
  node.isGradient = marks.isGradient(&op);
  for (Type type : op.getResultTypes())
    addType(index, type);
  if (std::optional<int64_t> count = countOperations(&op); count && *count) {
    graph.nodes[index].lines.push_back(formatOperations(*count));
    numOperations += *count;
  }
  ++numOps;
  for (Value operand : op.getOperands())
    connect(operand, index);
  for (Value result : op.getResults())
    makers[result] = {index};
  marks.visit(&op, index, [&](unsigned forward) {
    if (forward != index)
      graph.edges.push_back({forward, index, "", true});
  });
  return index;
}

/// The node of its terminator, if that passes something on.
std::optional<unsigned> GraphBuilder::addBlock(Block &block, unsigned cluster) {
  for (Operation &op : block.without_terminator()) {
    unsigned node = addOp(op, cluster);
    if (op.getNumRegions())
      addRegions(op, node, cluster);
  }
  Operation *end = block.getTerminator();
  if (end->getNumOperands() == 0)
    return std::nullopt;
  unsigned node = addNode(Node::Result, getTitle(end), cluster);
  for (Value operand : end->getOperands())
    connect(operand, node);
  return node;
}

void GraphBuilder::addRegions(Operation &op, unsigned node, unsigned parent) {
  unsigned cluster = addCluster(getTitle(&op), parent);
  graph.nodes[node].cluster = cluster;
  SmallVector<std::optional<unsigned>> ends;
  for (Region &region : op.getRegions()) {
    if (region.empty()) {
      ends.push_back(std::nullopt);
      continue;
    }
    unsigned index = region.getRegionNumber();
    unsigned inner = op.getNumRegions() > 1 ? addCluster(getRegionTitle(&op, index).str(), cluster) : cluster;
    // The step of a loop gets what its condition passes on.
    std::optional<unsigned> from = isa<scf::WhileOp>(op) && index == 1 ? ends[0] : std::optional<unsigned>(node);
    for (BlockArgument argument : region.getArguments())
      if (from)
        makers[argument] = {*from};
    ends.push_back(addBlock(region.front(), inner));
  }
  if (op.getNumResults() == 0)
    return;
  SmallVector<unsigned, 2> sources;
  if (isa<scf::WhileOp>(op))
    ends.pop_back();
  for (std::optional<unsigned> end : ends)
    if (end)
      sources.push_back(*end);
  for (Value result : op.getResults())
    makers[result] = sources;
}

void GraphBuilder::buildFunction(func::FuncOp function, ArrayRef<std::string> resultNames) {
  unsigned cluster = addCluster(function.getName().str(), std::nullopt);
  AsmState ownState(function, OpPrintingFlags().elideLargeElementsAttrs(16).assumeVerified());
  state = &ownState;
  marks = GradientMarks();
  numOps = 0;
  numOperations = 0;
  auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::string name = names && index < names.size() ? cast<StringAttr>(names[index]).getValue().str()
                                                     : "argument " + std::to_string(index);
    unsigned node = addNode(Node::Parameter, std::move(name), cluster);
    addType(node, argument.getType());
    makers[argument] = {node};
  }
  Block &block = function.front();
  for (Operation &op : block.without_terminator()) {
    unsigned node = addOp(op, cluster);
    if (op.getNumRegions())
      addRegions(op, node, cluster);
  }
  OperandRange results = block.getTerminator()->getOperands();
  for (auto [i, result] : llvm::enumerate(results)) {
    std::string name = i < resultNames.size() ? resultNames[i]
                       : results.size() == 1  ? "result"
                                              : "result " + std::to_string(i);
    unsigned node = addNode(Node::Result, std::move(name), cluster);
    addType(node, result.getType());
    connect(result, node);
  }
  std::string &title = graph.clusters[cluster].title;
  title += ": " + std::to_string(numOps) + (numOps == 1 ? " operation" : " operations");
  if (numOperations)
    title += ", " + formatOperations(numOperations);
}

Graph graph::buildGraph(func::FuncOp function, ArrayRef<std::string> resultNames) {
  auto module = function->getParentOfType<ModuleOp>();
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](func::CallOp call) {
      if (auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee()); callee && !callee.isDeclaration())
        functions.insert(callee);
    });
  GraphBuilder builder;
  for (Operation *each : functions)
    builder.buildFunction(cast<func::FuncOp>(each), each == function ? resultNames : ArrayRef<std::string>());
  return builder.take();
}
