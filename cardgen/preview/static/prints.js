// Side by side with the last print: what was printed, what would be printed now.

import { debounce, fetchJson, find, h, preserveFocus, plural } from './dom.js';
import { Face } from './face.js';
import { entries, game, sizeOf } from './store.js';
import { currentLook, view } from './view.js';
import { openCard } from './detail.js';
import { faceWidth, setTileRoom, tileBox } from './tile.js';
import { MOST_WHOLE, roomForGrid, WindowedGrid } from './windowed_grid.js';

let known = null;
const verdicts = new Map();

/** What there is of earlier builds; asked for once, and again when the view is opened. */
export async function drawPrints({ fresh = false } = {}) {
  const main = find('cards');
  if (!known || fresh) {
    const found = await fetchJson('/prints.json');
    if (!found) return;
    known = found;
    verdicts.clear();
  }
  if (view.mode !== 'print') return;
  if (!known.sizes.length) {
    main.replaceChildren(none());
    return;
  }
  sections = entries().map(({ deck, entries: list }) => makeSection(deck, list));
  layOut(); // before they are in the page, so that it keeps its place
  preserveFocus(main, () => {
    main.replaceChildren(...sections.map(({ element }) => element), gone());
    for (const { windowed } of sections) windowed.fill();
  });
  sections.forEach(tell);
  for (const { pairs: all } of sections) all.forEach(compare);
  work();
}

/** The decks on show: their pairs, the grid of those, what is found out about them. */
let sections = [];

function makeSection(deck, list) {
  const apart = !known.sizes.includes(deck.size);
  const facts = h('small');
  const windowed = new WindowedGrid(h('ul.pairs', { role: 'list' }), makePair);
  const element = h('section.deck', {}, h('h2', {}, deck.name, facts), windowed.element);
  const cards = list.reduce((sum, entry) => sum + entry.count, 0);
  const said = apart ? `${plural(cards, 'card')} not printed: ${deck.size} is not in that build` : '';
  const section = { deck, element, facts, windowed, apart, said };
  section.pairs = list.flatMap((entry) => pairsOf(entry, section));
  return section;
}

const GAP = [22, 18]; // as in cards.css

/** Give each pair its place; with *Only what changed*, the others none. */
function layOut() {
  const room = roomForGrid();
  setTileRoom(room);
  for (const { deck, windowed, pairs: all } of sections) {
    const shown = view.changed === '1' ? all.filter(({ verdict }) => ['changed', 'new'].includes(verdict)) : all;
    const { width, height } = tileBox(game.sizes[deck.size], 2, faceWidth(game.sizes[deck.size], 2));
    windowed.show(shown, { width, height, gap: GAP, room, whole: shown.length <= MOST_WHOLE });
    if (windowed.element.isConnected) windowed.fill();
  }
}

export const updatePairs = debounce(() => view.mode === 'print' && layOut(), 60);

/** Go to a card beside what was printed of it; false if it is not on show. */
export function focusPair(key) {
  for (const { windowed } of sections) {
    const at = windowed.items.findIndex((pair) => pair.key === key);
    if (at < 0) continue;
    windowed.reveal(at, 'center').element.querySelector('button').focus({ preventScroll: true });
    return true;
  }
  return false;
}

/** There is nothing to compare with: what would be. */
function none() {
  const there = known.others.filter((name) => name !== 'mpc');
  const command = h('code', {}, 'cardgen build -t mpc');
  return h('p.none.large', {}, ...there.length
    ? ['This compares with a build of ', h('code', {}, 'mpc'), ', and there is none, only of ', ...listed(there), '. ', command, ' makes one.']
    : ['There is no earlier build of this game to compare with. ', command, ' makes one.']);
}

const listed = (names) => names.flatMap((name, index) => [index ? ', ' : '', h('code', {}, name)]);

