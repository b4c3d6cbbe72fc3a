import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, explainServer, run } from '../src/failure';

const node = process.execPath;

test('a program that is not there is to be installed, or named in the setting', async () => {
  const told = await explainServer('/nowhere/cardgen', ['lsp'], '');
  assert.match(told, /`\/nowhere\/cardgen` was not found.*pip install 'cardgen\[lsp\]'.*`cardgen\.command`/);
});

test('a program that may not be run is named with the setting', async () => {
  assert.match(await explainServer('/', ['lsp'], ''), /`\/` cannot be started \(EACCES\): set `cardgen\.command`/);
});

test('a cardgen without the language server says how it gets one', async () => {
  const script = "console.error('cardgen: the language server needs pygls'); process.exit(2)";
  assert.match(describe('cardgen', await run(node, ['-e', script])), /is not installed: `pip install 'cardgen\[lsp\]'`/);
});

test('a cardgen that knows no such command is too old', async () => {
  const script = `console.error("Error: No such command 'lsp'."); process.exit(2)`;
  assert.match(describe('cardgen', await run(node, ['-e', script])), /too old: `pip install --upgrade/);
});

test('whatever else a program says last is shown', () => {
  const said = 'looking\ncannot read game.yaml\n';
  assert.equal(describe('cardgen', { code: 2, said }), '`cardgen` says: cannot read game.yaml');
  assert.match(describe('cardgen', { code: 3, said: '' }), /exit code 3/);
});

test('where the server itself has nothing to say, the editor has', async () => {
  assert.equal(await explainServer(node, ['-e', 'process.exit(1)'], new Error('no answer')), 'Error: no answer');
});
