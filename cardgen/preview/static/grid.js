// All cards by deck.

import { reorderChildren, find, h, plural } from './dom.js';
import { drawAllForPaper } from './face.js';
import { suggest } from './search.js';
import { entries, game, wordsOf } from './store.js';
import { setTileRoom, Tile, tileBox } from './tile.js';
import { updateView, view } from './view.js';
import { holdAll, MOST_WHOLE, roomForGrid, WindowedGrid } from './windowed_grid.js';

const sections = new Map();
/** The sections on show, in order, each with its deck and its entries. */
let shown = [];
/** The tile that Tab leads to: its id. */
let current = '';

/** Bring the grid up to date; tiles that are there stay. */
export function drawGrid() {
  const main = find('cards');
  shown = entries().map(({ deck, entries: list }) => {
    if (!sections.has(deck.name)) sections.set(deck.name, makeSection(deck.name));
    const section = Object.assign(sections.get(deck.name), { deck, entries: list });
    section.head.replaceChildren(...heading(deck, list));
    section.none.hidden = list.length > 0;
    section.none.textContent = deck.cards.length ? 'No card fits.' : 'There is no card in this deck yet.';
    return section;
  });
  const parts = shown.map(({ element }) => element);
  reorderChildren(main, shown.some(({ entries: list }) => list.length) || !chosen() ? parts : [nothing(), ...parts]);
  pinCurrent(locate((entry) => entry.id === current) ?? first());
  layOut();
  setTabStop();
}

/** Give each grid its boxes as the zoom and the width of the page have them. */
function layOut() {
  const whole = shown.reduce((sum, { entries: list }) => sum + list.length, 0) <= MOST_WHOLE;
  const room = roomForGrid();
  setTileRoom(room);
  for (const { deck, entries: list, grid, windowed } of shown) {
    const size = game.sizes[deck.size];
    if (!size) continue;
    const { columnGap, rowGap, marginLeft } = getComputedStyle(grid);
    const gap = [parseFloat(columnGap) || 0, parseFloat(rowGap) || 0];
    windowed.show(list, { ...tileBox(size, facesOf(list)), gap, room: room - 2 * parseFloat(marginLeft), whole });
    windowed.fill();
  }
}

/** How many faces a tile of a deck has room for. */
const facesOf = (list) => (view.side === 'both' && list.some(({ key }) => game.cards[key].back) ? 2 : 1);

const tiles = () => shown.flatMap(({ windowed }) => [...windowed.made.values()]);

const chosen = () => Boolean(view.q) || view.filters.size > 0;

/** Nothing is left of all cards: by what, and the way back. */
function nothing() {
  const by = [...view.filters].map(([field, values]) => `${field} ${[...values].map(filterSaid).join(' or ')}`);
  if (view.q) by.unshift(`the search “${view.q}”`);
  const instead = view.q && suggest(view.q, Object.values(game.cards), wordsOf);
  const offer = instead && h('button.link', { type: 'button', onclick: () => updateView({ q: instead }) }, `Search “${instead}”`);
  return h('p.nothing', { role: 'status' }, `Nothing is left by ${by.join(' and ')}. `, offer, offer ? ' · ' : '',
    h('button.link', { type: 'button', onclick: () => updateView({ q: '', filters: new Map() }) }, 'Show all cards'));
}

const filterSaid = (value) => (value === '=' ? 'empty' : `${value.startsWith('~') ? 'with ' : ''}“${value.slice(1)}”`);

/** Only the tiles of some cards, at once. */
export function updateTiles(keys) {
  for (const tile of tiles()) if (keys.has(tile.key)) tile.refresh();
}

function makeSection(name) {
  const head = h('h2', { id: `deck-${name}` });
  const grid = h('ul.grid', { role: 'list' });
  const none = h('p.none');
  const element = h('section.deck', { 'aria-labelledby': `deck-${name}` }, head, none, grid);
  const windowed = new WindowedGrid(grid, (entry) => {
    const tile = new Tile(entry);
    tile.button.onfocus = () => setCurrentTile(entry.id, false);
    return tile;
  });
  return { element, head, grid, none, windowed };
}

function heading(deck, list) {
  const size = game.sizes[deck.size];
  const all = list.reduce((sum, entry) => sum + entry.count, 0);
  const cards = all === deck.total ? plural(deck.total, 'card') : `${all} of ${plural(deck.total, 'card')}`;
  const faces = new Set(deck.cards.map((key) => game.cards[key]?.front)).size;
  const facts = [cards, `${plural(faces, 'different front')}`, `${deck.size} ${size.mm[0]} × ${size.mm[1]} mm`];
  return [deck.name, h('small', {}, facts.join(' · '))];
}

/** A new zoom, with the pictures that are there; what is at the top of the screen stays there. */
export function resizeGrid() {
  for (const tile of tiles()) tile.resize();
  const top = find('cards').getBoundingClientRect().top + 1;
  const at = shown.find(({ grid }) => grid.getBoundingClientRect().bottom > top);
  const index = at && at.grid.getBoundingClientRect().top < top ? at.windowed.firstOnScreen() : 0;
  layOut();
  if (index) at.windowed.reveal(Math.min(index, at.entries.length - 1));
}

