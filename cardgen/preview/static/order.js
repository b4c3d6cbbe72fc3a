// How values compare: numbers by what they are worth, words as one reads them.

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
const NUMBER = /^[-−+]?\d+(\.\d+)?$/;

const number = (text) => (NUMBER.test(text) ? Number(text.replace('−', '-')) : NaN);

/** For sorting: numbers first, from the least. */
export function compare(one, other) {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b) || words(one, other);
  return a - b || words(one, other);
}

/** Without capitals and accents, for finding. */
export const normalizeText = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
