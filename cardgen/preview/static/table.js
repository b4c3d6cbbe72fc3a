// The decks as tables: a row a card, a column a field. Only rows near the screen are there.

import { find, h, plural, reorderChildren } from './dom.js';
import { changeRow, edits, pasteCells, saveField, showHistory } from './edit_requests.js';
import { dropField, keepField, openField, typedField } from './editor.js';
import { showStatus } from './announcements.js';
import { readBlock } from './copied_block.js';
import { checkDraft, dropCheck } from './drafts.js';
import { openCard } from './detail.js';
import { formatPlace, isEdited, pathOf } from './places.js';
import { newRow, rowTools } from './row_tools.js';
import { currentKey, entries, editorLink, findingsOf, game, onGame, sizeOf } from './store.js';
import { onDiscard } from './unsaved.js';
import { updateView, view } from './view.js';

const ROW = 44; // CSS pixels, as in table.css
const SPARE = 12; // rows beyond the screen, on both sides
const [LEAST, MOST, LETTER] = [72, 340, 7.4];

/** What is on show of each deck: its rows, its columns, where they stand. */
let decks = [];
/** The cell that the keyboard is on. */
let current = { deck: '', row: 0, column: 1 };
let input = null;
/** The cell that `input` stands in: its deck, its place, what the file says. */
let written = null;
/** What would be found in what is typed, over all else: a table clips what leaves its rows. */
const wouldFind = h('div.draft-findings.cell-findings', { role: 'status', popover: 'manual' });
/** Whether the tables show what is no more, for the sake of the cell that is written in. */
let isLate = false;

/** Bring the tables up to date; `how` is given where something else was chosen to be shown. */
export function drawTable(how = null) {
  isLate = Boolean(input?.isConnected && !how); // a cell that is written in stays as it is
  if (isLate) return;
  putAside();
  const main = find('cards');
  const held = main.contains(document.activeElement) && document.activeElement !== main;
  const heldId = held ? document.activeElement.id : '';
  decks = entries().map(({ deck, entries: list }) => makeDeck(deck, [...new Set(list.flatMap((entry) => entry.keys))]));
  reorderChildren(main, decks.map((one) => one.section));
  showHistory();
  main.onscroll = () => requestAnimationFrame(fillRows);
  if (!decks.some((one) => one.deck.name === current.deck)) current = { deck: decks[0]?.deck.name ?? '', row: 0, column: 1 };
  fillRows();
  if (heldId) {
    const again = find(heldId);
    if (again !== document.activeElement) again?.focus({ preventScroll: true });
    return;
  }
  const own = held && decks.find((one) => one.deck.name === current.deck);
  if (own) cellOf(own, current.row, current.column)?.focus({ preventScroll: true });
}

function makeDeck(deck, keys) {
  const names = deck.fields.length ? deck.fields : namesOf(keys);
  const columns = [
    { id: 'card', label: 'Card', width: 56 },
    { id: '#id', label: 'id', width: widthFor(keys.map((key) => game.cards[key].id), 'id') },
    { id: '#copies', label: 'copies', width: 76, field: 'copies' },
    ...names.map((name) => ({ id: `.${name}`, label: name, field: name, width: widthFor(keys.map((key) => game.cards[key].fields[name] ?? ''), name) })),
    { id: 'place', label: 'row', width: 190 },
  ];
  const body = h('div.table-body', { role: 'rowgroup', '--rows': keys.length });
  const template = columns.map(({ width }) => `${width}px`).join(' ');
  const table = h('div.table', {
    role: 'grid', 'aria-label': deck.name, 'aria-rowcount': keys.length + 1, 'aria-colcount': columns.length, '--columns': template, '--id': `${columns[1].width}px`,
  }, h('div', { role: 'rowgroup', class: 'table-head-group' }, h('div.table-row.table-head', { role: 'row', 'aria-rowindex': '1' }, ...columns.map(header))), body);
  const made = { deck, keys, columns, body, rows: new Map() };
  table.onkeydown = (event) => handleKey(event, made);
  table.onpaste = (event) => paste(event, made);
  const head = h('h2', {}, deck.name, h('small', {}, keys.length ? plural(keys.length, 'row') : 'No card fits.'));
  made.section = sectionOf(deck.name);
  reorderChildren(made.section, [head, table, tools(made, names)].filter(Boolean));
  return made;
}

