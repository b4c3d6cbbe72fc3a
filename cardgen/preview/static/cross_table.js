// Two fields of the selected cards, one across and one down; a click shows the cards of a cell.

import { h, plural } from './dom.js';
import { compare } from './order.js';
import { fields, game, selectedKeys } from './store.js';
import { updateView, view } from './view.js';

const MOST_VALUES = 24;
const AND = '×';

/** The fields that tell few kinds of cards. */
const listFields = () => [...fields()].filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES).map(([name]) => name);

/** The two fields that are counted; none unless the address has both. */
function chosenFields(names) {
  const [down, across] = view.cross.split(AND);
  return names.includes(down) && names.includes(across) && down !== across ? [down, across] : [];
}

/** How many printed cards have both values: row → column → count. */
function countPairs(down, across) {
  const rows = new Map();
  for (const key of selectedKeys()) {
    const card = game.cards[key];
    if (!(down in card.fields) && !(across in card.fields)) continue;
    const [row, column] = [card.fields[down] ?? '', card.fields[across] ?? ''];
    if (!rows.has(row)) rows.set(row, new Map());
    rows.get(row).set(column, (rows.get(row).get(column) ?? 0) + card.copies);
  }
  return rows;
}

export function crossTable() {
  const names = listFields();
  if (names.length < 2) return [];
  const [down, across] = chosenFields(names);
  const choice = (label, value, at) => h('label', {}, `${label} `, h('select', {
    'data-focus': `cross ${label}`,
    onchange: (event) => choose(names, at, event.target.value),
  }, [h('option', { value: '' }, '…'), ...names.map((name) => h('option', { value: name, selected: name === value }, name))]));
  const typed = view.cross.split(AND);
  return [h('h2', {}, 'Cross table'), h('div.cross-fields', {}, choice('Down', typed[0], 0), choice('Across', typed[1] ?? '', 1)), down ? table(down, across) : ''];
}

function choose(names, at, name) {
  const typed = [0, 1].map((index) => view.cross.split(AND)[index] ?? '');
  typed[at] = name;
  updateView({ cross: typed.some(Boolean) ? typed.join(AND) : '' });
}

function table(down, across) {
  const rows = countPairs(down, across);
  const inOrder = (values) => [...values].sort((one, other) => (one === '') - (other === '') || compare(one, other));
  const columns = inOrder(new Set([...rows.values()].flatMap((row) => [...row.keys()])));
  const sum = (counts) => [...counts].reduce((all, count) => all + count, 0);
  const most = Math.max(1, ...[...rows.values()].flatMap((row) => [...row.values()]));
  const cell = (row, column, count) => h('td', { '--share': count / most }, count ? h('button', {
    type: 'button', 'data-focus': `cross ${row} ${column}`, 'aria-label': `${down} ${row || 'empty'}, ${across} ${column || 'empty'}: ${plural(count, 'card')}`,
    onclick: () => filter({ [down]: row, [across]: column }),
  }, String(count)) : '');
  const body = inOrder(rows.keys()).map((row) => h('tr', {}, h('th', { scope: 'row' }, row || 'empty'),
    columns.map((column) => cell(row, column, rows.get(row).get(column) ?? 0)), h('td.sum', {}, String(sum(rows.get(row).values())))));
  const foot = columns.map((column) => h('td.sum', {}, String(sum([...rows.values()].map((row) => row.get(column) ?? 0)))));
  const all = sum([...rows.values()].flatMap((row) => [...row.values()]));
  return h('div.cross', { tabindex: '0', role: 'region', 'aria-label': `${down} by ${across}` }, h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span.hidden', {}, down)), columns.map((column) => h('th', { scope: 'col' }, column || 'empty')), h('th', { scope: 'col' }, 'all'))),
    h('tbody', {}, body), h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, 'all'), foot, h('td.sum', {}, String(all))))));
}

/** Only the cards of one cell. */
function filter(values) {
  const filters = new Map(view.filters);
  for (const [name, value] of Object.entries(values)) filters.set(name, new Set([`=${value}`]));
  updateView({ filters });
}
