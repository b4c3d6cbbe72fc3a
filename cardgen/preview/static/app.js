// The page as a whole: what is shown when, what a save changes, the line to the server.

import { find, settled } from './dom.js';
import { detailIsOpen, refreshDetail } from './detail.js';
import { defineCuts } from './face.js';
import { drawFindings, drawTrouble } from './findings.js';
import { drawGrid, flashCards, judgeGrid, redrawGrid, resizeGrid, reveal, updateTiles } from './grid.js';
import { drawHand, fillHand } from './hand.js';
import { listen } from './keyboard.js';
import { drawPrints } from './prints.js';
import { drawCounts, drawRail, typing } from './rail.js';
import { drawSheets, fillPapers } from './sheets.js';
import { broken, game, load, onGame, takeChange, takeFindings, takeDetails } from './store.js';
import { losing, notice, saying, toast } from './telling.js';
import { dress, fillSort, wire } from './toolbar.js';
import { forget, look, onView, start, view } from './view.js';

// --- what is on show -------------------------------------------------------------------------

const draw = {
  cards: drawGrid,
  sheets: drawSheets,
  hand: drawHand,
  print: drawPrints,
};

function drawView(how) {
  if (broken()) drawTrouble();
  else draw[view.mode](how);
}

const sharper = settled(() => (view.mode === 'cards' && !broken() ? redrawGrid() : drawView()), 120);

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
  drawView({ fresh: changed.has('mode') });
});

onGame((what, changed) => {
  if (['state', 'change'].includes(what)) {
    entitle();
    missDeck();
  }
  if (what === 'state') {
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

/** The game's title; while it cannot be read, the name of its folder. */
function entitle() {
  const name = game.game || game.config.folder.split('/').pop();
  if (find('game').textContent !== name) find('game').textContent = name;
  document.title = `${name} · preview`;
}

/** All decks are shown in place of one that is no longer there. */
function missDeck() {
  const gone = view.deck;
  if (!gone || broken() || game.decks.some((deck) => deck.name === gone)) return;
  forget('deck');
  toast('p', { role: 'status' }, `There is no deck ${gone} any more. These are all decks.`);
}

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
  drawView();
}

let order = '';
/** Whether other cards are to be shown than before, or other errors in their place. */
function moved() {
  const now = JSON.stringify([game.decks, broken() && game.findings]);
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
  const button = toast('button', { type: 'button', onclick: () => { show(key); button.remove(); } }, `${key} changed. Show it`);
}

/** Go to a card; if it is hidden by now, among all cards. */
function show(key) {
  if (reveal(key)) return;
  look({ mode: 'cards', q: '', deck: '', filters: new Map() });
  reveal(key);
}

// --- the line to the server ------------------------------------------------------------------

function connect() {
  const source = new EventSource('/events');
  const on = (name, take) => source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  on('hello', ({ told, run }) => {
    losing('');
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
    losing(ended ? 'If it was started anew, open the address that it printed.' : 'Trying to reach it again…');
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

start();
wire(() => { dress(); sharper(); });
listen();
dress();
reload().then(connect);
