// The fields of a card, to read or, with `--edit`, to write. The files are the only truth: what
// was typed is a draft until it is saved, and only by Enter or a button, never by leaving a field.

import { h, keepKeyboard } from './dom.js';
import { showStatus, toast } from './announcements.js';
import { checkDraft, dropCheck } from './drafts.js';
import { game } from './store.js';

/** Drafts by card and field: what the field said when the draft began, what it is to say. */
const drafts = new Map();
let history = { undo: 0, redo: 0 };
let shown = { key: '', box: null, said: '' };

/** Whether the page may write. */
export const edits = () => Boolean(game.config?.edit);
const name = (key, field) => `${key}\n${field}`;

/** What was typed for a card stays with it when its name, and so its key, changes. */
export function renameDrafts(from, to) {
  for (const [known, draft] of [...drafts]) {
    const [key, field] = known.split('\n');
    if (key !== from) continue;
    drafts.delete(known);
    drafts.set(name(to, field), draft);
  }
}

/** The list of a card's fields. */
export function fieldList(key, card) {
  if (!edits()) return readOnly(card);
  if (shown.key === key && shown.box) refresh(key);
  else {
    shown = { key, box: h('div.editor', { 'aria-label': 'Fields of the card', role: 'group' }, readOnly(card)), said: '' };
    refresh(key);
  }
  return shown.box;
}

function readOnly(card) {
  const rows = Object.entries(card.fields).flatMap(([field, value]) => [h('dt', {}, field), h('dd', {}, value)]);
  return h('dl.fields', {}, ...rows, h('dt', {}, 'copies'), h('dd', {}, String(card.copies)));
}

async function refresh(key) {
  const answer = await fetch(`/row.json?${new URLSearchParams({ card: key })}`).catch(() => null);
  const row = await answer?.json().catch(() => null);
  if (shown.key !== key || !row) return;
  for (const field of row.fields ?? []) if (field.items) field.text = field.items.join('\n');
  const said = JSON.stringify(row);
  if (said === shown.said) return;
  shown.said = said;
  if (row.refused) {
    shown.box.replaceChildren(readOnly(game.cards[key]), h('p.refused', {}, `Not edited here: ${row.refused}.`));
    return;
  }
  shown.fields = row.fields;
  keepKeyboard(shown.box, () => shown.box.replaceChildren(
    ...row.fields.map((field) => fieldRow(key, field)), rowTools(key), newRow(key, row.fields), pictureChoice(key),
  ), document.querySelector('#detail div.stage'));
}

function fieldRow(key, field) {
  const id = `field-${field.name}`;
  const label = h('label', { for: id }, field.name);
  if (field.refused) {
    const value = game.cards[key]?.fields[field.name] ?? '';
    return h('div.field', {}, h('span.label', {}, field.name), h('p.value', {}, value), h('p.refused', {}, `${field.refused}.`));
  }
  const draft = drafts.get(name(key, field.name));
  const text = draft ? draft.text : (field.text ?? '');
  const control = makeControl(id, field, text);
  const box = h('div.field', {}, label, control, h('div.draft', { hidden: !draft }), h('div.draft-findings', { role: 'status' }));
  control.oninput = () => keep(key, field, control, box);
  control.onkeydown = (event) => type(event, key, field, control, box);
  if (draft) showDraft(key, field, control, box);
  return box;
}

function makeControl(id, field, text) {
  const props = { id, 'data-field': field.name, autocomplete: 'off', spellcheck: 'false' };
  if (field.choices.length) {
    const known = field.choices.includes(text) ? field.choices : [text, ...field.choices];
    const made = h('select', props, ...known.map((choice) => h('option', { value: choice }, choice || '–')));
    made.value = text;
    return made;
  }
  if (!field.items && text.length <= 40 && !text.includes('\n')) return h('input', { ...props, type: 'text', value: text, list: 'known-values', onfocus: () => offerValues(field.name) });
  const rows = Math.min(10, Math.max(2, text.split('\n').length, Math.ceil(text.length / 42)));
  return h('textarea', { ...props, rows: String(rows), value: text, title: field.items ? 'A list: an item a line' : null });
}

const MOST_VALUES = 60;

/** Offer what other cards of the deck say in a field, if that is not much. */
function offerValues(field) {
  const { deck } = game.cards[shown.key] ?? {};
  const found = new Set(Object.values(game.cards).filter((card) => card.deck === deck).map((card) => card.fields[field]).filter(Boolean));
  const list = document.getElementById('known-values') ?? h('datalist', { id: 'known-values' });
  list.replaceChildren(...(found.size <= MOST_VALUES ? [...found].map((value) => h('option', { value })) : []));
  if (!shown.box.contains(list)) shown.box.append(list);
}

