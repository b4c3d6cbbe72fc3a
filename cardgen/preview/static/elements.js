// The elements of the open card: chosen by a click or from a list, shown with their options. With
// `--edit` an option is written as a field is: by Enter or a button, never by leaving it.

import { arrangeWith, clearArrangement, handleArrangeKey, showArrangement } from './arrange.js';
import { fetchJson, h, keepKeyboard, plural, reorderChildren, s } from './dom.js';
import { edits, sendEdit } from './edit_requests.js';
import { toast } from './announcements.js';
import { placeLink } from './source.js';
import { game, sizeOf } from './store.js';
import { dropText, keepText, onDiscard, typedParts, typedText } from './unsaved.js';

/** What is on show: a side of a card, its elements, the number of the one that is chosen. */
const shown = { key: '', side: '', loaded: '', list: [], at: -1, about: null };
const adding = { open: false, key: '' };
let face = null;
let lastClick = { x: 0, y: 0, at: -1 };

const section = h('section.elements', { 'aria-label': 'Elements' });
const layer = s('svg', { class: 'outlines', viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' });

/** The part of the panel that is about elements. */
export const elementSection = () => section;

/** Let elements be chosen on the stage. */
export function listenToStage(stage) {
  let from = null;
  stage.addEventListener('pointerdown', (event) => { from = [event.clientX, event.clientY]; }, true);
  stage.addEventListener('click', (event) => {
    const far = from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 5;
    if (!far && event.detail) pick(event);
  });
  stage.closest('dialog').addEventListener('keydown', handleKey);
}

/** Show the elements of a side of a card, as they are now. */
export async function showElements(key, side, drawn) {
  face = drawn;
  if (!face.element.contains(layer)) face.element.append(layer);
  const other = shown.key !== key || shown.side !== side;
  if (other) {
    Object.assign(shown, { key, side, list: [], at: -1, about: null, loaded: '' });
    clearArrangement();
    fill();
  }
  const wanted = JSON.stringify([key, side, game.revision, game.run]);
  if (shown.loaded === wanted) return;
  shown.loaded = wanted;
  const found = await fetchJson(`/elements.json?${new URLSearchParams({ card: key, side })}`);
  if (shown.loaded !== wanted) return;
  const before = shown.list[shown.at];
  shown.list = found?.elements ?? [];
  shown.at = before ? sameElement(before, shown.at) : shown.list.findIndex(hasDraft);
  if (shown.at < 0) clearArrangement();
  await describe();
}

/** The number that an element has after a change of the game. */
function sameElement(before, at) {
  if (shown.list[at]?.kind === before.kind) return at;
  return shown.list.findIndex((one) => said(one.place) === said(before.place));
}

const said = (place) => `${place.file}:${place.line}:${place.column}`;
const chosen = () => shown.list[shown.at] ?? null;

/** What tells the server which element is meant. */
const address = () => ({ card: shown.key, side: shown.side, at: shown.at, place: said(chosen().place) });

function choose(at) {
  if (at !== shown.at) {
    clearArrangement();
  }
  shown.at = at;
  shown.about = null;
  fill();
  describe();
}

/** Ask what the file says of the element. */
async function describe() {
  const one = chosen();
  if (one) {
    const about = await fetchJson(`/element.json?${new URLSearchParams(address())}`);
    if (chosen() !== one) return;
    shown.about = about;
  }
  fill();
}

// --- choosing --------------------------------------------------------------------------------

/** Choose the smallest element under the pointer; a further click there, the next larger. */
function pick(event) {
  const box = face.element.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width;
  const y = (event.clientY - box.top) / box.height;
  const under = shown.list.filter((one) => holds(one.ink ?? one.box, x, y))
    .sort((a, b) => area(a.ink ?? a.box) - area(b.ink ?? b.box) || b.at - a.at);
  const again = Math.hypot(event.clientX - lastClick.x, event.clientY - lastClick.y) < 6;
  const now = again ? under.findIndex((one) => one.at === shown.at) : -1;
  const next = under[(now + 1) % Math.max(1, under.length)];
  lastClick = { x: event.clientX, y: event.clientY };
  choose(next ? next.at : -1);
  section.scrollIntoView({ block: 'nearest' }); // what is told of it
}

const holds = ([left, top, width, height], x, y) =>
  x >= left - 0.004 && x <= left + width + 0.004 && y >= top - 0.004 && y <= top + height + 0.004;
const area = ([, , width, height]) => width * height;

function handleKey(event) {
  if (!chosen() || event.target.matches('input, select, textarea')) return;
  if (edits() && handleArrangeKey(event)) return;
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  choose(-1);
}

// --- the outline -----------------------------------------------------------------------------

const shape = (one, name) => s('polygon', { class: name, points: one.corners.map((corner) => corner.join(',')).join(' ') });

function outline() {
  const one = chosen();
  layer.replaceChildren(...(one ? [shape(one, 'chosen')] : []));
  if (!one || !edits()) return;
  const size = sizeOf(game.cards[shown.key]);
  arrangeWith({ one, list: shown.list, size, face, address, cards: () => usedBy(shown.about), write: sendEdit });
}

// --- the panel -------------------------------------------------------------------------------

const indent = (depth) => '\u2007\u2007'.repeat(depth);
const nameOf = (one) => (one.name && one.name !== one.kind ? `${one.kind} ${one.name}` : one.kind);
const labelOf = (one) => `${indent(one.depth)}${nameOf(one)}${one.words ? `: ${one.words}` : ''}`;

/** Parts of the panel by name, with what each was made of: one that would be the same stays where it
 *  is, so that who types in it, or holds a key down, goes on. */
const parts = new Map();

function part(name, of, make) {
  const known = parts.get(name);
  const said = JSON.stringify(of);
  if (known?.said === said) return known.made;
  const made = make();
  parts.set(name, { said, made });
  return made;
}

function fill() {
  const one = chosen();
  keepKeyboard(section, () => reorderChildren(section, [elementChoice(), ...(one ? aboutElement(one) : [])]), document.querySelector('#detail div.stage'));
  outline();
}

function elementChoice() {
  const labels = shown.list.map(labelOf);
  const box = part('choice', labels, () => h('div.field', {}, h('label', { for: 'element' }, 'Element'),
    h('select', { id: 'element', onchange: (event) => choose(Number(event.target.value)) },
      h('option', { value: '-1' }, labels.length ? 'None' : '…'),
      ...labels.map((label, at) => h('option', { value: String(at) }, label)))));
  const select = box.querySelector('select');
  if (select.value !== String(shown.at)) select.value = String(shown.at);
  return box;
}

function aboutElement(one) {
  const { about } = shown;
  const head = h('p.element-place', {}, nameOf(one), ' at ', placeLink(one.place));
  if (!about || about.refused) return [head, h('p.refused', {}, about?.refused ? `${about.refused}.` : '…')];
  const used = h('p.used', {}, usedBy(about), about.piece ? h('span', {}, ` It is part of the piece ${about.piece}.`) : null);
  return [head, used, measures(one), ...showArrangement(), editor('', about.options, edits() ? [addition(about)] : []), ...ofStyles(about)];
}

/** The options of the element, or those that it takes from a style. */
function editor(style, options, more = []) {
  const box = part(`editor ${style}`, '', () => h('div.editor'));
  reorderChildren(box, [...options.map((option) => optionRow(option, style)), ...more]);
  return box;
}

/** Whom a change affects. */
function usedBy(about) {
  if (!about) return '';
  const others = about.panels ? ` and ${plural(about.panels, 'panel')} of boxes and covers` : '';
  const texts = about.texts?.length ? ` Booklets take it too: ${about.texts.join(', ')}.` : '';
  return `${plural(about.cards, 'card')}${others} ${about.cards === 1 && !others ? 'uses' : 'use'} this.${texts}`;
}

function measures(one) {
  const [wide, high] = sizeOf(game.cards[shown.key]).page.map((points) => points / 72 * 25.4);
  const [left, top, width, height] = one.box;
  const bleed = sizeOf(game.cards[shown.key]).bleed_mm;
  const mm = (value) => (Math.round(value * 10) / 10).toFixed(1);
  return h('p.measures', {}, `${mm(width * wide)} × ${mm(height * high)} mm, ${mm(left * wide - bleed)} mm from the left of the cut and ${mm(top * high - bleed)} mm from its top`);
}

/** What a text takes from its styles, by the style in which it stands. */
function ofStyles(about) {
  const names = [...new Set(about.style.map((option) => option.style))];
  return names.flatMap((name) => {
    const own = about.style.filter((option) => option.style === name);
    const most = own.reduce((a, b) => (b.cards > a.cards ? b : a));
    return [h('h4', {}, `Style ${name} `, placeLink(own[0].place)), h('p.used', {}, usedBy(most)),
      editor(name, own)];
  });
}

// --- an option -------------------------------------------------------------------------------

/** What is typed for an option is kept with the card, the side and the element. */
const draftPart = (option) => `${elementPart(chosen())}${option.style} ${option.key}`;
const elementPart = (one) => `option ${shown.side} ${nameOf(one) === one.kind ? one.at : nameOf(one)} `;
const hasDraft = (one) => typedParts(shown.key).some((each) => each.startsWith(elementPart(one)));
const typedOption = (option) => typedText(shown.key, draftPart(option));

onDiscard(({ card }) => {
  if (card !== shown.key) return;
  parts.clear();
  fill();
});

function optionRow(option, style = '') {
  const { palette } = shown.about;
  const row = part(`option ${style} ${option.key}`, [draftPart(option), option, palette], () => makeRow(option, style));
  const control = row.querySelector('input, select');
  const text = typedOption(option)?.text ?? option.text ?? '';
  if (control && control.value !== text) control.value = text; // it was saved, and undone since
  return row;
}

function makeRow(option, style) {
  const id = `option-${style ? `${style}-` : ''}${option.key}`;
  if (!edits() || option.refused) {
    return h('div.field', {}, h('span.label', { title: option.about }, option.key), h('p.value', {}, swatch(option, option.text), option.text ?? ''),
      edits() ? h('p.refused', {}, `${option.refused}.`) : null);
  }
  const text = typedOption(option)?.text ?? option.text ?? '';
  const control = optionControl(id, option, text);
  const line = h('div.draft');
  connect(control, line, option);
  return h('div.field', {}, h('label', { for: id, title: option.about }, option.key), h('div.with-swatch', {}, swatch(option, text), control), line);
}

function swatch(option, text) {
  if (option.kind !== 'color' || !text) return null;
  const color = shown.about.palette[text] ?? text;
  return /^#[0-9a-f]{3,8}$/i.test(color) ? h('span.swatch', { 'aria-hidden': 'true', '--color': color }) : null;
}

function optionControl(id, option, text) {
  const props = { id, autocomplete: 'off', spellcheck: 'false' };
  if (option.kind === 'choice') {
    const known = option.choices.includes(text) ? option.choices : [text, ...option.choices];
    const made = h('select', props, ...known.map((choice) => h('option', { value: choice }, choice || '–')));
    made.value = text;
    return made;
  }
  const made = h('input', { ...props, type: 'text', value: text, list: option.kind === 'color' ? 'palette' : null });
  return made;
}

function connect(control, line, option) {
  const save = async () => {
    if (await write(option, control.value)) showDraft(line, option, save, discard);
  };
  const discard = () => {
    dropText(shown.key, draftPart(option));
    control.value = option.text ?? '';
    showDraft(line, option, save, discard);
    control.focus();
  };
  control.oninput = () => {
    const old = typedOption(option)?.old ?? option.text;
    if (control.value === (old ?? '')) dropText(shown.key, draftPart(option));
    else keepText(shown.key, draftPart(option), { label: `${option.key} of ${nameOf(chosen())}`, old, text: control.value });
    showDraft(line, option, save, discard);
  };
  control.onkeydown = (event) => {
    if (event.isComposing || !typedOption(option) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') discard();
    else if (typedOption(option).old === option.text) save();
    else toast('p', { role: 'alert' }, 'Not written: the value was changed meanwhile. “Save over it” writes what you typed.');
  };
  showDraft(line, option, save, discard);
}

/** What can be done with what was typed, and what the file says by now. */
function showDraft(line, option, save, discard) {
  const typed = typedOption(option);
  line.hidden = !typed;
  const newer = typed && typed.old !== option.text;
  line.replaceChildren(
    h('button.pill', { type: 'button', onclick: save }, newer ? 'Save over it' : 'Save ', newer ? '' : h('kbd', { 'aria-hidden': 'true' }, 'Enter')),
    h('button.pill', { type: 'button', onclick: discard }, 'Discard'),
    newer ? h('span.refused', { role: 'status' }, `the file says “${option.text ?? ''}” by now`) : '');
}

async function write(option, text) {
  const subject = [shown.key, draftPart(option)];
  const typed = typedText(...subject);
  const done = await sendEdit('/option', { ...address(), key: option.key, old: option.text, new: text });
  if (!done || typedText(...subject) !== typed) return false;
  dropText(...subject);
  adding.open = false;
  return true;
}

/** A way to give the element an option that it has not yet. */
function addition(about) {
  const free = about.missing.filter((option) => !option.refused);
  return part('addition', [elementPart(chosen()), free, about.palette], () => makeAddition(free, about.palette));
}

function makeAddition(free, palette) {
  const box = h('details.addition', { open: adding.open || free.some(typedOption), ontoggle: () => { adding.open = box.open; } }, h('summary', {}, 'Add an option'));
  const select = h('select', { id: 'option-new' }, ...free.map((option) => h('option', { value: option.key }, option.key)));
  const first = free.find(typedOption)?.key ?? adding.key;
  if (free.some((option) => option.key === first)) select.value = first;
  const slot = h('div');
  const offer = () => {
    const option = free.find((one) => one.key === select.value);
    adding.key = select.value;
    if (option) slot.replaceChildren(h('p.refused', {}, option.about), makeRow(option, 'new'));
  };
  select.onchange = offer;
  offer();
  box.append(h('div.field', {}, h('label', { for: 'option-new' }, 'Option'), select), slot,
    h('datalist', { id: 'palette' }, ...Object.keys(palette).map((name) => h('option', { value: name }))));
  return box;
}
