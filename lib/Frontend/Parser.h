//===- Parser.h - Tokens to the syntax tree ---------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent with one token of look-ahead and precedence climbing. Every
// recursion passes through `enter`, which bounds it. After a fault the parser
// skips to a place where a statement may begin; errors at one place are reported
// once.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_PARSER_H
#define MIND_LIB_FRONTEND_PARSER_H

#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Lexer.h"

#include "llvm/ADT/SmallVector.h"

namespace mind::frontend {

class Parser {
public:
  Parser(ast::Context &context, DiagnosticEngine &diagnostics)
      : context(context), diagnostics(diagnostics), lexer(diagnostics) {}

  void parseModule(ast::Module &module);

private:
  using Expr = ast::Expr;
  using Stmt = ast::Stmt;

  /// One level of nesting; false beyond the limit, after the report.
  class Nesting {
  public:
    explicit Nesting(Parser &parser) : parser(parser), allowed(parser.enter()) {}
    ~Nesting() { --parser.depth; }
    explicit operator bool() const { return allowed; }

  private:
    Parser &parser;
    bool allowed;
  };
  bool enter();

  // Tokens.
  bool at(TokenKind kind) const { return token.kind == kind; }
  void advance() {
    previousEnd = token.end;
    token = lexer.next();
  }
  bool accept(TokenKind kind) {
    if (!at(kind))
      return false;
    advance();
    return true;
  }
  /// Takes `kind` or reports that it is missing after `what`.
  bool expect(TokenKind kind, const llvm::Twine &where);
  llvm::StringRef text(Token t) const { return lexer.getText(t); }
  Span spanFrom(uint32_t begin) const { return {begin, std::max(previousEnd, begin)}; }
  /// Splits `>>`, `>=` and `>>=` where a type argument list closes.
  bool acceptGreater();
  bool atContextual(llvm::StringRef word) const { return at(TokenKind::Ident) && text(token) == word; }

  // Faults.
  Diagnostic &error(Span span, const llvm::Twine &message);
  Diagnostic &errorAtToken(const llvm::Twine &message);
  std::string describe(Token t) const;
  /// Skips to the end of the statement, over balanced brackets.
  void synchronize();
  /// Skips one token, or a bracket with what is in it.
  void skipToken();
  void skipBalanced(TokenKind open, TokenKind close);

  // Declarations and statements.
  ast::Block *parseBlock(const llvm::Twine &where);
  void parseStatements(llvm::SmallVectorImpl<Stmt *> &stmts, TokenKind end);
  Stmt *parseStatement();
  llvm::ArrayRef<ast::Attribute> parseAttributes();
  bool parseAttribute(ast::Attribute &attribute);
  bool parseAttrValue(ast::AttrArg &arg);
  bool atAttribute() const;
  Stmt *parseFunction(uint32_t begin, bool isPub, llvm::ArrayRef<ast::Attribute> attributes);
  bool parseParams(llvm::SmallVectorImpl<ast::VarDecl *> &params);
  Stmt *parseConst();
  Stmt *parseTypeAlias();
  Stmt *parseImport();
  Stmt *parseExport();
  Stmt *parseModuleBlock();
  Stmt *parseLet();
  Stmt *parseFor();
  Stmt *parseWhile();
  Stmt *parseLoop();
  Stmt *parseReturn();
  Stmt *parsePrint();
  Stmt *parseAssert();
  Stmt *parseExprOrAssign();
  Stmt *skipUnsupported(llvm::StringRef what);
  /// A name that may be bound; reports keywords.
  bool parseBindingName(ast::Ident &name, llvm::StringRef what);
  bool parsePath(llvm::SmallVectorImpl<ast::Ident> &path);
  ast::VarDecl *makeVar(ast::DeclKind kind, ast::Ident name);

  // Types.
  ast::TypeExpr *parseType();
  ast::TypeExpr *parseTypeInner();
  ast::TypeExpr *parseTensorType(bool isDiff, uint32_t begin);
  bool parseAngleTensor(ast::TensorTypeExpr *type, llvm::SmallVectorImpl<ast::DimExpr> &dims);
  bool parseDims(llvm::SmallVectorImpl<ast::DimExpr> &dims, TokenKind close);
  bool parseDim(ast::DimExpr &dim);

  // Expressions.
  Expr *parseExpr();
  Expr *parseBinary(unsigned minPrecedence);
  Expr *parseUnary();
  Expr *parsePower();
  Expr *parsePostfix();
  Expr *parsePrimary();
  Expr *parseParen();
  Expr *parseList();
  Expr *parseIf();
  Expr *parseMatch();
  Expr *parseCondition();
  Expr *parseCastCall(uint32_t begin);
  Expr *parseNameOrStruct();
  Expr *parseStructLiteral(ast::Ident name);
  bool atStructLiteral();
  bool atArgName();
  bool checkChain(unsigned length);
  Expr *parseAfterDot(Expr *base);
  Expr *parseSubscript(Expr *base);
  bool parseArgs(llvm::SmallVectorImpl<ast::Arg> &args);
  Expr *parseCall(Expr *callee);
  Expr *parseClosure();
  ast::Pattern *parsePattern();
  ast::Pattern *parsePatternAtom();
  Expr *parseInteger();
  Expr *parseCharacter();
  Expr *parseString();
  /// Resolves escapes; the lexer has checked them.
  llvm::StringRef unescape(llvm::StringRef inner);
  Expr *makeError(Span span) { return context.create<ast::ErrorExpr>(span); }

  ast::Context &context;
  DiagnosticEngine &diagnostics;
  Lexer lexer;
  Token token{TokenKind::EndOfFile, true, 0, 0};
  uint32_t previousEnd = 0;
  unsigned depth = 0;
  /// Where the last error was reported: one place, one error.
  uint32_t lastErrorAt = UINT32_MAX;
  /// Nesting of brackets and braces; 0 at module level.
  unsigned openBrackets = 0;
  /// In a condition, where `{` begins a block.
  bool noStruct = false;
};

} // namespace mind::frontend

#endif // MIND_LIB_FRONTEND_PARSER_H
