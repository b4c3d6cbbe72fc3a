// The fields of a card, to read or, with `--edit`, to write. The files are the only truth: what
// was typed is a draft until it is saved, and only by Enter or a button, never by leaving a field.

import { h, keepKeyboard, reorderChildren } from './dom.js';
import { toast } from './announcements.js';
import { checkDraft, dropCheck } from './drafts.js';
import { edits, onGoneBack, postEdit, sendEdit } from './edit_requests.js';
import { NEW_ROW, newRow, rowTools } from './row_tools.js';
import { currentKey, game } from './store.js';
import { dropText, keepText, onDiscard, onVisit, typedText } from './unsaved.js';

/** The form of the open card: its rows by field, what stands below them, what the server said last. */
const form = { key: '', box: null, said: '', rows: new Map(), below: null, wanted: '' };

/** What a field, or a cell, is to say: `{old, text}` from when the typing began; undefined for nothing typed. */
export const typedField = (key, field) => typedText(key, `field ${field}`);
export const keepField = (key, field, draft) => keepText(key, `field ${field}`, { label: field, ...draft });
export const dropField = (key, field) => dropText(key, `field ${field}`);

/** The list of a card's fields. */
export function fieldList(key, card) {
  if (!edits()) return readOnly(card);
  if (form.key !== key && currentKey(form.key) !== key) {
    const box = h('div.editor', { 'aria-label': 'Fields of the card', role: 'group' }, readOnly(card));
    Object.assign(form, { box, said: '', rows: new Map(), below: null });
  }
  form.key = key;
  refresh();
  return form.box;
}

function readOnly(card) {
  const rows = Object.entries(card.fields).flatMap(([field, value]) => [h('dt', {}, field), h('dd', {}, value)]);
  return h('dl.fields', {}, ...rows, h('dt', {}, 'copies'), h('dd', {}, String(card.copies)));
}

async function refresh() {
  const { key } = form;
  const answer = await fetch(`/row.json?${new URLSearchParams({ card: key })}`).catch(() => null);
  const row = await answer?.json().catch(() => null);
  if (form.key !== key || !row) return;
  for (const field of row.fields ?? []) if (field.items) field.text = field.items.join('\n');
  const said = JSON.stringify(row);
  if (said !== form.said) draw(row, said);
  focusWanted();
}

function draw(row, said) {
  form.said = said;
  if (row.refused) {
    refuseEdits(row.refused);
    return;
  }
  form.rows = new Map(row.fields.map((field) => [field.name, followRow(form.rows.get(field.name), field)]));
  form.below ??= [rowTools(() => form.key), newRow(row.fields, () => form.key), pictureChoice()].filter(Boolean);
  const list = form.box.querySelector('#known-values') ?? [];
  keepKeyboard(form.box, () => reorderChildren(form.box, [...form.rows.values()].map(({ box }) => box).concat(form.below, list)),
    document.querySelector('#detail div.stage'));
}

/** The row cannot be written: at all, or, if it could be before, until its file is mended. Who types goes on. */
function refuseEdits(why) {
  const first = form.box.firstElementChild;
  if (!form.rows.size) form.box.replaceChildren(readOnly(game.cards[form.key]), h('p.refused', {}, `Not edited here: ${why}.`));
  else if (first.matches('.refused')) first.textContent = `Not written now: ${why}.`;
  else first.before(h('p.refused', { role: 'status' }, `Not written now: ${why}.`));
}

/** Ask what the file says of the row on show now. */
function readAgain() {
  form.said = '';
  return form.key && game.cards[form.key] ? refresh() : undefined;
}

onGoneBack(readAgain);

onDiscard(({ card, label }) => { // in the list of what is not saved
  if (card !== form.key || !form.box) return;
  const row = form.rows.get(label);
  if (row?.control) setText(row);
  for (const input of form.box.querySelectorAll('[data-field="new-row"]')) input.value = typedText(card, NEW_ROW)?.text ?? '';
});

onVisit(({ card, label }) => {
  form.wanted = `${card}\n${label}`;
  if (card === form.key) focusWanted();
});

/** The field to which the list of what is not saved leads has the keyboard once it is there. */
function focusWanted() {
  const [card, label] = form.wanted.split('\n');
  const control = label === NEW_ROW ? form.box.querySelector('[data-field="new-row"]') : form.rows.get(label)?.control;
  if (card !== form.key || !control) return;
  form.wanted = '';
  control.focus();
}

