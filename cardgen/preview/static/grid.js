// All cards by deck.

import { reorderChildren, find, h, plural } from './dom.js';
import { Face } from './face.js';
import { notesOf } from './notes.js';
import { suggest } from './search.js';
import { entries, findingsOf, game, sizeOf, wordsOf } from './store.js';
import { updateView, view, widthOf } from './view.js';
import { openCard } from './detail.js';

const tiles = new Map();
const sections = new Map();
let current = '';

/** Tiles have their faces only while they are near the screen, however many there are. */
const nearing = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) tilesByElement.get(target)?.setNear(isIntersecting);
}, { root: find('cards'), rootMargin: '900px 300px' }); // a margin of the window would be clipped

const tilesByElement = new WeakMap();

const HIGHLIGHT_WAIT = 400; // ms
const [GAP, EDGE, CAPTION] = [10, 6, 22]; // as in cards.css

/** A card in the grid: one face or both, what it is called, how many there are. */
class Tile {
  constructor(entry) {
    this.id = entry.id;
    this.faces = [];
    this.flipped = false;
    this.stage = h('span.stage');
    this.name = h('span.name');
    this.count = h('span.count');
    this.badge = h('span.badge');
    this.pin = h('span.pin');
    this.button = h('button.card', { type: 'button', tabindex: '-1', 'data-id': entry.id },
      this.stage, h('span.caption', {}, this.name, this.pin, this.count), this.badge);
    this.button.onclick = () => openCard(this.key, this.sides()[0]);
    this.button.onfocus = () => setCurrentTile(this.id, false);
    this.element = h('li', {}, this.button);
    this.near = false;
    this.highlightedUntil = 0;
    this.update(entry);
    tilesByElement.set(this.element, this);
    nearing.observe(this.element);
  }

  sides() {
    const card = game.cards[this.key];
    if (!card.back) return ['front'];
    if (view.side === 'both') return ['front', 'back'];
    const back = (view.side === 'back') !== this.flipped;
    return [back ? 'back' : 'front'];
  }

  update(entry) {
    this.key = entry.key;
    const card = game.cards[this.key];
    const size = sizeOf(card);
    if (!size) return;
    this.fillFaces();
    this.reserveSpace();
    this.button.dataset.card = this.key;
    this.name.textContent = card.id;
    this.count.textContent = entry.count > 1 ? `×${entry.count}` : '';
    this.updateBadge(entry.keys);
  }

  /** Take up or give back the faces when the tile comes near the screen or leaves it. */
  setNear(near) {
    if (near === this.near) return;
    this.near = near;
    this.fillFaces();
    if (performance.now() < this.highlightedUntil) this.highlight();
  }

  /** Ring the faces; those of a tile that is just new, as soon as it is known to be near. */
  highlight() {
    this.highlightedUntil = this.faces.length ? 0 : performance.now() + HIGHLIGHT_WAIT;
    this.faces.forEach((face) => face.flash());
  }

  fillFaces() {
    const card = game.cards[this.key];
    const size = card && sizeOf(card);
    if (!size) return;
    const sides = this.near ? this.sides() : [];
    const width = widthOf(size);
    this.fillStage();
    while (this.faces.length > sides.length) {
      const gone = this.faces.pop();
      gone.drop();
      gone.element.remove();
    }
    sides.forEach((side, index) => {
      if (this.faces[index]) this.faces[index].show(card, side, width);
      else {
        this.faces[index] = new Face(card, side, width);
        this.stage.append(this.faces[index].element);
      }
    });
  }

  /** The room of its faces, whether they are there or not. */
  fillStage() {
    const size = sizeOf(game.cards[this.key]);
    this.stage.style.minHeight = `${(widthOf(size) * size.print[1]) / size.print[0]}px`;
    this.stage.style.minWidth = `${this.width()}px`;
  }

  /** How wide its faces are together. */
  width() {
    return this.sides().length * (widthOf(sizeOf(game.cards[this.key])) + GAP) - GAP;
  }

  /** The room that it takes while it is too far off to be laid out. */
  reserveSpace() {
    const wide = this.width() + 2 * EDGE;
    const size = sizeOf(game.cards[this.key]);
    const width = widthOf(size);
    const [across, down] = size.print;
    this.element.style.containIntrinsicSize = `${wide}px ${(width * down) / across + 2 * EDGE + CAPTION}px`;
  }

  /** Other faces of the same card. */
  refresh() {
    const card = game.cards[this.key];
    if (!card || !sizeOf(card)) return;
    this.faces.forEach((face) => face.show(card, face.side));
  }

  /** How many findings there are about it. */
  updateBadge(keys = [this.key]) {
    const found = keys.flatMap(findingsOf);
    const errors = found.filter((index) => game.findings[index].severity === 'error').length;
    this.badge.hidden = !found.length;
    this.badge.className = `badge ${errors ? 'error' : 'warning'}`;
    const said = errors ? plural(errors, 'error') : plural(found.length, 'warning');
    this.badge.replaceChildren(String(errors || found.length), h('span.hidden', {}, said.replace(/^\d+/, '')));
    this.badge.title = said;
    this.updatePin(keys);
    for (const face of this.faces) face.mark();
  }

  /** How many notes there are on it. */
  updatePin(keys) {
    const { length } = keys.flatMap(notesOf);
    this.pin.hidden = !length;
    this.pin.replaceChildren(h('span', { 'aria-hidden': 'true' }, '✎'), h('span.hidden', {}, plural(length, 'note')));
  }

