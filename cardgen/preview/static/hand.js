// A hand as it might be dealt: the same seed, the same cards.

import { find, h, preserveFocus } from './dom.js';
import { Face } from './face.js';
import { deal, randomSeed } from './numbers.js';
import { allSelected, game, printedCards, sizeOf } from './store.js';
import { fittedWidth, updateView, view } from './view.js';
import { openCard } from './detail.js';

const MOST = 15;

const ALL = '*';

/** The deck that is dealt from: the one chosen, else the first; '' for all of them. */
function chosenDeck() {
  if (view.deck) return view.deck;
  if (view.from === ALL) return '';
  const names = game.decks.map((deck) => deck.name);
  return names.includes(view.from) ? view.from : names[0] ?? '';
}

export function drawHand() {
  fillDecks();
  const pile = printedCards(chosenDeck());
  const count = Math.max(1, Math.min(MOST, Number(view.n) || 7));
  const keys = deal(pile, count, view.seed);
  const middle = (keys.length - 1) / 2;
  const step = Math.min(6, 40 / Math.max(1, keys.length));
  const whole = find('cards').clientWidth - 40;
  const widthOf = (key) => fittedWidth(sizeOf(game.cards[key]), whole * 0.7);
  const widest = Math.max(...keys.map(widthOf), 0);
  const room = whole - widest * 1.6;
  const spread = Math.min(widest * 0.4, Math.max(14, room / Math.max(1, keys.length - 1)));
  const cards = keys.map((key, index) => {
    const card = game.cards[key];
    const face = new Face(card, 'front', widthOf(key), { lazy: false });
    const turn = (index - middle) * step;
    const button = h('button.card', { type: 'button', 'data-card': key, 'data-focus': `dealt ${index}`, onclick: () => openCard(key) },
      h('span.stage', {}, face.element));
    return h('li', { '--turn': `${turn}deg`, '--at': index - middle, '--spread': `${spread}px`, '--wide': `${widest}px` }, button);
  });
  const said = `${keys.length} of ${pile.length} ${allSelected() ? '' : 'selected '}cards, seed ${view.seed}`;
  const section = h('section.deck.dealt', {}, h('h2', {}, 'A hand', h('small', {}, said)), h('ul.hand', { role: 'list' }, cards));
  preserveFocus(find('cards'), () => find('cards').replaceChildren(section));
}

export const dealAgain = () => updateView({ seed: randomSeed() });

let offered = null;

/** The decks to choose from; a list that is open stays open. */
function fillDecks() {
  const from = find('hand-deck');
  const names = game.decks.map((deck) => deck.name);
  if (names.join('\n') !== offered) {
    offered = names.join('\n');
    const all = names.length > 1 ? [[ALL, 'all decks']] : [];
    from.replaceChildren(...[...names.map((name) => [name, name]), ...all].map(([value, label]) => h('option', { value }, label)));
  }
  from.value = chosenDeck() || ALL;
  from.disabled = Boolean(view.deck);
}

export function fillHand() {
  const from = find('hand-deck');
  fillDecks();
  find('hand-count').value = view.n;
  find('hand-seed').value = view.seed;
  from.onchange = () => updateView({ from: from.value });
  find('hand-count').oninput = (event) => updateView({ n: event.target.value });
  find('hand-seed').oninput = (event) => updateView({ seed: event.target.value });
  find('deal').onclick = dealAgain;
}
