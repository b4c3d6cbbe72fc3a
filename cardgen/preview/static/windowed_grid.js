// A grid of boxes of one size, of which only those near the screen are in the page.
//
// The list has the height of all of them, so that the scroll bar tells the truth, and every box
// its place in it. What reads the page aloud is told how many there are (`aria-setsize`).

import { find } from './dom.js';

/** As many as this are all in the page, where the browser's own search finds them. */
export const MOST_WHOLE = 200;
const MARGIN = 900; // CSS pixels beyond the screen, on both sides

const grids = new Set();

/** Every grid that is in the page is filled anew when it moves under the screen. */
const fillAll = () => {
  for (const grid of grids) {
    if (grid.element.isConnected) grid.fill();
    else grids.delete(grid);
  }
};
let asked = false;
const fillSoon = () => {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; fillAll(); });
};
find('cards')?.addEventListener('scroll', fillSoon, { passive: true });

/** The width that the view has for a grid, known before the grid is in the page. */
export function roomForGrid() {
  const main = find('cards');
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

export class WindowedGrid {
  /** `make(item)` gives an object with its `element`, and may have `update(item)` and `drop()`. */
  constructor(element, make) {
    this.element = element;
    this.make = make;
    this.items = [];
    this.made = new Map();
    this.pinned = -1;
    this.printing = false;
    element.classList.add('windowed');
  }

  /** Take other items, each with an `id`, or boxes of another size. `whole` keeps all in the page. */
  show(items, { width, height, gap, room, whole = false }) {
    Object.assign(this, { items, width, height, gap, whole });
    this.columns = Math.max(1, Math.floor((room + gap[0]) / (width + gap[0])));
    this.rows = Math.ceil(items.length / this.columns);
    this.element.style.height = `${Math.max(0, this.rows * (height + gap[1]) - gap[1])}px`;
    this.element.style.setProperty('--box-width', `${width}px`);
    this.element.style.setProperty('--box-height', `${height}px`);
    grids.add(this);
    this.stale = true;
  }

  /** The first and the last number, and one more, of what is near the screen. */
  near() {
    if (this.whole || this.printing) return [0, this.items.length];
    const main = find('cards').getBoundingClientRect();
    const { top } = this.element.getBoundingClientRect();
    const step = this.height + this.gap[1];
    const first = Math.max(0, Math.floor((main.top - top - MARGIN) / step));
    const last = Math.max(first, Math.ceil((main.bottom - top + MARGIN) / step));
    return [first * this.columns, Math.min(this.items.length, last * this.columns)];
  }

  /** Make what has come near the screen, drop what has left it. */
  fill() {
    const [first, last] = this.near();
    const now = `${first} ${last} ${this.pinned}`;
    if (!this.stale && now === this.filled) return;
    const wanted = new Map();
    for (let index = first; index < last; index += 1) wanted.set(this.items[index].id, index);
    if (this.items[this.pinned]) wanted.set(this.items[this.pinned].id, this.pinned);
    for (const [id, made] of this.made) {
      if (wanted.has(id)) continue;
      made.drop?.();
      made.element.remove();
      this.made.delete(id);
    }
    const order = [...wanted].sort(([, one], [, other]) => one - other);
    let at = this.element.firstElementChild;
    for (const [id, index] of order) {
      const { element } = this.place(id, index);
      if (element === at) at = at.nextElementSibling;
      else this.element.insertBefore(element, at);
    }
    this.filled = now;
    this.stale = false;
  }

  /** The box of an item, in its place. */
  place(id, index) {
    const item = this.items[index];
    let made = this.made.get(id);
    if (!made) {
      made = this.make(item);
      this.made.set(id, made);
    } else if (this.stale) made.update?.(item);
    const column = index % this.columns;
    const row = (index - column) / this.columns;
    made.element.style.left = `${column * (this.width + this.gap[0])}px`;
    made.element.style.top = `${row * (this.height + this.gap[1])}px`;
    made.element.setAttribute('aria-setsize', this.items.length);
    made.element.setAttribute('aria-posinset', index + 1);
    return made;
  }

  /** Keep an item in the page wherever the screen is: the one that has the keyboard. */
  pin(index) {
    this.pinned = index;
  }

  /** Bring an item to the screen, and so into the page. */
  reveal(index, block = 'nearest') {
    const main = find('cards');
    const box = main.getBoundingClientRect();
    const row = Math.floor(index / this.columns);
    const top = this.element.getBoundingClientRect().top - box.top + row * (this.height + this.gap[1]);
    const head = 60; // the heading that stays at the top
    if (block === 'center') main.scrollTop += top - (box.height - this.height) / 2;
    else if (top < head) main.scrollTop += top - head;
    else if (top + this.height > box.height) main.scrollTop += Math.min(top - head, top + this.height - box.height + 8);
    fillAll();
    return this.made.get(this.items[index]?.id);
  }

  /** The number of the item at the top of the screen. */
  firstOnScreen() {
    const top = find('cards').getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    return Math.max(0, Math.ceil(top / (this.height + this.gap[1]))) * this.columns;
  }
}

/** Paper shows all, and then what was near again. */
export function holdAll(on) {
  for (const grid of grids) {
    grid.printing = on;
    if (grid.element.isConnected) grid.fill();
  }
}
