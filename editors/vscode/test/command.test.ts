import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, gameFolder, previewAddress } from '../src/command';

test('cardgen is started as the setting says, or from the path', () => {
  assert.deepEqual(commandLine(['uv', 'run', 'cardgen'], ['lsp']), ['uv', ['run', 'cardgen', 'lsp']]);
  for (const nothing of [undefined, [], 'cardgen', [7]]) {
    assert.deepEqual(commandLine(nothing, ['lsp']), ['cardgen', ['lsp']]);
  }
});

test('a virtual environment in an open folder comes before the path, and after the setting', () => {
  const exists = (path: string) => path === '/b/.venv/bin/cardgen';
  assert.deepEqual(commandLine(['cardgen'], ['lsp'], ['/a', '/b'], exists), ['/b/.venv/bin/cardgen', ['lsp']]);
  assert.deepEqual(commandLine(['/c/cardgen'], ['lsp'], ['/b'], exists), ['/c/cardgen', ['lsp']]);
  assert.deepEqual(commandLine(['cardgen'], ['lsp'], ['/a'], exists), ['cardgen', ['lsp']]);
});

test('the address of the preview is read from what it prints', () => {
  assert.equal(previewAddress('novelty: http://127.0.0.1:8766/?key=a1 (Ctrl-C ends)'), 'http://127.0.0.1:8766/?key=a1');
  assert.equal(previewAddress('preview ended'), undefined);
  assert.equal(previewAddress('novelty: http://127.0.0.1:87'), undefined);
  assert.equal(previewAddress('novelty: http://127.0.0.1:8766/?key=a'), undefined);
  assert.equal(previewAddress('http://example.com:80/'), undefined);
});

test('the game of a file is the nearest folder with a game.yaml', () => {
  const games = ['/cards/fox/game.yaml', '/cards/game.yaml'];
  const exists = (path: string) => games.includes(path);
  assert.equal(gameFolder('/cards/fox/rules/a.md', exists), '/cards/fox');
  assert.equal(gameFolder('/cards/hen/a.yaml', exists), '/cards');
  assert.equal(gameFolder('/else/a.yaml', exists), undefined);
});
