// The page as a whole: what is shown when, the keyboard, the line to the server.

import { find, h, plural, settled } from './dom.js';
import { detailIsOpen, fit, flipDetail, openCard, refreshDetail, stepDetail, zoomBy, zoomTo } from './detail.js';
import { defineCuts } from './face.js';
import { drawFindings } from './findings.js';
import { currentTile, drawGrid, flashCards, judgeGrid, redrawGrid, resizeGrid, reveal, step, updateTiles } from './grid.js';
import { dealAnew, drawHand, fillHand } from './hand.js';
import { fillHelp } from './help.js';
import { drawPrints } from './prints.js';
import { drawCounts, drawRail, typing } from './rail.js';
import { drawSheets, fillPapers } from './sheets.js';
import { startDrift } from './drift.js';
import { fields, game, load, onGame, takeChange, takeFindings, takeDetails } from './store.js';
import { CUTS, handZoom, LOOKS, look, MODES, onView, setZoom, SIDES, start, view, zoom } from './view.js';

// --- what is on show -------------------------------------------------------------------------

const draw = {
  cards: drawGrid,
  sheets: drawSheets,
  hand: drawHand,
  print: drawPrints,
};

function dress() {
  const root = document.documentElement;
  Object.assign(root.dataset, { mode: view.mode, cut: view.cut, side: view.side, look: view.look });
  find('cards').classList.toggle('marked', view.findings === '1');
  for (const part of document.querySelectorAll('[data-for]')) part.hidden = !part.dataset.for.split(' ').includes(view.mode);
  find('drift').hidden = view.cut !== 'drift' || view.mode === 'sheets';
  const panel = view.findings === '1';
  find('findings').hidden = !panel;
  find('findings-button').setAttribute('aria-expanded', String(panel));
  find('zoom').value = Math.log2(zoom());
  const hand = Math.abs(zoom() / handZoom() - 1) < 0.02;
  find('zoom-said').textContent = hand ? 'hand size' : `${Math.round(zoom() * 100)} %`;
  for (const input of document.querySelectorAll('input[name=mode], input[name=side]')) input.checked = view[input.name] === input.value;
  for (const [id, value] of [['cut', view.cut], ['look', view.look], ['sort', view.sort], ['paper', view.paper], ['duplex', view.duplex]]) find(id).value = value;
  if (document.activeElement !== find('search')) find('search').value = view.q;
  if (document.activeElement !== find('hand-seed')) find('hand-seed').value = view.seed;
  find('group').checked = view.group === '1';
  find('only-changed').checked = view.changed === '1';
  root.classList.toggle('only-changed', view.changed === '1');
}

const sharper = settled(() => (view.mode === 'cards' ? redrawGrid() : draw[view.mode]()), 120);

onView((changed) => {
  dress();
  const elsewhere = !['cards', 'print'].includes(view.mode) && !changed.has('mode');
  if (elsewhere && ['q', 'deck', 'filters'].some((name) => changed.has(name))) look({ mode: 'cards' });
  const only = (...names) => [...changed].every((name) => names.includes(name));
  if (only('cut', 'changed', 'findings')) return;
  if (only('zoom')) {
    if (view.mode === 'cards') resizeGrid();
    sharper();
    return;
  }
  if (changed.has('deck') || (changed.has('filters') && !typing())) drawRail();
  if (changed.has('mode')) find('cards').replaceChildren();
  if (view.mode === 'print') drawPrints({ fresh: changed.has('mode') });
  else draw[view.mode]();
});

onGame((what, changed) => {
  if (what === 'state') {
    find('game').textContent = game.game || 'cardgen';
    document.title = game.game ? `${game.game} · preview` : 'cardgen preview';
    fillSort();
    fillPapers();
    fillHand();
  }
  if (what === 'change') {
    if (view.mode === 'cards') updateTiles(changed); // the picture first, all else when it is seen
    follow(changed);
    return;
  }
  if (what === 'state') everything();
  else judgeGrid();
  if (what === 'counts') drawCounts();
  refreshDetail();
  drawFindings();
  notice();
});

let waiting = new Set();
const follow = (changed) => {
  for (const key of changed) waiting.add(key);
  refreshDetail();
  notice();
  catchUp();
};

