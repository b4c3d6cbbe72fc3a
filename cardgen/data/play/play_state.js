// The table that a game is played on: what lies where, and the moves that change it.
//
// In      a stock (`play_layout.js`), a seed, moves.
// Out     states. None is ever changed; a move on what is not there returns the state that it was given.
// Not here  what is seen (`play_table.js`), the address (`play_code.js`), any rule of a game.
//
// A state is `{seed, chances, next, piles, hands, things}`. A pile is `{id, x, y, cards}`, the last card on
// top; a card is `{n, up, turn}`, `n` the number of its piece; a thing is a die or a counter. Each chance takes
// its numbers from the seed and from how many chances there were, so that a table can be played again.

import { deal, numbers } from './numbers.js';
import { listPieces, placeDecks } from './play_layout.js';

export const [LEAST_PLAYERS, MOST_PLAYERS] = [1, 8];
export const DICE = [2, 4, 6, 8, 10, 12, 20];

/** The table before the first move. */
export function setUp(stock, seed, players = 2) {
  const { places } = placeDecks(stock);
  const pieces = listPieces(stock);
  let state = { seed, chances: 0, next: 1, piles: [], hands: emptyHands(players), things: [] };
  for (const [name, { pile, faceUp }] of places) {
    const cards = pieces.flatMap((piece, n) => (piece.deck === name ? [{ n, up: faceUp, turn: 0 }] : []));
    state = addPile(state, { x: pile.x, y: pile.y, cards: faceUp ? cards.reverse() : cards });
    if (!faceUp) state = MOVES.shuffle(state, { pile: state.next - 1 });
  }
  return state;
}

const emptyHands = (players) => Array.from({ length: Math.min(MOST_PLAYERS, Math.max(LEAST_PLAYERS, players)) }, () => []);

// --- parts of a state --------------------------------------------------------------------------

export const findPile = (state, id) => state.piles.find((pile) => pile.id === id);
export const findThing = (state, id) => state.things.find((thing) => thing.id === id);

const addPile = (state, pile) => ({ ...state, next: state.next + 1, piles: [...state.piles, { id: state.next, ...pile }] });

/** A pile with other cards; one without cards is gone. `raise` lays it over the others. */
function setPile(state, pile, { raise = false } = {}) {
  const others = state.piles.filter(({ id }) => id !== pile.id);
  if (!pile.cards.length) return { ...state, piles: others };
  if (raise) return { ...state, piles: [...others, pile] };
  return { ...state, piles: state.piles.map((own) => (own.id === pile.id ? pile : own)) };
}

const setHand = (state, hand, cards) => ({ ...state, hands: state.hands.map((own, index) => (index === hand ? cards : own)) });

const setThing = (state, id, changes) => ({ ...state, things: state.things.map((own) => (own.id === id ? { ...own, ...changes } : own)) });

/** Cards on top of the pile that lies at a place, or as a new one there. */
function layAt(state, cards, { x, y }) {
  const there = state.piles.find((pile) => Math.hypot(pile.x - x, pile.y - y) < 1);
  return there ? setPile(state, { ...there, cards: [...there.cards, ...cards] }, { raise: true }) : addPile(state, { x, y, cards });
}

const inHand = (card) => ({ ...card, up: true, turn: 0 });

/** The top `count` cards of a pile, the uppermost first, and the pile without them. */
function takeTop(pile, count) {
  const many = Math.max(0, Math.min(pile.cards.length, Math.floor(count)));
  const left = pile.cards.length - many;
  return [pile.cards.slice(left).reverse(), { ...pile, cards: pile.cards.slice(0, left) }];
}

/** The numbers of the next chance, and the state after it. */
const useChance = (state) => [`${state.seed}/${state.chances}`, { ...state, chances: state.chances + 1 }];

// --- moves -------------------------------------------------------------------------------------

const withPile = (move) => (state, given, stock) => {
  const pile = findPile(state, given.pile);
  return pile ? move(state, pile, given, stock) : state;
};

/** A move of one card of a hand: `card` is it, and the state no longer has it there. */
const withHeld = (move) => (state, given, stock) => {
  const held = state.hands[given.hand] ?? [];
  const card = held.find(({ n }) => n === given.n);
  return card ? move(setHand(state, given.hand, held.filter((own) => own !== card)), card, given, stock) : state;
};

