// A card in the grid: its faces, its name, how many there are, what is found and noted.

import { h, plural } from './dom.js';
import { Face } from './face.js';
import { notesOf } from './notes.js';
import { findingsOf, game, sizeOf } from './store.js';
import { fittedWidth, view } from './view.js';
import { openCard } from './detail.js';

const [GAP, EDGE, CAPTION] = [10, 6, 22]; // as in cards.css

/** Tiles that were turned over alone: they stay so while they are off the screen. */
const flipped = new Set();

let room = Infinity;

/** Take the width of the page: no tile is wider. */
export const setTileRoom = (width) => { room = width; };

/** The width of one of so many faces of a tile. */
export const faceWidth = (size, count = view.side === 'both' ? 2 : 1) => fittedWidth(size, room - 2 * EDGE - GAP * (count - 1), count);

/** The box of a tile of some size, with one face or two. */
export function tileBox(size, faces, width = faceWidth(size)) {
  const [across, down] = size.print;
  return { width: faces * (width + GAP) - GAP + 2 * EDGE, height: (width * down) / across + 2 * EDGE + CAPTION };
}

/** A card in the grid: one face or both, what it is called, how many there are. */
export class Tile {
  constructor(entry) {
    this.id = entry.id;
    this.faces = [];
    this.stage = h('span.stage');
    this.name = h('span.name');
    this.count = h('span.count');
    this.badge = h('span.badge');
    this.pin = h('span.pin');
    this.button = h('button.card', { type: 'button', tabindex: '-1', 'data-id': entry.id },
      this.stage, h('span.caption', {}, this.name, this.pin, this.count), this.badge);
    this.button.onclick = () => openCard(this.key, this.sides()[0]);
    this.element = h('li', {}, this.button);
    this.update(entry);
  }

  sides() {
    const card = game.cards[this.key];
    if (!card.back) return ['front'];
    if (view.side === 'both') return ['front', 'back'];
    const back = (view.side === 'back') !== flipped.has(this.id);
    return [back ? 'back' : 'front'];
  }

  update(entry) {
    this.key = entry.key;
    this.keys = entry.keys;
    const card = game.cards[this.key];
    const size = sizeOf(card);
    if (!size) return;
    this.fillFaces();
    this.button.dataset.card = this.key;
    this.name.textContent = card.id;
    this.count.textContent = entry.count > 1 ? `×${entry.count}` : '';
    this.updateBadge();
  }

  /** A moment's ring around its faces. */
  highlight() {
    this.faces.forEach((face) => face.flash());
  }

  fillFaces() {
    const card = game.cards[this.key];
    const size = card && sizeOf(card);
    if (!size) return;
    const sides = this.sides();
    const width = faceWidth(size);
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

  /** The faces at another zoom, with the pictures that are there. */
  resize() {
    if (!game.cards[this.key]) return;
    for (const face of this.faces) face.resize(faceWidth(face.size));
  }

  /** New pictures, for a new zoom or another way of seeing. */
  redraw() {
    const card = game.cards[this.key];
    const size = card && sizeOf(card);
    if (size) this.faces.forEach((face) => face.show(card, face.side, faceWidth(size)));
  }

  /** Other faces of the same card. */
  refresh() {
    const card = game.cards[this.key];
    if (!card || !sizeOf(card)) return;
    this.faces.forEach((face) => face.show(card, face.side));
  }

  /** How many findings there are about it. */
  updateBadge() {
    const found = this.keys.flatMap(findingsOf);
    const errors = found.filter((index) => game.findings[index].severity === 'error').length;
    this.badge.hidden = !found.length;
    this.badge.className = `badge ${errors ? 'error' : 'warning'}`;
    const said = errors ? plural(errors, 'error') : plural(found.length, 'warning');
    this.badge.replaceChildren(String(errors || found.length), h('span.hidden', {}, said.replace(/^\d+/, '')));
    this.badge.title = said;
    this.updatePin();
    for (const face of this.faces) face.mark();
  }

  /** How many notes there are on it. */
  updatePin() {
    const { length } = this.keys.flatMap(notesOf);
    this.pin.hidden = !length;
    this.pin.replaceChildren(h('span', { 'aria-hidden': 'true' }, '✎'), h('span.hidden', {}, plural(length, 'note')));
  }

  flip() {
    const card = game.cards[this.key];
    if (!card.back || view.side === 'both') return;
    if (!flipped.delete(this.id)) flipped.add(this.id);
    this.faces[0].flip(this.sides()[0]);
  }

  drop() {
    this.faces.forEach((face) => face.drop());
  }
}
