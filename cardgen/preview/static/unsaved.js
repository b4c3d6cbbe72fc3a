// What was typed and is not saved: kept until it is saved or taken back, whatever is drawn anew
// meanwhile. The page says that there is some, lists it, and has the browser ask before it is left.

import { find, h, plural } from './dom.js';
import { currentKey, game, onGame } from './store.js';
import { updateView } from './view.js';

/** By card and part of it: `{card, part, label, old, text}`. The card of a new row of a table is ''. */
const texts = new Map();
const discardListeners = [];
const visitListeners = [];

const name = (card, part) => `${card}\n${part}`;

/** What was typed for a part of a card, and what was there when the typing began; or undefined. */
export const typedText = (card, part) => texts.get(name(card, part));

/** The parts of a card for which something was typed. */
export const typedParts = (card) => [...texts.values()].filter((kept) => kept.card === card).map(({ part }) => part);

/** Keep what is typed for a part of a card; `label` is what the list calls that part. */
export function keepText(card, part, { label = part, old = null, text }) {
  texts.set(name(card, part), { card, part, label, old, text });
  drawUnsaved();
}

/** It is saved, or taken back. */
export function dropText(card, part) {
  if (texts.delete(name(card, part))) drawUnsaved();
}

/** Hear that the list leads to something. */
export const onVisit = (listener) => visitListeners.push(listener);

/** Hear that something was taken back in the list, where no control knows of it. */
export const onDiscard = (listener) => discardListeners.push(listener);

onGame((what) => { // what was typed for a card stays with its row when the name, and so the key, changes
  if (what !== 'change') return;
  for (const [known, kept] of [...texts]) {
    const now = currentKey(kept.card);
    if (!now || now === kept.card) continue;
    texts.delete(known);
    texts.set(name(now, kept.part), Object.assign(kept, { card: now }));
  }
  if (texts.size) drawUnsaved();
});

addEventListener('beforeunload', (event) => { if (texts.size) event.preventDefault(); });

// --- the button in the head, and the list ----------------------------------------------------

function drawUnsaved() {
  const button = find('unsaved-button');
  button.hidden = !texts.size;
  button.textContent = `${texts.size} not saved`;
  button.onclick = openList;
}

function openList() {
  const dialog = find('unsaved');
  dialog.replaceChildren(
    h('header', {}, h('h2', { id: 'unsaved-title' }, `${plural(texts.size, 'text')} not saved`),
      h('button.quiet.close', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '×')),
    h('ul', { role: 'list' }, [...texts.values()].map(item)));
  if (!dialog.open) dialog.showModal();
}

function item(kept) {
  const { card, part, label, text } = kept;
  const gone = card && !game.cards[card];
  const open = () => {
    find('unsaved').close();
    updateView(card ? { card } : { mode: 'table' });
    for (const listener of visitListeners) listener(kept);
  };
  const discard = () => {
    dropText(card, part);
    for (const listener of discardListeners) listener(kept);
    if (texts.size) openList();
    else find('unsaved').close();
  };
  return h('li', {},
    h('h3', {}, `${label}${card ? ` of ${card}` : ''}`, gone ? h('small', {}, ' no longer in the game') : ''),
    h('pre', {}, text || 'nothing'),
    h('div.draft', {}, gone ? '' : h('button.pill', { type: 'button', onclick: open }, 'Go to it'),
      h('button.pill', { type: 'button', onclick: discard }, 'Discard')));
}
