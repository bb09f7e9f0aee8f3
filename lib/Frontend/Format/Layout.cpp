//===- Layout.cpp - From tokens to lines ----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the writer decides: empty lines (one at most), a block of one statement on one
// line or on three, and a list whose first element is on a line of its own. All else
// follows from the tokens and the width of a line.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "Spacing.h"

using namespace mind;
using namespace mind::frontend;
using namespace mind::frontend::format;
using llvm::StringRef;

namespace {

using Parts = llvm::SmallVector<const Doc *, 16>;
using Lines = std::vector<const Doc *>;

class Layout {
public:
  Layout(const TokenList &list, DocBuilder &docs) : list(list), docs(docs) {}

  /// The statements, or arms of a `match`, of the tokens from `begin` to before `end`,
  /// and the comments in front of `end`. `skipped` comments are taken already.
  Lines layOutLines(uint32_t begin, uint32_t end, unsigned skipped);

private:
  const FormatToken &at(uint32_t index) const { return list.tokens[index]; }
  llvm::ArrayRef<Comment> getComments(uint32_t index) const {
    return llvm::ArrayRef<Comment>(list.comments).slice(at(index).firstComment, at(index).numComments);
  }
  /// Whether a line ends behind comment `which` of the token.
  bool endsLine(uint32_t index, size_t which) const {
    llvm::ArrayRef<Comment> comments = getComments(index);
    return comments[which].isLine ||
           (which + 1 < comments.size() ? comments[which + 1].newlines : at(index).newlines) != 0;
  }
  bool hasNewlineBefore(uint32_t index) const {
    return at(index).numComments ? getComments(index).front().newlines != 0 : at(index).newlines != 0;
  }
  /// How many of the comments in front of the token belong to what stands before them.
  size_t countTrailing(uint32_t index) const;

  void addComment(Parts &parts, uint32_t index, size_t which, bool hasBlank);
  void addGap(Parts &parts, uint32_t index, bool breaksLine = false);
  const Doc *layOutSequence(uint32_t begin, uint32_t end, bool isBranches = false);
  uint32_t addItem(Parts &parts, uint32_t index, uint32_t end, bool isBranches);
  const Doc *layOutChain(const OperatorChain &chain);
  const Doc *layOutBracket(uint32_t open);
  const Doc *layOutBlock(uint32_t open);
  const Doc *layOutStruct(uint32_t open);
  uint32_t findElementEnd(uint32_t begin, uint32_t close) const;
  bool needsTerminator(uint32_t begin, uint32_t next, uint32_t end, bool had) const;

