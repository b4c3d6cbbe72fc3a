// What is typed into the search: words, and `field:value`.

import { normalizeText } from './order.js';

const OWN = { id: (card) => card.id, deck: (card) => card.deck, copies: (card) => String(card.copies) };

/** Whether a card fits what was typed: all of its terms, or all of those on one side of an `or`.
 *  `wordsOf(card, side)` are the words printed on it. */
export function matcher(typed, cards, wordsOf) {
  const groups = [[]];
  for (const term of typed.match(TERM) ?? []) {
    if (/^or$/i.test(term)) groups.push([]);
    else groups.at(-1).push(test(term, cards, wordsOf));
  }
  const meant = groups.filter((tests) => tests.length);
  return (card) => !meant.length || meant.some((tests) => tests.every((fits) => fits(card)));
}

const TERM = /-?(?:[\p{L}\w-]+[:<>]=?)?"[^"]*"|\S+/gu;
const COMPARED = /^([\p{L}\w-]+)(<=|>=|<|>)([-−]?\d+(?:\.\d+)?)$/u;

function test(typed, cards, wordsOf) {
  if (typed.startsWith('-') && typed.length > 1 && !/^-\d/.test(typed)) {
    const fits = test(typed.slice(1), cards, wordsOf);
    return (card) => !fits(card);
  }
  const term = normalizeText(typed.replaceAll('"', ''));
  return comparison(term, cards) ?? containment(term, cards, wordsOf);
}

/** `points>=3`: whether a field's number is on that side of another; null if no card has the field. */
function comparison(term, cards) {
  const [, name, sign, limit] = term.match(COMPARED) ?? [];
  const values = name ? valuesOf(name, cards) : new Map();
  if (!values.size) return null;
  const least = Number(limit.replace('−', '-'));
  const fits = { '<': (n) => n < least, '>': (n) => n > least, '<=': (n) => n <= least, '>=': (n) => n >= least }[sign];
  return (card) => {
    const text = (values.get(card) ?? '').replace('−', '-');
    return text !== '' && !Number.isNaN(Number(text)) && fits(Number(text));
  };
}

function containment(term, cards, wordsOf) {
  const [name, ...rest] = term.split(':');
  const values = rest.length ? valuesOf(name, cards) : new Map();
  if (!values.size) return (card) => haystack(card, wordsOf).includes(term);
  const wanted = rest.join(':');
  const whole = wanted && [...values.values()].some((value) => isOne(value, wanted));
  const fits = whole ? isOne : (value, part) => value.includes(part);
  return (card) => values.has(card) && fits(values.get(card), wanted);
}

/** A word of the cards that is like one that was typed and found nothing; '' if there is none. */
export function suggest(typed, cards, wordsOf) {
  const known = new Set();
  for (const card of cards) {
    for (const word of haystack(card, wordsOf).match(/[\p{L}\d]{3,}/gu) ?? []) known.add(word);
    for (const name of Object.keys(card.fields)) known.add(normalizeText(name));
  }
  let changed = false;
  const words = normalizeText(typed).replace(/[\p{L}\d]{3,}/gu, (word) => {
    if (known.has(word) || [...known].some((one) => one.includes(word))) return word;
    const near = nearest(word, known);
    changed ||= near !== word;
    return near;
  });
  return changed && cards.some(matcher(words, cards, wordsOf)) ? words : '';
}

function nearest(word, known) {
  let best = word;
  let least = word.length > 5 ? 3 : 2;
  for (const one of known) {
    if (Math.abs(one.length - word.length) >= least) continue;
    const far = distance(word, one);
    if (far < least) [least, best] = [far, one];
  }
  return best;
}

/** Letters to change, add, drop or swap with their neighbor. */
function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

const names = new Map();

/** The name of a field without capitals and accents. */
function nameOf(field) {
  if (!names.has(field)) names.set(field, normalizeText(field));
  return names.get(field);
}

/** Each card's value in a field; of cards that have none there is none. */
function valuesOf(name, cards) {
  const found = new Map();
  for (const card of cards) {
    const field = OWN[name] ? '' : Object.keys(card.fields).find((own) => nameOf(own) === name);
    if (field !== undefined) found.set(card, normalizeText(field ? card.fields[field] : OWN[name](card)));
  }
  return found;
}

/** Whether a value is just that, or a list with that in it. */
const isOne = (value, wanted) => value === wanted || value.split(', ').includes(wanted);

/** All words of a card, without capitals and accents: kept until the card is another. */
function haystack(card, wordsOf) {
  const faces = `${card.front} ${card.back}`;
  const known = haystacks.get(card);
  if (known?.faces === faces) return known.text;
  const words = [card.id, ...Object.values(card.fields), wordsOf(card, 'front'), card.back ? wordsOf(card, 'back') : ''];
  const text = normalizeText(words.join('\n'));
  haystacks.set(card, { faces, text });
  return text;
}

const haystacks = new WeakMap();