export const MOVES = {
  /** Lift the top cards off a pile, in their order, as a pile of its own at the same place or another. */
  take: withPile((state, pile, { count = 1, x = pile.x, y = pile.y }) => {
    const [top, rest] = takeTop(pile, count);
    return top.length ? addPile(setPile(state, rest), { x, y, cards: top.reverse() }) : state;
  }),
  move: withPile((state, pile, { x, y }) => setPile(state, { ...pile, x, y }, { raise: true })),
  /** Put a whole pile on another. */
  put: withPile((state, pile, { onto }) => {
    const under = findPile(state, onto);
    if (!under || under === pile) return state;
    return setPile(setPile(state, { ...pile, cards: [] }), { ...under, cards: [...under.cards, ...pile.cards] }, { raise: true });
  }),
  /** Turn a whole pile over: what was at the bottom is on top. */
  flip: withPile((state, pile) => setPile(state, { ...pile, cards: pile.cards.map((card) => ({ ...card, up: !card.up })).reverse() })),
  flipTop: withPile((state, pile) => setPile(state, { ...pile, cards: pile.cards.map((card, i) => (i === pile.cards.length - 1 ? { ...card, up: !card.up } : card)) })),
  turn: withPile((state, pile, { by = 90 }) => setPile(state, { ...pile, cards: pile.cards.map((card) => ({ ...card, turn: (card.turn + by + 360) % 360 })) })),
  /** All face down, upright and in random order. Cards that lie face up without a back to show stay so. */
  shuffle: withPile((state, pile, { faceUp = pile.cards.every(({ up }) => up) }) => {
    const [seed, after] = useChance(state);
    return setPile(after, { ...pile, cards: deal(pile.cards, pile.cards.length, seed).map((card) => ({ ...card, up: faceUp, turn: 0 })) });
  }),
  draw: withPile((state, pile, { hand, count = 1 }) => {
    if (!state.hands[hand]) return state;
    const [top, rest] = takeTop(pile, count);
    return setHand(setPile(state, rest), hand, [...state.hands[hand], ...top.map(inHand)]);
  }),
  /** One card to each player in turn, `count` times, as far as the cards go. */
  deal: withPile((state, pile, { count = 1 }) => {
    const [top, rest] = takeTop(pile, count * state.hands.length);
    const dealt = state.hands.map((held, index) => [...held, ...top.filter((_, i) => i % state.hands.length === index).map(inHand)]);
    return { ...setPile(state, rest), hands: dealt };
  }),
  /** The top cards face up in a row below the pile. */
  spread: withPile((state, pile, { count = 5 }, stock) => {
    const [top, rest] = takeTop(pile, count);
    const [wide, high] = listPieces(stock)[pile.cards[0].n].size;
    return top.reduce((now, card, i) => addPile(now, { x: pile.x + i * (wide + 6), y: pile.y + high + 10, cards: [{ ...card, up: true }] }), setPile(state, rest));
  }),
  /** The top card face up to the discards of its deck. */
  discard: withPile((state, pile, _given, stock) => {
    const [[card], rest] = takeTop(pile, 1);
    return toDiscards(setPile(state, rest), card, stock);
  }),
  play: withHeld((state, card, { x, y, up = true }) => addPile(state, { x, y, cards: [{ ...card, up }] })),
  /** A card of a hand on top of a pile, face up unless it is said otherwise. */
  lay: withHeld((state, card, { onto, up = true, hand }) => {
    const under = findPile(state, onto);
    if (!under) return setHand(state, hand, [...state.hands[hand], card]);
    return setPile(state, { ...under, cards: [...under.cards, { ...card, up }] }, { raise: true });
  }),
  pass: withHeld((state, card, { to, hand }) => setHand(state, state.hands[to] ? to : hand, [...state.hands[state.hands[to] ? to : hand], card])),
  discardHeld: withHeld((state, card, _given, stock) => toDiscards(state, card, stock)),
  /** As many players as wanted; cards of those who leave go to the discards. */
  players(state, { count }, stock) {
    const hands = emptyHands(count).map((_, index) => state.hands[index] ?? []);
    return state.hands.slice(hands.length).flat().reduce((now, card) => toDiscards(now, card, stock), { ...state, hands });
  },
  die: (state, { sides, x, y }) => roll({ ...state, next: state.next + 1, things: [...state.things, { id: state.next, sides, value: 1, x, y }] }, { id: state.next }),
  counter: (state, { x, y }) => ({ ...state, next: state.next + 1, things: [...state.things, { id: state.next, sides: 0, value: 0, x, y }] }),
  roll,
  count: (state, { id, by }) => (findThing(state, id) ? setThing(state, id, { value: findThing(state, id).value + by }) : state),
  moveThing: (state, { id, x, y }) => (findThing(state, id) ? setThing(state, id, { x, y }) : state),
  removeThing: (state, { id }) => ({ ...state, things: state.things.filter((own) => own.id !== id) }),
};

function roll(state, { id }) {
  const thing = findThing(state, id);
  if (!thing?.sides) return state;
  const [seed, after] = useChance(state);
  return setThing(after, id, { value: 1 + Math.floor(numbers(seed)() * thing.sides) });
}

function toDiscards(state, card, stock) {
  const { pile, discard } = placeDecks(stock).places.get(listPieces(stock)[card.n].deck);
  return layAt(state, [{ ...card, up: true, turn: 0 }], discard ?? pile);
}

/** Make a move by its name. */
export const apply = (state, name, given, stock) => MOVES[name](state, given, stock);

// --- another state of the game -----------------------------------------------------------------

/** The same table with the cards of `after`: those that are gone are taken off, new ones lie under their deck. */
export function restock(state, before, after) {
  const names = pieceNames(before);
  const numbers_ = new Map(pieceNames(after).map((name, n) => [name, n]));
  const renumber = (cards) => cards.map((card) => ({ ...card, n: numbers_.get(names[card.n]) })).filter(({ n }) => n !== undefined);
  const piles = state.piles.map((pile) => ({ ...pile, cards: renumber(pile.cards) })).filter(({ cards }) => cards.length);
  const now = { ...state, piles, hands: state.hands.map(renumber) };
  const known = new Set(names);
  const pieces = listPieces(after);
  const { places } = placeDecks(after);
  return [...numbers_].filter(([name]) => !known.has(name)).reduce((table, [, n]) => {
    const { pile, faceUp } = places.get(pieces[n].deck);
    const there = table.piles.find((own) => Math.hypot(own.x - pile.x, own.y - pile.y) < 1);
    const card = { n, up: faceUp, turn: 0 };
    return there ? setPile(table, { ...there, cards: [card, ...there.cards] }) : addPile(table, { x: pile.x, y: pile.y, cards: [card] });
  }, now);
}

/** What tells a piece from all others: its card and which copy it is. */
function pieceNames(stock) {
  return stock.decks.flatMap(({ cards }) => cards.flatMap(({ key, copies }) => Array.from({ length: copies }, (_, copy) => `${key}#${copy}`)));
}
