// How the values of a field are spread over a deck: bars, a curve of numbers, what is expected.

import { h, plural, s } from './dom.js';
import { game } from './store.js';
import { updateView, view } from './view.js';

const spreadOpen = new Set();

/** A bar for each value of a field; pressed, only its cards are shown. */
export function spread() {
  const shown = game.spread.filter(({ deck }) => !view.deck || deck === view.deck);
  return shown.length ? [h('h2', {}, 'Distributions'), ...shown.map(distribution)] : [];
}

function distribution(one) {
  const name = `${one.deck} ${one.what}`;
  const several = game.decks.length > 1 && !view.deck;
  const details = h('details.spread', { open: spreadOpen.has(name) },
    h('summary', { 'data-focus': `spread ${name}` }, several ? `${one.deck}: ${one.what}` : one.what,
      h('span.number', {}, one.sum === null ? plural(one.cards, 'card') : `mean ${short(one.mean)}`)),
    one.sum === null ? '' : h('p.facts', {}, `sum ${short(one.sum)}, ${short(one.least)} to ${short(one.most)}, ${plural(one.cards, 'card')}`),
    curve(one),
    bars(one),
    one.more ? h('p.facts', {}, `and ${plural(one.more, 'other value')}; cardgen stats shows them`) : '');
  details.ontoggle = () => (details.open ? spreadOpen.add(name) : spreadOpen.delete(name));
  return details;
}

const short = (number) => String(Math.round(number * 100) / 100);

/** What the composition expects of the values of a field: its lines by value. */
const expectedOf = ({ deck, what }) => new Map(game.summary.filter((line) => line.deck === deck && !line.by && line.expected && line.what.startsWith(`${what} `))
  .map((line) => [line.what.slice(what.length + 1), line]));

/** A bar for each value, also for those that are expected and that no card has. */
function bars(one) {
  const most = Math.max(...one.counts.map(([, count]) => count), 1);
  const expected = expectedOf(one);
  const known = new Set(one.counts.map(([value]) => value));
  const lacking = one.more ? [] : [...expected.keys()].filter((value) => !known.has(value)).map((value) => [value, 0]);
  return [...one.counts, ...lacking].map(([value, count]) => bar(one, value, count, count / most, expected.get(value)));
}

function choose(what, value) {
  const filters = new Map(view.filters);
  if (filters.get(what)?.has(`=${value}`)) filters.delete(what);
  else filters.set(what, new Set([`=${value}`]));
  updateView({ filters });
}

const MOST_COLUMNS = 40;
const [WIDE, HIGH] = [200, 64];

/** The cards at each number from the least to the most, and over them the share that has it or less:
 *  where there are whole numbers alone, and not too many. The bars below say the same in words. */
function curve(one) {
  if (one.sum === null || one.more || one.most - one.least >= MOST_COLUMNS) return '';
  const counts = new Map(one.counts.map(([value, count]) => [Number(value.replace('−', '-')), [value, count]]));
  if (![...counts.keys()].every(Number.isInteger)) return '';
  const numbers = Array.from({ length: one.most - one.least + 1 }, (_, at) => one.least + at);
  const all = [...counts.values()].reduce((sum, [, count]) => sum + count, 0);
  const most = Math.max(...[...counts.values()].map(([, count]) => count));
  const step = WIDE / numbers.length;
  let below = 0;
  const points = [];
  const columns = numbers.flatMap((number, at) => {
    const [value, count] = counts.get(number) ?? ['', 0];
    below += count;
    points.push(`${(at + 0.5) * step},${HIGH - (HIGH * below) / all}`);
    if (!count) return [];
    const high = Math.max(1, (HIGH * count) / most);
    const column = s('rect', { x: at * step + 1, y: HIGH - high, width: Math.max(1, step - 2), height: high, 'data-value': value },
      s('title', {}, `${value}: ${plural(count, 'card')}, ${Math.round((100 * below) / all)} % have ${value} or less`));
    column.onclick = () => choose(one.what, value);
    return [column];
  });
  const half = numbers.find((number) => [...counts].reduce((sum, [own, [, count]]) => sum + (own <= number ? count : 0), 0) * 2 >= all);
  return h('figure.curve', {},
    s('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': `Cards by ${one.what}, from ${one.least} to ${one.most}` },
      ...columns, s('polyline', { points: points.join(' ') })),
    h('figcaption', {}, h('span', {}, String(one.least)), h('span', {}, `half have ${half} or less`), h('span', {}, String(one.most))));
}

function bar({ deck, what }, value, count, share, expected) {
  const on = view.filters.get(what)?.has(`=${value}`) ?? false;
  const size = h('span.size', { 'aria-hidden': 'true' });
  size.style.width = `${Math.max(2, share * 100)}%`;
  return h('button.spread-bar', {
    type: 'button', 'aria-pressed': String(on), 'data-focus': `bar ${deck} ${what} ${value}`, onclick: () => choose(what, value), 'data-off': expected && !expected.good,
    title: `only cards with ${what} ${value}`,
  }, h('span.value', {}, value), h('span.room', {}, size), h('span.number', {}, expected ? `${count} of ${expected.expected}` : String(count)));
}
