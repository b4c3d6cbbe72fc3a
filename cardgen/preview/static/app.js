// The page as a whole: what is shown when, what a save changes, the line to the server.

import { find, debounce } from './dom.js';
import { detailIsOpen, followCard, lastCard, pictureShown, refreshDetail } from './detail.js';
import { edits, refreshHistory } from './edit_requests.js';
import { defineClipPaths } from './face.js';
import { drawFindings, drawErrors } from './findings.js';
import { currentTile, drawGrid, dropFarTiles, fillAllTiles, focusTile, highlightCards, updateBadges, redrawGrid, resizeGrid, updateTiles } from './grid.js';
import { fillHelp } from './help.js';
import { drawHand, fillHand } from './hand.js';
import { listenToKeys } from './keyboard.js';
import { openLine } from './line.js';
import { drawNotes, onNotes } from './notes.js';
import { drawPlay } from './play.js';
import { drawPrints, focusPair, updatePairs } from './prints.js';
import { drawCounts, drawRail, typing } from './rail.js';
import { drawSheets, fillPapers, focusSheet } from './sheets.js';
import { drawTable, focusRow } from './table.js';
import { hasNoCards, game, load, onGame, applyChange, applyFindings, applyDetails, selectedKeys } from './store.js';
import { dropOldToast, showConnection, showProblem, showRemoval, updateNotice, showStatus, toast } from './announcements.js';
import { nameVersions, updateToolbar, fillSort, connectToolbar } from './toolbar.js';
import { drawVersions } from './versions.js';
import { resetOption, updateView, onView, readAddress, view } from './view.js';

// --- what is on show -------------------------------------------------------------------------

const draw = {
  cards: drawGrid,
  sheets: drawSheets,
  hand: drawHand,
  print: (how) => (game.config.against ? drawVersions(how) : drawPrints(how)),
  table: drawTable,
  play: drawPlay,
};

function drawView(how) {
  if (hasNoCards()) drawErrors();
  else draw[view.mode](how);
}

const sharper = debounce(() => (view.mode === 'cards' && !hasNoCards() ? redrawGrid() : drawView()), 120);

onView((changed) => {
  updateToolbar();
  if (changed.has('deck')) resetMissingDeck();
  if (changed.has('card')) followCard();
  const only = (...names) => [...changed].every((name) => names.includes(name));
  if (changed.has('changed')) updatePairs();
  if (only('cut', 'changed', 'findings', 'card')) return;
  if (only('play', 'card') && view.mode !== 'play') return;
  if (only('look') && detailIsOpen()) refreshDetail();
  if (only('zoom')) {
    if (view.mode === 'cards') resizeGrid();
    sharper();
    return;
  }
  if (only('cross')) return void drawCounts();
  if (['q', 'filters'].some((name) => changed.has(name))) drawCounts();
  if (changed.has('deck') || (changed.has('filters') && !typing())) drawRail();
  if (changed.has('mode')) {
    find('cards').replaceChildren();
    find('cards').onscroll = null;
  }
  drawView({ fresh: changed.has('mode') });
});

onGame((what, changed) => {
  if (['state', 'change'].includes(what)) {
    updateTitle();
    resetMissingDeck();
  }
  if (what === 'state') {
    nameVersions();
    fillSort();
    fillPapers();
    fillHand();
    fillHelp();
    document.documentElement.classList.add('ready');
  }
  if (what === 'more') {
    redrawAll();
    if (!game.left) followCard();
    return;
  }
  if (what === 'change') {
    if (view.mode === 'cards' && !detailIsOpen()) updateTiles(changed); // the picture first, all else when it is seen
    follow(changed);
    return;
  }
  if (what === 'state') {
    redrawAll();
    followCard();
  }
  if (what === 'state') drawNotes();
  if (edits() && ['state', 'details'].includes(what)) refreshHistory();
  if (what !== 'state') updateBadges();
  if (view.mode === 'table' && ['findings', 'details'].includes(what)) drawView();
  if (what === 'counts') drawCounts();
  refreshDetail();
  drawFindings();
  updateNotice();
});

/** The game's title; while it cannot be read, the name of its folder. */
function updateTitle() {
  const name = game.game || game.config.folder.split('/').pop();
  if (find('game').textContent !== name) find('game').textContent = name;
  document.title = `${name} · preview`;
}

