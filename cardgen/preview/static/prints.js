// Side by side with the last print: what was printed, what would be printed now.

import { fetchJson, find, h, preserveFocus, plural } from './dom.js';
import { Face } from './face.js';
import { entries, game, sizeOf } from './store.js';
import { currentLook, view, widthOf } from './view.js';
import { openCard } from './detail.js';

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
  const sections = entries().map(({ deck, entries: list }) => {
    const apart = !known.sizes.includes(deck.size);
    return h('section.deck', { 'data-apart': apart ? `${plural(list.reduce((sum, entry) => sum + entry.count, 0), 'card')} not printed: ${deck.size} is not in that build` : null },
      h('h2', {}, deck.name, h('small')),
      h('ul.pairs', { role: 'list' }, list.flatMap((entry) => pairs(entry, apart))));
  });
  preserveFocus(main, () => main.replaceChildren(...sections, gone()));
  sections.forEach(tell);
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

function pairs(entry, apart) {
  const card = game.cards[entry.key];
  return ['front', 'back'].filter((side) => card[side] && (side === 'front' || ownBack(card))).map((side) => pair(entry.key, card, side, apart));
}

/** Whether a deck's backs differ: one that all share is shown with the first card alone. */
const ownBack = (card) => {
  const deck = game.decks.find((one) => one.name === card.deck);
  return game.cards[deck.cards[0]] === card || game.cards[deck.cards[0]].back !== card.back;
};

function pair(key, card, side, apart) {
  const number = known.cards[key]?.[side];
  const width = widthOf(sizeOf(card));
  const verdict = h('span.verdict', {}, number !== undefined ? '…' : apart ? 'not printed' : 'not printed yet');
  const now = new Face(card, side, width, { whole: true }); // both sides are then scaled alike
  const then = number === undefined ? h('span.face.blank', {}, h('span.cut')) : printed(key, side, number, now);
  const element = h('li.pair', { 'data-card': key, 'data-side': side, 'data-verdict': number !== undefined ? 'waiting' : apart ? 'apart' : 'new' },
    h('button.card', { type: 'button', 'data-focus': `${key} ${side}`, onclick: () => openCard(key, side) },
      h('span.stage', {}, then, now.element),
      h('span.caption', {}, h('span.name', {}, side === 'front' ? card.id : `${card.id}, back`), verdict)));
  if (number === undefined) then.style.cssText = now.element.style.cssText;
  else compare(element, verdict, key, side, number, card[side]);
  return element;
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

function compare(element, said, key, side, number, face) {
  const id = `${number} ${key} ${side} ${face}`;
  const settle = (same) => {
    verdicts.set(id, same);
    const verdict = same === null ? 'unknown' : same ? 'same' : 'changed';
    element.dataset.verdict = verdict;
    said.textContent = { same: 'same', changed: 'changed', unknown: 'cannot tell' }[verdict];
    tell(element.closest('.deck'));
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
    settle((await fetchJson(url))?.same ?? null);
  }
  busy = false;
}

/** What has been found out about a deck, in its heading. */
function tell(section) {
  if (!section) return;
  const verdicts = [...section.querySelectorAll('.pair')].map((pair) => pair.dataset.verdict);
  const count = (wanted) => verdicts.filter((verdict) => verdict === wanted).length;
  const [changed, fresh, left] = [count('changed'), count('new'), count('waiting')];
  const facts = section.dataset.apart ? [section.dataset.apart]
    : ['printed then', 'now', changed ? `${changed} changed` : left ? '' : 'nothing changed',
      fresh && `${fresh} not printed yet`, left && `comparing ${plural(left, 'face')}…`];
  section.querySelector('h2 small').textContent = facts.filter(Boolean).join(' · ');
}

/** Cards that were printed and are no longer there. */
function gone() {
  const names = Object.keys(known.cards).filter((key) => !game.cards[key]);
  return h('p.none', { hidden: !names.length }, `Printed then, not in the game now: ${names.join(', ')}`);
}
