//===- Doc.cpp - Text with choices of where to break lines ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Doc.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Unicode.h"

using namespace mind;
using namespace mind::frontend;
using namespace mind::frontend::format;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Elements up to this width share lines even in a list that is broken: numbers do.
static constexpr uint32_t kShortElement = 12;

static uint32_t addWidths(uint32_t a, uint32_t b) { return std::min(a + b, kUnbounded); }

/// Columns of a terminal; bytes where a text has characters without a width.
static uint32_t getColumns(StringRef text) {
  int columns = llvm::sys::unicode::columnWidthUTF8(text);
  return columns < 0 ? uint32_t(text.size()) : uint32_t(columns);
}

Doc *DocBuilder::make(Doc::Kind kind, ArrayRef<const Doc *> children) {
  auto *doc = new (allocator.Allocate<Doc>()) Doc();
  doc->kind = kind;
  if (!children.empty()) {
    auto *data = allocator.Allocate<const Doc *>(children.size());
    std::copy(children.begin(), children.end(), data);
    doc->children = {data, children.size()};
  }
  for (const Doc *child : doc->children) {
    if (!child)
      continue;
    doc->width = addWidths(doc->width, child->width);
    if (!doc->canBreak)
      doc->lead = addWidths(doc->lead, child->lead);
    doc->canBreak |= child->canBreak;
  }
  return doc;
}

const Doc *DocBuilder::text(StringRef text) {
  Doc *doc = make(Doc::Text, {});
  doc->text = text;
  doc->width = doc->lead = getColumns(text);
  return doc;
}

const Doc *DocBuilder::comment(StringRef text) {
  Doc *doc = make(Doc::Text, {});
  doc->text = text;
  return doc;
}

const Doc *DocBuilder::savedText(const llvm::Twine &text) {
  llvm::SmallString<32> storage;
  StringRef flat = text.toStringRef(storage);
  char *copy = allocator.Allocate<char>(flat.size());
  std::copy(flat.begin(), flat.end(), copy);
  return this->text({copy, flat.size()});
}

const Doc *DocBuilder::hardLine() {
  Doc *doc = make(Doc::HardLine, {});
  doc->width = kUnbounded;
  doc->canBreak = true;
  return doc;
}

const Doc *DocBuilder::concat(ArrayRef<const Doc *> children) {
  return children.size() == 1 ? children.front() : make(Doc::Concat, children);
}

const Doc *DocBuilder::branches(ArrayRef<const Doc *> children) { return make(Doc::Branches, children); }

const Doc *DocBuilder::chain(ArrayRef<const Doc *> children) {
  Doc *doc = make(Doc::Chain, children);
  // The operators have a blank behind them if the line goes on.
  doc->width = addWidths(doc->width, uint32_t(children.size() / 2));
  // The first place is behind the first operator, unless it is in the first operand.
  if (!children[0]->canBreak) {
    doc->lead = children[0]->width + children[1]->width;
    doc->canBreak = true;
  }
  return doc;
}

const Doc *DocBuilder::bracket(StringRef open, ArrayRef<const Doc *> elements, StringRef close, bool isBroken,
                               bool addsComma) {
  Doc *doc = make(Doc::Bracket, elements);
  doc->text = open;
  doc->close = close;
  doc->isBroken = isBroken && !elements.empty();
  doc->addsComma = addsComma;
  uint32_t outside = getColumns(open) + getColumns(close);
  uint32_t blanks = elements.empty() ? 0 : uint32_t(elements.size() - 1);
  doc->width = doc->isBroken ? kUnbounded : addWidths(doc->width, outside + blanks);
  // A line may end right behind the bracket.
  doc->lead = elements.empty() ? outside : getColumns(open);
  doc->canBreak = !elements.empty();
  return doc;
}