/** All decks are shown in place of one that is no longer there. */
function resetMissingDeck() {
  const gone = view.deck;
  if (!gone || hasNoCards() || game.decks.some((deck) => deck.name === gone)) return;
  resetOption('deck');
  toast('p', { role: 'status', 'data-deck': gone }, `There is no deck ${gone} any more. These are all decks.`);
}

let waiting = new Set();
const follow = (changed) => {
  for (const key of changed) waiting.add(key);
  dropOldToast();
  refreshDetail(true);
  updateNotice();
  applyChanges();
};

const applyChanges = debounce(async () => {
  await pictureShown();
  const changed = waiting;
  waiting = new Set();
  if (changed.size || orderChanged()) redrawAll();
  else if (view.mode === 'sheets') drawView(); // a booklet's text is no card's, nor what the game says of its sheets
  else updateBadges();
  drawFindings();
  drawNotes();
  if (changed.size) announceChanges(changed);
}, 60);

function redrawAll() {
  orderChanged();
  defineClipPaths();
  fillSort();
  if (!typing()) drawRail();
  drawView();
}

let order = '';
/** Whether other cards are to be shown than before, or other errors in their place. */
function orderChanged() {
  const now = JSON.stringify([game.decks, hasNoCards() && game.findings]);
  const other = now !== order;
  order = now;
  return other;
}

function announceChanges(keys) {
  if (view.mode === 'cards') highlightCards(keys);
  const names = [...keys].filter((key) => game.cards[key]);
  const said = names.length > 3 ? `${names.length} cards changed` : `${names.join(', ')} changed`;
  showStatus(said);
  if (names.length && names.length < 4 && !detailIsOpen() && isListed(names[0]) && !onScreen(names[0])) offerCard(names[0]);
}

const elementOf = (key) => document.querySelector(`#cards [data-card="${CSS.escape(key)}"]`);

/** Whether a view shows a card, on the screen or off it: of a hand or a table to play on just what lies there. */
const isListed = (key) => (['hand', 'play'].includes(view.mode) ? elementOf(key) !== null : selectedKeys().includes(key));

function onScreen(key) {
  const box = elementOf(key)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 80 && box.top < innerHeight - 40;
}

/** A way to a changed card that is off the screen. */
function offerCard(key) {
  const button = toast('button', { type: 'button', 'data-about': key, onclick: () => { show(key); button.remove(); } }, `${key} changed. Show it`);
}

/** Go to a card; if it is hidden by now, among all cards. */
function show(key) {
  const views = { cards: focusTile, table: focusRow, sheets: focusSheet, print: focusPair };
  if ((views[view.mode] ?? focusElement)(key)) return;
  updateView({ mode: 'cards', q: '', deck: '', filters: new Map() });
  focusTile(key);
}

/** Go to a card as it is on show; false if it is not. */
function focusElement(key) {
  const found = elementOf(key);
  if (!found) return false;
  found.scrollIntoView({ block: 'center' });
  (found.matches('button') ? found : found.querySelector('button')).focus({ preventScroll: true });
  return true;
}

/** The browser leads the keyboard back to where the card was opened; if that was drawn anew, it goes to the card. */
function leaveCard() {
  const { activeElement } = document;
  if (activeElement !== document.body && !find('detail').contains(activeElement)) return;
  if (view.mode === 'table') focusRow(lastCard());
  else currentTile()?.button.focus({ preventScroll: true });
}

// --- the line to the server ------------------------------------------------------------------

const connect = () => openLine({
  hello({ told, run }) {
    showConnection('');
    if (told !== game.told || run !== game.run) reload(); // something was told before this line stood
  },
  change(data) {
    performance.mark('change');
    if (!applyChange(data)) reload();
  },
  findings: applyFindings,
  fault(news) {
    Object.assign(game, news);
    updateNotice();
  },
  details: applyDetails,
  gone: showRemoval,
}, showConnection);

async function reload() {
  try {
    await load();
    showProblem('');
  } catch (error) {
    document.documentElement.classList.add('ready');
    console.warn(error);
    showProblem(`The game could not be loaded (${error.message}). It is tried again every few seconds.`);
    setTimeout(reload, 1500);
  }
}

onNotes(() => { drawNotes(); updateBadges(); refreshDetail(); });
readAddress();
addEventListener('beforeprint', fillAllTiles);
addEventListener('afterprint', dropFarTiles);
connectToolbar(() => { updateToolbar(); sharper(); });
listenToKeys();
find('detail').addEventListener('close', leaveCard);
updateToolbar();
reload().then(connect);
