// One card, as large as wanted: both sides, its row, its findings.

import { find, framePainted, h, keepKeyboard, reorderChildren } from './dom.js';
import { fieldList, listenToDrops } from './editor.js';
import { elementSection, listenToStage, showElements } from './elements.js';
import { Face } from './face.js';
import { currentKey, findingsOf, game, visibleKeys, sizeOf } from './store.js';
import { toast, updateNotice } from './announcements.js';
import { closeCard, describeZoom, updateView, view } from './view.js';
import { noteList, notesOf } from './notes.js';
import { excerpt, placeLink } from './source.js';
import { findingDetails, formatCode } from './finding.js';

let key = '';
let side = 'front';
let scale = 0;
let face = null;
let parts = null;
let filled = '';
let filledKey = '';

const dialog = () => find('detail');
export const detailIsOpen = () => dialog().open;
/** The card that is open, or was last. */
export const lastCard = () => key;

/** Open a card; `from` is the side that is up. */
export function openCard(wanted, from = 'front') {
  if (!game.cards[wanted]) return;
  side = game.cards[wanted][from] ? from : 'front';
  updateView({ card: wanted });
}

/** Show the card that the address names, or none. */
export function followCard() {
  if (!view.card || !game.cards[view.card]) {
    if (dialog().open) dialog().close();
    return;
  }
  if (dialog().open && key === view.card) return;
  key = view.card;
  if (!game.cards[key][side]) side = 'front';
  if (!parts) build();
  if (!dialog().open) {
    scale = 0;
    fill();
    dialog().showModal();
    fit();
    parts.stage.focus({ preventScroll: true });
  } else fill();
  updateNotice();
}

/** Show what has changed on the card that is open: its row, wherever that is now. */
export function refreshDetail(changed = false) {
  if (!dialog().open) return;
  const now = changed ? currentKey(key) : key;
  if (!game.cards[now]) {
    const gone = key;
    closeCard();
    toast('p', { role: 'status' }, `${gone} is no longer in the game.`);
  } else if (now !== key) {
    key = now;
    updateView({ card: now });
    fill();
  } else fill();
}

function build() {
  const title = h('h2');
  const stage = h('div.stage', { tabindex: '0', role: 'group', 'aria-label': 'The card; plus and minus zoom, a click chooses an element' });
  const zoom = h('input', { type: 'range', min: '-3', max: '4', step: '0.05', 'aria-label': 'Zoom of the card' });
  const output = h('output');
  zoom.oninput = () => zoomTo(2 ** Number(zoom.value));
  const side_ = h('div.side');
  const flip = h('button.pill', { type: 'button', onclick: flipDetail }, 'Flip ', h('kbd', { 'aria-hidden': 'true' }, 'f'));
  const tools = h('div.tools', {},
    h('button.quiet', { type: 'button', 'aria-label': 'Previous card', onclick: () => stepDetail(-1) }, '‹'),
    h('button.quiet', { type: 'button', 'aria-label': 'Next card', onclick: () => stepDetail(1) }, '›'),
    flip,
    h('button.pill', { type: 'button', onclick: fit }, 'Fit'),
    h('button.pill', { type: 'button', onclick: () => zoomTo(1) }, 'Pixels'),
    zoom, output);
  const close = h('button.quiet.close', { type: 'button', 'aria-label': 'Close', onclick: () => dialog().close() }, '×');
  const warning = h('div.notice', { id: 'detail-notice', role: 'alert', hidden: true });
  dialog().replaceChildren(h('header', {}, title, tools, close), warning, h('div.split', {}, stage, side_));
  parts = { title, stage, zoom, output, side: side_, flip };
  dialog().addEventListener('close', () => {
    side = 'front';
    closeCard();
  });
  drag(stage);
  listenToStage(stage);
  listenToDrops(stage, () => [key, side]);
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(scale * 2 ** (-event.deltaY / 200), event);
  }, { passive: false });
}

function fill() {
  const card = game.cards[key];
  if (face) face.show(card, side, scale ? wide(card) : undefined);
  else {
    face = new Face(card, side, 300, { lazy: false });
    parts.stage.append(h('div.desk', {}, face.element));
  }
  updateTitle();
  parts.flip.disabled = !card.back;
  if (filledKey === key) pictureShown().then(fillSide);
  else fillSide();
}

