// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node extension.js EXTENSION: what the extension asks of the editor, with an editor that only listens.
'use strict';
const Module = require('module');
const settings = { 'server.enabled': true, 'server.path': 'mind-lsp-server' };
const listeners = [];
const commands = {};
const vscode = {
  workspace: {
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidChangeConfiguration: (listener) => listeners.push(listener),
  },
  commands: { registerCommand: (name, body) => (commands[name] = body) },
  window: { showErrorMessage: (text) => console.log('error', text) },
};
class LanguageClient {
  constructor(id, name, server, options) {
    this.command = server.run.command;
    console.log('client', id, JSON.stringify(server.run), JSON.stringify(options));
  }
  async start() {
    if (this.command === 'missing')
      throw new Error('no such file');
    console.log('start', this.command);
  }
  async stop() {
    console.log('stop', this.command);
  }
}
const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === 'vscode')
    return vscode;
  return name === 'vscode-languageclient/node' ? { LanguageClient } : load.call(this, name, ...rest);
};

async function main() {
  const extension = require(process.argv[2]);
  const context = { subscriptions: [] };
  await extension.activate(context);
  await commands['mind.restartServer']();
  await listeners[0]({ affectsConfiguration: (name) => name === 'editor' });
  settings['server.path'] = 'missing';
  await listeners[0]({ affectsConfiguration: (name) => name === 'mind.server' });
  settings['server.enabled'] = false;
  await commands['mind.restartServer']();
  settings['server.enabled'] = true;
  settings['server.path'] = '/opt/server';
  await commands['mind.restartServer']();
  await extension.deactivate();
  console.log('subscriptions', context.subscriptions.length);
}
main();