/** Keep a draft of what is typed. */
function keep(key, field, control, box) {
  const known = drafts.get(name(key, field.name));
  const old = known ? known.old : field.text;
  if (control.value === (old ?? '')) drafts.delete(name(key, field.name));
  else drafts.set(name(key, field.name), { old, text: control.value });
  showDraft(key, field, control, box);
}

function showDraft(key, field, control, box) {
  const draft = drafts.get(name(key, field.name));
  const line = box.querySelector('.draft');
  const found = box.querySelector('.draft-findings');
  line.hidden = !draft;
  if (!draft || field.items) dropCheck(found);
  else checkDraft(found, { card: key, field: field.name, old: draft.old, new: draft.text });
  if (!draft) return;
  const newer = draft.old !== field.text ? [h('span.refused', {}, `the file says “${field.text ?? ''}” by now`)] : [];
  const save = control.tagName === 'TEXTAREA' ? 'Ctrl+Enter' : 'Enter';
  line.replaceChildren(
    h('button.pill', { type: 'button', onclick: () => write(key, field, control, box) }, 'Save ', h('kbd', { 'aria-hidden': 'true' }, save)),
    h('button.pill', { type: 'button', onclick: () => discard(key, field, control, box) }, 'Discard'), ...newer);
}

function type(event, key, field, control, box) {
  const enters = event.key === 'Enter' && (control.tagName !== 'TEXTAREA' || event.ctrlKey || event.metaKey);
  if (enters && !event.isComposing) {
    event.preventDefault();
    if (drafts.has(name(key, field.name))) write(key, field, control, box);
  } else if (event.key === 'Escape' && drafts.has(name(key, field.name))) {
    event.preventDefault();
    event.stopPropagation();
    discard(key, field, control, box);
  }
}

function discard(key, field, control, box) {
  drafts.delete(name(key, field.name));
  control.value = field.text ?? '';
  showDraft(key, field, control, box);
  control.focus();
}

/** A field as its file holds it now: `{old, text, choices}`; null, and a word why, if it is not
 *  written here. */
export async function openField(key, field) {
  const answer = await fetch(`/row.json?${new URLSearchParams({ card: key })}`).catch(() => null);
  const row = await answer?.json().catch(() => null);
  const found = row?.fields?.find((one) => one.name === field);
  const list = found?.items ? 'it is a list; open the card, and write an item a line' : '';
  const refused = row?.refused ?? (found ? list || found.refused : 'the row has no such field');
  if (refused) {
    toast('p', { role: 'alert' }, `Not edited here: ${refused}.`);
    return null;
  }
  return { old: found.text, text: found.text ?? '', choices: found.choices };
}

/** Write a field; false, and a word why, if it was not. */
export const saveField = (key, field, old, text) => sendEdit('/edit', { card: key, field, old, new: text });

const LATER = 600; // ms, when the picture is there

async function write(key, field, control, box) {
  const draft = drafts.get(name(key, field.name));
  dropCheck(box.querySelector('.draft-findings')); // what is written is checked as a whole
  const done = field.items
    ? await sendEdit('/items', { card: key, field: field.name, old: draft.old.split('\n'), new: control.value.split('\n').filter((item) => item.trim()) })
    : await sendEdit('/edit', { card: key, field: field.name, old: draft.old, new: control.value });
  if (!done || drafts.get(name(key, field.name)) !== draft) return;
  drafts.delete(name(key, field.name));
  field.text = draft.text;
  if (box.isConnected) showDraft(key, field, control, box);
  shown.said = '';
  setTimeout(() => { if (shown.said === '') refresh(shown.key); }, LATER); // the change of the game asks for the row, if there is one
}

// --- rows, undo ------------------------------------------------------------------------------

const ROWS = [['duplicate', 'Duplicate'], ['up', 'Move up'], ['down', 'Move down'], ['delete', 'Delete']];

/** What can be done with the row of a card; `keyNow` says which card that is. */
export function rowTools(key, keyNow = () => key) {
  const button = ([change, label]) =>
    h('button.pill', { type: 'button', 'data-change': change, onclick: () => changeRow(keyNow(), change) }, label);
  return h('div.row-tools', { role: 'group', 'aria-label': 'The row of the card' }, ...ROWS.map(button), ...historyTools());
}

