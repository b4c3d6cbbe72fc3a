// What the page asks the server to write, and what of it can be undone and made again.

import { h } from './dom.js';
import { showStatus, toast } from './announcements.js';
import { game } from './store.js';

let history = { undo: 0, redo: 0 };
const goneBack = [];

/** Whether the page may write. */
export const edits = () => Boolean(game.config?.edit);

/** Send a change; what it did is shown, line by line, for a moment. */
export async function sendEdit(address, body, before = '') {
  const done = await postEdit(address, JSON.stringify(body), 'application/json');
  if (done.refused) {
    toast('p', { role: 'alert' }, `Not written: ${done.refused}.`);
    return false;
  }
  setHistory(done);
  tell(done, before);
  return true;
}

/** What the server answers; `refused` says why it did nothing. */
export async function postEdit(address, body, kind) {
  const headers = { 'content-type': kind, 'x-cardgen-token': game.config.edit };
  try {
    const answer = await fetch(address, { method: 'POST', headers, body });
    return await answer.json();
  } catch {
    return { refused: 'the preview could not be reached' };
  }
}

function tell(done, before) {
  const made = toast('div', { role: 'status', 'data-kind': 'edit' }, '');
  made.append(h('p', {}, `${before}${done.file}`),
    h('pre', {}, ...done.difference.slice(0, 6).map((line) => h(line[0] === '+' ? 'ins' : 'del', {}, `${line[0]} ${line.slice(1)}\n`))));
  showStatus(`${done.file} written`);
}

/** Write a field; false, and a word why, if it was not. */
export const saveField = (key, field, old, text) => sendEdit('/edit', { card: key, field, old, new: text });

/** Write several fields at once: `[[card, field, text], …]`. */
export const pasteCells = (cells) => sendEdit('/cells', { cells });

/** Write a row twice, take it out or move it. */
export const changeRow = (key, change) => sendEdit('/row', { card: key, change });

// --- undo ------------------------------------------------------------------------------------

/** Buttons that undo and redo. */
export const historyTools = () => ['undo', 'redo'].map((what) =>
  h('button.pill', { type: 'button', disabled: !history[what], 'data-history': what, onclick: () => goBack(what) },
    what === 'undo' ? 'Undo' : 'Redo'));

/** Ask which changes can be undone: other pages make some too, and those of before a reload stay. */
export async function refreshHistory() {
  const answer = await fetch('/history.json').catch(() => null);
  const known = answer?.ok ? await answer.json().catch(() => null) : null;
  if (known) setHistory(known);
}

function setHistory({ undo, redo }) {
  history = { undo, redo };
  showHistory();
}

/** Undo and Redo can be pressed where there is something to undo and to make again. */
export function showHistory() {
  for (const button of document.querySelectorAll('[data-history]')) {
    const held = button === document.activeElement;
    button.disabled = !history[button.dataset.history];
    if (held && button.disabled) button.parentElement.querySelector('[data-history]:not(:disabled)')?.focus();
  }
}

/** Hear that changes were undone or made again. */
export const onGoneBack = (listener) => goneBack.push(listener);

/** Undo or redo the last change of this session, in whichever file it was. */
export async function goBack(what) {
  await sendEdit(`/${what}`, {}, what === 'undo' ? 'Undone: ' : 'Made again: ');
  for (const listener of goneBack) listener();
}
