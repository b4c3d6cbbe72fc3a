// The keys, and what views show.

import { find, h } from './dom.js';
import { game } from './store.js';

const KEYS = [
  ['← → ↑ ↓', 'from card to card'], ['Enter', 'open the card'], ['f', 'flip it'], ['/', 'search; field:value looks in one field, and in id, deck, copies'],
  ['Esc', 'close, or clear the search'], ['b', 'front, back, both'], ['c', 'show: next way to cut'], ['v', 'next vision'],
  ['g', 'merge copies, or show each'], ['e', 'findings'], ['n N', 'next finding, the one before; in a card, the next card with findings'], ['1 2 3 4 5 6', 'cards, sheets, hand, last print, table, play'],
  ['d', 'deal another hand'], ['+ −', 'larger, smaller'], ['0', 'hand size; in a card: fit'], ['9', '100 %: a pixel of the print on each of the screen'], ['?', 'this help'],
];

const EDITING = [
  ['Enter', 'save what was typed or moved'], ['Esc', 'put it back'], ['Ctrl+Z', 'undo; with Shift make again'],
  ['F2', 'write in a cell'], ['Alt+↑ Alt+↓', 'move a row of the table'],
  ['← → ↑ ↓', 'move the chosen element of the open card; Shift in larger steps, Alt its size'],
];

export function fillHelp() {
  const dialog = find('help');
  const rows = [...KEYS, ...(game.config?.edit ? EDITING : [])].map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, ...key.split(' ').flatMap((one, i) => [i ? ' ' : '', h('kbd', {}, one)])), h('td', {}, what)));
  dialog.replaceChildren(
    h('header', {}, h('h2', { id: 'help-title' }, 'Keys'), h('button.quiet.close', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '×')),
    h('table.keys', {}, h('tbody', {}, rows)),
    h('p', {}, 'Pictures are the print itself: the same layout, drawn by the same raster. The address of this page keeps what you look at. ' + (game.config?.edit
      ? 'Fields are written by Enter, and only then; Ctrl+Z takes the last change back.' : 'Nothing is ever written into the game.')));
}
