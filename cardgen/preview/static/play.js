// The table to play on, with the cards as they are now.

import { find, h } from './dom.js';
import { PlayTable } from './play_table.js';
import { game, sizeOf, wordsOf } from './store.js';
import { pixelsOf, updateView, view } from './view.js';

let table = null;

/** What there is to play with. */
const stock = () => ({
  decks: game.decks.map((deck) => ({
    name: deck.name,
    title: deck.name,
    cards: deck.cards.filter((key) => game.cards[key] && sizeOf(game.cards[key])).map((key) => {
      const card = game.cards[key];
      return { key, name: card.fields.name || card.fields.title || card.id, copies: card.copies, size: sizeOf(card).mm, back: Boolean(card.back) };
    }),
  })),
});

/** The picture of a card without its bleed, `wide` pixels of the page. */
function face(piece, side, wide) {
  const card = game.cards[piece.key];
  const size = card && sizeOf(card);
  if (!size?.print || !card[side]) return h('span');
  const [page, trim] = [size.page[0], size.trim[2]];
  const css = (wide * page) / trim;
  const image = h('img', { alt: wordsOf(card, side), draggable: 'false', src: `/face/${card[side]}.png?w=${pixelsOf(size, css)}` });
  const id = Object.keys(game.sizes).indexOf(game.decks.find((deck) => deck.name === card.deck).size);
  const cut = h('span.play-cut', {}, image);
  cut.style.width = `${css}px`;
  cut.style.clipPath = `url(#cut-${id})`;
  return cut;
}

export function drawPlay() {
  const main = find('cards');
  if (!table?.root.isConnected) {
    const root = h('section', { 'aria-label': 'Table to play on' });
    main.replaceChildren(root);
    const made = new PlayTable(root, stock(), { face, onChange: (play) => table === made && updateView({ play }) });
    table = made;
    table.open(view.play);
  } else if (view.play !== table.text) table.open(view.play);
  else table.update(stock());
}

export const resizePlay = () => table?.root.isConnected && table.draw();

/** Take back the last move on the table, or make it again: `what` is `undo` or `redo`. */
export const goBackOnTable = (what) => table?.root.isConnected && table[what]();
