import assert from 'node:assert/strict';
import Module from 'node:module';
import { beforeEach, test } from 'node:test';

type Answer = (...given: unknown[]) => unknown;
const commands = new Map<string, Answer>();
const messages: string[] = [];
const editor = {
  setting: ['/nowhere/cardgen'] as unknown, files: [] as string[], starts: 0, stops: 0, running: false,
  chosen: undefined as string | undefined, picked: undefined as string[] | undefined,
};
const tell = (text: string) => { messages.push(text); return Promise.resolve(editor.chosen); };
const uri = (path: string) => ({ fsPath: path });
const vscode = {
  commands: { registerCommand: (name: string, run: Answer) => commands.set(name, run), executeCommand: tell },
  window: {
    showErrorMessage: tell, showInformationMessage: tell,
    showQuickPick: (games: string[]) => { editor.picked = games; return Promise.resolve(undefined); },
  },
  workspace: {
    onDidChangeConfiguration: () => ({}),
    getConfiguration: () => ({ get: (name: string) => (name === 'command' ? editor.setting : 8765) }),
    findFiles: () => Promise.resolve(editor.files.map(uri)),
  },
  Uri: { joinPath: (one: { fsPath: string }) => uri(one.fsPath.replace(/\/[^/]*$/, '')) },
};
class LanguageClient {
  start(): Promise<void> { editor.starts += 1; return Promise.reject(new Error('no server')); }
  isRunning(): boolean { return editor.running; }
  stop(): Promise<void> {
    editor.stops += 1;
    return editor.running ? Promise.resolve() : Promise.reject(new Error('it does not run'));
  }
}
const loader = Module as unknown as { _load: (name: string, ...more: unknown[]) => unknown };
const load = loader._load;
loader._load = (name, ...more) =>
  name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...more);
const extension = require('../src/extension') as { activate: (context: unknown) => Promise<void> };

const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

beforeEach(async () => {
  messages.length = 0;
  Object.assign(editor, { files: [], starts: 0, stops: 0, chosen: undefined, picked: undefined });
});

test('a server that does not start is told with what to do, and may be restarted', async () => {
  await extension.activate({ subscriptions: [] });
  await settle();
  assert.match(messages[0], /cardgen cannot be started: `\/nowhere\/cardgen` was not found: install it/);
  await commands.get('cardgen.restart')!();
  assert.deepEqual([editor.starts, editor.stops], [2, 0]);
});

test('a preview without a game says what a game is; of several one is chosen', async () => {
  await commands.get('cardgen.preview')!();
  assert.match(messages[0], /No game is open/);
  editor.files = ['/b/game.yaml', '/a/game.yaml'];
  await commands.get('cardgen.preview')!();
  assert.deepEqual(editor.picked, ['/a', '/b']);
});

test('a preview that does not start says why', async () => {
  editor.files = ['/a/game.yaml'];
  await commands.get('cardgen.preview')!();
  await settle();
  assert.equal(messages.length, 1);
  assert.match(messages[0], /cardgen has no preview: `\/nowhere\/cardgen` was not found/);
  editor.setting = [process.execPath, '-e', 'console.error("cannot read game.yaml"); process.exit(2)', '--'];
  messages.length = 0;
  await commands.get('cardgen.preview')!();
  for (let waited = 0; waited < 50 && messages.length === 0; waited += 1) await settle();
  assert.match(messages[0], /cardgen has no preview: .* says: cannot read game\.yaml/);
});
