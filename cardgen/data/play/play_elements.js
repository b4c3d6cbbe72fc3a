// What lies on the table, as elements: piles, things, places for decks, cards of a hand.
//
// In      a table (`play_table.js`) and parts of its state.
// Out     elements; those of piles and things are kept from one drawing to the next.

/** An element: `make('p.note', {title, onclick}, 'text', child)`. */
export function make(spec, given = {}, ...inside) {
  const [tag, ...classes] = spec.split('.');
  const element = document.createElement(tag);
  element.className = classes.join(' ');
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('on') || ['value', 'checked', 'disabled', 'selected', 'hidden'].includes(name)) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...inside.flat());
  return element;
}

export const plural = (count, noun) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

/** Which side of a card is seen: one without a back shows its front. */
export const sideOf = (piece, up) => (up || !piece.back ? 'front' : 'back');

/** A pile in words: what is seen of it, and how many cards it has. */
export function describePile(pile, pieces) {
  const top = pile.cards.at(-1);
  const piece = pieces[top.n];
  const seen = sideOf(piece, top.up) === 'front' ? piece.name : `${piece.title}, face down`;
  const turned = top.turn ? `, turned ${top.turn}°` : '';
  return pile.cards.length > 1 ? `${seen}${turned}, top of ${pile.cards.length} cards` : `${seen}${turned}`;
}

export function describeThing({ sides, value }) {
  if (!sides) return `Counter, ${value}`;
  return sides === 2 ? `Coin, ${faceOfCoin(value)}` : `Die of ${sides} sides, ${value}`;
}

const faceOfCoin = (value) => (value === 1 ? 'heads' : 'tails');

/** Put a pile's element right: where it is, what is seen, how many there are. */
export function fillPile(element, pile, table) {
  const top = pile.cards.at(-1);
  const piece = table.pieces[top.n];
  const [wide, high] = piece.size.map((side) => side * table.scale);
  const side = sideOf(piece, top.up);
  place(element, pile, table, wide, high);
  element.setAttribute('aria-label', describePile(pile, table.pieces));
  element.dataset.cards = pile.cards.length;
  element.dataset.card = side === 'front' ? piece.key : '';
  element.style.setProperty('--thick', Math.min(6, Math.ceil(pile.cards.length / 12)));
  const shown = `${piece.key} ${side} ${wide} ${table.edition}`;
  if (element.dataset.shown !== shown) {
    const card = make('span.play-card', {}, table.face(piece, side, wide, high));
    element.replaceChildren(card, make('span.play-count', { 'aria-hidden': 'true', title: 'Drag to move the whole pile' }));
    element.dataset.shown = shown;
  }
  element.firstElementChild.style.rotate = `${top.turn}deg`;
  element.lastElementChild.textContent = pile.cards.length;
  element.lastElementChild.hidden = pile.cards.length < 2;
}

export function fillThing(element, thing, table) {
  place(element, thing, table, 44, 44);
  element.setAttribute('aria-label', describeThing(thing));
  element.classList.toggle('die', thing.sides > 0);
  const shown = thing.sides === 2 ? faceOfCoin(thing.value) : String(thing.value);
  const kind = thing.sides > 2 ? `d${thing.sides}` : thing.sides ? 'coin' : 'count';
  element.replaceChildren(make('b', {}, shown), make('small', {}, kind));
}

function place(element, { x, y }, { scale }, wide, high) {
  const style = element.style;
  style.left = `${x * scale - wide / 2}px`;
  style.top = `${y * scale - high / 2}px`;
  style.width = `${wide}px`;
  style.height = `${high}px`;
}

/** The place of a deck or its discards, seen where nothing lies. */
export function makeHome({ x, y, size, title }, what, table) {
  const home = make('div.play-home', {}, make('span', {}, title), make('span', {}, what));
  place(home, { x, y }, table, ...size.map((side) => side * table.scale));
  return home;
}

/** A card of a hand, `high` pixels high. */
export function makeHeld({ n }, table, high, concealed) {
  const piece = table.pieces[n];
  const wide = Math.min((piece.size[0] / piece.size[1]) * high, 180);
  const side = sideOf(piece, !concealed);
  const element = make('button.play-held', { type: 'button', 'data-n': n, tabindex: '-1', 'aria-label': side === 'front' ? piece.name : `${piece.title}, face down` },
    make('span.play-card', {}, table.face(piece, side, wide, (wide * piece.size[1]) / piece.size[0])));
  element.style.width = `${wide}px`;
  element.style.height = `${(wide * piece.size[1]) / piece.size[0]}px`;
  return element;
}