const catchUp = settled(() => {
  const changed = waiting;
  waiting = new Set();
  if (changed.size || moved()) everything();
  else judgeGrid();
  drawFindings();
  if (changed.size) announce(changed);
}, 60);

function everything() {
  moved();
  defineCuts();
  fillSort();
  if (!typing()) drawRail();
  draw[view.mode]();
}

let order = '';
function moved() {
  const now = JSON.stringify(game.decks);
  const other = now !== order;
  order = now;
  return other;
}

function announce(keys) {
  if (view.mode === 'cards') flashCards(keys);
  const names = [...keys];
  const said = names.length > 3 ? `${names.length} cards changed` : `${names.join(', ')} changed`;
  saying(said);
  const tile = document.querySelector(`#cards [data-card="${CSS.escape(names[0])}"]`);
  if (tile && names.length < 4 && !detailIsOpen()) offer(tile, names[0]);
}

/** A way to a changed card that is off the screen. */
function offer(tile, key) {
  const box = tile.getBoundingClientRect();
  if (box.bottom > 80 && box.top < innerHeight - 40) return;
  const button = h('button.toast', { type: 'button', onclick: () => { reveal(key); button.remove(); } }, `${key} changed. Show it`);
  document.querySelector('.toast')?.remove();
  document.body.append(button);
  setTimeout(() => button.remove(), 6000);
}

function notice() {
  const bar = find('notice');
  const first = game.findings.find((finding) => finding.severity === 'error');
  const where = first?.place ? `${first.place.file}:${first.place.line}` : '';
  const text = lost
    ? `The preview lost its server. ${lost}`
    : game.fault ? game.fault : game.kept ? `These are the last good cards: ${where ? `${where}, ` : ''}${first?.message ?? 'the game cannot be read'}.` : '';
  if (bar.textContent !== text) bar.textContent = text;
  bar.hidden = !text;
  bar.dataset.kind = lost ? 'lost' : 'kept';
}

// --- the line to the server ------------------------------------------------------------------

let lost = '';
let calmDown = 0;

function saying(text, state = 'live') {
  find('live').dataset.state = state;
  find('live-text').textContent = text;
  clearTimeout(calmDown);
  if (state === 'live' && text !== 'live') calmDown = setTimeout(() => saying('live'), 4000);
}

function connect() {
  const source = new EventSource('/events');
  const on = (name, take) => source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  on('hello', ({ told, run }) => {
    lost = '';
    saying('live');
    notice();
    if (told !== game.told || run !== game.run) reload(); // something was told before this line stood
  });
  on('change', (data) => {
    performance.mark('change');
    if (!takeChange(data)) reload();
  });
  on('findings', takeFindings);
  on('fault', (news) => {
    Object.assign(game, news);
    notice();
  });
  on('details', takeDetails);
  source.onerror = () => {
    const ended = source.readyState === EventSource.CLOSED;
    lost = ended ? 'If it was started anew, open the address that it printed.' : 'Trying to reach it again…';
    saying('no server', 'lost');
    notice();
    if (ended) setTimeout(connect, 2000);
  };
}

async function reload() {
  try {
    await load();
  } catch {
    setTimeout(reload, 1500);
  }
}

// --- the toolbar -----------------------------------------------------------------------------

function radios(id, name, choices) {
  find(id).append(...choices.map(([value, label]) => h('label', {},
    h('input', { type: 'radio', name, value, onchange: () => look({ [name]: value }) }), h('span', {}, label))));
}

function fillSelect(id, choices, change) {
  find(id).replaceChildren(...choices.map(([value, label]) => h('option', { value }, label)));
  find(id).onchange = (event) => change(event.target.value);
}

let sortedBy = null;

function fillSort() {
  const own = [...fields().keys()].map((name) => [`.${name}`, name]);
  if (own.join() === sortedBy) return; // a list that is open stays open
  sortedBy = own.join();
  fillSelect('sort', [['', 'As written'], ['#id', 'id'], ...own, ['#copies', 'most copies'], ['#findings', 'most findings']], (sort) => look({ sort }));
  find('sort').value = view.sort;
}