/** The parts of the page that stay while tables are drawn anew: by deck its section, its tools by what they are about. */
const sections = new Map();

function sectionOf(name) {
  if (!sections.has(name)) sections.set(name, h('section.deck.table-deck'));
  return sections.get(name);
}

onDiscard(() => {
  for (const section of sections.values()) section.replaceChildren();
  if (view.mode === 'table') drawTable();
});

/** With `--edit`: what can be done with the row that the keyboard is on. */
function tools(one, names) {
  if (!edits() || !one.keys.length) return '';
  const foreign = one.keys.map((key) => game.cards[key]);
  if (!foreign.some(isEdited)) return h('div.table-tools', {}, h('p.none', {}, `${pathOf(foreign[0])} is edited in the program that made it.`));
  const { name } = one.deck;
  const first = names[0] ?? '';
  const there = [...sectionOf(name).children].find((part) => part.dataset.first === first);
  return there ?? h('div.table-tools', { 'data-first': first }, newRow(names.map((field) => ({ name: field })), () => rowNow(name), name), rowTools(() => rowNow(name)));
}

/** The card whose row the keyboard is on; the last one's where it is in another table. */
function rowNow(name) {
  const { keys } = decks.find((one) => one.deck.name === name);
  return keys[current.deck === name ? Math.min(current.row, keys.length - 1) : keys.length - 1];
}

/** Write what was copied from a spreadsheet, from the cell of the keyboard on. */
async function paste(event, one) {
  if (!edits() || event.target.matches('input, select, textarea')) return;
  event.preventDefault();
  const block = readBlock(event.clipboardData.getData('text/plain'));
  const { row, column } = current;
  const cells = block.flatMap((texts, down) => texts.map((text, right) => [one.keys[row + down], one.columns[column + right]?.field, text]));
  if (!cells.length || cells.some(([key, field]) => !key || !field)) {
    showStatus(cells.length ? 'What is pasted is larger than the table' : 'There is no text to paste');
    return;
  }
  if (await pasteCells(cells)) showStatus(`${plural(cells.length, 'cell')} pasted`);
}

/** Move a row up or down, and the keyboard with it. */
async function moveRow(one, change) {
  if (view.sort) {
    showStatus('Rows are moved where they are not sorted');
    return;
  }
  if (await changeRow(one.keys[current.row], change)) current.row += change === 'up' ? -1 : 1;
}

const namesOf = (keys) => [...new Set(keys.flatMap((key) => Object.keys(game.cards[key].fields)))];

/** Wide enough for most of what a column holds. */
function widthFor(values, label) {
  const lengths = values.slice(0, 400).map((value) => value.length).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
  return Math.round(Math.min(MOST, Math.max(LEAST, (Math.max(usual, label.length) + 3) * LETTER)));
}

function header({ id, label }) {
  const sortable = id.startsWith('#') || id.startsWith('.');
  const sorted = view.sort === id;
  const content = sortable
    ? h('button.column', { type: 'button', tabindex: '-1', onclick: () => updateView({ sort: sorted ? '' : id }) }, label, sorted ? ' ↓' : '')
    : label;
  return h('div.cell', { role: 'columnheader', 'aria-sort': sorted ? 'ascending' : null }, content);
}

// --- rows ------------------------------------------------------------------------------------

