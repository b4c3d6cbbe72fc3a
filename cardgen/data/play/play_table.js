// A table to play on: cards of a game without its rules.
//
// In      a root element; a stock (`play_layout.js`); `face(piece, side, wide, high)`, which returns the
//         picture of a card in pixels of the page; `onChange(text)`, told the table's text for an address.
// Out     a `PlayTable` that draws itself, and takes moves by mouse, touch and keyboard.
// Not here  what a move does (`play_state.js`), pointers (`play_drag.js`), buttons (`play_controls.js`).

import { randomSeed } from './numbers.js';
import { listActions } from './play_actions.js';
import { decodeTable, encodeTable } from './play_code.js';
import { drawControls, makeControls } from './play_controls.js';
import { listenToPointer } from './play_drag.js';
import { describePile, describeThing, fillPile, fillThing, make, makeHeld, makeHome } from './play_elements.js';
import { listenToKeys } from './play_keys.js';
import { listPieces, placeDecks } from './play_layout.js';
import { apply, findPile, findThing, restock, setUp } from './play_state.js';

const [MOST_UNDO, SNAP, ROOM_BELOW, ROW] = [300, 14, 300, 600];
const THING_PIXELS = 48;
const SCALES = [0.6, 5];

export class PlayTable {
  constructor(root, stock, { face, onChange = () => {} }) {
    Object.assign(this, { root, face, onChange, seat: 0, count: 1, selected: {}, concealed: false, edition: 0, scale: 0 });
    this.done = [];
    this.undone = [];
    this.elements = new Map();
    makeControls(this);
    this.setStock(stock);
    this.state = setUp(this.stock, randomSeed());
    this.text = '';
    listenToPointer(this);
    listenToKeys(this);
  }

  setStock(stock) {
    this.stock = stock;
    this.pieces = listPieces(stock);
    Object.assign(this, placeDecks(stock));
  }

  /** Take the table of an address; false, and a new one, if it has none of this game. */
  open(text) {
    if (text && text === this.text) return true;
    const found = decodeTable(text, this.stock);
    this.state = found ?? setUp(this.stock, randomSeed());
    [this.done, this.undone, this.selected, this.seat] = [[], [], {}, 0];
    this.settle();
    if (text && !found) this.say('That table was laid with other cards; this is a new one');
    return Boolean(found);
  }

  /** Go on with the cards as they are now. */
  update(stock) {
    if (JSON.stringify(stock) !== JSON.stringify(this.stock)) {
      const before = this.stock;
      const follow = (state) => restock(state, before, stock);
      [this.done, this.undone] = [this.done.map(follow), this.undone.map(follow)];
      this.state = follow(this.state);
      this.setStock(stock);
    }
    this.edition += 1;
    this.settle();
  }

  // --- moves -----------------------------------------------------------------------------------

  /** Make moves as one step. */
  make(moves) {
    const after = moves.reduce((state, [name, given]) => apply(state, name, typeof given === 'function' ? given(state) : given, this.stock), this.state);
    if (after === this.state) return;
    this.done = [...this.done.slice(-MOST_UNDO), this.state];
    this.undone = [];
    this.state = after;
    this.settle();
  }

  undo() { this.step(this.done, this.undone, 'Taken back'); }

  redo() { this.step(this.undone, this.done, 'Done again'); }

  step(from, to, said) {
    if (!from.length) return;
    to.push(this.state);
    this.state = from.pop();
    this.settle();
    this.say(said);
  }

  /** Begin anew with a seed. */
  begin(seed, players = this.state.hands.length) {
    this.done = [...this.done.slice(-MOST_UNDO), this.state];
    this.undone = [];
    this.state = setUp(this.stock, [...seed].slice(0, 24).join(''), players);
    this.settle();
    this.say(`A new table, seed ${seed}`);
  }

  /** Show another player's hand. */
  sit(seat) {
    this.seat = seat;
    this.selected = {};
    this.draw();
  }

  conceal(concealed) {
    this.concealed = concealed;
    this.draw();
  }

  run(action) {
    action.run();
    this.say(action.say());
  }