function pairsOf(entry, section) {
  const card = game.cards[entry.key];
  return ['front', 'back'].filter((side) => card[side] && (side === 'front' || ownBack(card))).map((side) => {
    const number = known.cards[entry.key]?.[side];
    const verdict = number !== undefined ? 'waiting' : section.apart ? 'apart' : 'new';
    return { id: `${entry.key} ${side}`, key: entry.key, side, number, verdict, section };
  });
}

const SAID = { waiting: '…', apart: 'not printed', new: 'not printed yet', same: 'same', changed: 'changed', unknown: 'cannot tell' };

/** Whether a deck's backs differ: one that all share is shown with the first card alone. */
const ownBack = (card) => {
  const deck = game.decks.find((one) => one.name === card.deck);
  return game.cards[deck.cards[0]] === card || game.cards[deck.cards[0]].back !== card.back;
};

function makePair(pair) {
  const { key, side, number } = pair;
  const card = game.cards[key];
  const now = new Face(card, side, faceWidth(sizeOf(card), 2), { whole: true }); // both sides are then scaled alike
  const then = number === undefined ? h('span.face.blank', {}, h('span.cut')) : printed(key, side, number, now);
  if (number === undefined) then.style.cssText = now.element.style.cssText;
  const said = h('span.verdict');
  const element = h('li.pair', { 'data-card': key, 'data-side': side },
    h('button.card', { type: 'button', 'data-focus': `${key} ${side}`, onclick: () => openCard(key, side) },
      h('span.stage', {}, then, now.element),
      h('span.caption', {}, h('span.name', {}, side === 'front' ? card.id : `${card.id}, back`), said)));
  const update = ({ verdict }) => {
    element.dataset.verdict = verdict;
    said.textContent = SAID[verdict];
  };
  update(pair);
  return { element, update, drop: () => now.drop() };
}

function printed(key, side, number, beside) {
  const asked = new URLSearchParams({ card: key });
  if (currentLook()) asked.set('look', currentLook()); // one pair of eyes for both
  const image = h('img', { alt: `${key}, ${side}, as printed`, loading: 'lazy', src: `/print/${number}/${side}.png?${asked}` });
  const face = h('span.face.then', {}, h('span.cut', {}, image));
  face.style.cssText = beside.element.style.cssText;
  return face;
}

const waiting = [];
let busy = false;

/** Find out about a pair, unless it is known. */
function compare(pair) {
  if (pair.number === undefined) return;
  const { key, side, number } = pair;
  const face = game.cards[key][side];
  const id = `${number} ${key} ${side} ${face}`;
  if (verdicts.has(id)) settle(pair, verdicts.get(id));
  else waiting.push({ pair, id, url: `/print/${number}/${side}.json?${new URLSearchParams({ card: key, face })}` });
}

function settle(pair, same) {
  pair.verdict = same === null ? 'unknown' : same ? 'same' : 'changed';
  const { section } = pair;
  section.windowed.made.get(pair.id)?.update(pair);
  if (view.changed === '1' && pair.verdict === 'changed') updatePairs();
  tell(section);
}

/** One comparison after the other. */
async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const { pair, id, url } = waiting.shift();
    if (!sections.includes(pair.section)) continue;
    const same = (await fetchJson(url))?.same ?? null;
    verdicts.set(id, same);
    settle(pair, same);
  }
  busy = false;
}

/** What has been found out about a deck, in its heading. */
function tell({ facts, pairs: all, said }) {
  const count = (wanted) => all.filter(({ verdict }) => verdict === wanted).length;
  const [changed, fresh, left] = [count('changed'), count('new'), count('waiting')];
  const parts = said ? [said] : ['printed then', 'now', changed ? `${changed} changed` : left ? '' : 'nothing changed',
    fresh && `${fresh} not printed yet`, left && `comparing ${plural(left, 'face')}…`];
  facts.textContent = parts.filter(Boolean).join(' · ');
}

/** Cards that were printed and are no longer there. */
function gone() {
  const names = Object.keys(known.cards).filter((key) => !game.cards[key]);
  return h('p.none', { hidden: !names.length }, `Printed then, not in the game now: ${names.join(', ')}`);
}
