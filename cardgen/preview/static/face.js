// One side of a card: its picture, the boxes over it, and what cuts it out.

import { h, s, find, prefersReducedMotion } from './dom.js';
import { boxesOf, game, sizeOf, tellPicture, wordsOf } from './store.js';
import { currentLook, pixelsOf } from './view.js';

/** Draws pictures when they come near the screen. */
const nearing = new IntersectionObserver((seen) => {
  for (const entry of seen) {
    const face = faces.get(entry.target);
    if (!face) continue;
    face.near = entry.isIntersecting;
    if (face.near) face.draw();
    else face.abandon();
  }
}, { root: find('cards'), rootMargin: '500px 300px' });

const faces = new WeakMap();

const url = (key, pixels, look) => `/face/${key}.png?w=${pixels}${look ? `&look=${look}` : ''}`;

export class Face {
  /** A face of `width` CSS pixels; `look` is fixed if given, `whole` asks for every pixel of the print. */
  constructor(card, side, width, { look = null, lazy = true, whole = false } = {}) {
    this.whole = whole;
    this.fixedLook = look;
    this.image = h('img', { alt: '', draggable: 'false' });
    this.cut = h('span.cut', {}, this.image);
    this.lines = s('svg', { class: 'lines', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
    this.marks = h('span.marks', { 'aria-hidden': 'true' });
    this.element = h('span.face', {}, this.cut, this.lines, this.marks);
    this.shown = '';
    this.near = !lazy;
    /** The picture that was asked for and is not there yet. */
    this.waiting = null;
    /** Fulfilled once the picture that was asked for last is there, or will not come. */
    this.settled = Promise.resolve();
    faces.set(this.element, this);
    this.show(card, side, width);
    if (lazy) nearing.observe(this.element);
  }

  /** Show another card, side or width; nothing is fetched twice. */
  show(card, side, width = this.width) {
    this.card = card;
    this.side = side;
    const size = sizeOf(card);
    if (!size) return;
    this.size = size;
    this.resize(width);
    const style = this.element.style;
    const id = sizeId(card);
    style.setProperty('--cut', `url(#cut-${id})`);
    style.setProperty('--trim', `url(#trim-${id})`);
    const [wide, high] = size.mm;
    style.setProperty('--kx', 100 / (wide + 2 * size.bleed_mm));
    style.setProperty('--ky', 100 / (high + 2 * size.bleed_mm));
    this.overlay(size);
    this.mark();
    this.draw();
  }

  /** Take another width at once; `draw` fetches the picture that fits it. */
  resize(width) {
    this.width = width;
    const [across, down] = this.size.print;
    this.element.style.width = `${width}px`;
    this.element.style.height = `${(width * down) / across}px`;
    this.element.classList.toggle('pixels', width * devicePixelRatio > across * 1.01);
  }

  overlay(size) {
    if (this.lined === size.cut) return;
    this.lined = size.cut;
    this.lines.setAttribute('viewBox', `0 0 ${size.page[0]} ${size.page[1]}`);
    this.lines.replaceChildren(
      ...['bleed', 'cut', 'safe'].map((name) => s('path', { class: name, d: size[name] })));
  }

  /** Outline the elements that findings are about. */
  mark() {
    const boxes = boxesOf(keyOf(this.card), this.side);
    this.marks.replaceChildren(...boxes.map(({ index, severity, box }) => h(`i.${severity}`, {
      'data-finding': index,
      '--x': box[0], '--y': box[1], '--w': box[2], '--h': box[3],
    })));
  }

  /** Fetch the picture, if it is near the screen and another than is shown. */
  draw() {
    const key = this.card[this.side];
    this.image.alt = this.describe();
    this.element.classList.toggle('blank', !key);
    if (!key || !this.near || !this.size) return;
    const pixels = this.whole ? this.size.print[0] : pixelsOf(this.size, this.width);
    const wanted = url(key, pixels, this.fixedLook ?? currentLook());
    if (wanted === this.shown) return;
    this.abandon();
    this.shown = wanted;
    this.settled = this.fetch(wanted, key);
  }

  /** Take back what was asked for and has not come: whoever scrolls on waits for what is on the screen. */
  abandon() {
    if (!this.waiting) return;
    this.waiting.removeAttribute('src');
    this.waiting = null;
    this.shown = '';
  }

  /** Show the picture by the element that is in the page, for which the browser waits before it prints. */
  drawForPaper() {
    const key = this.card[this.side];
    if (!key || !this.size || this.element.dataset.shown === key) return;
    const wanted = url(key, this.whole ? this.size.print[0] : pixelsOf(this.size, this.width), this.fixedLook ?? currentLook());
    this.abandon();
    this.shown = wanted;
    this.image.loading = 'lazy';
    this.image.src = wanted;
    this.element.dataset.shown = key;
  }

  async fetch(wanted, key) {
    const next = h('img', { alt: this.image.alt, draggable: 'false' });
    this.waiting = next;
    next.src = wanted;
    try {
      await next.decode();
    } catch {
      if (this.waiting === next) this.abandon();
      return;
    }
    if (this.waiting !== next) return;
    this.waiting = null;
    next.alt = this.describe();
    next.dataset.key = key;
    this.image.replaceWith(next);
    this.image = next;
    this.element.dataset.shown = key;
    tellPicture();
  }

  /** The words on it; none where they are just what the card is called, which stands beside it. */
  describe() {
    const words = wordsOf(this.card, this.side);
    return words.toLowerCase() === this.card.id.toLowerCase() ? '' : words;
  }

  /** Turn the card over to `side`. */
  async flip(side) {
    if (!prefersReducedMotion()) {
      const turn = { duration: 110, easing: 'ease-in', fill: 'forwards' };
      await this.element.animate([{ transform: 'none' }, { transform: 'rotateY(90deg)' }], turn).finished.catch(() => {}); // turned again meanwhile
    }
    this.near = true;
    this.show(this.card, side);
    for (const animation of this.element.getAnimations()) animation.cancel();
    if (!prefersReducedMotion()) this.element.animate([{ transform: 'rotateY(-90deg)' }, { transform: 'none' }], { duration: 140, easing: 'ease-out' });
  }

  /** A moment's ring around what a save has changed. */
  flash() {
    this.element.classList.remove('changed');
    void this.element.offsetWidth;
    this.element.classList.add('changed');
  }

  drop() {
    nearing.unobserve(this.element);
    this.abandon();
  }
}

/** Give every face in a part of the page its picture, near the screen or not: paper shows all of them. */
export function drawAllForPaper(part) {
  for (const element of part.querySelectorAll('.face')) faces.get(element)?.drawForPaper();
}

export const keyOf = (card) => `${card.deck}/${card.id}`;

const sizeNames = () => Object.keys(game.sizes);
const sizeId = (card) => sizeNames().indexOf(game.decks.find((deck) => deck.name === card.deck)?.size);

/** The shapes that faces are clipped to, one of each size. */
export function defineClipPaths() {
  const defs = find('cuts').firstElementChild;
  defs.replaceChildren(...sizeNames().flatMap((name, id) => {
    const { page, trim, cut } = game.sizes[name];
    const scale = `scale(${1 / page[0]} ${1 / page[1]})`;
    const box = { x: trim[0], y: trim[1], width: trim[2], height: trim[3], transform: scale };
    const units = { clipPathUnits: 'objectBoundingBox' };
    return [
      s('clipPath', { id: `cut-${id}`, ...units }, s('path', { d: cut, transform: scale })),
      s('clipPath', { id: `trim-${id}`, ...units }, s('rect', box)),
    ];
  }));
}