/** Write a row twice, take it out or move it. */
export const changeRow = (key, change) => sendEdit('/row', { card: key, change });

/** A way to add a row of one value below that of a card. */
export function newRow(key, fields, keyNow = () => key) {
  const first = fields.find((field) => !field.refused && !field.items)?.name;
  if (!first) return '';
  const input = h('input', { type: 'text', 'data-field': 'new-row', id: `new-row-${key}`, autocomplete: 'off', spellcheck: 'false' });
  const add = async () => {
    if (await sendEdit('/new-row', { card: keyNow(), field: first, text: input.value })) input.value = '';
  };
  input.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    add();
  };
  return h('div.new-row', {}, h('label', { for: input.id }, `New row below, ${first}`), input,
    h('button.pill', { type: 'button', onclick: add }, 'Add'));
}

/** Write several fields at once: `[[card, field, text], …]`. */
export const pasteCells = (cells) => sendEdit('/cells', { cells });

// --- pictures --------------------------------------------------------------------------------

/** A way to choose a picture, where none can be dropped. */
function pictureChoice(key) {
  const input = h('input', { type: 'file', id: 'picture-file', accept: '.png,.jpg,.jpeg,.webp,.avif,.svg' });
  input.onchange = () => { if (input.files[0]) dropPicture(key, 'front', input.files[0]); };
  return h('div.new-row', {}, h('label', { for: 'picture-file' }, 'A picture, also dropped on the card'), input);
}

/** Copy a picture into the game, and offer what names it as the draft of its field. */
export async function dropPicture(key, side, file) {
  const query = new URLSearchParams({ card: key, side, name: file.name });
  const done = await post(`/picture?${query}`, file, 'application/octet-stream');
  if (done.refused) {
    toast('p', { role: 'alert' }, `Not copied: ${done.refused}.`);
    return;
  }
  const field = shown.fields?.find((one) => one.name === done.field);
  if (field && !field.refused) drafts.set(name(key, done.field), { old: field.text, text: done.text });
  shown.said = '';
  await refresh(key);
  shown.box.querySelector(`#field-${CSS.escape(done.field)}`)?.focus();
  const size = done.pixels ? `, ${done.pixels.join(' × ')} pixels` : '';
  const placed = done.dpi ? `: ${done.dpi} pixels an inch as placed` : '';
  toast('p', { role: 'status' }, `${done.file} ${done.new ? 'was copied into the game' : 'was there already'}${size}${placed}. Save ${done.field} to show it.`);
}

/** Take pictures that are dropped on the stage of a card. */
export function listenToDrops(stage, subject) {
  stage.addEventListener('dragover', (event) => {
    if (edits() && event.dataTransfer.types.includes('Files')) event.preventDefault();
  });
  stage.addEventListener('drop', (event) => {
    const file = event.dataTransfer.files[0];
    if (!edits() || !file) return;
    event.preventDefault();
    dropPicture(...subject(), file);
  });
}

const historyTools = () => ['undo', 'redo'].map((what) =>
  h('button.pill', { type: 'button', disabled: !history[what], 'data-history': what, onclick: () => goBack(what) },
    what === 'undo' ? 'Undo' : 'Redo'));

/** Ask which changes can be undone: other pages make some too, and those of before a reload stay. */
export async function refreshHistory() {
  const answer = await fetch('/history.json').catch(() => null);
  const known = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!known) return;
  setHistory(known);
}

function setHistory({ undo, redo }) {
  history = { undo, redo };
  for (const button of document.querySelectorAll('[data-history]')) {
    const held = button === document.activeElement;
    button.disabled = !history[button.dataset.history];
    if (held && button.disabled) button.parentElement.querySelector('[data-history]:not(:disabled)')?.focus();
  }
}

/** Undo or redo the last change of this session, in whichever file it was. */
export async function goBack(what) {
  await sendEdit(`/${what}`, {}, what === 'undo' ? 'Undone: ' : 'Made again: ');
  shown.said = '';
  if (shown.key && game.cards[shown.key]) refresh(shown.key);
}

/** Send a change; what it did is shown, line by line, for a moment. */
export async function sendEdit(address, body, before = '') {
  const done = await post(address, JSON.stringify(body), 'application/json');
  if (done.refused) {
    toast('p', { role: 'alert' }, `Not written: ${done.refused}.`);
    return false;
  }
  setHistory(done);
  tell(done, before);
  return true;
}

async function post(address, body, kind) {
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
