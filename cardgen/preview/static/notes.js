// Notes of playtesters, brought in from the `notes.json` of a gallery: pins on cards.
//
// They are kept in this browser, by the game's folder; nothing is written into the game.

import { find, h, plural, preserveFocus } from './dom.js';
import { toast } from './announcements.js';
import { game } from './store.js';
import { updateView } from './view.js';

const MOST = 2000; // notes of a game
let notes = null;

const place = () => `cardgen notes ${game.config.folder}`;

function load() {
  if (notes) return notes;
  try {
    notes = JSON.parse(localStorage.getItem(place()) ?? '[]').filter(isNote);
  } catch {
    notes = [];
  }
  return notes;
}

const listeners = [];

/** Hear when notes come or go. */
export const onNotes = (listener) => listeners.push(listener);

function store(changed) {
  notes = changed;
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(place(), JSON.stringify(notes));
  } catch {
    toast('p', { role: 'status' }, 'This browser keeps no notes: they are gone when the page is closed.');
  }
}

const texts = ['deck', 'card', 'name', 'face', 'text', 'when', 'from'];
const LONGEST = 200; // letters of a name; of a note itself 4000
const isNote = (note) => note !== null && typeof note === 'object'
  && texts.every((name) => typeof note[name] === 'string' && note[name].length <= (name === 'text' ? 4000 : LONGEST));

const writtenKey = (note) => `${note.deck}/${note.card}`;

/** The card that a note is about; a gallery of several editions calls that of one `bear@de`. */
export function noteKey(note) {
  const key = writtenKey(note);
  return game.cards[key] ? key : key.replace(/@[^@/]*$/, '');
}

/** The notes on a card, and how it has changed since each was written. */
export const notesOf = (key) => (game.config ? load().filter((note) => noteKey(note) === key) : []);

/** What has become of the face that a note is about. */
export function describeChange(note) {
  const card = game.cards[noteKey(note)];
  if (!card) return 'no longer in the game';
  if (noteKey(note) !== writtenKey(note) && !card.front.startsWith(note.face)) return `on the edition ${note.card.split('@').at(-1)}`;
  const changed = [];
  if (!card.front.startsWith(note.face)) changed.push('face');
  if (note.back_face && !(card.back ?? '').startsWith(note.back_face)) changed.push('back');
  return changed.length ? `${changed.join(' and ')} changed since` : '';
}

/** Take the notes of a file; what is none is said. */
export async function importNotes(file) {
  let given = null;
  try {
    if (file.size < 20_000_000) given = JSON.parse(await file.text());
  } catch { /* said below */ }
  if (given?.cardgen_notes !== 1 || !Array.isArray(given.notes)) {
    toast('p', { role: 'status' }, `${file.name} has no notes of a gallery.`);
    return;
  }
  const named = given.notes.map((note) => ({ ...note, from: file.name }));
  const good = named.filter(isNote);
  const id = (note) => [writtenKey(note), note.text, note.when].join('\n');
  const known = new Set(load().map(id));
  const added = good.filter((note) => !known.has(id(note)));
  const fresh = added.slice(0, Math.max(0, MOST - load().length));
  store([...load(), ...fresh]);
  const left = named.length - good.length;
  const other = given.game === game.game ? '' : ` They were written on ${given.game}.`;
  const over = added.length - fresh.length;
  const said = [left && ` ${left} could not be read.`, over && ` ${over} are left out: a game has room for ${MOST}.`];
  toast('p', { role: 'status' }, `${plural(fresh.length, 'new note')} of ${named.length}.${said.filter(Boolean).join('')}${other}`);
}

/** The section of the rail: the file to bring in, and every note, the newest first. */
export function drawNotes() {
  const input = h('input', { type: 'file', accept: '.json,application/json', multiple: true, onchange: () => importAll(input) });
  const all = [...load()].sort((one, other) => other.when.localeCompare(one.when));
  const clear = h('button.link', { type: 'button', onclick: () => store([]) }, 'Remove all');
  preserveFocus(find('notes'), () => find('notes').replaceChildren(
    h('h2', {}, 'Notes'), h('label.notes-import', {}, input, h('span.pill', {}, 'Import notes.json')), ...(all.length ? [clear] : []),
    h('ul', {}, all.map((note) => h('li', {}, noteButton(note)))),
  ));
}

async function importAll(input) {
  for (const file of input.files) await importNotes(file);
  input.value = '';
}

function noteButton(note) {
  const change = describeChange(note);
  return h('button.note-pin', { type: 'button', 'data-focus': `note ${noteKey(note)} ${note.when}`, onclick: () => updateView({ card: noteKey(note) }), disabled: !game.cards[noteKey(note)] },
    h('b', {}, note.name || note.card), ' ', h('span', {}, note.text), change ? h('small', {}, ` ${change}`) : '');
}

/** The notes on an open card. */
export function noteList(key) {
  const own = notesOf(key);
  const remove = (note) => h('button.link', { type: 'button', onclick: () => store(load().filter((other) => other !== note)) }, 'Remove');
  return own.length ? [h('h3', {}, 'Notes'), ...own.map((note) => h('section.note', {},
    h('p', {}, note.text),
    h('p.about', {}, [note.from, note.when.slice(0, 10), describeChange(note)].filter(Boolean).join(' · '), ' ', remove(note))))] : [];
}
