// The game beside another version of it (`--against`): what differs, changed cards first.

import { fetchJson, find, h, preserveFocus } from './dom.js';
import { Face } from './face.js';
import { game, selectedKeys, sizeOf } from './store.js';
import { currentLook, fittedWidth, view } from './view.js';
import { roomForGrid } from './windowed_grid.js';
import { openCard } from './detail.js';

const WAYS = [['side', 'Side by side'], ['swipe', 'Swipe'], ['onion', 'Onion skin'], ['difference', 'Difference']];
const MOST = 400; // that are shown at once
const BESIDE = 56; // CSS pixels of a difference that are not its pictures, as in cards.css
let room = 0;
let way = 'side';
let share = 50;
let found = null;
let asked = 0;

export async function drawVersions({ fresh = false } = {}) {
  const main = find('cards');
  if (fresh || found?.revision !== game.revision) {
    const mine = (asked += 1);
    const told = await fetchJson('/versions.json');
    if (mine !== asked || view.mode !== 'print') return;
    if (!told) return void main.replaceChildren(h('p.none.large', {}, 'The versions could not be compared. The next save tries again.'));
    found = told;
  }
  room = roomForGrid() - BESIDE;
  const keys = new Set(selectedKeys());
  const shown = found.cards.filter(({ card, was }) => (card ? keys.has(card) : !view.deck || was.startsWith(`${view.deck}/`)));
  const section = h('section.deck.versions', { 'data-way': way, '--share': `${share}%` },
    h('h2', {}, `${found.label} → now`, h('small', {}, found.summary)), tools(),
    found.pictured ? '' : h('p.none', {}, 'This print kept no pictures of its cards, only what they say; name a folder of a build or a git revision to see them.'),
    shown.length ? h('ul.compared', { role: 'list' }, listDifferences(shown)) : h('p.none', {}, found.cards.length ? 'Nothing of what is selected differs.' : 'Nothing differs.'));
  preserveFocus(main, () => main.replaceChildren(section));
}

/** How pictures are compared, and how much is seen of each. */
function tools() {
  const choose = (value) => { way = value; find('cards').querySelector('.versions').dataset.way = value; };
  const radios = WAYS.map(([value, label]) => h('label', {}, h('input', {
    type: 'radio', name: 'way', value, checked: way === value, 'data-focus': `way ${value}`, onchange: () => choose(value) }), h('span', {}, label)));
  const slider = h('input', { type: 'range', min: 0, max: 100, value: share, 'data-focus': 'share', 'aria-label': 'How much is seen of the cards as they are now', oninput: (event) => {
    share = event.target.value;
    find('cards').querySelector('.versions').style.setProperty('--share', `${share}%`);
  } });
  return h('div.ways', {}, h('fieldset.segments', {}, h('legend.hidden', {}, 'How pictures are compared'), radios), h('label.share', {}, 'then ', slider, ' now'));
}

/** The first differences; a back that cards of a deck share is shown with the first of them. */
function listDifferences(shown) {
  const backs = new Set();
  const isNew = (one) => {
    const back = `${one.card.split('/')[0]} ${game.cards[one.card]?.back}`;
    return !backs.has(back) && backs.add(back);
  };
  const items = shown.slice(0, MOST).map((one) => difference(one, one.sides.filter((side) => side === 'front' || isNew(one))));
  return shown.length > MOST ? [...items, h('li.none', {}, `and ${shown.length - MOST} more; choose a deck, or search`)] : items;
}

function difference(one, sides) {
  const name = one.card || one.was;
  const open = one.card ? h('button.link', { type: 'button', 'data-focus': `open ${name}`, onclick: () => openCard(one.card) }, name) : name;
  return h(`li.difference.${one.kind}`, { 'data-card': name },
    h('h3', {}, open, h('small', {}, ` ${[one.kind, ...one.asides].join(' · ')}`)),
    one.fields.length ? h('dl.fields', {}, one.fields.flatMap(({ name: field, parts }) => [h('dt', {}, field), h('dd', {}, parts.map(part))])) : '',
    h('div.looks', {}, sides.map((side) => look(one, side))));
}

const part = ([kind, text]) => ({ old: h('del', {}, text), new: h('ins', {}, text) }[kind] ?? text);

/** One side as it was and as it is, one over the other or beside it. */
function look(one, side) {
  const card = game.cards[one.card];
  const now = card?.[side] ? new Face(card, side, fittedWidth(sizeOf(card), room, 2)) : null;
  const then = found.pictured && one.was ? h('span.face.then', {}, h('span.cut', {}, h('img', {
    alt: `${one.was}, ${side}, in ${found.label}`, loading: 'lazy', src: `/version/${side}.png?${new URLSearchParams({ card: one.was, look: currentLook() })}`,
  }))) : null;
  if (then && now) then.style.cssText = now.element.style.cssText;
  else if (then) then.style.width = '180px';
  now?.element.classList.add('now');
  return h(then && now ? 'div.look.both' : 'div.look', {}, then, now?.element);
}