function wire() {
  radios('modes', 'mode', MODES);
  radios('sides', 'side', SIDES);
  fillSelect('cut', CUTS, (cut) => look({ cut }));
  fillSelect('look', LOOKS, (value) => look({ look: value }));
  find('search').oninput = settled(() => look({ q: find('search').value.trim() }), 80);
  find('group').onchange = (event) => look({ group: event.target.checked ? '1' : '' });
  find('only-changed').onchange = (event) => look({ changed: event.target.checked ? '1' : '' });
  find('zoom').oninput = (event) => setZoom(2 ** Number(event.target.value));
  find('smaller').onclick = () => setZoom(zoom() / 1.25);
  find('larger').onclick = () => setZoom(zoom() * 1.25);
  find('findings-button').onclick = () => look({ findings: view.findings === '1' ? '' : '1' });
  find('rail-button').onclick = () => toggleRail();
  find('help-button').onclick = () => find('help').showModal();
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  }
  find('detail').addEventListener('close', () => currentTile()?.button.focus({ preventScroll: true }));
  addEventListener('resize', settled(() => { dress(); sharper(); }, 150));
  startDrift();
  fillHelp();
}

function toggleRail(open = !document.body.classList.contains('rail-open')) {
  document.body.classList.toggle('rail-open', open);
  find('rail-button').setAttribute('aria-expanded', String(open));
}

// --- the keyboard ----------------------------------------------------------------------------

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

const KEYS = {
  '/': () => find('search').focus(),
  f: () => currentTile()?.flip(),
  b: () => look({ side: { front: 'back', back: 'both', both: 'front' }[view.side] }),
  g: () => look({ group: view.group === '1' ? '' : '1' }),
  e: () => find('findings-button').click(),
  c: () => turn('cut', CUTS),
  v: () => turn('look', LOOKS),
  d: () => { if (view.mode === 'hand') dealAnew(); },
  1: () => look({ mode: 'cards' }),
  2: () => look({ mode: 'sheets' }),
  3: () => look({ mode: 'hand' }),
  4: () => look({ mode: 'print' }),
  '+': () => setZoom(zoom() * 1.25),
  '=': () => setZoom(zoom() * 1.25),
  '-': () => setZoom(zoom() / 1.25),
  0: () => setZoom(handZoom()),
  9: () => setZoom(1),
  '?': () => find('help').showModal(),
};

const DETAIL_KEYS = {
  f: flipDetail,
  ArrowLeft: () => stepDetail(-1),
  ArrowRight: () => stepDetail(1),
  '+': () => zoomBy(1.25),
  '=': () => zoomBy(1.25),
  '-': () => zoomBy(0.8),
  0: fit,
  9: () => zoomTo(1),
  c: () => turn('cut', CUTS),
  v: () => turn('look', LOOKS),
};

function turn(name, choices) {
  const at = choices.findIndex(([value]) => value === view[name]);
  const [value, label] = choices[(at + 1) % choices.length];
  look({ [name]: value });
  if (name === 'look') refreshDetail();
  saying(label);
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find('help').open) return;
  const target = event.target;
  const writes = target.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea');
  if (writes) {
    if (event.key === 'Escape' && target.id === 'search') {
      find('search').value = '';
      look({ q: '' });
      find('cards').focus();
    } else if ((event.key === 'Enter' || event.key === 'ArrowDown') && target.id === 'search') {
      currentTile()?.button.focus();
      event.preventDefault();
    }
    return;
  }
  if (detailIsOpen()) return act(DETAIL_KEYS[event.key], event, target.matches('input, pre'));
  if (event.key === 'Escape') {
    if (document.body.classList.contains('rail-open')) toggleRail(false);
    else if (view.findings === '1') look({ findings: '' });
  }
  const inGrid = target === document.body || target.closest('#cards');
  if (ARROWS.includes(event.key) && view.mode === 'cards' && inGrid && !target.matches('input')) {
    event.preventDefault();
    step(event.key);
    return;
  }
  act(KEYS[event.key], event, target.matches('input') && ARROWS.includes(event.key));
});

function act(action, event, leave) {
  if (!action || leave) return;
  event.preventDefault();
  action();
}

start();
wire();
dress();
reload().then(connect);
export { openCard, plural };
