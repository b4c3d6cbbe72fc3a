// A table as a text for an address, and back.
//
// Out     `2.seed` for a table that nobody has touched (2 players), else also what lies where:
//         `2.seed~stock~chances~piles~hands~things`, cards as their numbers to the base of 36 with a mark
//         for how they lie. A text that is none of these, or is of another stock, is null.

import { numbers } from './numbers.js';
import { listPieces, placeDecks } from './play_layout.js';
import { LEAST_PLAYERS, MOST_PLAYERS, setUp } from './play_state.js';

const TURNS = [0, 90, 180, 270];

const stockCode = (stock) => Math.floor(numbers(JSON.stringify(stock.decks.map(({ name, cards }) => [name, cards.map(({ key, copies }) => [key, copies])])))() * 36 ** 6).toString(36);

const encodeCard = ({ n, up, turn }) => (n * 8 + TURNS.indexOf(turn) * 2 + Number(up)).toString(36);
const encodeCards = (cards) => cards.map(encodeCard).join('.');
const place = ({ x, y }) => `${Math.round(x)},${Math.round(y)}`;

export function encodeTable(state, stock) {
  const start = `${state.hands.length}.${encodeURIComponent(state.seed).replaceAll('~', '%7E')}`;
  const untouched = setUp(stock, state.seed, state.hands.length);
  if (JSON.stringify(content(untouched)) === JSON.stringify(content(state))) return start;
  const piles = state.piles.map((pile) => `${place(pile)},${encodeCards(pile.cards)}`).join('_');
  const things = state.things.map((thing) => `${place(thing)},${thing.sides},${thing.value}`).join('_');
  return [start, stockCode(stock), state.chances, piles, state.hands.map(encodeCards).join('_'), things].join('~');
}

const content = ({ piles, hands, things }) => [piles.map(({ x, y, cards }) => [x, y, cards]), hands, things];

/** The table that a text describes; null if there is none, or of other cards. */
export function decodeTable(text, stock) {
  const [start, code, chances, ...parts] = text.split('~');
  const [, players, seed] = /^([1-8])\.(.{1,300})$/s.exec(start) ?? [];
  if (!seed) return null;
  try {
    const table = setUp(stock, decodeURIComponent(seed), Number(players));
    if (code === undefined) return table;
    if (code !== stockCode(stock) || parts.length !== 3) return null;
    return checked(readParts({ ...table, chances: whole(chances) }, homesOf(stock), ...parts), stock);
  } catch {
    return null;
  }
}

const homesOf = (stock) => [...placeDecks(stock).places.values()].flatMap(({ pile, discard }) => (discard ? [pile, discard] : [pile]));

function readParts(table, homes, piles, hands, things) {
  let next = 1;
  const own = (text) => (text ? text.split('_') : []);
  return {
    ...table,
    piles: own(piles).map((text) => {
      const [x, y, cards] = text.split(',');
      return { id: next++, x: whole(x), y: whole(y), cards: decodeCards(cards) };
    }).map((pile) => snap(pile, homes)),
    hands: hands.split('_').map(decodeCards),
    things: own(things).map((text) => {
      const [x, y, sides, value] = text.split(',').map(whole);
      return { id: next++, sides, value, x, y };
    }),
    next,
  };
}

/** A pile that lay at a deck's place lies there again, which may be between two millimeters. */
function snap(pile, homes) {
  const near = homes.find(({ x, y }) => Math.hypot(x - pile.x, y - pile.y) < 1);
  return near ? { ...pile, x: near.x, y: near.y } : pile;
}

function whole(text) {
  if (!/^-?\d{1,6}$/.test(text)) throw new RangeError(text);
  return Number(text);
}

function decodeCards(text) {
  if (!text) return [];
  return text.split('.').map((one) => {
    if (!/^[0-9a-z]{1,6}$/.test(one)) throw new RangeError(one);
    const number = parseInt(one, 36);
    return { n: Math.floor(number / 8), up: (number & 1) === 1, turn: TURNS[(number >> 1) & 3] };
  });
}

/** The table, if it has each card of the stock once and as many hands as players; else null. */
function checked(table, stock) {
  const all = [...table.piles.flatMap(({ cards }) => cards), ...table.hands.flat()].map(({ n }) => n);
  const pieces = listPieces(stock).length;
  const good = all.length === pieces && new Set(all).size === pieces && all.every((n) => n < pieces)
    && table.hands.length >= LEAST_PLAYERS && table.hands.length <= MOST_PLAYERS && table.piles.every(({ cards }) => cards.length);
  return good ? table : null;
}
