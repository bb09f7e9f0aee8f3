// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node textmate.js NODE_MODULES GRAMMAR < LINES: each line's pieces, as JSON, by the engine of the editor.
'use strict';
const fs = require('fs');
const path = require('path');
const [modules, grammarPath] = process.argv.slice(2);
const oniguruma = require(path.join(modules, 'vscode-oniguruma'));
const textmate = require(path.join(modules, 'vscode-textmate'));

async function main() {
  await oniguruma.loadWASM(fs.readFileSync(path.join(modules, 'vscode-oniguruma/release/onig.wasm')).buffer);
  const text = fs.readFileSync(grammarPath, 'utf8');
  const scope = JSON.parse(text).scopeName;
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (string) => new oniguruma.OnigString(string),
    }),
    loadGrammar: async (name) => (name === scope ? textmate.parseRawGrammar(text, grammarPath) : null),
  });
  const grammar = await registry.loadGrammar(scope);
  let stack = textmate.INITIAL;
  for (const line of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    console.log(JSON.stringify(result.tokens.map((t) => [line.slice(t.startIndex, t.endIndex), t.scopes])));
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
