// What is typed into the search: words, and `field:value`.

import { normalizeText } from './order.js';

const OWN = { id: (card) => card.id, deck: (card) => card.deck, copies: (card) => String(card.copies) };

/** Whether a card fits all that was typed; `wordsOf(card, side)` are the words printed on it. */
export function matcher(typed, cards, wordsOf) {
  const terms = typed.match(/(?:[\w-]+:)?"[^"]*"|\S+/g) ?? [];
  const tests = terms.map((term) => test(normalizeText(term.replaceAll('"', '')), cards, wordsOf));
  return (card) => tests.every((fits) => fits(card));
}

function test(term, cards, wordsOf) {
  const [name, ...rest] = term.split(':');
  const values = rest.length ? valuesOf(name, cards) : new Map();
  if (!values.size) return (card) => haystack(card, wordsOf).includes(term);
  const wanted = rest.join(':');
  const whole = wanted && [...values.values()].some((value) => isOne(value, wanted));
  const fits = whole ? isOne : (value, part) => value.includes(part);
  return (card) => values.has(card) && fits(values.get(card), wanted);
}

/** Each card's value in a field; of cards that have none there is none. */
function valuesOf(name, cards) {
  const found = new Map();
  for (const card of cards) {
    const field = OWN[name] ? '' : Object.keys(card.fields).find((own) => normalizeText(own) === name);
    if (field !== undefined) found.set(card, normalizeText(field ? card.fields[field] : OWN[name](card)));
  }
  return found;
}

/** Whether a value is just that, or a list with that in it. */
const isOne = (value, wanted) => value === wanted || value.split(', ').includes(wanted);

function haystack(card, wordsOf) {
  const words = [card.id, ...Object.values(card.fields), wordsOf(card, 'front'), card.back ? wordsOf(card, 'back') : ''];
  return normalizeText(words.join('\n'));
}
