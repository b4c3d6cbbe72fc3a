// How cards are looked at: kept in the address, so that a reload shows the same.

export const MODES = [['cards', 'Cards'], ['sheets', 'Sheets'], ['hand', 'Hand'], ['print', 'Last print']];
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
  paper: 'a4', duplex: 'long', from: '', n: '7', seed: '1', changed: '', findings: '',
};

export const view = { ...DEFAULTS, filters: new Map() };
const listeners = [];

/** Hear of every change, with the names of what changed. */
export const onView = (listener) => listeners.push(listener);

/** Change how cards are looked at. */
export function updateView(changes) {
  const names = Object.keys(changes).filter((name) => view[name] !== changes[name]);
  Object.assign(view, changes);
  if (!names.length && !('filters' in changes)) return;
  history.replaceState(null, '', address());
  const changed = new Set('filters' in changes ? [...names, 'filters'] : names);
  for (const listener of listeners) listener(changed);
}

/** Go back to what is usual in one thing, without a word: whoever calls draws anew. */
export function resetOption(name) {
  view[name] = DEFAULTS[name];
  history.replaceState(null, '', address());
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
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(DEFAULTS)) if (given.has(name)) view[name] = given.get(name);
  for (const [name, value] of given) {
    if (!name.startsWith('f.')) continue;
    const field = name.slice(2);
    view.filters.set(field, (view.filters.get(field) ?? new Set()).add(value));
  }
  history.replaceState(null, '', location.pathname + location.hash);
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

export const setZoom = (value) => updateView({ zoom: String(Math.min(8, Math.max(2 ** -3.4, value)).toFixed(4)) });

/** Width in CSS pixels of a face of some size, on whole screen pixels. */
export const widthOf = (size, scale = zoom()) => Math.max(8, Math.round(size.print[0] * scale)) / dpr();

/** Pixels to ask for: as many as the screen shows, and never more than the print has. */
export const pixelsOf = (size, css) => Math.min(size.print[0], Math.max(16, Math.round(css * dpr())));
