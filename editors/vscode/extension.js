// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the language server for sources; colours and snippets need none of this.
'use strict';
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration('mind');
  if (!settings.get('server.enabled'))
    return;
  const command = settings.get('server.path');
  const executable = { command, args: ['--mind'] };
  client = new LanguageClient('mind', 'MIND', { run: executable, debug: executable },
                              { documentSelector: [{ language: 'mind' }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
        `The language server \`${command}\` does not start: ${error.message}. Set mind.server.path.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running)
    await running.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('mind.restartServer', restart));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('mind.server'))
      return restart();
  }));
  await start();
}

module.exports = { activate, deactivate: stop };
