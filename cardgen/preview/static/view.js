// How cards are looked at: kept in the address, so that a reload shows the same and Back undoes a step.

export const MODES = [['cards', 'Cards'], ['sheets', 'Sheets'], ['hand', 'Hand'], ['print', 'Last print'], ['table', 'Table'], ['play', 'Play']];
export const SIDES = [['front', 'Front'], ['back', 'Back'], ['both', 'Both']];
export const CUTS = [
  ['rounded', 'As cut'], ['trim', 'Trim, square'], ['bleed', 'Whole bleed'],
  ['overlay', 'Overlay'], ['drift', 'Drift'],
];
export const LOOKS = [
  ['', 'As printed'], ['greyscale', 'Greyscale'], ['protanopia', 'Protanopia'],
  ['deuteranopia', 'Deuteranopia'], ['tritanopia', 'Tritanopia'], ['low-ink', 'Low ink'],
];

/** Of a print only the pixels are left, and paper is never looked at with other eyes. */
const ONLY = {
  print: (value) => value !== 'low-ink',
  sheets: (value) => ['', 'low-ink'].includes(value),
};

/** The ways to look that there are in what is on show now. */
export const availableLooks = () => LOOKS.filter(([value]) => (ONLY[view.mode] ?? (() => true))(value));

/** The simulation in effect: one that this view does not offer is ignored. */
export const currentLook = () => (availableLooks().some(([value]) => value === view.look) ? view.look : '');

const DEFAULTS = {
  mode: 'cards', side: 'front', cut: 'rounded', look: '', sort: '', group: '1', zoom: '', q: '', deck: '',
  paper: '', duplex: '', ink: '', from: '', n: '7', seed: '1', changed: '', findings: '', card: '', play: '', piece: '', marks: '', cross: '',
};

const values = (choices) => choices.map(([value]) => value);
const SWITCH = ['', '1'];

/** Options with fixed values; an address that has another is read as if it had none. */
const CHOICES = {
  mode: values(MODES), side: values(SIDES), cut: values(CUTS), look: values(LOOKS),
  duplex: ['long', 'short', 'fold', 'separate', 'none'], ink: ['full'], marks: ['auto', 'crop', 'guides', 'none'], group: SWITCH, changed: SWITCH, findings: SWITCH,
};
const [LEAST_ZOOM, MOST_ZOOM] = [2 ** -3.4, 8];
const isZoom = (text) => text === '' || (Number(text) >= LEAST_ZOOM && Number(text) <= MOST_ZOOM);

function isValid(name, value) {
  if (name === 'zoom') return isZoom(value);
  if (name === 'n') return /^([1-9]|1[0-5])$/.test(value);
  return CHOICES[name]?.includes(value) ?? true;
}

/** Changes that are a step of their own, to which Back returns. */
const STEPS = ['mode', 'deck', 'filters', 'card', 'piece'];

export const view = { ...DEFAULTS, filters: new Map() };
const listeners = [];

/** Hear of every change, with the names of what changed. */
export const onView = (listener) => listeners.push(listener);

/** Change how cards are looked at. */
export function updateView(changes) {
  const names = Object.keys(changes).filter((name) => view[name] !== changes[name]);
  Object.assign(view, changes);
  if (!names.length) return;
  const closes = names.includes('card') && !view.card;
  const push = !closes && names.some((name) => STEPS.includes(name)) && !(names.includes('card') && opened());
  writeAddress(push);
  notify(new Set(names));
}

const notify = (changed) => {
  for (const listener of listeners) listener(changed);
};

/** Whether this page put the open card into the history. */
const opened = () => history.state?.card === true;

let returning = null;

/** Write the address, as a step of its own if `push`; after a step back that is under way. */
function writeAddress(push) {
  if (returning) {
    returning.push(push);
    return;
  }
  if (address() === here()) return;
  if (push) history.pushState({ card: Boolean(view.card) }, '', address());
  else history.replaceState(history.state, '', address());
}