  const TokenList &list;
  DocBuilder &docs;
  /// The first chain whose tokens were not reached yet.
  size_t nextChain = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

size_t Layout::countTrailing(uint32_t index) const {
  llvm::ArrayRef<Comment> comments = getComments(index);
  size_t count = 0;
  while (count < comments.size() && comments[count].newlines == 0 && (count == 0 || !comments[count - 1].isLine))
    ++count;
  // On one line with the token they belong to the token.
  return count && endsLine(index, count - 1) ? count : 0;
}

void Layout::addComment(Parts &parts, uint32_t index, size_t which, bool hasBlank) {
  const Comment &comment = getComments(index)[which];
  if (comment.newlines)
    parts.push_back(docs.hardLine());
  else if (hasBlank)
    parts.push_back(docs.text(" "));
  parts.push_back(docs.comment(comment.text));
  if (endsLine(index, which))
    parts.push_back(docs.hardLine());
}

/// What stands between the token and the one before: comments, and a blank, none, or the
/// end of the line.
void Layout::addGap(Parts &parts, uint32_t index, bool breaksLine) {
  for (size_t i = 0; i < at(index).numComments; ++i)
    addComment(parts, index, i, /*hasBlank=*/true);
  bool isFresh = !parts.empty() && parts.back()->kind == Doc::HardLine;
  if (breaksLine)
    parts.push_back(docs.hardLine());
  else if (!isFresh && (at(index).numComments || needsBlank(list, index)))
    parts.push_back(docs.text(" "));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

const Doc *Layout::layOutSequence(uint32_t begin, uint32_t end, bool isBranches) {
  Parts parts;
  for (uint32_t i = begin; i < end;) {
    // An attribute has a line of its own.
    bool breaksLine = at(i).attributeEnd != 0;
    i = addItem(parts, i, end, isBranches && i == begin);
    if (i < end)
      addGap(parts, i, breaksLine);
  }
  return isBranches ? docs.branches(parts) : docs.concat(parts);
}

/// Adds what begins with the token; the index behind it.
uint32_t Layout::addItem(Parts &parts, uint32_t index, uint32_t end, bool isBranches) {
  const FormatToken &token = at(index);
  if (nextChain < list.chains.size() && list.chains[nextChain].begin == index && list.chains[nextChain].end <= end) {
    const OperatorChain &chain = list.chains[nextChain++];
    parts.push_back(layOutChain(chain));
    return chain.end;
  }
  if (token.branchesEnd && token.branchesEnd <= end && !isBranches) {
    parts.push_back(layOutSequence(index, token.branchesEnd, /*isBranches=*/true));
    return token.branchesEnd;
  }
  switch (token.kind) {
  case TokenKind::LParen:
  case TokenKind::LBracket:
    parts.push_back(layOutBracket(index));
    break;
  case TokenKind::LBrace:
    parts.push_back(token.role == Role::BlockOpen || token.role == Role::MatchOpen ? layOutBlock(index)
                    : token.role == Role::StructOpen                               ? layOutStruct(index)
                                                                                   : layOutBracket(index));
    break;
  default:
    parts.push_back(docs.text(token.text));
    break;
  }
  if (token.attributeEnd) {
    for (uint32_t i = index + 1; i < token.attributeEnd;) {
      addGap(parts, i);
      i = addItem(parts, i, token.attributeEnd, /*isBranches=*/false);
    }
    return token.attributeEnd;
  }
  return token.match > index ? token.match + 1 : index + 1;
}

const Doc *Layout::layOutChain(const OperatorChain &chain) {
  Parts parts;
  uint32_t begin = chain.begin;
  for (size_t i = 0; i <= chain.operators.size(); ++i) {
    bool isLast = i == chain.operators.size();
    uint32_t end = isLast ? chain.end : chain.operators[i];
    Parts operand;
    if (i) {
      for (size_t which = 0; which < at(begin).numComments; ++which)
        addComment(operand, begin, which, /*hasBlank=*/which != 0);
      if (!operand.empty() && operand.back()->kind != Doc::HardLine)
        operand.push_back(docs.text(" "));
    }
    operand.push_back(layOutSequence(begin, end));
    if (isLast) {
      parts.push_back(docs.concat(operand));
      break;
    }
    addGap(operand, end);
    parts.push_back(docs.concat(operand));
    parts.push_back(docs.text(at(end).text));
    begin = end + 1;
  }
  return docs.chain(parts);
}

/// The index of the comma behind the element that begins there, or of the bracket.
uint32_t Layout::findElementEnd(uint32_t begin, uint32_t close) const {
  unsigned depth = 0;
  for (uint32_t i = begin; i < close; ++i) {
    const FormatToken &token = at(i);
    if (token.match > i) {
      i = token.match;
      continue;
    }
    if (token.role == Role::AngleOpen || token.role == Role::ClosureOpen)
      ++depth;
    else if (token.role == Role::AngleClose || token.role == Role::ClosureClose)
      --depth;
    else if (token.is(TokenKind::Comma) && depth == 0)
      return i;
  }
  return close;
}

const Doc *Layout::layOutBracket(uint32_t open) {
  uint32_t close = at(open).match;
  bool isList = at(open).role == Role::ListOpen, addsComma = isList;
  Parts elements;
  for (uint32_t begin = open + 1; begin < close;) {
    uint32_t comma = findElementEnd(begin, close);
    Parts element;
    size_t leading = begin == open + 1 ? 0 : countTrailing(begin);
    for (size_t i = leading; i < at(begin).numComments; ++i)
      addComment(element, begin, i, /*hasBlank=*/!element.empty());
    if (!element.empty() && element.back()->kind != Doc::HardLine)
      element.push_back(docs.text(" "));
    element.push_back(layOutSequence(begin, comma));
    bool isLast = comma + 1 >= close, hasComma = comma < close;
    if (hasComma)
      for (size_t i = 0; i < at(comma).numComments; ++i)
        addComment(element, comma, i, /*hasBlank=*/true);
    // The comma of a tuple of one element makes the tuple.
    bool keepsComma = !isLast || (hasComma && !isList && elements.empty());
    uint32_t next = hasComma ? comma + 1 : close;
    size_t trailing = isLast ? at(close).numComments : countTrailing(next);
    if (isLast && trailing && isList) {
      // The comma stands before the comments, and a list with these is never on one line.
      keepsComma |= llvm::any_of(getComments(close), [](const Comment &comment) { return comment.isLine; });
      addsComma = false;
    }
    if (keepsComma)
      element.push_back(docs.text(","));
    for (size_t i = 0; i < trailing; ++i)
      addComment(element, next, i, /*hasBlank=*/true);
    elements.push_back(docs.concat(element));
    begin = next;
  }
  if (elements.empty() && at(close).numComments) {
    Parts comments;
    for (size_t i = 0; i < at(close).numComments; ++i)
      addComment(comments, close, i, /*hasBlank=*/i != 0);
    elements.push_back(docs.concat(comments));
    addsComma = false;
  }
  return docs.bracket(at(open).text, elements, at(close).text, hasNewlineBefore(open + 1), addsComma);
}

const Doc *Layout::layOutStruct(uint32_t open) {
  Parts parts = {docs.text(at(open).text)};
  for (uint32_t i = open + 1; i <= at(open).match;) {
    addGap(parts, i);
    i = i == at(open).match ? (parts.push_back(docs.text(at(i).text)), i + 1)
                            : addItem(parts, i, at(open).match, /*isBranches=*/false);
  }
  return docs.concat(parts);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

const Doc *Layout::layOutBlock(uint32_t open) {
  uint32_t close = at(open).match;
  // A comment behind the brace stays there.
  size_t trailing = countTrailing(open + 1);
  std::string head = at(open).text.str();
  for (size_t i = 0; i < trailing; ++i)
    head += " " + getComments(open + 1)[i].text.str();
  Lines lines = layOutLines(open + 1, close, trailing);
  bool hasComments = trailing != 0 || at(close).numComments != 0 || at(open + 1).numComments != 0;
  bool isBroken =
      at(open).role == Role::MatchOpen || hasComments || hasNewlineBefore(open + 1) || hasNewlineBefore(close);
  if (lines.empty() && trailing == 0)
    return docs.text("{}");
  if (lines.empty())
    lines.push_back(nullptr);
  return docs.block(docs.savedText(head)->text, lines, at(close).text, isBroken);
}

bool Layout::needsTerminator(uint32_t begin, uint32_t next, uint32_t end, bool had) const {
  switch (at(begin).terminator) {
  case Terminator::None:
    return false;
  case Terminator::Semicolon:
    return true;
  case Terminator::Expression:
    return next != end || had;
  case Terminator::BraceExpression:
    return had && next != end && continuesExpression(at(next).kind);
  }
  return false;
}

Lines Layout::layOutLines(uint32_t begin, uint32_t end, unsigned skipped) {
  Lines lines;
  bool hasLine = false;
  // Comments that stand on one line with the statement behind them.
  Parts prefix;
  auto addComments = [&](uint32_t index, size_t first) {
    llvm::ArrayRef<Comment> comments = getComments(index);
    for (size_t i = first; i < comments.size(); ++i) {
      if (comments[i].newlines == 0 && hasLine && endsLine(index, i) && prefix.empty()) {
        lines.back() = docs.concat({lines.back(), docs.text(" "), docs.comment(comments[i].text)});
        continue;
      }
      if (comments[i].newlines > 1 && !lines.empty())
        lines.push_back(nullptr);
      prefix.push_back(docs.comment(comments[i].text));
      prefix.push_back(docs.text(" "));
      if (!endsLine(index, i) && index != end)
        continue;
      prefix.pop_back();
      lines.push_back(docs.concat(prefix));
      prefix.clear();
      hasLine = false;
    }
  };
  auto addSemicolons = [&](uint32_t index) {
    for (; index < end && (at(index).is(TokenKind::Semicolon) || (at(index).is(TokenKind::Comma))); ++index)
      addComments(index, 0);
    return index;
  };

  uint32_t index = begin;
  if (begin < end && at(begin).is(TokenKind::Semicolon)) {
    addComments(begin, skipped);
    index = addSemicolons(begin + 1);
    skipped = 0;
  }
  while (index < end) {
    const FormatToken &token = at(index);
    addComments(index, index == begin ? skipped : 0);
    if (token.newlines > 1 && !lines.empty() && prefix.empty())
      lines.push_back(nullptr);
    bool isArm = token.armEnd != 0;
    uint32_t last = isArm ? token.armEnd : token.statementEnd;
    prefix.push_back(layOutSequence(index, last));
    uint32_t next = last;
    while (next < end && (at(next).is(TokenKind::Semicolon) || at(next).is(TokenKind::Comma)))
      ++next;
    bool hasBlock = at(last - 1).is(TokenKind::RBrace) && at(at(last - 1).match - 1).is(TokenKind::FatArrow);
    if (isArm && !hasBlock)
      prefix.push_back(docs.text(","));
    else if (!isArm && needsTerminator(index, next, end, next != last))
      prefix.push_back(docs.text(";"));
    lines.push_back(docs.concat(prefix));
    prefix.clear();
    hasLine = true;
    index = addSemicolons(last);
  }
  addComments(end, begin == end ? skipped : 0);
  return lines;
}

std::vector<const Doc *> format::layOut(const TokenList &list, DocBuilder &docs) {
  return Layout(list, docs).layOutLines(0, uint32_t(list.tokens.size() - 1), 0);
}
