// Side by side with the last print: what was printed, what would be printed now.

import { find, h, plural } from './dom.js';
import { Face } from './face.js';
import { entries, game, sizeOf } from './store.js';
import { view, widthOf } from './view.js';
import { openCard } from './detail.js';

let known = null;
const verdicts = new Map();

/** What there is of earlier builds; asked for once, and again when the view is opened. */
export async function drawPrints({ fresh = false } = {}) {
  const main = find('cards');
  if (!known || fresh) {
    const answer = await fetch('/prints.json').catch(() => null);
    if (!answer?.ok) return;
    known = await answer.json();
    verdicts.clear();
  }
  if (view.mode !== 'print') return;
  if (!known.prints.length) {
    main.replaceChildren(h('p.none.large', {}, 'There is no earlier build of this game to compare with. ',
      h('code', {}, 'cardgen build'), ' makes one.'));
    return;
  }
  const sections = entries().map(({ deck, entries: list }) => h('section.deck', {},
    h('h2', {}, deck.name, h('small', {}, 'printed then · now')),
    h('ul.pairs', { role: 'list' }, list.flatMap((entry) => pairs(entry)))));
  main.replaceChildren(...sections, gone());
}

function pairs(entry) {
  const card = game.cards[entry.key];
  return ['front', 'back'].filter((side) => card[side] && (side === 'front' || ownBack(card))).map((side) => pair(entry.key, card, side));
}

/** Whether a deck's backs differ: one that all share is shown with the first card alone. */
const ownBack = (card) => {
  const deck = game.decks.find((one) => one.name === card.deck);
  return game.cards[deck.cards[0]] === card || game.cards[deck.cards[0]].back !== card.back;
};

function pair(key, card, side) {
  const number = known.cards[key]?.[side];
  const width = widthOf(sizeOf(card));
  const verdict = h('span.verdict', {}, number === undefined ? 'not printed yet' : '…');
  const now = new Face(card, side, width, { whole: true }); // both sides are then scaled alike
  const then = number === undefined ? h('span.face.blank', {}) : printed(key, side, number, now);
  const element = h('li.pair', { 'data-card': key, 'data-side': side, 'data-verdict': number === undefined ? 'new' : 'unknown' },
    h('button.card', { type: 'button', onclick: () => openCard(key, side) },
      h('span.stage', {}, then, now.element),
      h('span.caption', {}, h('span.name', {}, side === 'front' ? card.id : `${card.id}, back`), verdict)));
  if (number === undefined) Object.assign(then.style, { width: now.element.style.width, height: now.element.style.height });
  else compare(element, verdict, key, side, number, card[side]);
  return element;
}

function printed(key, side, number, beside) {
  const image = h('img', { alt: `${key}, ${side}, as printed`, loading: 'lazy', src: `/print/${number}/${side}.png?${new URLSearchParams({ card: key })}` });
  const face = h('span.face.then', {}, h('span.cut', {}, image));
  face.style.cssText = beside.element.style.cssText;
  return face;
}

const waiting = [];
let busy = false;

function compare(element, said, key, side, number, face) {
  const id = `${number} ${key} ${side} ${face}`;
  const settle = (same) => {
    verdicts.set(id, same);
    const verdict = same === null ? 'unknown' : same ? 'same' : 'changed';
    element.dataset.verdict = verdict;
    said.textContent = { same: 'same', changed: 'changed', unknown: 'cannot tell' }[verdict];
    tell();
  };
  if (verdicts.has(id)) settle(verdicts.get(id));
  else waiting.push({ element, url: `/print/${number}/${side}.json?${new URLSearchParams({ card: key, face })}`, settle });
  work();
}

/** One comparison after the other: pictures that are looked at come first. */
async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const { element, url, settle } = waiting.shift();
    if (!element.isConnected) {
      await new Promise((done) => setTimeout(done));
      if (!element.isConnected) continue;
    }
    const answer = await fetch(url).catch(() => null);
    settle(answer?.ok ? (await answer.json()).same : null);
  }
  busy = false;
}

function tell() {
  const all = [...document.querySelectorAll('.pair')];
  const changed = all.filter((pair) => pair.dataset.verdict === 'changed' || pair.dataset.verdict === 'new').length;
  const left = all.filter((pair) => pair.dataset.verdict === 'unknown').length;
  const note = find('compared') ?? find('cards').querySelector('h2 small');
  if (note) note.textContent = `printed then · now · ${changed} changed${left ? ` · comparing ${plural(left, 'face')}…` : ''}`;
}

/** Cards that were printed and are no longer there. */
function gone() {
  const names = Object.keys(known.cards).filter((key) => !game.cards[key]);
  return h('p.none', { hidden: !names.length }, `Printed then, not in the game now: ${names.join(', ')}`);
}
