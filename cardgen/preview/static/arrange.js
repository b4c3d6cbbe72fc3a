// The chosen element moved and resized: by the pointer, by touch, by keys. What it would print is
// drawn by the server while it moves; the file is written by Enter or a button.

import { h, s } from './dom.js';
import { toast } from './announcements.js';
import { edits } from './edit_requests.js';
import { currentLook, pixelsOf } from './view.js';

const NEAR = 7; // CSS pixels within which an edge snaps
const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const STILL = { left: 0, top: 0, right: 0, bottom: 0 };
const POINTS_PER_MM = 72 / 25.4;

/** What is arranged, as the panel gave it: an element, the others, the size, the face. */
let subject = null;
let moves = { ...STILL };
let plan = null;
let asked = '';
let refused = '';
let snaps = true;
let settled = false; // whether the print that is drawn is that of the moves
let saved = false;

const frame = h('span.arranged', {}, ...HANDLES.map((edge) => h('i.handle', { 'data-edge': edge })));
const ghost = h('span.ghost', { 'aria-hidden': 'true' });
const tried = h('img.tried', { alt: '', draggable: 'false' });
const guides = s('svg', { class: 'guides', viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
const bar = h('div.arrangement', {});

const isStill = () => Object.values(moves).every((points) => Math.abs(points) < 0.01);

/** Arrange an element from now on, or again after the game changed. */
export function arrangeWith(wanted) {
  const same = subject && subject.one.at === wanted.one.at && subject.face === wanted.face;
  const now = JSON.stringify(wanted.one.box) === JSON.stringify(subject?.one.box);
  if (!same || !now) reset();
  subject = wanted;
  const { element } = subject.face;
  if (!element.contains(frame)) element.append(ghost, guides, frame);
  element.querySelector('.cut').append(tried);
  frame.classList.toggle('turned', subject.one.turned);
  place();
  fillBar();
}

/** Take everything off the card that arranging put there. */
export function clearArrangement() {
  if (subject && !isStill() && !saved) toast('p', { role: 'status' }, `Not saved: ${subject.one.name || subject.one.kind} is where it was.`);
  reset();
  subject = null;
  for (const part of [frame, ghost, guides, tried]) part.remove();
}

function reset() {
  moves = { ...STILL };
  [plan, refused, asked, settled] = [null, '', '', false];
  ghost.hidden = true;
  if (saved) awaitPicture(subject.face.element);
  else hideTried();
  saved = false;
  guides.replaceChildren();
  fillBar();
}

function hideTried() {
  tried.hidden = true;
  tried.removeAttribute('src');
}

/** Leave what was tried until the picture of what was saved is there. */
function awaitPicture(element) {
  const timer = setTimeout(done, 1500);
  const watch = new MutationObserver(done);
  watch.observe(element, { attributes: true, attributeFilter: ['data-shown'] });
  function done() {
    clearTimeout(timer);
    watch.disconnect();
    if (isStill()) hideTried();
  }
}

/** The part of the panel that says what a move changes. */
export const showArrangement = () => (edits() ? [bar] : []);

// --- where it is -----------------------------------------------------------------------------

/** The element's box with its edges moved, in shares of the card. */
function movedBox() {
  const [wide, high] = subject.size.page;
  const [left, top, width, height] = subject.one.box;
  return [
    left + moves.left / wide, top + moves.top / high,
    Math.max(0, width + (moves.right - moves.left) / wide), Math.max(0, height + (moves.bottom - moves.top) / high),
  ];
}

function setBox(part, [left, top, width, height]) {
  for (const [name, value] of [['--x', left], ['--y', top], ['--w', width], ['--h', height]]) part.style.setProperty(name, value);
}

function place() {
  setBox(frame, movedBox());
  const unmoved = isStill();
  ghost.hidden = unmoved || settled;
  if (unmoved) return;
  const { one, size } = subject;
  const whole = moves.left === moves.right && moves.top === moves.bottom && one.ink; // what is seen of it
  const [left, top, width, height] = whole ? one.ink : one.box;
  setBox(ghost, whole ? [left + moves.left / size.page[0], top + moves.top / size.page[1], width, height] : movedBox());
  const image = subject.face.image.currentSrc;
  ghost.style.backgroundImage = image ? `url("${image}")` : '';
  ghost.style.backgroundSize = `${100 / width}% ${100 / height}%`;
  ghost.style.backgroundPosition = `${width < 1 ? (100 * left) / (1 - width) : 0}% ${height < 1 ? (100 * top) / (1 - height) : 0}%`;
}

/** Move edges to where they are wanted; the outline is there at once, the print a moment later. */
function move(wanted) {
  moves = wanted;
  settled = false;
  place();
  ask();
}

// --- what it would print ---------------------------------------------------------------------

let waiting = false;

/** Ask what changes, and how that prints; one question at a time, the last one always. */
async function ask() {
  if (waiting || !subject) return;
  const about = subject;
  const move = formatMoves();
  if (move === asked) return;
  asked = move;
  waiting = true;
  try {
    if (isStill()) [plan, refused] = [null, ''];
    else await tryMove(about, move);
  } finally {
    waiting = false;
  }
  if (subject === about) fillBar();
  ask();
}

async function tryMove(about, move) {
  const query = new URLSearchParams({ ...about.address(), move });
  const answer = await fetch(`/arranged.json?${query}`).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (subject !== about) return;
  plan = found?.plan ?? null;
  refused = found ? (found.refused ?? '') : 'the preview could not be reached';
  if (!plan) return;
  query.set('w', pixelsOf(about.size, about.face.width));
  query.set('look', currentLook());
  const next = new Image();
  next.src = `/arranged.png?${query}`;
  await next.decode().catch(() => null);
  if (subject !== about || isStill()) return;
  tried.src = next.src;
  tried.hidden = false;
  settled = move === formatMoves();
  ghost.hidden = settled;
  performance.mark('arranged');
}

const formatMoves = () => ['left', 'top', 'right', 'bottom'].map((edge) => moves[edge].toFixed(3)).join(',');

// --- the bar ---------------------------------------------------------------------------------

function fillBar() {
  const hint = h('p.hint', {}, 'Drag it, or press the arrows on the card: Shift in larger steps, Alt for its size.');
  if (!subject || isStill()) {
    bar.replaceChildren(hint, snapChoice());
    return;
  }
  const changes = Object.entries(plan ?? {}).map(([key, [old, now]]) => h('li', {}, `${key}: ${old ?? 'new'} → ${now}`));
  bar.replaceChildren(...[
    h('ul.changes', { role: 'status' }, ...changes),
    refused ? h('p.refused', { role: 'status' }, `Not moved: ${refused}.`) : null,
    h('div.draft', {},
      plan ? h('button.pill', { type: 'button', id: 'arrange-save', onclick: save }, 'Save ', h('kbd', { 'aria-hidden': 'true' }, 'Enter')) : null,
      h('button.pill', { type: 'button', onclick: () => { reset(); place(); } }, 'Discard ', h('kbd', { 'aria-hidden': 'true' }, 'Esc'))),
    snapChoice()].filter(Boolean));
}

const snapChoice = () => h('label.check', {},
  h('input', { type: 'checkbox', id: 'snap', checked: snaps, onchange: (event) => { snaps = event.target.checked; } }), ' Snap to safe, trim, middle and neighbors');

async function save() {
  if (!plan || !subject) return;
  saved = await subject.write('/arrange', { ...subject.address(), plan });
}

// --- keys ------------------------------------------------------------------------------------

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether a key moved, resized, saved or discarded. */
export function handleArrangeKey(event) {
  if (!subject || event.ctrlKey || event.metaKey) return false;
  const step = STEPS[event.key];
  if (step) {
    const by = (event.shiftKey ? 2 : 0.25) * POINTS_PER_MM;
    const [x, y] = [step[0] * by, step[1] * by];
    const { left, top, right, bottom } = moves;
    move(event.altKey ? { left, top, right: right + x, bottom: bottom + y } : { left: left + x, top: top + y, right: right + x, bottom: bottom + y });
  } else if (event.key === 'Enter' && !isStill() && !event.target.matches('button, a, summary')) save();
  else if (event.key === 'Escape' && !isStill()) {
    reset();
    place();
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

// --- pointers --------------------------------------------------------------------------------

frame.addEventListener('pointerdown', (down) => {
  if (down.button || !subject) return;
  down.stopPropagation(); // the card under it stays
  const edge = down.target.dataset.edge ?? '';
  const box = subject.face.element.getBoundingClientRect();
  const [wide, high] = subject.size.page;
  const start = { ...moves };
  frame.setPointerCapture(down.pointerId);
  frame.onpointermove = (event) => {
    const by = [((event.clientX - down.clientX) / box.width) * wide, ((event.clientY - down.clientY) / box.height) * high];
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 3 && isStill()) return;
    move(snapped(dragged(start, by, edge), edge, event.altKey, [(NEAR / box.width) * wide, (NEAR / box.height) * high]));
  };
  frame.onpointerup = frame.onpointercancel = () => {
    frame.onpointermove = null;
    guides.replaceChildren();
  };
});

/** Edges after a drag: all of them, or those of a handle. */
function dragged(start, [x, y], edge) {
  const all = edge === '';
  return {
    left: start.left + (all || edge.includes('w') ? x : 0),
    right: start.right + (all || edge.includes('e') ? x : 0),
    top: start.top + (all || edge.includes('n') ? y : 0),
    bottom: start.bottom + (all || edge.includes('s') ? y : 0),
  };
}

/** Edges drawn to lines that are near: those of the boxes, their middle, and other elements'. */
function snapped(wanted, edge, free, near) {
  guides.replaceChildren();
  if (free || !snaps) return wanted;
  const across = snapAxis(wanted, ['left', 'right'], edge, near[0], 0);
  const down = snapAxis(wanted, ['top', 'bottom'], edge, near[1], 1);
  return { ...wanted, ...across, ...down };
}

function snapAxis(wanted, [first, last], edge, near, axis) {
  const whole = subject.size.page[axis];
  const from = subject.one.box[axis] * whole;
  const to = from + subject.one.box[axis + 2] * whole;
  const starts = edge === '' || edge.includes('nw'[1 - axis]);
  const ends = edge === '' || edge.includes('se'[1 - axis]);
  const own = [];
  if (starts) own.push(from + wanted[first]);
  if (ends) own.push(to + wanted[last]);
  if (starts && ends) own.push((from + to + wanted[first] + wanted[last]) / 2);
  let best = null;
  for (const line of snapLines(axis)) {
    for (const at of own) {
      const off = line - at;
      if (Math.abs(off) <= near && (!best || Math.abs(off) < Math.abs(best.off))) best = { off, line };
    }
  }
  if (!best) return {};
  const share = best.line / whole;
  guides.append(s('line', axis ? { x1: 0, x2: 1, y1: share, y2: share } : { x1: share, x2: share, y1: 0, y2: 1 }));
  return { ...(starts ? { [first]: wanted[first] + best.off } : {}), ...(ends ? { [last]: wanted[last] + best.off } : {}) };
}

/** Where things are in line: the safe zone, the cut, the middle of the card, other elements. */
function snapLines(axis) {
  const { page, trim, safe_mm: safe } = subject.size;
  const [start, length] = [trim[axis], trim[axis + 2]];
  const inset = safe * POINTS_PER_MM;
  const lines = [start, start + length, start + inset, start + length - inset, start + length / 2];
  for (const other of subject.list) {
    if (isWithin(other) || other.turned) continue;
    const [from, size] = [other.box[axis] * page[axis], other.box[axis + 2] * page[axis]];
    lines.push(from, from + size, from + size / 2);
  }
  return lines;
}

/** Whether an element is the one that moves, or in it, and so moves with it. */
function isWithin(other) {
  const { one, list } = subject;
  if (other.at < one.at) return false;
  return !list.slice(one.at + 1, other.at + 1).some((each) => each.depth <= one.depth);
}
