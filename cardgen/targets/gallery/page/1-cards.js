// The cards as the page knows them, and small tools for elements.

const find = (id) => document.getElementById(id);
const told = JSON.parse(find('data').textContent);
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const order = new Intl.Collator(languages(), { numeric: true, sensitivity: 'base' });

function languages() {
  try { return Intl.getCanonicalLocales(told.language); } catch { return undefined; }
}

/** An element with attributes or properties, and what is in it; texts stay texts. */
function make(name, given = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key in element && typeof value !== 'string') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

/** For comparing: no accents, no capitals, plain quotes. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
  .replace(/\u2212/g, '-').toLowerCase();

const cards = told.cards.map((card, index) => {
  const element = document.querySelector(`[data-card="${index}"]`);
  const fields = new Map(card.fields);
  const words = [card.deck, card.id, card.name, card.words, ...fields.values()].join('\n');
  return { ...card, index, element, fields, hay: plain(words), button: element.querySelector('.open') };
});
const decks = [...document.querySelectorAll('.deck')].map((section) => ({
  section, grid: section.querySelector('.grid'), count: section.querySelector('.count'), facts: section.querySelector('.count').textContent,
}));
const deckOf = (card) => card.element.closest('.deck');
const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const sum = (list) => list.reduce((all, card) => all + card.copies, 0);

// A picture stands in the page once, with its first face; others take it from there when they are seen.
const sources = new Map([...document.querySelectorAll('img[data-own]')].map((image) => [image.dataset.own, image]));

function fill(image) {
  if (!image.src) image.src = sources.get(image.dataset.face).src;
}
const near = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) { fill(target); near.unobserve(target); }
}, { rootMargin: '600px' });
for (const image of document.querySelectorAll('img[data-face]')) near.observe(image);

// --- which side is up ------------------------------------------------------------------------

const sideOf = (holder) => (holder.querySelector('.face.back:not([hidden])') ? 'back' : 'front');

function show(holder, side) {
  const back = holder.querySelector('.face.back');
  if (!back) return;
  if (side === 'back') back.querySelectorAll('img').forEach(fill);
  holder.querySelector('.face.front').hidden = side === 'back';
  back.hidden = side !== 'back';
}

/** Turn over: half a turn out, half a turn in. */
async function turn(holder, moved = holder) {
  const side = sideOf(holder) === 'front' ? 'back' : 'front';
  if (!holder.querySelector('.face.back')) return;
  if (calm.matches) return show(holder, side);
  const half = (from, to, easing) => moved.animate(
    [{ transform: `perspective(1400px) rotateY(${from}deg)` }, { transform: `perspective(1400px) rotateY(${to}deg)` }], { duration: 140, easing },
  ).finished;
  await half(0, 90, 'ease-in').catch(() => {});
  show(holder, side);
  half(-90, 0, 'ease-out').catch(() => {});
}
