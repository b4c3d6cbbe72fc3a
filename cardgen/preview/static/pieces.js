// Boxes and booklets, beside the sheets of cards: each page as its target draws it.

import { fetchJson, find, h, preserveFocus, plural } from './dom.js';
import { game } from './store.js';
import { updateView, view, zoom } from './view.js';

const nameOf = ({ kind, name }) => `${kind}:${name}`;
const LABELS = { box: 'Box', booklet: 'Booklet' };

/** The number of the piece that is chosen; -1 if the sheets are. */
export const chosenPiece = () => game.pieces.findIndex((piece) => nameOf(piece) === view.piece);

/** What there is to see: the sheets of cards, each box, each booklet. */
export function pieceTabs() {
  if (!game.pieces.length) return '';
  const at = chosenPiece();
  const tab = (value, label, on) => h('button.pill', { type: 'button', 'data-focus': `piece ${value}`, 'aria-pressed': String(on), onclick: () => updateView({ piece: value }) }, label);
  return h('div.piece-tabs', { role: 'group', 'aria-label': 'What is printed' }, tab('', 'Cards', at < 0),
    game.pieces.map((piece, index) => tab(nameOf(piece), `${LABELS[piece.kind]} ${piece.name}`, index === at)));
}

let asked = 0;

export async function drawPiece() {
  const mine = (asked += 1);
  const number = chosenPiece();
  const found = await fetchJson(`/piece/${number}.json?r=${game.revision}`);
  if (mine !== asked || view.mode !== 'sheets' || number !== chosenPiece()) return;
  const { kind, name } = game.pieces[number];
  const pages = found?.pages ?? [];
  const said = found ? plural(pages.length, kind === 'box' ? 'view' : 'page') : 'It cannot be drawn while it has errors; the findings name them.';
  const save = found ? h('a.pill.save', { href: `/piece/${number}.pdf`, download: `${name}.pdf`, 'data-focus': 'save' }, 'Save as PDF') : '';
  preserveFocus(find('cards'), () => find('cards').replaceChildren(h('section.deck', {}, pieceTabs(),
    h('h2', {}, `${LABELS[kind]} ${name}`, h('small', {}, said), save),
    h('div.sheets', {}, pages.map((page, index) => figure(page, number, index, found.revision, `${LABELS[kind]} ${name}, ${page.label}`))))));
}

function figure({ label, size: [wide, high] }, number, index, revision, alt) {
  const css = Math.min(wide * zoom() * 3.2, 1400);
  const pixels = Math.min(3000, Math.round(css * devicePixelRatio));
  const image = h('img', { alt, loading: 'lazy', width: Math.round(css), height: Math.round((css * high) / wide), src: `/piece/${number}/${index}.png?w=${pixels}&r=${revision}` });
  return h('figure.sheet', { '--paper': `${css}px` }, h('div.paper', {}, image), h('figcaption', {}, label));
}
