// Numbers that look random and are the same again from the same seed.

/** A number from a text. (xmur3) */
function hash(text) {
  let value = 1779033703 ^ text.length;
  for (const letter of text) {
    value = Math.imul(value ^ letter.codePointAt(0), 3432918353);
    value = (value << 13) | (value >>> 19);
  }
  return value >>> 0;
}

/** Numbers in 0 … 1, the same from the same seed. (mulberry32) */
export function numbers(seed) {
  let state = hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` items of a list in random order. (Fisher and Yates) */
export function deal(list, count, seed) {
  const next = numbers(seed);
  const pile = [...list];
  const dealt = [];
  for (let left = pile.length; left > 0 && dealt.length < count; left -= 1) {
    const at = Math.floor(next() * left);
    dealt.push(pile[at]);
    pile[at] = pile[left - 1];
  }
  return dealt;
}

/** A seed that nobody chose. */
export const randomSeed = () => Math.random().toString(36).slice(2, 8);
