// All games of a project: what each holds, what is found in it, and the way to its page.

import { find, h, plural, preserveFocus, reorderChildren } from './dom.js';
import { openLine } from './line.js';

const COVER = 168; // CSS pixels high, as in shelf.css

/** The first face of a deck, cut as it will be. */
function cover(game, { face, page: [wide, high], trim: [left, top, width, height] }) {
  const scale = COVER / height;
  const pixels = Math.min(4096, Math.round(wide * scale * devicePixelRatio));
  const image = h('img', { alt: '', draggable: 'false', src: `/cover/${game.number}/${face}.png?w=${pixels}` });
  Object.assign(image.style, { width: `${wide * scale}px`, height: `${high * scale}px`, left: `${-left * scale}px`, top: `${-top * scale}px` });
  const cut = h('span.cover', {}, image);
  cut.style.width = `${width * scale}px`;
  return cut;
}

/** What is found in a game, in words. */
function describeFindings({ read, judged, errors, warnings, fault }) {
  if (fault) return ['error', fault];
  if (!read) return ['', 'reading…'];
  if (errors) return ['error', [plural(errors, 'error'), warnings && plural(warnings, 'warning')].filter(Boolean).join(', ')];
  if (warnings) return ['warning', plural(warnings, 'warning')];
  return ['', judged ? 'No findings' : 'Checking…'];
}

/** What stands for a game. The link of `tile` stays where it is: a press that began on it ends on it. */
function fill(tile, game) {
  const total = game.decks.reduce((sum, deck) => sum + deck.total, 0);
  const facts = game.decks.length ? `${plural(total, 'card')} in ${plural(game.decks.length, 'deck')}` : game.read ? 'No card can be shown yet' : '';
  const [worst, said] = describeFindings(game);
  const link = tile.firstChild;
  link.href = `/open/${game.number}`;
  link.dataset.focus = game.name;
  link.replaceChildren(
    h('span.covers', { 'aria-hidden': 'true' }, game.covers.map((one) => cover(game, one))),
    h('span.title', {}, game.title), h('span.facts', {}, facts || '…'),
    h('span.found', { 'data-worst': worst }, said),
    game.note ? h('span.facts', {}, game.note) : '');
  return tile;
}

const none = () => h('li.none', {}, 'There is no game in this project now. One that is put into ', h('code', {}, 'card_data'), ' appears here.');

const drawn = new Map();

/** Draw the games; a tile of which nothing has changed stays as it is. */
function draw(games) {
  const tiles = games.map((game) => {
    const now = JSON.stringify(game);
    const last = drawn.get(game.number);
    if (last?.now === now) return last.element;
    const element = fill(last?.element ?? h('li', {}, h('a.shelved')), game);
    drawn.set(game.number, { now, element });
    return element;
  });
  const list = find('cards').querySelector('ul') ?? h('ul.shelf', { role: 'list' });
  if (!list.isConnected) find('cards').replaceChildren(list);
  const held = list.contains(document.activeElement);
  preserveFocus(list, () => reorderChildren(list, tiles.length ? tiles : [none()]));
  if (held && document.activeElement === document.body) (list.querySelector('a') ?? find('cards')).focus(); // its game is gone
  document.documentElement.classList.add('ready');
  say('live', 'live');
}

function say(state, text) {
  find('live').dataset.state = state;
  find('live-text').textContent = text;
}

history.replaceState(null, '', location.pathname); // hides the key that opened the page
openLine({ games: draw }, (hint) => say('lost', `no server: ${hint[0].toLowerCase()}${hint.slice(1)}`));
