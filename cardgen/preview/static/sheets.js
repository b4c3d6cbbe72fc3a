// Sheets of paper as the target `sheets` prints them; cards on them can be opened.

import { fetchJson, find, h, preserveFocus, plural, debounce } from './dom.js';
import { allSelected, game, selectedKeys } from './store.js';
import { updateView, currentLook, view, zoom } from './view.js';
import { openCard } from './detail.js';
import { chosenPiece, drawPiece, pieceTabs } from './pieces.js';
import { roomForGrid, WindowedGrid } from './windowed_grid.js';

let asked = 0;
/** What the game says of its sheets, or what is usual, where nothing else is chosen. */
let usual = { paper: 'a4', duplex: 'long', marks: 'auto', ink: 'full' };
const chosen = (name) => picked(name) || usual[name];

/** What is chosen in the page; low ink is a way to look at cards, too. */
const picked = (name) => (name === 'ink' && currentLook() === 'low-ink' ? 'low' : view[name]);

export async function drawSheets() {
  const mine = (asked += 1);
  if (chosenPiece() >= 0) return drawPiece();
  const options = new URLSearchParams(Object.keys(usual).filter(picked).map((name) => [name, picked(name)]));
  if (!allSelected()) options.set('cards', selectedRanges());
  const found = await fetchJson(`/sheets.json?${options}`);
  if (mine !== asked || view.mode !== 'sheets' || chosenPiece() >= 0) return undefined;
  const main = find('cards');
  if (!found) {
    main.replaceChildren(h('p.none.large', {}, 'The sheets could not be read. The next save tries again.'));
    return undefined;
  }
  if (found.fault) {
    const said = h('p.none.large', {}, found.fault, found.hint ? `; ${found.hint}` : '');
    preserveFocus(main, () => main.replaceChildren(h('section.deck', {}, pieceTabs(), h('h2', {}, h('span.save-tools', {}, marksTool())), said)));
    return undefined;
  }
  usual = { ...usual, ...found.options };
  updatePaper();
  // A board may lie on several sheets, a part on each: it is one card.
  const cards = new Set(found.sheets.flatMap((sheet) => sheet.cards.map(({ card, copy }) => `${card} ${copy}`)));
  const selected = allSelected() ? '' : ' selected';
  const head = h('h2', {}, plural(found.sheets.length, 'sheet'), h('small', {}, [`${plural(cards.size, 'card')}${selected}`, found.printer].filter(Boolean).join(', ')), saveTools(options, found.files));
  const pages = found.sheets.flatMap((sheet) => sheet.sides.map((side) => ({ id: `${sheet.number} ${side}`, sheet, side })));
  windowed = new WindowedGrid(h('ul.sheets', { role: 'list' }), ({ sheet, side }) => ({ element: h('li', {}, page(sheet, side, options, found.revision)) }));
  windowed.show(pages, sheetBox(pages));
  preserveFocus(main, () => {
    main.replaceChildren(h('section.deck', {}, pieceTabs(), head, windowed.element));
    windowed.fill();
  });
  return undefined;
}

let windowed = null;
const GAP = [24, 24]; // as in cards.css
const CAPTION = 32;
const WHOLE_SHEETS = 24; // each has its own cards

/** The room of the largest sheet. */
function sheetBox(pages) {
  const widths = pages.map(({ sheet }) => widthOf(sheet.page));
  const heights = pages.map(({ sheet }, index) => (widths[index] * sheet.page[1]) / sheet.page[0]);
  const most = (numbers) => numbers.reduce((one, other) => Math.max(one, other), 0);
  return { width: most(widths), height: most(heights) + CAPTION, gap: GAP, room: roomForGrid(), whole: pages.length <= WHOLE_SHEETS };
}

const widthOf = ([wide]) => Math.min(wide * zoom() * 1.6, 1400);

/** Go to a card on the sheets; false if it is on none. */
export function focusSheet(key) {
  const at = windowed?.items.findIndex(({ sheet, side }) => side === 'front' && sheet.cards.some(({ card }) => card === key)) ?? -1;
  const spot = at < 0 ? null : windowed.reveal(at, 'center').element.querySelector(`[data-card="${CSS.escape(key)}"]`);
  spot?.scrollIntoView({ block: 'center' });
  spot?.focus({ preventScroll: true });
  return Boolean(spot);
}

const MARKS = [['auto', 'as usual'], ['crop', 'at the corners'], ['guides', 'over the sheet'], ['none', 'none']];

