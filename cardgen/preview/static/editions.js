// Editions side by side: a row a card, a column an edition; what prints as the game as it is stands back.

import { fetchJson, find, h, plural } from './dom.js';
import { openLine } from './line.js';

const MOST_WIDTH = 2048;
const SPOKEN = { '': 'as it is', longest: 'longest of all languages' };
let told = { revision: -1, editions: [], cards: [] };

const side = () => find('side').value;
const spoken = (name) => SPOKEN[name] ?? name;
const keyOf = (card, name) => card.editions[name]?.[side()]?.key;

/** Whether some edition has the card otherwise than another, or not at all. */
function differs(card) {
  const keys = new Set(told.editions.map(({ name }) => keyOf(card, name)));
  return keys.size > 1;
}

function draw() {
  const deck = find('deck').value;
  const all = told.cards.filter((card) => (!deck || card.deck === deck) && Object.values(card.editions).some((one) => one[side()]));
  const shown = find('differing').checked ? all.filter(differs) : all;
  find('told').textContent = `${plural(shown.length, 'card')} of ${all.length} in ${plural(told.editions.length, 'edition')}`;
  const table = h('table', {}, h('thead', {}, h('tr', {}, h('td'), told.editions.map(head))), h('tbody', {}, shown.map(row)));
  find('rows').replaceChildren(shown.length ? table : h('p.none.large', {}, all.length ? 'All editions print these cards alike.' : 'No card has this side.'));
}

const head = ({ name, game, language, fault }) => h('th', { scope: 'col' }, spoken(name),
  h('small', {}, h('bdi', { lang: language || null }, game), language ? ` · ${language}` : ''), fault ? h('small.fault', {}, fault) : '');

const row = (card) => h('tr', {}, h('th', { scope: 'row' }, card.id, h('small', {}, ` ${card.deck}`)), told.editions.map((edition) => cell(card, edition)));

function cell(card, { name, language }) {
  const face = card.editions[name]?.[side()];
  if (!face) return h('td', {}, h('small', {}, 'not in it'));
  const same = name !== '' && face.key === keyOf(card, '');
  const width = Math.min(MOST_WIDTH, Math.ceil(Number(find('width').value) * devicePixelRatio));
  const address = `/edition-face/${encodeURIComponent(face.key)}.png?edition=${encodeURIComponent(name)}&w=${width}`;
  return h(same ? 'td.same' : 'td', {}, h('img', { src: address, alt: face.text, lang: language || null, loading: 'lazy', decoding: 'async', title: `${card.id}, ${spoken(name)}` }));
}

function resize() {
  find('rows').style.setProperty('--width', `${find('width').value}px`);
}

async function load() {
  const found = await fetchJson('/editions.json');
  if (!found) return;
  told = found;
  const chosen = find('deck').value;
  const decks = [...new Set(told.cards.map((card) => card.deck))];
  find('deck').replaceChildren(h('option', { value: '' }, 'All decks'), ...decks.map((deck) => h('option', { value: deck }, deck)));
  find('deck').value = decks.includes(chosen) ? chosen : '';
  find('game').textContent = told.editions[0]?.game || 'Editions';
  document.title = `${find('game').textContent}: editions side by side`;
  draw();
}

for (const id of ['deck', 'side', 'differing']) find(id).addEventListener('change', draw);
find('width').addEventListener('input', resize);
find('width').addEventListener('change', draw);
resize();
openLine({ hello: load, change: load }, (hint) => { find('told').textContent = `The preview lost its server. ${hint}`; });