// --- a field ---------------------------------------------------------------------------------

/** A row of the form as the file has it now; what can stay where it is does: who types in it, or
 *  holds a key down, goes on. */
function followRow(known, field) {
  const shape = ({ refused, choices, items }) => JSON.stringify([refused, choices, Boolean(items)]);
  if (!known?.control || shape(known.field) !== shape(field)) return fieldRow(field);
  const typed = typedField(form.key, field.name);
  if (!typed && known.control.type === 'text' && !fitsLine(field, field.text ?? '')) return fieldRow(field);
  Object.assign(known.field, field);
  setText(known);
  return known;
}

/** A row shows what was typed, or else what the file says. */
function setText(row) {
  const text = (typedField(form.key, row.field.name) ?? row.field).text ?? '';
  if (row.control.value !== text) row.control.value = text;
  showDraft(row);
}

function fieldRow(field) {
  const id = `field-${field.name}`;
  if (field.refused) {
    const value = game.cards[form.key]?.fields[field.name] ?? '';
    return { field, control: null, box: h('div.field', {}, h('span.label', {}, field.name), h('p.value', {}, value), h('p.refused', {}, `${field.refused}.`)) };
  }
  const draft = typedField(form.key, field.name);
  const control = makeControl(id, field, draft ? draft.text : (field.text ?? ''));
  const line = h('div.draft', { hidden: true });
  const found = h('div.draft-findings', { role: 'status' });
  const row = { field, control, line, found, box: h('div.field', {}, h('label', { for: id }, field.name), control, line, found) };
  control.oninput = () => keep(row);
  control.onkeydown = (event) => type(event, row);
  if (draft) showDraft(row);
  return row;
}

/** Whether a text is written in one line. */
const fitsLine = ({ items }, text) => !items && text.length <= 40 && !text.includes('\n');

function makeControl(id, field, text) {
  const props = { id, 'data-field': field.name, autocomplete: 'off', spellcheck: 'false', dir: 'auto' };
  if (field.choices.length) {
    const known = field.choices.includes(text) ? field.choices : [text, ...field.choices];
    const made = h('select', props, ...known.map((choice) => h('option', { value: choice }, choice || '–')));
    made.value = text;
    return made;
  }
  if (fitsLine(field, text)) return h('input', { ...props, type: 'text', value: text, list: 'known-values', onfocus: () => offerValues(field.name) });
  const rows = Math.min(10, Math.max(2, text.split('\n').length, Math.ceil(text.length / 42)));
  return h('textarea', { ...props, rows: String(rows), value: text, title: field.items ? 'A list: an item a line' : null });
}

const MOST_VALUES = 60;

/** Offer what other cards of the deck say in a field, if that is not much. */
function offerValues(field) {
  const { deck } = game.cards[form.key] ?? {};
  const found = new Set(Object.values(game.cards).filter((card) => card.deck === deck).map((card) => card.fields[field]).filter(Boolean));
  const list = document.getElementById('known-values') ?? h('datalist', { id: 'known-values' });
  list.replaceChildren(...(found.size <= MOST_VALUES ? [...found].map((value) => h('option', { value })) : []));
  if (!form.box.contains(list)) form.box.append(list);
}

/** Keep what is typed. */
function keep(row) {
  const { field, control } = row;
  const old = typedField(form.key, field.name)?.old ?? field.text;
  if (control.value === (old ?? '')) dropField(form.key, field.name);
  else keepField(form.key, field.name, { old, text: control.value });
  showDraft(row);
}

/** What can be done with what was typed, what the file says by now, and what would be found. */
function showDraft(row) {
  const { field, control, line, found } = row;
  const draft = typedField(form.key, field.name);
  line.hidden = !draft;
  if (!draft || field.items) dropCheck(found);
  else checkDraft(found, { card: form.key, field: field.name, old: field.text, new: draft.text });
  if (!draft) return;
  const keys = control.tagName === 'TEXTAREA' ? 'Ctrl+Enter' : 'Enter';
  const newer = draft.old !== field.text;
  const save = newer ? h('button.pill', { type: 'button', onclick: () => writeOver(row) }, 'Save over it')
    : h('button.pill', { type: 'button', onclick: () => write(row) }, 'Save ', h('kbd', { 'aria-hidden': 'true' }, keys));
  line.replaceChildren(save, h('button.pill', { type: 'button', onclick: () => discard(row) }, 'Discard'),
    newer ? h('span.refused', { role: 'status' }, `the file says “${field.text ?? ''}” by now`) : '');
}