/** Which marks are on the sheets: to be chosen also where those that were cannot be. */
function marksTool() {
  const marks = h('select', { 'data-focus': 'marks', onchange: (event) => updateView({ marks: event.target.value }) }, MARKS.map(([value, label]) => h('option', { value, selected: value === chosen('marks') }, label)));
  return h('label', {}, 'Cut marks ', marks);
}

/** These very sheets as a file, or as two where backs are printed apart, and how they are marked. */
function saveTools(options, files) {
  return h('span.save-tools', {}, marksTool(), ...files.map((file) => saveLink(options, file, files.length > 1)));
}

function saveLink(options, file, isOneOfTwo) {
  const [part] = file.split('.');
  const name = [game.game || 'sheets', isOneOfTwo ? part : ''].filter(Boolean).join(' ');
  return h('a.pill.save', { href: `/sheets.pdf?${options}&file=${file}`, download: `${name}.pdf`, 'data-focus': `save ${part}` }, `Save these ${isOneOfTwo ? part : 'sheets'} as PDF`);
}

/** The selected cards by their numbers in the order of the decks, as ranges: `0-3,7`. */
function selectedRanges() {
  const numbers = new Map(game.decks.flatMap((deck) => deck.cards).map((key, index) => [key, index]));
  const ranges = [];
  for (const at of selectedKeys().map((key) => numbers.get(key))) {
    const last = ranges.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else ranges.push([at, at]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',') || 'none';
}

function page(sheet, side, options, revision) {
  const [wide, high] = sheet.page;
  const css = widthOf(sheet.page);
  const pixels = Math.min(3000, Math.round(css * devicePixelRatio));
  const label = `sheet ${sheet.number}, ${side}: ${sheet.grid}, ${sheet.decks.join(', ')}`;
  const image = h('img', {
    alt: label, loading: 'lazy', width: Math.round(css), height: Math.round((css * high) / wide),
    src: `/sheet/${sheet.number}/${side}.png?${options}&w=${pixels}&r=${revision}`,
  });
  const spots = side === 'front' ? sheet.cards.map((placed) => spot(placed, sheet.number)) : [];
  return h('figure.sheet', { '--paper': `${css}px` }, h('div.paper', {}, image, ...spots),
    h('figcaption', {}, `${sheet.number}, ${side}`, h('span.number', {}, ` ${sheet.grid}`)));
}

function spot({ card, copy, box }, sheet) {
  const made = h('button.spot', { type: 'button', 'data-card': card, 'data-focus': `${card} ${copy} ${sheet}`, 'aria-label': `${card}, copy ${copy}`, onclick: () => openCard(card) });
  const [left, top, width, height] = box.map((share) => `${share * 100}%`);
  Object.assign(made.style, { left, top, width, height });
  return made;
}

const OTHER = '*';
const known = () => game.config.papers;

export function fillPapers() {
  const option = ([value, label]) => h('option', { value }, label);
  find('paper').replaceChildren(...[...known().map(({ key, label }) => [key, label]), [OTHER, 'Another size']].map(option));
  find('duplex').replaceChildren(...[
    ['long', 'Turned on the long edge'], ['short', 'Turned on the short edge'], ['fold', 'Folded'], ['separate', 'In a file of their own'], ['none', 'None'],
  ].map(option));
  updatePaper();
  find('paper').onchange = (event) => choosePaper(event.target.value);
  find('paper-size').oninput = debounce(() => updateView({ paper: find('paper-size').value.trim() }), 350);
  find('duplex').onchange = (event) => updateView({ duplex: event.target.value });
  find('low-ink').onchange = (event) => chooseInk(event.target.checked);
}

/** Low ink is looked at in every view; in full the sheets are printed whatever the game says. */
export const chooseInk = (low) => updateView(low ? { look: 'low-ink', ink: '' } : { look: '', ink: 'full' });

export const isLowInk = () => chosen('ink') === 'low';

/** Another size begins with that of the paper that was chosen, ready to be typed over. */
function choosePaper(key) {
  if (key !== OTHER) return updateView({ paper: key });
  updateView({ paper: known().find((one) => one.key === chosen('paper'))?.size ?? chosen('paper') });
  find('paper-size').select();
  return find('paper-size').focus();
}

/** The tools as the view has them. */
export function updatePaper() {
  if (!game.config) return;
  const paper = chosen('paper');
  const own = !known().some(({ key }) => key === paper);
  find('paper').value = own ? OTHER : paper;
  find('paper-size').hidden = !own;
  if (own && document.activeElement !== find('paper-size')) find('paper-size').value = paper;
  find('duplex').value = chosen('duplex');
  find('low-ink').checked = isLowInk();
}
