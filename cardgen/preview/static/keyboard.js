// What keys do, on the page and in an open card.

import { find } from './dom.js';
import { detailIsOpen, fit, flipDetail, refreshDetail, stepDetail, zoomBy, zoomTo } from './detail.js';
import { edits, goBack } from './edit_requests.js';
import { stepFinding, stepFoundCard } from './findings.js';
import { currentTile, moveFocus } from './grid.js';
import { dealAgain } from './hand.js';
import { showStatus } from './announcements.js';
import { goBackOnTable } from './play.js';
import { chooseInk, isLowInk } from './sheets.js';
import { toggle } from './toolbar.js';
import { CUTS, handZoom, updateView, currentLook, availableLooks, setZoom, view, zoom } from './view.js';

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

const KEYS = {
  '/': () => find('search').focus(),
  f: () => currentTile()?.flip(),
  b: () => updateView({ side: { front: 'back', back: 'both', both: 'front' }[view.side] }),
  g: () => updateView({ group: view.group === '1' ? '' : '1' }),
  e: () => find('findings-button').click(),
  n: () => stepFinding(1),
  N: () => stepFinding(-1),
  c: () => turn('cut', CUTS),
  v: () => (view.mode === 'sheets' ? turnInk() : turn('look', availableLooks())),
  d: () => { if (view.mode === 'hand') dealAgain(); },
  1: () => updateView({ mode: 'cards' }),
  2: () => updateView({ mode: 'sheets' }),
  3: () => updateView({ mode: 'hand' }),
  4: () => updateView({ mode: 'print' }),
  5: () => updateView({ mode: 'table' }),
  6: () => updateView({ mode: 'play' }),
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
  v: () => turn('look', availableLooks()),
  n: () => stepFoundCard(1),
  N: () => stepFoundCard(-1),
};

function turn(name, choices) {
  const now = name === 'look' ? currentLook() : view[name];
  const at = choices.findIndex(([value]) => value === now);
  const [value, label] = choices[(at + 1) % choices.length];
  updateView({ [name]: value });
  if (name === 'look') refreshDetail();
  showStatus(label);
}

function turnInk() {
  chooseInk(!isLowInk());
  showStatus(isLowInk() ? 'Low ink' : 'As printed');
}

export const listenToKeys = () => addEventListener('keydown', handleKey);

/** Where Ctrl+Z takes back what is typed: a text that is written, but no choice. */
const keepsOwnHistory = (target) => target.matches('input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea');

/** What a key wants of the session's changes: Ctrl+Z, with Shift and Ctrl+Y forward again. */
function historyKey({ ctrlKey, metaKey, altKey, shiftKey, key }) {
  if (altKey || !(ctrlKey || metaKey)) return '';
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return ctrlKey && key.toLowerCase() === 'y' ? 'redo' : '';
}

function handleKey(event) {
  const back = !keepsOwnHistory(event.target) && historyKey(event);
  const plays = view.mode === 'play' && !detailIsOpen(); // who plays means the last move, not a file
  if (back && (plays || edits())) {
    event.preventDefault();
    if (plays) goBackOnTable(back);
    else goBack(back);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('#help[open], #unsaved[open]')) return;
  const target = event.target;
  const writes = target.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea');
  if (writes) {
    if (event.key === 'Escape' && target.id === 'search') {
      find('search').value = '';
      updateView({ q: '' });
      find('cards').focus();
    } else if ((event.key === 'Enter' || event.key === 'ArrowDown') && target.id === 'search') {
      currentTile()?.button.focus();
      event.preventDefault();
    }
    return;
  }
  if (detailIsOpen()) return runKey(DETAIL_KEYS[event.key], event, target.matches('input, pre'));
  if (event.key === 'Escape') {
    if (document.body.classList.contains('rail-open')) toggle('rail', false);
    else if (view.findings === '1') {
      updateView({ findings: '' });
      if (find('findings').contains(target)) find('findings-button').focus();
    }
  }
  const inGrid = target === document.body || target.closest('#cards');
  if (ARROWS.includes(event.key) && view.mode === 'cards' && inGrid && !target.matches('input')) {
    event.preventDefault();
    moveFocus(event.key);
    return;
  }
  runKey(KEYS[event.key], event, target.matches('input') && ARROWS.includes(event.key));
}

function runKey(action, event, leave) {
  if (!action || leave) return;
  event.preventDefault();
  action();
}