/** Other pictures: for a new zoom, or seen with other eyes. */
export function redrawGrid() {
  layOut();
  for (const tile of tiles()) tile.redraw();
}

/** Badges and outlines. */
export function updateBadges() {
  for (const tile of tiles()) tile.updateBadge();
}

/** Give every card its tile and every tile its pictures: paper shows all of them. */
export function fillAllTiles() {
  holdAll(true);
  drawAllForPaper(find('cards'));
}

export const dropFarTiles = () => holdAll(false);

export function highlightCards(keys) {
  for (const tile of tiles()) if (keys.has(tile.key)) tile.highlight();
}

// --- the keyboard ----------------------------------------------------------------------------

/** The first entry that is wanted: its section and its number there. */
function locate(wanted) {
  for (const section of shown) {
    const index = section.entries.findIndex(wanted);
    if (index >= 0) return { section, index };
  }
  return undefined;
}

const first = () => shown.filter(({ entries: list }) => list.length).map((section) => ({ section, index: 0 }))[0];

const tileAt = ({ section, index }) => section.windowed.made.get(section.entries[index]?.id);

export function currentTile() {
  const place = locate((entry) => entry.id === current);
  return place && tileAt(place);
}

/** The tile that Tab leads to stays in the page wherever the screen is. */
function pinCurrent(place) {
  current = place ? place.section.entries[place.index].id : '';
  for (const section of shown) section.windowed.pin(section === place?.section ? place.index : -1);
}

function setTabStop() {
  for (const tile of tiles()) tile.button.tabIndex = tile.id === current ? 0 : -1;
}

/** Make a tile the one that Tab leads to. */
function setCurrentTile(id, focus = true) {
  const before = currentTile();
  if (before) before.button.tabIndex = -1;
  const place = locate((entry) => entry.id === id);
  if (!place) return;
  pinCurrent(place);
  const tile = tileAt(place);
  if (!tile) return;
  tile.button.tabIndex = 0;
  if (focus) tile.button.focus({ preventScroll: true });
}

/** Go to a tile, which may be far from the screen. */
function goTo(place, block, focus = true) {
  pinCurrent(place);
  place.section.windowed.reveal(place.index, block);
  setTabStop();
  if (focus) tileAt(place)?.button.focus({ preventScroll: true });
}

/** Go to the tile that stands in some direction. */
export function moveFocus(direction) {
  const from = locate((entry) => entry.id === current);
  const filled = shown.filter(({ entries: list }) => list.length);
  if (!from) return;
  const last = filled.at(-1);
  const places = {
    Home: () => ({ section: filled[0], index: 0 }),
    End: () => ({ section: last, index: last.entries.length - 1 }),
    ArrowRight: () => neighbor(filled, from, 1),
    ArrowLeft: () => neighbor(filled, from, -1),
    ArrowDown: () => vertical(filled, from, 1),
    ArrowUp: () => vertical(filled, from, -1),
  };
  const to = places[direction]();
  if (to) goTo(to);
}

/** The next tile or the one before, also of the next deck. */
function neighbor(filled, { section, index }, step) {
  if (section.entries[index + step]) return { section, index: index + step };
  const other = filled[filled.indexOf(section) + step];
  return other && { section: other, index: step > 0 ? 0 : other.entries.length - 1 };
}

/** The tile below or above; past the edge of a deck the nearest of the next. */
function vertical(filled, { section, index }, step) {
  const { columns, rows, width, gap } = section.windowed;
  const [row, column] = [Math.floor(index / columns), index % columns];
  const to = row + step;
  if (to >= 0 && to < rows) return { section, index: Math.min(to * columns + column, section.entries.length - 1) };
  const other = filled[filled.indexOf(section) + step];
  if (!other) return undefined;
  const middle = column * (width + gap[0]) + width / 2;
  const there = other.windowed;
  const at = Math.max(0, Math.min(there.columns - 1, Math.round((middle - there.width / 2) / (there.width + there.gap[0]))));
  const line = step > 0 ? 0 : there.rows - 1;
  return { section: other, index: Math.min(line * there.columns + at, other.entries.length - 1) };
}

/** Go to a card as it is on show in the grid; false if it is not. */
export function focusTile(key) {
  const place = locate((entry) => entry.key === key) ?? locate((entry) => entry.keys.includes(key));
  if (place) goTo(place, 'center');
  return Boolean(place);
}

/** Bring a card to sight; the keyboard stays where it is. */
export function revealTile(key) {
  const place = locate((entry) => entry.keys.includes(key));
  if (place) goTo(place, 'center', false);
}

new ResizeObserver(() => { if (view.mode === 'cards' && shown[0]?.element.isConnected) layOut(); }).observe(find('cards'));