  flip() {
    const card = game.cards[this.key];
    if (!card.back || view.side === 'both') return;
    this.setNear(true);
    this.flipped = !this.flipped;
    this.faces[0].flip(this.sides()[0]);
  }
}

/** Bring the grid up to date; tiles that are there stay. */
export function drawGrid() {
  const main = find('cards');
  const shown = entries();
  const keep = new Set();
  const wanted = shown.map(({ deck, entries: list }) => {
    if (!sections.has(deck.name)) sections.set(deck.name, makeSection(deck.name));
    const { section, head, grid, none } = sections.get(deck.name);
    head.replaceChildren(...heading(deck, list));
    none.hidden = list.length > 0;
    none.textContent = deck.cards.length ? 'No card fits.' : 'There is no card in this deck yet.';
    reorderChildren(grid, list.map((entry) => {
      keep.add(entry.id);
      const known = tiles.get(entry.id);
      if (known) known.update(entry);
      else tiles.set(entry.id, new Tile(entry));
      return tiles.get(entry.id).element;
    }));
    return section;
  });
  for (const [id, tile] of tiles) {
    if (keep.has(id)) continue;
    tile.faces.forEach((face) => face.drop());
    nearing.unobserve(tile.element);
    tiles.delete(id);
  }
  reorderChildren(main, shown.some(({ entries: list }) => list.length) || !chosen() ? wanted : [nothing(), ...wanted]);
  if (!tiles.has(current)) current = tiles.keys().next().value ?? '';
  setCurrentTile(current, false);
}

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
  for (const tile of tiles.values()) if (keys.has(tile.key)) tile.refresh();
}

function makeSection(name) {
  const head = h('h2', { id: `deck-${name}` });
  const grid = h('ul.grid', { role: 'list' });
  const none = h('p.none');
  const section = h('section.deck', { 'aria-labelledby': `deck-${name}` }, head, none, grid);
  return { section, head, grid, none };
}

function heading(deck, list) {
  const size = game.sizes[deck.size];
  const all = list.reduce((sum, entry) => sum + entry.count, 0);
  const cards = all === deck.total ? plural(deck.total, 'card') : `${all} of ${plural(deck.total, 'card')}`;
  const faces = new Set(deck.cards.map((key) => game.cards[key]?.front)).size;
  const facts = [cards, `${plural(faces, 'different front')}`, `${deck.size} ${size.mm[0]} × ${size.mm[1]} mm`];
  return [deck.name, h('small', {}, facts.join(' · '))];
}

/** A new zoom, with the pictures that are there. */
export function resizeGrid() {
  for (const tile of tiles.values()) {
    if (!game.cards[tile.key]) continue;
    for (const face of tile.faces) face.resize(widthOf(face.size));
    tile.fillStage();
    tile.reserveSpace();
  }
}

/** New zoom or other eyes: every tile asks for another picture when it is near. */
export function redrawGrid() {
  for (const tile of tiles.values()) {
    const card = game.cards[tile.key];
    const size = card && sizeOf(card);
    if (!size) continue;
    tile.faces.forEach((face) => face.show(card, face.side, widthOf(size)));
  }
}

/** Badges and outlines. */
export function updateBadges() {
  for (const { entries: list } of entries()) for (const entry of list) tiles.get(entry.id)?.updateBadge(entry.keys);
}

/** Give every tile its faces: paper shows all of them. */
export function fillAllTiles() {
  for (const tile of tiles.values()) {
    tile.setNear(true);
    for (const face of tile.faces) {
      face.near = true;
      face.draw();
    }
  }
}

export function highlightCards(keys) {
  for (const tile of tiles.values()) if (keys.has(tile.key)) tile.highlight();
}

// --- the keyboard ----------------------------------------------------------------------------

export const currentTile = () => tiles.get(current);

/** Make a tile the one that Tab leads to. */
function setCurrentTile(id, focus = true) {
  const before = tiles.get(current);
  if (before) before.button.tabIndex = -1;
  current = id;
  const tile = tiles.get(id);
  if (!tile) return;
  tile.button.tabIndex = 0;
  if (focus) tile.button.focus();
}

/** Go to the tile that stands in some direction. */
export function moveFocus(direction) {
  const buttons = [...document.querySelectorAll('#cards .card')];
  const at = buttons.indexOf(tiles.get(current)?.button);
  if (at < 0) return;
  const wanted = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[direction];
  const next = wanted === undefined ? vertical(buttons, at, direction === 'ArrowDown' ? 1 : -1) : buttons[wanted];
  if (next) {
    setCurrentTile(next.dataset.id);
    next.scrollIntoView({ block: 'nearest' });
  }
}

function vertical(buttons, at, sign) {
  const from = buttons[at].getBoundingClientRect();
  const middle = from.left + from.width / 2;
  let best = null;
  let least = Infinity;
  for (let i = at + sign; buttons[i]; i += sign) {
    const box = buttons[i].getBoundingClientRect();
    const down = sign * (box.top - from.top);
    if (down < from.height / 2) continue;
    const far = down * 4 + Math.abs(box.left + box.width / 2 - middle);
    if (far < least) [least, best] = [far, buttons[i]];
    else if (down * 4 > least) break;
  }
  return best;
}

/** Go to a card as it is on show, whatever the view; false if it is not. */
export function focusCard(key) {
  const found = document.querySelector(`#cards [data-card="${CSS.escape(key)}"]`);
  if (!found) return false;
  found.scrollIntoView({ block: 'center' });
  (found.matches('button') ? found : found.querySelector('button')).focus({ preventScroll: true });
  return true;
}