const Doc *DocBuilder::block(StringRef open, ArrayRef<const Doc *> lines, StringRef close, bool isBroken) {
  Doc *doc = make(Doc::Block, lines);
  doc->text = open;
  doc->close = close;
  doc->isBroken = (isBroken || lines.size() > 1) && !lines.empty();
  doc->isPadded = !lines.empty();
  uint32_t outside = getColumns(open) + getColumns(close);
  doc->width = doc->isBroken ? kUnbounded : addWidths(doc->width, outside + (lines.empty() ? 0 : 2));
  doc->lead = lines.empty() ? outside : getColumns(open);
  doc->canBreak = !lines.empty();
  return doc;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {

class Printer {
public:
  Printer(unsigned maxColumns, unsigned indentColumns) : maxColumns(maxColumns), indentColumns(indentColumns) {}

  void printLines(ArrayRef<const Doc *> lines, unsigned indent) {
    for (const Doc *line : lines) {
      if (!line) {
        out += '\n';
        continue;
      }
      beginLine(indent);
      blockBase = indent;
      print(line, 0, indent);
      if (!isLineEmpty)
        out += '\n';
    }
  }

  std::string take() { return std::move(out); }

private:
  void beginLine(unsigned indent) {
    lineIndent = column = indent;
    isLineEmpty = true;
  }
  /// Ends the line, unless nothing stands on it yet.
  void newLine(unsigned indent) {
    while (!out.empty() && out.back() == ' ')
      out.pop_back();
    if (!isLineEmpty)
      out += '\n';
    beginLine(indent);
  }
  void write(StringRef text) {
    if (text.empty())
      return;
    if (isLineEmpty)
      out.append(column, ' ');
    isLineEmpty = false;
    out += text;
    column += getColumns(text);
  }

  bool fits(uint32_t width, uint32_t reserve) const { return addWidths(column + width, reserve) <= maxColumns; }

  /// `reserve`: the columns that follow on the same line in any case. `indent`: where
  /// a new line begins that nothing else is aligned with.
  void print(const Doc *doc, uint32_t reserve, unsigned indent) {
    if (doc->kind != Doc::HardLine && fits(doc->width, reserve))
      return printFlat(doc);
    switch (doc->kind) {
    case Doc::Text:
      return write(doc->text);
    case Doc::HardLine:
      return newLine(indent);
    case Doc::Concat:
      return printConcat(doc->children, reserve, indent, /*breaksBlocks=*/false);
    case Doc::Branches:
      return printConcat(doc->children, reserve, indent, /*breaksBlocks=*/true);
    case Doc::Chain:
      return printChain(doc->children, reserve);
    case Doc::Bracket:
      return printBracket(doc, reserve);
    case Doc::Block:
      return printBlock(doc);
    }
  }

  void printFlat(const Doc *doc) {
    switch (doc->kind) {
    case Doc::Text:
      return write(doc->text);
    case Doc::HardLine:
      return;
    case Doc::Concat:
    case Doc::Branches:
      for (const Doc *child : doc->children)
        printFlat(child);
      return;
    case Doc::Chain:
      for (size_t i = 0; i < doc->children.size(); ++i) {
        write(i && i % 2 == 0 ? " " : "");
        printFlat(doc->children[i]);
      }
      return;
    case Doc::Bracket:
    case Doc::Block: {
      bool isBlock = doc->kind == Doc::Block;
      write(doc->text);
      write(isBlock && doc->isPadded ? " " : "");
      for (size_t i = 0; i < doc->children.size(); ++i) {
        write(!isBlock && i ? " " : "");
        printFlat(doc->children[i]);
      }
      write(isBlock && doc->isPadded ? " " : "");
      return write(doc->close);
    }
    }
  }

  void printConcat(ArrayRef<const Doc *> children, uint32_t reserve, unsigned indent, bool breaksBlocks) {
    // What follows each child up to the next place for a break.
    llvm::SmallVector<uint32_t, 16> follows(children.size());
    uint32_t width = reserve;
    for (size_t i = children.size(); i-- > 0;) {
      follows[i] = width;
      width = children[i]->canBreak ? children[i]->lead : addWidths(children[i]->width, width);
    }
    for (size_t i = 0; i < children.size(); ++i) {
      if (breaksBlocks && children[i]->kind == Doc::Block)
        printBlock(children[i]);
      else
        print(children[i], follows[i], indent);
    }
  }

  void printChain(ArrayRef<const Doc *> children, uint32_t reserve) {
    unsigned aligned = column, outerBase = blockBase;
    for (size_t i = 0; i < children.size(); i += 2) {
      const Doc *operand = children[i];
      const Doc *op = i + 1 < children.size() ? children[i + 1] : nullptr;
      uint32_t follows = op ? op->width : reserve;
      if (i) {
        uint32_t width = operand->width >= kUnbounded ? operand->lead : operand->width;
        if (fits(addWidths(width, 1), follows) && !isLineEmpty)
          write(" ");
        else
          newLine(blockBase = aligned);
      }
      print(operand, follows, aligned);
      if (op)
        print(op, 0, aligned);
    }
    blockBase = outerBase;
  }

  void printBracket(const Doc *doc, uint32_t reserve) {
    write(doc->text);
    ArrayRef<const Doc *> elements = doc->children;
    uint32_t closing = getColumns(doc->close);
    unsigned aligned = column, base = lineIndent, outerBase = blockBase;
    bool isBroken = doc->isBroken;
    for (const Doc *element : elements)
      if (element->width < kUnbounded && aligned + element->width + closing > maxColumns &&
          aligned > base + indentColumns)
        isBroken = true;
    if (isBroken) {
      bool isShort = llvm::all_of(elements, [](const Doc *element) { return element->width <= kShortElement; });
      for (size_t i = 0; i < elements.size(); ++i) {
        if (i && isShort && !isLineEmpty && fits(elements[i]->width + 1, 1))
          write(" ");
        else
          newLine(base + indentColumns);
        blockBase = base + indentColumns;
        bool isLast = i + 1 == elements.size();
        print(elements[i], isLast && doc->addsComma ? 1 : 0, base + indentColumns);
        if (isLast && doc->addsComma)
          write(",");
      }
      newLine(base);
      blockBase = outerBase;
      return write(doc->close);
    }
    for (size_t i = 0; i < elements.size(); ++i) {
      uint32_t follows = i + 1 == elements.size() ? addWidths(closing, reserve) : 0;
      if (i) {
        uint32_t width = elements[i]->width >= kUnbounded ? elements[i]->lead : elements[i]->width;
        if (fits(addWidths(width, 1), follows) && !isLineEmpty)
          write(" ");
        else
          newLine(blockBase = aligned);
      }
      print(elements[i], follows, aligned);
    }
    blockBase = outerBase;
    write(doc->close);
  }

  void printBlock(const Doc *doc) {
    write(doc->text);
    if (!doc->children.empty()) {
      unsigned base = blockBase;
      out += '\n';
      printLines(doc->children, base + indentColumns);
      blockBase = base;
      beginLine(base);
    }
    write(doc->close);
  }

  unsigned maxColumns, indentColumns;
  std::string out;
  /// The next column, and the first one of this line that is not blank.
  unsigned column = 0, lineIndent = 0;
  /// Where the closing brace of a block stands: the beginning of the line that began
  /// what the block is part of.
  unsigned blockBase = 0;
  /// The blanks before `column` are written with the next text: no line ends with some.
  bool isLineEmpty = true;
};

} // namespace

std::string format::print(ArrayRef<const Doc *> lines, unsigned maxColumns, unsigned indentColumns) {
  Printer printer(maxColumns, indentColumns);
  printer.printLines(lines, 0);
  return printer.take();
}