const LONGEST = 800; // ms that all else waits for the picture

/** Once the open card's picture is there: what a save changed is seen first, all else asked for then. */
export function pictureShown() {
  if (!dialog().open || !face) return Promise.resolve();
  return Promise.race([face.settled.then(framePainted), new Promise((done) => { setTimeout(done, LONGEST); })]);
}

/** What stands beside the card. */
function fillSide() {
  const card = game.cards[key];
  if (!card) return;
  showElements(key, side, face);
  const found = findingsOf(key);
  const now = JSON.stringify([key, game.revision, game.frozen, found.map((index) => game.findings[index]), notesOf(key)]);
  if (now === filled) return;
  filled = now;
  filledKey = key;
  const place = { file: card.file, line: card.line, column: card.column };
  // the fields and the element stay where they are: who types in one, or holds a key down, goes on
  keepKeyboard(parts.side, () => reorderChildren(parts.side, [
    elementSection(), fieldList(key, card),
    h('h3', {}, 'Written at ', placeLink(place)), excerpt(place),
    ...(found.length ? [h('h3', {}, 'Findings')] : []),
    ...found.map((index) => {
      const finding = game.findings[index];
      return h('section.finding', { 'data-severity': finding.severity },
        h('p.message', {}, h('span.kind', {}, finding.severity), ' ', ...formatCode(finding.message)), ...findingDetails(finding));
    }),
    ...noteList(key),
  ].filter(Boolean)), parts.stage); // a workbook has no lines to show
}

/** What card it is, and which side of it. */
function updateTitle() {
  const { id, deck, copies } = game.cards[key];
  parts.title.replaceChildren(id, h('small', {}, ` ${deck}, ${side}${copies > 1 ? `, ×${copies}` : ''}`));
}

export function flipDetail() {
  if (!game.cards[key].back) return;
  side = side === 'front' ? 'back' : 'front';
  face.flip(side);
  showElements(key, side, face);
  updateTitle();
}

/** The next card of those on show, or the one before. */
export function stepDetail(by) {
  const keys = visibleKeys();
  const at = keys.indexOf(key);
  if (!keys.length) return;
  updateView({ card: keys[(at + by + keys.length) % keys.length] });
}

// --- zoom ------------------------------------------------------------------------------------

/** How wide a card is at the scale that was chosen, whatever its size. */
const wide = (card) => (sizeOf(card).print[0] * scale) / devicePixelRatio;

/** As large as the stage allows. */
export function fit() {
  const { clientWidth, clientHeight } = parts.stage;
  const size = sizeOf(game.cards[key]);
  const [across, down] = size.print;
  const css = Math.min((clientWidth - 48) / across, (clientHeight - 48) / down);
  zoomTo(Math.max(0.05, css * devicePixelRatio));
}

/** One pixel of the print on `value` pixels of the screen, the middle kept in its place. */
export function zoomTo(value, event = null) {
  const { stage } = parts;
  const before = face.width;
  scale = Math.min(16, Math.max(0.1, value));
  const card = game.cards[key];
  const box = stage.getBoundingClientRect();
  const x = event ? event.clientX - box.left : stage.clientWidth / 2;
  const y = event ? event.clientY - box.top : stage.clientHeight / 2;
  const at = [stage.scrollLeft + x, stage.scrollTop + y];
  face.show(card, side, wide(card));
  const grown = face.width / before;
  stage.scrollTo(at[0] * grown - x, at[1] * grown - y);
  parts.zoom.value = Math.log2(scale);
  const text = describeZoom(scale);
  parts.output.textContent = text;
  parts.zoom.setAttribute('aria-valuetext', text);
}

export const zoomBy = (factor) => zoomTo(scale * factor);

/** Move a large card with the pointer. */
function drag(stage) {
  stage.onpointerdown = (down) => {
    if (down.button || down.pointerType === 'touch') return;
    const from = [down.clientX + stage.scrollLeft, down.clientY + stage.scrollTop];
    stage.setPointerCapture(down.pointerId);
    stage.classList.add('dragged');
    stage.onpointermove = (move) => stage.scrollTo(from[0] - move.clientX, from[1] - move.clientY);
    stage.onpointerup = stage.onpointercancel = () => {
      stage.onpointermove = null;
      stage.classList.remove('dragged');
    };
  };
}