  /** Put down what was dragged. */
  drop(source, target) {
    if (source.thing !== undefined) return target.hand === undefined && this.make([['moveThing', { id: source.thing, ...target }]]);
    if (source.held !== undefined) return this.dropHeld(source.held, target);
    const pile = findPile(this.state, source.pile);
    if (!pile) return undefined;
    const whole = source.whole || pile.cards.length === 1;
    if (target.hand !== undefined) return this.make([['draw', { pile: pile.id, hand: target.hand, count: whole ? pile.cards.length : 1 }]]);
    const { onto, ...at } = this.settlePlace(target, pile.cards.at(-1).n, whole ? pile.id : null);
    if (onto === pile.id) return undefined; // back where it came from
    const lifted = whole ? [] : [['take', { pile: pile.id, ...at }]];
    const moved = (state) => ({ pile: whole ? pile.id : state.piles.at(-1).id, onto, ...at });
    this.make([...lifted, [onto ? 'put' : 'move', moved]]);
    return this.select({ pile: onto ?? (whole ? pile.id : this.state.piles.at(-1).id) });
  }

  dropHeld(n, target) {
    const on = { hand: this.seat, n };
    if (target.hand !== undefined) return this.make([['pass', { ...on, to: target.hand }]]);
    const { onto, ...at } = this.settlePlace(target, n, null);
    this.make([onto ? ['lay', { ...on, onto }] : ['play', { ...on, ...at }]]);
    return this.select({ pile: onto ?? this.state.piles.at(-1).id });
  }

  /** Where something let go at a place lies: on the pile there, in a deck's place, or just there. */
  settlePlace({ x, y }, n, moved) {
    const reach = Math.min(...this.pieces[n].size) * 0.4;
    const near = (at, far) => Math.hypot(at.x - x, at.y - y) < far;
    const under = this.state.piles.findLast((pile) => pile.id !== moved && near(pile, reach));
    if (under) return { onto: under.id };
    const home = this.homes().find((one) => near(one, SNAP));
    return home ? { x: home.x, y: home.y } : { x, y };
  }

  homes() { return [...this.places.values()].flatMap(({ pile, discard }) => (discard ? [pile, discard] : [pile])); }

  takeAside(pile) {
    const { size } = this.pieces[pile.cards.at(-1).n];
    this.make([['take', { pile: pile.id, ...this.freePlace(size) }]]);
  }

  /** A place below the decks where nothing lies, for something of a size. */
  freePlace([wide, high]) {
    for (let row = 0; row < 40; row += 1) {
      for (let column = 0; column < Math.floor(ROW / (wide + 8)); column += 1) {
        const at = { x: Math.round(24 + wide / 2 + column * (wide + 8)), y: Math.round(this.bottom + 16 + high / 2 + row * (high + 8)) };
        if (this.isFree(at, [wide, high])) return at;
      }
    }
    return { x: 24 + wide / 2, y: this.bottom + high };
  }

  isFree(at, [wide, high]) {
    const apart = (own, size) => Math.abs(own.x - at.x) >= (wide + size[0]) / 2 - 6 || Math.abs(own.y - at.y) >= (high + size[1]) / 2 - 6;
    return this.state.piles.every((pile) => apart(pile, this.pieces[pile.cards.at(-1).n].size)) && this.state.things.every((thing) => apart(thing, this.thingSize()));
  }

  thingSize() { return [THING_PIXELS / this.scale, THING_PIXELS / this.scale]; }

  addThing(sides) {
    this.make([[sides ? 'die' : 'counter', { sides, ...this.freePlace(this.thingSize()) }]]);
    this.elements.get(`thing ${this.state.things.at(-1).id}`).focus({ preventScroll: true });
  }

  otherPiles(pile) {
    return this.state.piles.filter((own) => own !== pile).map((own) => [own.id, describePile(own, this.pieces)]);
  }

  describe(id) {
    const pile = findPile(this.state, id);
    return pile ? describePile(pile, this.pieces) : '';
  }

  describeThing(id) { return describeThing(findThing(this.state, id)); }

  say(text) { this.status.textContent = text; }

  // --- drawing ---------------------------------------------------------------------------------

  /** Draw the state and tell its text. */
  settle() {
    if (this.seat >= this.state.hands.length) this.seat = 0;
    this.dropLostSelection();
    this.draw();
    this.text = encodeTable(this.state, this.stock);
    this.onChange(this.text);
  }

  dropLostSelection() {
    const { pile, thing, held } = this.selected;
    const there = pile !== undefined ? findPile(this.state, pile) : thing !== undefined ? findThing(this.state, thing)
      : this.state.hands[this.seat].some(({ n }) => n === held);
    if (!there) this.selected = {};
  }

