// Sheets of paper as the target `sheets` prints them; cards on them can be opened.

import { find, h, plural } from './dom.js';
import { game } from './store.js';
import { look, view, zoom } from './view.js';
import { openCard } from './detail.js';

let asked = 0;

export async function drawSheets() {
  const mine = (asked += 1);
  const options = new URLSearchParams({ paper: view.paper, duplex: view.duplex });
  if (view.look === 'low-ink') options.set('ink', 'low');
  const answer = await fetch(`/sheets.json?${options}`).catch(() => null);
  if (!answer?.ok || mine !== asked || view.mode !== 'sheets') return;
  const found = await answer.json();
  if (mine !== asked) return;
  const main = find('cards');
  if (found.fault) {
    main.replaceChildren(h('p.none.large', {}, found.fault, found.hint ? `; ${found.hint}` : ''));
    return;
  }
  // A board may lie on several sheets, a part on each: it is one card.
  const cards = new Set(found.sheets.flatMap((sheet) => sheet.cards.map(({ card, copy }) => `${card} ${copy}`)));
  const head = h('h2', {}, plural(found.sheets.length, 'sheet'), h('small', {}, plural(cards.size, 'card')));
  const pages = found.sheets.flatMap((sheet) => sheet.sides.map((side) => page(sheet, side, options, found.revision)));
  main.replaceChildren(h('section.deck', {}, head, h('div.sheets', {}, pages)));
}

function page(sheet, side, options, revision) {
  const [wide, high] = sheet.page;
  const css = Math.min(wide * zoom() * 1.6, 1400);
  const pixels = Math.min(3000, Math.round(css * devicePixelRatio));
  const label = `sheet ${sheet.number}, ${side}: ${sheet.grid}, ${sheet.decks.join(', ')}`;
  const image = h('img', {
    alt: label, loading: 'lazy', width: Math.round(css), height: Math.round((css * high) / wide),
    src: `/sheet/${sheet.number}/${side}.png?${options}&w=${pixels}&r=${revision}`,
  });
  const spots = side === 'front' ? sheet.cards.map(spot) : [];
  return h('figure.sheet', { '--paper': `${css}px` }, h('div.paper', {}, image, ...spots),
    h('figcaption', {}, `${sheet.number}, ${side}`, h('span.number', {}, ` ${sheet.grid}`)));
}

function spot({ card, copy, box }) {
  const made = h('button.spot', { type: 'button', 'aria-label': `${card}, copy ${copy}`, onclick: () => openCard(card) });
  const [left, top, width, height] = box.map((share) => `${share * 100}%`);
  Object.assign(made.style, { left, top, width, height });
  return made;
}

export function fillPapers() {
  const option = ([value, label]) => h('option', { value }, label);
  find('paper').replaceChildren(...game.config.papers.map(({ key, label }) => option([key, label])));
  find('duplex').replaceChildren(...[
    ['long', 'Turned on the long edge'], ['short', 'Turned on the short edge'], ['fold', 'Folded'], ['none', 'None'],
  ].map(option));
  find('paper').value = view.paper;
  find('duplex').value = view.duplex;
  find('paper').onchange = (event) => look({ paper: event.target.value });
  find('duplex').onchange = (event) => look({ duplex: event.target.value });
}
