// Where a game's decks stand on the table before anybody plays.
//
// In      a stock: `{decks: [{name, title, cards: [{key, name, copies, size: [mm, mm], back}]}]}`.
// Out     pieces, and a place for each deck and for its discards: centers, in millimeters.

const [GAP, WIDE, BOARD] = [14, 640, 150];

/** Every printed card once; its number is its place in this list. */
export const listPieces = (stock) => stock.decks.flatMap((deck) => deck.cards.flatMap((card) =>
  Array.from({ length: card.copies }, () => ({ ...card, deck: deck.name, title: deck.title ?? deck.name }))));

/** Whether a deck is played on, as a board is, rather than drawn from. */
const isBoard = (deck) => deck.cards.some(({ size }) => Math.max(...size) > BOARD);

/** A place for each deck with cards: in rows, the boards below the rest. */
export function placeDecks(stock) {
  const decks = stock.decks.filter(({ cards }) => cards.some(({ copies }) => copies > 0));
  const ordered = [...decks.filter((deck) => !isBoard(deck)), ...decks.filter(isBoard)];
  const places = new Map();
  let [left, top, deepest, boards] = [GAP, GAP, 0, false];
  for (const deck of ordered) {
    const wide = Math.max(...deck.cards.map(({ size }) => size[0]));
    const high = Math.max(...deck.cards.map(({ size }) => size[1]));
    const across = isBoard(deck) ? wide : 2 * wide + GAP / 2;
    if (left > GAP && (left + across > WIDE || isBoard(deck) !== boards)) {
      [left, top, deepest] = [GAP, top + deepest + GAP + 6, 0];
    }
    boards = isBoard(deck);
    const middle = { y: top + high / 2, size: [wide, high], name: deck.name, title: deck.title ?? deck.name };
    const pile = { ...middle, x: left + wide / 2 };
    const discard = boards ? null : { ...middle, x: pile.x + wide + GAP / 2 };
    places.set(deck.name, { pile, discard, faceUp: boards || !deck.cards.some(({ back }) => back) });
    [left, deepest] = [left + across + GAP, Math.max(deepest, high)];
  }
  return { places, bottom: top + deepest + GAP };
}