function fillRows() {
  const main = find('cards');
  if (view.mode !== 'table') return;
  if (input) placeFindings();
  for (const one of decks) {
    const top = one.body.getBoundingClientRect().top - main.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / ROW) - SPARE);
    const last = Math.min(one.keys.length, Math.ceil((main.clientHeight - top) / ROW) + SPARE);
    const wanted = new Set();
    for (let index = first; index < last; index += 1) wanted.add(index);
    if (current.deck === one.deck.name && current.row < one.keys.length) wanted.add(current.row);
    for (const [index, row] of one.rows) {
      if (wanted.has(index)) continue;
      row.remove();
      one.rows.delete(index);
    }
    for (const index of wanted) if (!one.rows.has(index) && game.cards[one.keys[index]]) one.rows.set(index, makeRow(one, index));
    const shown = [...one.rows].sort(([a], [b]) => a - b).map(([, row]) => row);
    shown.forEach((row, at) => { if (one.body.children[at] !== row) one.body.insertBefore(row, one.body.children[at] ?? null); });
  }
}

function makeRow(one, index) {
  const key = one.keys[index];
  const row = h('div.table-row', { role: 'row', 'aria-rowindex': index + 2, 'data-card': key, '--at': index });
  row.append(...one.columns.map((column, at) => makeCell(one, index, at, column, key)));
  return row;
}

function makeCell(one, index, at, column, key) {
  const isCurrent = current.deck === one.deck.name && current.row === index && current.column === at;
  const found = column.field ? findingsOf(key).filter((number) => game.findings[number].field === column.field) : [];
  const worst = found.some((number) => game.findings[number].severity === 'error') ? 'error' : found.length ? 'warning' : null;
  const cell = h('div.cell', {
    role: 'gridcell', tabindex: isCurrent ? '0' : '-1', 'data-column': at, 'data-worst': worst, dir: column.field || column.id === '#id' ? 'auto' : null,
    title: found.map((number) => game.findings[number].message).join('\n') || null,
    onfocus: () => { current = { deck: one.deck.name, row: index, column: at }; },
    onclick: () => { if (!cell.contains(input)) setCurrent(one, index, at); },
    ondblclick: () => { if (!cell.contains(input)) activate(one, index, at); },
  }, ...cellContent(column, key));
  const typed = column.field && typedField(key, column.field);
  if (typed) {
    cell.classList.add('unsaved');
    cell.replaceChildren(typed.text, h('span.hidden', {}, ' (not saved)'));
  }
  if (found.length) cell.append(h('span.hidden', {}, ` (${plural(found.length, worst)})`));
  return cell;
}

function cellContent(column, key) {
  const card = game.cards[key];
  if (column.id === 'card') {
    const size = sizeOf(card);
    const width = size ? Math.round((36 * size.print[0]) / size.print[1]) : 26;
    return [h('img.thumb', { alt: '', loading: 'lazy', width: Math.min(44, width), height: '36', src: `/face/${card.front}.png?w=${Math.max(16, 2 * width)}` })];
  }
  if (column.id === '#id') return [card.id];
  if (column.id === '#copies') return [String(card.copies)];
  if (column.id === 'place') return [h('a.place', { href: editorLink(card), tabindex: '-1', title: 'Open in the editor' }, formatPlace({ ...card, column: 1 }))];
  return [card.fields[column.field] ?? ''];
}

// --- the keyboard, as in a spreadsheet -------------------------------------------------------