const here = () => location.hash || location.pathname;

/** Close the card: back to where it was opened, if it was opened here. */
export function closeCard() {
  if (!view.card) return;
  if (opened()) {
    returning = [];
    history.back();
    setTimeout(finishReturn, 400); // the event may not come
  }
  updateView({ card: '' });
}

function finishReturn() {
  const writes = returning;
  returning = null;
  if (writes) writeAddress(writes.slice(1).some(Boolean));
}

/** Take what the address says now: after Back, Forward, or an edit of the address. */
function followAddress() {
  if (returning) return finishReturn();
  const given = parseAddress();
  const changed = Object.keys(given).filter((name) => name === 'filters' ? !sameFilters(given.filters, view.filters) : given[name] !== view[name]);
  Object.assign(view, given);
  if (changed.length) notify(new Set(changed));
  return undefined;
}

const sameFilters = (one, other) => filterPairs(one).join('\n') === filterPairs(other).join('\n');
const filterPairs = (filters) => [...filters].flatMap(([field, chosen]) => [...chosen].map((value) => `${field}=${value}`));

/** Reset an option to its default without notifying anybody: the caller draws anew. */
export function resetOption(name) {
  view[name] = DEFAULTS[name];
  writeAddress(false);
}

function address() {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(DEFAULTS)) if (view[name] !== value) pairs.set(name, view[name]);
  for (const [field, values] of view.filters) for (const value of values) pairs.append(`f.${field}`, value);
  const text = pairs.toString();
  return text ? `#${text}` : location.pathname;
}

/** Read the address, and hide the key that opened the page. */
export function readAddress() {
  Object.assign(view, parseAddress());
  history.replaceState(null, '', address());
  addEventListener('popstate', followAddress);
}

/** The options in the address; what it lacks, or has wrong, is as usual. */
function parseAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const read = { ...DEFAULTS, filters: new Map() };
  for (const name of Object.keys(DEFAULTS)) {
    const value = given.get(name);
    if (value !== null && isValid(name, value)) read[name] = value;
  }
  for (const [name, value] of given) {
    if (!name.startsWith('f.')) continue;
    const field = name.slice(2);
    read.filters.set(field, (read.filters.get(field) ?? new Set()).add(value));
  }
  return read;
}

// --- zoom: screen pixels for a pixel of the print ------------------------------------------

const dpr = () => window.devicePixelRatio || 1;

/** The size that a card has in the hand. */
export const handZoom = () => (96 * dpr()) / 300;

/** What a zoom that was not chosen goes by: pixels of the print of the first deck's faces. */
export const basis = { width: 822 };

export function zoom() {
  if (view.zoom) return Number(view.zoom);
  if (innerWidth < 500) return (((innerWidth - 24 - 4 - 24) / 2) * dpr()) / basis.width; // two abreast
  return handZoom() * 0.75;
}

export const setZoom = (value) => updateView({ zoom: String(Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, value)).toFixed(4)) });

/** A zoom in words: relative to the size in the hand. */
export function describeZoom(value) {
  const share = value / handZoom();
  if (Math.abs(share - 1) < 0.02) return 'hand size';
  if (value === 1) return 'print pixels';
  return share < 2 ? `${Math.round(share * 100)} % of hand` : `${Number(share.toFixed(1))} × hand`;
}

/** Width in CSS pixels of a face of some size, on whole screen pixels. */
export const widthOf = (size, scale = zoom()) => Math.max(8, Math.round(size.print[0] * scale)) / dpr();

/** Width in CSS pixels of one of `count` faces side by side: unless a zoom is chosen, they fit the room. */
export function fittedWidth(size, room, count = 1) {
  const width = widthOf(size);
  return view.zoom ? width : Math.min(width, Math.max(40, Math.floor(room / count)));
}

/** Pixels to ask for: as many as the screen shows, and never more than the print has. */
export const pixelsOf = (size, css) => Math.min(size.print[0], Math.max(16, Math.round(css * dpr())));
