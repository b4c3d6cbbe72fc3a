// What stands at the left: decks, filters by any field, counts beside the composition.

import { find, h, preserveFocus, plural, debounce } from './dom.js';
import { crossTable } from './cross_table.js';
import { spread } from './spread.js';
import { compare } from './order.js';
import { fields, game, selectedKeys } from './store.js';
import { updateView, view } from './view.js';

const MOST_VALUES = 30;
const opened = new Set();

export function drawRail() {
  preserveFocus(find('rail'), () => {
    find('decks').replaceChildren(h('h2', {}, 'Decks'), ...decks());
    find('filters').replaceChildren(h('h2', {}, 'Filters'), clear(), ...[...listed()].map(filter));
    drawCounts();
  });
}

export const drawCounts = () => preserveFocus(find('counts'), () => find('counts').replaceChildren(h('h2', {}, 'Counts'), ...counts(), ...spread(), ...crossTable()));

function decks() {
  const all = game.decks.reduce((sum, deck) => sum + deck.total, 0);
  const item = (name, label, total) => h('button.deck-button', {
    type: 'button', 'data-focus': `deck ${name}`, 'aria-pressed': String(view.deck === name), onclick: () => updateView({ deck: name }),
  }, h('span', {}, label), h('span.number', {}, String(total)));
  const own = game.decks.map((deck) => item(deck.name, deck.name, deck.total));
  const listed = game.decks.length > 1 ? [item('', 'All decks', all), ...own] : own;
  const more = game.editions?.length ? [...listed, sideBySide()] : listed;
  return game.config?.shelf ? [...more, allGames()] : more;
}

/** The way to the page of all games. */
export const allGames = () => h('a.link.all-games', { href: `//${location.hostname}:${game.config.shelf}/`, 'data-focus': 'games' }, 'All games of this project');

const sideBySide = () => h('a.link', { href: '/editions', 'data-focus': 'editions' }, 'Editions side by side');

function clear() {
  const button = h('button.link', { type: 'button', onclick: () => updateView({ filters: new Map() }) }, 'Clear filters');
  button.hidden = view.filters.size === 0;
  return button;
}

/** The fields of the cards, and those by which they are filtered although none has them. */
function listed() {
  const found = new Map(fields());
  for (const name of view.filters.keys()) if (!found.has(name)) found.set(name, new Map());
  return found;
}

/** One field: its values with their counts, or a box for words where there are too many.
 *  What is chosen is always among them. */
function filter([name, values]) {
  const chosen = view.filters.get(name) ?? new Set();
  const exact = [...chosen].filter((value) => value.startsWith('=')).map((value) => value.slice(1));
  const wide = values.size > MOST_VALUES || isProse(values) || exact.length < chosen.size;
  const kept = exact.map((value) => [value, value ? values.get(value) ?? 0 : empty(values)]);
  const body = wide ? [choices(name, kept, chosen), contains(name, chosen)]
    : choices(name, new Map([...kept.filter(([value]) => value), ...values]), chosen, empty(values));
  const details = h('details.filter', { open: opened.has(name) || chosen.size > 0 },
    h('summary', { 'data-focus': `field ${name}` }, name, h('span.number', {}, chosen.size ? `${chosen.size} chosen` : isProse(values) ? 'text' : plural(values.size, 'value'))),
    body);
  details.ontoggle = () => (details.open ? opened.add(name) : opened.delete(name));
  return details;
}

const PROSE_LENGTH = 32;

/** Whether a field holds text to be read rather than values to choose from. */
function isProse(values) {
  const texts = [...values.keys()];
  const cards = [...values.values()].reduce((sum, count) => sum + count, 0);
  if (texts.length > MOST_VALUES && cards < texts.length * 1.5) return true; // nearly every card has its own
  return texts.length > 5 && texts.reduce((sum, text) => sum + text.length, 0) / texts.length > PROSE_LENGTH;
}

/** How many printed cards have nothing in a field. */
function empty(values) {
  const printed = [...values.values()].reduce((sum, count) => sum + count, 0);
  const decks = game.decks.filter((deck) => !view.deck || deck.name === view.deck);
  return decks.reduce((sum, deck) => sum + deck.total, 0) - printed;
}

function choices(name, values, chosen, without = null) {
  const rows = [...values].sort(([a], [b]) => compare(a, b));
  if (without > 0 || (without !== null && chosen.has('='))) rows.push(['', without]);
  return h('div.choices', {}, rows.map(([value, count]) => h('label', {},
    h('input', { type: 'checkbox', 'data-focus': `value ${name} ${value}`, checked: chosen.has(`=${value}`), onchange: (event) => toggleChoice(name, `=${value}`, event.target.checked) }),
    h('span', {}, value || h('em', {}, 'empty')), h('span.number', {}, String(count)))));
}

function contains(name, chosen) {
  const now = [...chosen].find((value) => value.startsWith('~'))?.slice(1) ?? '';
  const change = debounce((text) => {
    const filters = new Map(view.filters);
    if (text) filters.set(name, new Set([`~${text}`]));
    else filters.delete(name);
    updateView({ filters });
  }, 150);
  return h('label.contains', {}, h('span', {}, 'contains'), h('input', {
    type: 'search', value: now, 'aria-label': `${name} contains`, autocomplete: 'off', oninput: (event) => change(event.target.value.trim()),
  }));
}

function toggleChoice(name, value, on) {
  const filters = new Map(view.filters);
  const chosen = new Set(filters.get(name) ?? []);
  if (on) chosen.add(value);
  else chosen.delete(value);
  if (chosen.size) filters.set(name, chosen);
  else filters.delete(name);
  updateView({ filters });
}

// --- counts ----------------------------------------------------------------------------------

function counts() {
  const selected = new Map();
  for (const key of selectedKeys()) {
    const { deck, copies } = game.cards[key];
    selected.set(deck, (selected.get(deck) ?? 0) + copies);
  }
  const part = ({ name, total }) => (view.q || view.filters.size ? h('small', {}, ` ${selected.get(name) ?? 0} of ${total} selected`) : '');
  return game.decks.filter(({ name }) => !view.deck || name === view.deck).map((deck) => {
    const rows = game.summary.filter((line) => line.deck === deck.name);
    return h('table', {},
      h('caption', {}, deck.name, part(deck)),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span.hidden', {}, 'what')),
        h('th', { scope: 'col' }, 'is'), h('th', { scope: 'col' }, 'should'))),
      h('tbody', {}, rows.map((line) => h(line.good ? 'tr' : 'tr.off', {},
        h('th', { scope: 'row' }, ...counted(line)), h('td', {}, String(line.found)),
        h('td', {}, line.expected || '–', line.good ? '' : h('span.hidden', {}, ' (off)'))))));
  });
}

/** What a line counts; the expression by which it does so, on one line, whole when pointed at. */
const counted = ({ by, fields: names, what }) => {
  if (!by) return [what];
  return [names.length ? h('span.by', { title: by }, names.join(' and ')) : h('code.by', { title: by }, by), what];
};

/** Whether somebody is typing into a filter, which must not be replaced then. */
export const typing = () => find('filters').contains(document.activeElement) && document.activeElement.type === 'search';
