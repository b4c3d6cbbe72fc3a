// What can be done with what is chosen: buttons, their keys, and what is said of it.
//
// In      a table and its selection: `{pile}`, `{thing}` or `{held}` (the number of a piece).
// Out     actions `{label, key, run, say}`; `run` makes the moves.

import { plural } from './play_elements.js';
import { findPile, findThing } from './play_state.js';

/** The actions for a selection, in the order of the buttons. */
export function listActions(table) {
  const { pile, thing, held } = table.selected;
  if (pile !== undefined) return pileActions(table, findPile(table.state, pile));
  if (thing !== undefined) return thingActions(table, findThing(table.state, thing));
  return held !== undefined ? heldActions(table, held) : [];
}

function pileActions(table, pile) {
  const many = pile.cards.length > 1;
  const on = { pile: pile.id };
  const { seat } = table;
  const hand = `hand ${seat + 1}`;
  const move = (name, given = {}) => () => table.make([[name, { ...on, ...given }]]);
  const counted = (name, given = {}) => () => table.make([[name, { ...on, count: table.count, ...given }]]);
  const some = () => plural(Math.min(table.count, pile.cards.length), 'card');
  const hasBack = pile.cards.some(({ n }) => table.pieces[n].back);
  return [
    { label: 'Draw', key: 'd', run: counted('draw', { hand: seat }), say: () => `${some()} to ${hand}`, counts: many },
    many && { label: 'Deal to all', key: 'a', run: counted('deal'), say: () => `${table.count} to each of ${plural(table.state.hands.length, 'player')}` },
    many && { label: 'Lay out', key: 'l', run: counted('spread'), say: () => `${some()} laid out` },
    many && { label: 'Take top', key: 't', run: () => table.takeAside(pile), say: () => 'Top card taken aside' },
    hasBack && { label: 'Flip', key: 'f', run: move('flipTop'), say: () => table.describe(pile.id) },
    many && hasBack && { label: 'Flip pile', key: 'F', run: move('flip'), say: () => table.describe(pile.id) },
    { label: 'Turn', key: 'r', run: move('turn'), say: () => table.describe(pile.id) },
    { label: 'Turn back', key: 'R', run: move('turn', { by: -90 }), say: () => table.describe(pile.id), hidden: true },
    many && { label: 'Shuffle', key: 's', run: move('shuffle', { faceUp: !hasBack }), say: () => `${plural(pile.cards.length, 'card')} shuffled` },
    { label: 'Discard', key: 'x', run: move('discard'), say: () => 'Discarded' },
    ...table.otherPiles(pile).map(([id, name]) => ({ label: name, group: 'Put on…', run: move('put', { onto: id }), say: () => `Put on ${name}` })),
  ].filter(Boolean);
}

function heldActions(table, n) {
  const on = { hand: table.seat, n };
  const move = (name, given) => () => table.make([[name, { ...on, ...given }]]);
  const play = (up) => () => table.make([['play', { ...on, ...table.freePlace(table.pieces[n].size), up }]]);
  const others = table.state.hands.map((_, hand) => hand).filter((hand) => hand !== table.seat);
  return [
    { label: 'Play', key: 'p', run: play(true), say: () => `${table.pieces[n].name} played` },
    table.pieces[n].back && { label: 'Play face down', key: 'P', run: play(false), say: () => 'A card played face down' },
    { label: 'Discard', key: 'x', run: move('discardHeld'), say: () => `${table.pieces[n].name} discarded` },
    ...others.map((to) => ({ label: `hand ${to + 1}`, group: 'Give to…', run: move('pass', { to }), say: () => `Given to hand ${to + 1}` })),
    ...table.otherPiles(null).map(([id, name]) => ({ label: name, group: 'Put on…', run: move('lay', { onto: id }), say: () => `Put on ${name}` })),
  ].filter(Boolean);
}

function thingActions(table, thing) {
  const on = { id: thing.id };
  const move = (name, given = {}) => () => table.make([[name, { ...on, ...given }]]);
  const say = () => table.describeThing(thing.id);
  const own = thing.sides ? [{ label: thing.sides === 2 ? 'Toss' : 'Roll', key: 'r', run: move('roll'), say }]
    : [{ label: 'One more', key: '+', run: move('count', { by: 1 }), say }, { label: 'One less', key: '-', run: move('count', { by: -1 }), say }];
  return [...own, { label: 'Take away', key: 'x', run: move('removeThing'), say: () => 'Taken away' }];
}
