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
  claimed.clear();
  sections = entries().map(({ deck, entries: list }) => makeSection(deck, list));
  layOut(); // before they are in the page, so that it keeps its place
  left = gone();
  preserveFocus(main, () => {
    main.replaceChildren(...sections.map(({ element }) => element), left);
    for (const { windowed } of sections) windowed.fill();
  });
  sections.forEach(tell);
  for (const { pairs: all } of sections) all.forEach(compare);
  work();
}

/** The decks on show: their pairs, the grid of those, what is found out about them. */
let sections = [];
/** What was printed and is gone, below them. */
let left = h('p');

function makeSection(deck, list) {
  const apart = !known.sizes.includes(deck.size);
  const facts = h('small');
  const windowed = new WindowedGrid(h('ul.pairs', { role: 'list' }), makePair);
  const element = h('section.deck', {}, h('h2', {}, deck.name, facts), windowed.element);
  const cards = list.reduce((sum, entry) => sum + entry.count, 0);
  const said = apart ? `${plural(cards, 'card')} not printed: ${deck.size} is not in that build` : '';
  const section = { deck, element, facts, windowed, said, size: known.sizes.indexOf(deck.size), apart };
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
  return ['front', 'back'].filter((side) => card[side] && (side === 'front' || ownBack(card)))
    .map((side) => stand({ id: `${entry.key} ${side}`, key: entry.key, side, section }, entry.key));
}

/** Put a pair beside what was printed of a card; '' for nothing, as of a card that is new. */
function stand(pair, then) {
  const number = known.cards[then]?.[pair.side];
  const without = pair.section.apart ? 'apart' : 'new';
  return Object.assign(pair, { then, number, verdict: number === undefined ? without : 'waiting' });
}

const SAID = { waiting: '…', apart: 'not printed', new: 'not printed yet', same: 'same', changed: 'changed', unknown: 'cannot tell' };

/** Whether a deck's backs differ: one that all share is shown with the first card alone. */
const ownBack = (card) => {
  const deck = game.decks.find((one) => one.name === card.deck);
  return game.cards[deck.cards[0]] === card || game.cards[deck.cards[0]].back !== card.back;
};

function makePair(pair) {
  const { key, side } = pair;
  const card = game.cards[key];
  const now = new Face(card, side, faceWidth(sizeOf(card), 2), { whole: true }); // both sides are then scaled alike
  const stage = h('span.stage', {}, now.element);
  const said = h('span.verdict');
  const element = h('li.pair', { 'data-card': key, 'data-side': side },
    h('button.card', { type: 'button', 'data-focus': `${key} ${side}`, onclick: () => openCard(key, side) }, stage,
      h('span.caption', {}, h('span.name', {}, side === 'front' ? card.id : `${card.id}, back`), said)));
  let shown;
  const update = ({ verdict, then, number }) => {
    element.dataset.verdict = verdict;
    said.textContent = then === key || !then ? SAID[verdict] : `${SAID[verdict]}, was ${nameOf(then, key)}`;
    if (shown === `${then} ${number}`) return;
    shown = `${then} ${number}`;
    stage.replaceChildren(printed(pair, now), now.element);
  };
  update(pair);
  return { element, update, drop: () => now.drop() };
}

const deckOf = (key) => key.slice(0, key.indexOf('/'));

/** What a card was called, with its deck if that was another one. */
const nameOf = (then, key) => (deckOf(then) === deckOf(key) ? then.slice(deckOf(then).length + 1) : then);

function printed({ side, number, then }, beside) {
  const face = number === undefined ? h('span.face.blank', {}, h('span.cut')) : h('span.face.then', {}, h('span.cut', {}, picture(then, side, number)));
  face.style.cssText = beside.element.style.cssText;
  return face;
}

function picture(then, side, number) {
  const asked = new URLSearchParams({ card: then });
  if (currentLook()) asked.set('look', currentLook()); // one pair of eyes for both
  return h('img', { alt: `${then}, ${side}, as printed`, loading: 'lazy', src: `/print/${number}/${side}.png?${asked}` });
}

const waiting = [];
let busy = false;

/** Find out about a pair, unless it is known: also whether a card that has no print goes by another name there. */
function compare(pair) {
  const number = pair.number ?? (pair.side === 'front' && pair.then && !pair.section.apart ? pair.section.size : undefined);
  if (number === undefined) return;
  const { then, side, key } = pair;
  const face = game.cards[key][side];
  const id = `${number} ${then} ${side} ${face}`;
  if (verdicts.has(id)) settle(pair, verdicts.get(id));
  else waiting.push({ pair, id, then, url: `/print/${number}/${side}.json?${new URLSearchParams({ card: then, face })}` });
}

/** Which card has taken what was printed of another: `beasts/2` what `beasts/1` was, before a row above it. */
const claimed = new Map();

function settle(pair, { same, as }) {
  const other = pair.side === 'front' && !same ? findOther(pair, as) : '';
  if (other) return rename(pair, other);
  if (pair.number !== undefined) pair.verdict = same === null ? 'unknown' : same ? 'same' : 'changed';
  if (claimed.has(pair.then) && claimed.get(pair.then) !== pair.key && !same) stand(pair, '');
  return show(pair);
}

function show(pair) {
  const { section } = pair;
  section.windowed.made.get(pair.id)?.update(pair);
  if (view.changed === '1' && ['changed', 'new'].includes(pair.verdict)) updatePairs();
  tell(section);
  updateGone();
}

/** The one card of the print with the very front of this one, which no other card here has: of its deck, or of none that is left. */
function findOther({ key }, as) {
  const face = game.cards[key].front;
  if (Object.values(game.cards).filter(({ front }) => front === face).length > 1) return '';
  const own = as.filter((other) => deckOf(other) === deckOf(key));
  const likely = own.length ? own : as.filter((other) => !game.cards[other]);
  return likely.length === 1 ? likely[0] : '';
}

/** Put a card beside what it was under another name, and the card that has that name now beside nothing. */
function rename(pair, other) {
  claimed.set(other, pair.key);
  for (const { pairs: all } of sections) {
    for (const one of all) {
      if (one.key === other && one.then === other && one.verdict === 'changed') show(stand(one, ''));
      if (one.key === pair.key) move(one, other);
    }
  }
  work();
}

function move(pair, other) {
  stand(pair, other);
  if (pair.side === 'front') pair.verdict = 'same';
  else compare(pair);
  show(pair);
}

/** One comparison after the other. */
async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const { pair, id, then, url } = waiting.shift();
    if (!sections.includes(pair.section) || pair.then !== then) continue;
    const told = (await fetchJson(url)) ?? { same: null, as: [] };
    verdicts.set(id, told);
    if (pair.then === then) settle(pair, told);
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

const updateGone = debounce(() => left.replaceWith(left = gone()), 60);

/** Cards that were printed and are no longer there, under any name. */
function gone() {
  const fronts = sections.flatMap(({ pairs: all }) => all.filter(({ side }) => side === 'front'));
  const others = new Set(fronts.filter(({ key, then }) => then !== key).map(({ key }) => key));
  const names = Object.keys(known.cards).filter((key) => !claimed.has(key) && (!game.cards[key] || others.has(key)));
  return h('p.none', { hidden: !names.length }, `Printed then, not in the game now: ${names.join(', ')}`);
}