  select(selected) {
    this.selected = selected;
    this.markSelected();
    drawControls(this, listActions(this));
  }

  /** How large a millimeter is; as the room has it, until somebody chooses. */
  fitScale() {
    const { clientWidth, clientHeight } = this.room;
    const wide = Math.max(...[...this.places.values()].map(({ pile, discard }) => (discard ?? pile).x + pile.size[0] / 2), 200) + 14;
    if (!this.scale && clientWidth) this.scale = Math.min(2.2, Math.max(1.05, Math.min(clientWidth / wide, clientHeight / (this.bottom + 120))));
  }

  zoomBy(factor) {
    this.scale = Math.min(SCALES[1], Math.max(SCALES[0], this.scale * factor));
    this.draw();
  }

  draw() {
    this.fitScale();
    const far = (list, axis) => Math.max(0, ...list.map((own) => own[axis]));
    const all = [...this.state.piles, ...this.state.things, ...this.homes()];
    this.surface.style.width = `max(100%, ${(far(all, 'x') + 60) * this.scale}px)`;
    this.surface.style.height = `max(100%, ${Math.max(this.bottom + ROOM_BELOW, far(all, 'y') + 100) * this.scale}px)`;
    this.homeLayer.replaceChildren(...[...this.places.values()].flatMap(({ pile, discard }) => [makeHome(pile, '', this), ...(discard ? [makeHome(discard, 'discards', this)] : [])]));
    this.drawLying();
    this.drawHand();
    this.markSelected();
    drawControls(this, listActions(this));
  }

  /** Piles and things; an element stays with what it shows. */
  drawLying() {
    const held = this.surface.contains(document.activeElement);
    const wanted = [
      ...this.state.piles.map((pile) => this.keepElement('pile', pile, fillPile)),
      ...this.state.things.map((thing) => this.keepElement('thing', thing, fillThing)),
    ];
    const keep = new Set(wanted);
    for (const [name, element] of this.elements) if (!keep.has(element)) { element.remove(); this.elements.delete(name); }
    wanted.forEach((element, index) => { element.style.zIndex = index + 1; if (!element.parentNode) this.surface.append(element); });
    if (held && !this.surface.contains(document.activeElement)) (wanted[0] ?? this.room).focus({ preventScroll: true });
  }

  keepElement(kind, own, fill) {
    const name = `${kind} ${own.id}`;
    if (!this.elements.has(name)) this.elements.set(name, make(`button.play-${kind}`, { type: 'button', 'data-id': own.id, tabindex: '-1' }));
    fill(this.elements.get(name), own, this);
    return this.elements.get(name);
  }

  drawHand() {
    const focused = document.activeElement?.closest?.('.play-held') && this.root.contains(document.activeElement);
    const high = this.root.clientHeight < 620 ? 76 : 116;
    this.hand.dataset.hand = this.seat;
    this.hand.style.minHeight = `${high + 20}px`;
    const cards = this.state.hands[this.seat];
    this.hand.replaceChildren(...cards.map((card) => makeHeld(card, this, high, this.concealed)));
    if (!cards.length) this.hand.append(make('p.play-empty', {}, 'No cards in this hand. Drag cards here, or draw.'));
    if (focused) (this.hand.querySelector('[data-chosen]') ?? this.hand.querySelector('.play-held') ?? this.room).focus({ preventScroll: true });
  }

  markSelected() {
    const { pile, thing, held } = this.selected;
    const chosen = this.elements.get(pile !== undefined ? `pile ${pile}` : `thing ${thing}`);
    const all = [...this.elements.values()];
    for (const element of all) element.toggleAttribute('data-chosen', element === chosen);
    const stop = chosen ?? all[0];
    for (const element of all) element.tabIndex = element === stop ? 0 : -1;
    const cards = [...this.hand.querySelectorAll('.play-held')];
    const at = cards.findIndex((element) => Number(element.dataset.n) === held);
    cards.forEach((element, index) => {
      element.toggleAttribute('data-chosen', index === at);
      element.tabIndex = index === Math.max(0, at) ? 0 : -1;
    });
  }

  /** Mark where a drag would end. */
  showTarget(target) {
    for (const element of this.root.querySelectorAll('[data-hand]')) element.classList.toggle('target', Number(element.dataset.hand) === target?.hand);
  }
}