function setCurrent(one, row, column) {
  putAside();
  if (isLate) return void followLate(one, row, column);
  const before = cellOf(one, current.row, current.column);
  if (before && current.deck === one.deck.name) before.tabIndex = -1;
  current = { deck: one.deck.name, row: Math.max(0, Math.min(one.keys.length - 1, row)), column: Math.max(0, Math.min(one.columns.length - 1, column)) };
  reveal(one);
  fillRows();
  const cell = cellOf(one, current.row, current.column);
  if (!cell) return;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Go to a cell of a table that has to be drawn first: its row may stand elsewhere by now. */
function followLate(one, row, column) {
  drawTable();
  const now = decks.find(({ deck, keys }) => deck.name === one.deck.name && keys.length);
  if (now) setCurrent(now, now.keys.includes(one.keys[row]) ? now.keys.indexOf(one.keys[row]) : row, column);
}

const cellOf = (one, row, column) => one.rows.get(row)?.children[column];

/** Bring the row of the keyboard near the screen, so that it is there. */
function reveal(one) {
  const main = find('cards');
  const top = one.body.getBoundingClientRect().top - main.getBoundingClientRect().top + current.row * ROW;
  if (top < 90) main.scrollTop += top - 90;
  else if (top + ROW > main.clientHeight) main.scrollTop += top + ROW - main.clientHeight;
}

function handleKey(event, one) {
  if (event.altKey && edits() && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
    event.preventDefault();
    event.stopPropagation();
    moveRow(one, event.key === 'ArrowUp' ? 'up' : 'down');
    return;
  }
  if (event.target.matches('input, select, textarea') || event.altKey) return;
  const { row, column } = current;
  const page = Math.max(1, Math.floor(find('cards').clientHeight / ROW) - 2);
  const far = event.ctrlKey || event.metaKey;
  const moves = {
    ArrowUp: [far ? 0 : row - 1, column], ArrowDown: [far ? one.keys.length - 1 : row + 1, column],
    ArrowLeft: [row, far ? 0 : column - 1], ArrowRight: [row, far ? one.columns.length - 1 : column + 1],
    PageUp: [row - page, column], PageDown: [row + page, column],
    Home: [far ? 0 : row, 0], End: [far ? one.keys.length - 1 : row, one.columns.length - 1],
  };
  const types = edits() && !far && event.key.length === 1 && event.key !== ' ' && one.columns[column].field;
  if (moves[event.key]) setCurrent(one, ...moves[event.key]);
  else if (event.key === 'Enter' || event.key === 'F2') activate(one, row, column);
  else if (event.key === ' ') openCard(one.keys[row]);
  else if (types) activate(one, row, column, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Write in a cell, if the page may; else open the card. */
function activate(one, row, column, typed = null) {
  const { field } = one.columns[column];
  const key = one.keys[row];
  const cell = cellOf(one, row, column);
  if (!field || !edits()) return openCard(key);
  if (!cell || input) return undefined;
  const place = { row, column, key, field, typed, known: openField(key, field), old: typedField(key, field)?.old };
  setInput(one, cell, place, h('input', {}), typed ?? typedField(key, field)?.text ?? shownText(key, field));
  place.known.then((found) => settle(one, cell, place, found));
  return undefined;
}

/** Leave the cell that is written in: what was typed stays in it, and is not saved. */
function putAside() {
  if (!input) return;
  const { one, place } = written;
  const cell = input.parentElement;
  input = null;
  written = null;
  dropCheck(wouldFind);
  if (game.cards[place.key]) cell?.replaceWith(makeCell(one, place.row, place.column, one.columns[place.column], place.key));
}

onGame((what) => { // the row may have another name by now
  if (what === 'change' && written) written.place.key = currentKey(written.place.key) || written.place.key;
});

const shownText = (key, field) => (field === 'copies' ? String(game.cards[key].copies) : game.cards[key].fields[field] ?? '');

function setInput(one, cell, place, control, value) {
  input = control;
  written = { one, place };
  input.className = 'cell-input';
  input.setAttribute('aria-label', `${place.field} of ${place.key}`);
  input.spellcheck = false;
  input.dir = 'auto';
  input.value = value;
  input.onkeydown = (event) => leave(event, one, place);
  input.oninput = () => checkCell(place, true);
  cell.replaceChildren(input, wouldFind);
  wouldFind.showPopover();
  placeFindings();
  input.focus();
  if (place.typed === null) input.select?.();
}

/** Say what the checks would say of what is typed, which is kept; once something was, if it is `typed` just now. */
async function checkCell(place, typed) {
  const control = input;
  const known = await place.known;
  if (!known) return;
  if (control.value === known.text) dropField(place.key, place.field);
  else if (typed || place.typed !== null) keepField(place.key, place.field, { old: place.old, text: control.value });
  if (input !== control) return;
  if (control.value === known.text) dropCheck(wouldFind);
  else checkDraft(wouldFind, { card: place.key, field: place.field, old: known.old, new: control.value });
}

/** Below the cell that is written in, or above it where there is no room. */
function placeFindings() {
  const { left, top, bottom } = input.getBoundingClientRect();
  const below = bottom + 120 < innerHeight;
  Object.assign(wouldFind.style, {
    left: `${Math.max(8, Math.min(left, innerWidth - 330))}px`,
    top: below ? `${bottom + 2}px` : 'auto', bottom: below ? 'auto' : `${innerHeight - top + 2}px`,
  });
}

/** Once it is known what the file holds: its text, its choices, or that it is not written here. */
function settle(one, cell, place, found) {
  if (found && place.old === undefined) place.old = found.old;
  if (!input || !cell.contains(input)) return undefined;
  if (!found) return close(one, place, [0, 0]);
  if (found.choices.length) {
    const known = found.choices.includes(found.text) ? found.choices : [found.text, ...found.choices];
    const wanted = known.find((choice) => place.typed && choice.toLowerCase().startsWith(input.value.toLowerCase()));
    const list = h('select', {}, ...known.map((choice) => h('option', { value: choice }, choice || '–')));
    setInput(one, cell, place, list, wanted ?? typedField(place.key, place.field)?.text ?? found.text);
  } else if (place.typed === null && input.value === shownText(place.key, place.field) && input.value !== found.text) {
    setInput(one, cell, place, h(found.text.includes('\n') ? 'textarea' : 'input', {}), found.text);
  }
  checkCell(place, false);
  return undefined;
}

/** Enter and Tab write, Escape does not; leaving the cell otherwise keeps it open. */
async function leave(event, one, place) {
  event.stopPropagation();
  if (event.isComposing) return;
  const writes = event.key === 'Tab' || (event.key === 'Enter' && !(event.shiftKey && input.matches('textarea')));
  if (!writes && event.key !== 'Escape') return;
  event.preventDefault();
  const wanted = input.value;
  const found = writes ? await place.known : null;
  if (found && wanted !== found.text && !(await saveField(place.key, place.field, place.old, wanted))) return void tellNewer(place);
  if (found || !writes) dropField(place.key, place.field);
  const steps = { Tab: [0, event.shiftKey ? -1 : 1], Enter: [1, 0] };
  if (input) close(one, place, steps[event.key] ?? [0, 0]);
}

/** After a refusal: if the file says something else by now, say what, and that Enter writes over it. */
async function tellNewer(place) {
  const control = input;
  const now = await openField(place.key, place.field);
  if (!now || now.old === place.old || input !== control) return;
  Object.assign(place, { old: now.old, known: Promise.resolve(now) });
  keepField(place.key, place.field, { old: now.old, text: control.value });
  dropCheck(wouldFind);
  wouldFind.append(h('p.draft-finding', {}, `The file says “${now.text}” by now. Enter writes over it, Escape leaves it.`));
}

function close(one, place, [down, right]) {
  putAside();
  drawTable();
  const now = decks.find((other) => other.deck.name === one.deck.name) ?? decks[0];
  const at = now?.keys.indexOf(place.key);
  if (now) setCurrent(now, (at < 0 ? place.row : at) + down, place.column + right);
}

/** Go to a card's row; false if it is not on show. */
export function focusRow(key) {
  const one = decks.find((other) => other.keys.includes(key));
  if (one) setCurrent(one, one.keys.indexOf(key), 1);
  return Boolean(one);
}