function type(event, row) {
  const typed = typedField(form.key, row.field.name);
  const enters = event.key === 'Enter' && (row.control.tagName !== 'TEXTAREA' || event.ctrlKey || event.metaKey);
  if (enters && !event.isComposing) {
    event.preventDefault();
    if (typed) write(row);
  } else if (event.key === 'Escape' && typed && !event.isComposing) {
    event.preventDefault();
    event.stopPropagation();
    discard(row);
  }
}

function discard(row) {
  dropField(form.key, row.field.name);
  setText(row);
  row.control.focus();
}

/** Save what was typed although the file says something else by now, which the page shows. */
function writeOver(row) {
  keepField(form.key, row.field.name, { old: row.field.text, text: row.control.value });
  return write(row);
}

const LATER = 600; // ms, when the picture is there

async function write(row) {
  const { field, control } = row;
  const { key } = form;
  const draft = typedField(key, field.name);
  if (draft.old !== field.text) {
    toast('p', { role: 'alert' }, 'Not written: the value was changed meanwhile. “Save over it” writes what you typed.');
    return undefined;
  }
  dropCheck(row.found); // what is written is checked as a whole
  const done = field.items
    ? await sendEdit('/items', { card: key, field: field.name, old: draft.old.split('\n'), new: control.value.split('\n').filter((item) => item.trim()) })
    : await sendEdit('/edit', { card: key, field: field.name, old: draft.old, new: control.value });
  if (!done) return readAgain(); // another program may have written it meanwhile
  if (typedText(draft.card, draft.part) !== draft) return undefined; // more was typed
  dropText(draft.card, draft.part);
  field.text = draft.text;
  if (row.box.isConnected) showDraft(row);
  form.said = '';
  setTimeout(() => { if (form.said === '') refresh(); }, LATER); // the change of the game asks for the row, if there is one
  return undefined;
}

/** A field as its file holds it now: `{old, text, choices}`; null, and a word why, if it is not
 *  written here. */
export async function openField(key, field) {
  const answer = await fetch(`/row.json?${new URLSearchParams({ card: key })}`).catch(() => null);
  const row = await answer?.json().catch(() => null);
  const found = row?.fields?.find((one) => one.name === field);
  const list = found?.items ? 'it is a list; open the card, and write an item a line' : '';
  if (!row) {
    toast('p', { role: 'alert' }, 'The preview could not be reached.');
    return null;
  }
  const refused = row.refused ?? (found ? list || found.refused : 'the row has no such field');
  if (refused) {
    toast('p', { role: 'alert' }, `Not edited here: ${refused}.`);
    return null;
  }
  return { old: found.text, text: found.text ?? '', choices: found.choices };
}

/** Write a field; false, and a word why, if it was not. */
export const saveField = (key, field, old, text) => sendEdit('/edit', { card: key, field, old, new: text });

// --- pictures --------------------------------------------------------------------------------

/** A way to choose a picture, where none can be dropped. */
function pictureChoice() {
  const input = h('input', { type: 'file', id: 'picture-file', accept: '.png,.jpg,.jpeg,.webp,.avif,.svg' });
  input.onchange = () => { if (input.files[0]) dropPicture(form.key, 'front', input.files[0]); };
  return h('div.new-row', {}, h('label', { for: 'picture-file' }, 'A picture, also dropped on the card'), input);
}

/** Copy a picture into the game, and offer what names it as the draft of its field. */
export async function dropPicture(key, side, file) {
  const query = new URLSearchParams({ card: key, side, name: file.name });
  const done = await postEdit(`/picture?${query}`, file, 'application/octet-stream');
  if (done.refused) {
    toast('p', { role: 'alert' }, `Not copied: ${done.refused}.`);
    return;
  }
  const field = form.rows.get(done.field)?.field;
  if (field && !field.refused) keepField(key, done.field, { old: field.text, text: done.text });
  form.said = '';
  await refresh();
  form.box.querySelector(`#field-${CSS.escape(done.field)}`)?.focus();
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
