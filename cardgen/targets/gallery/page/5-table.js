// The table to play on, over the whole page.

const playing = find('playing');
let table = null;

const lengths = (card) => ['--w', '--h'].map((name) => parseFloat(getComputedStyle(card.element).getPropertyValue(name)));

const makeStock = () => ({
  decks: decks.map(({ section }) => {
    const own = cards.filter((card) => deckOf(card) === section);
    return {
      name: own[0].deck,
      title: section.querySelector('h2').firstChild.textContent.trim(),
      cards: own.map((card) => ({ key: `${card.deck}/${card.id}`, name: card.name, copies: card.copies, size: lengths(card), back: card.back, index: card.index })),
    };
  }),
});

/** A face of a card, as the page has it. */
function copyFace(piece, side, wide) {
  const own = cards[piece.index].element.querySelector(`.face.${side}`);
  own.querySelectorAll('img').forEach(fill);
  const face = own.cloneNode(true);
  face.hidden = false;
  face.style.width = `${wide}px`;
  return face;
}

function openTable(text = '') {
  if (!playing.open) playing.showModal();
  if (!table) {
    const made = new PlayTable(find('play-root'), makeStock(), { face: copyFace, onChange: (told) => table === made && remember(`#play=${told}`) });
    table = made;
    table.link = () => `${location.href.split('#')[0]}#play=${table.text}`;
  }
  if (text) table.open(text);
  else table.settle();
}

find('play').onclick = () => openTable();
find('play-close').onclick = () => playing.close();
playing.addEventListener('close', () => {
  if (playing.open) return;
  leave();
  find('play').focus({ preventScroll: true });
});
addEventListener('resize', () => { if (playing.open) table.draw(); });
