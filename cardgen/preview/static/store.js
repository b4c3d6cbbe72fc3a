// The game as the server tells of it, and what follows from that.

import { compare, normalizeText } from './order.js';
import { pathOf } from './places.js';
import { matcher } from './search.js';
import { basis, view } from './view.js';

export const game = {
  revision: 0, told: 0, run: '', game: '', decks: [], cards: {}, faces: {}, sizes: {}, pieces: [], summary: [], spread: [], findings: [], boxes: [],
  kept: false, frozen: [], lacking: false, judged: false, errors: 0, warnings: 0, config: null,
};

/** How often anything became known: what follows from it is worked out once. */
let known = 0;

/** Work something out once, until the game or what it depends on in the view is another. */
function once(dependsOn, work) {
  let last = '';
  let result;
  return () => {
    const now = `${known} ${JSON.stringify(dependsOn())}`;
    if (now !== last) result = work();
    last = now;
    return result;
  };
}

const listeners = [];

/** Hear of changes: `what` is `state`, `more`, `change`, `findings`, `details` or `counts`. */
export const onGame = (listener) => listeners.push(listener);

const notify = (what, changed = new Set()) => {
  known += 1;
  count();
  basis.width = Object.values(game.sizes)[0]?.print[0] ?? basis.width;
  for (const listener of listeners) listener(what, changed);
};

export async function load() {
  const { revision, told } = game;
  const state = await fetchPage('/state.json');
  if (Object.keys(game.cards).length) await addRest(state);
  if (game.revision !== revision || game.told !== told) return load(); // what was told meanwhile is newer
  Object.assign(game, { boxes: [] }, state);
  Object.setPrototypeOf(game.cards, null); // what an address calls `constructor` is no card
  notify('state');
  if (!game.left) return undefined;
  const { run } = game;
  const start = Object.keys(game.cards).length;
  await Promise.race([firstPicture, new Promise((done) => { setTimeout(done, LONGEST); })]);
  return loadRest(run, start);
}

async function fetchPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.slice(1).replace('.json', '')}: ${answer.status}`);
  return answer.json();
}

/** All cards at once for a page that shows cards: one that lost them for a moment would lose the
 *  place to which it is scrolled. */
async function addRest(state) {
  for (let next = state.left ? Object.keys(state.cards).length : null; next !== null;) {
    const page = await fetchPage(`/cards/${next}.json`);
    Object.assign(state.cards, page.cards);
    Object.assign(state.faces, page.faces);
    next = page.next;
  }
  state.left = 0;
  for (const deck of state.decks) if (deck.cards.some((key) => !state.cards[key])) state.left += 1;
}

const LONGEST = 1000; // ms that the other cards wait for the first picture

let firstPictureShown;
const firstPicture = new Promise((done) => { firstPictureShown = done; });

/** Tell that a picture is there: the cards that did not come with the state are asked for then. */
export const tellPicture = () => firstPictureShown();

/** The cards that did not come with the state, a page after the other. */
async function loadRest(run, start) {
  for (let next = start; next !== null && run === game.run;) {
    const page = await (await fetch(`/cards/${next}.json`)).json();
    for (const [key, card] of Object.entries(page.cards)) game.cards[key] ??= card; // what a save has brought is newer
    Object.assign(game.faces, page.faces);
    next = page.next;
    if (next === null) dropUnlisted();
    const listed = game.decks.reduce((sum, deck) => sum + deck.cards.length, 0);
    game.left = Math.max(0, listed - Object.keys(game.cards).length);
    notify('more');
  }
  if (game.left && run === game.run) await load(); // rows have moved from page to page meanwhile
}

/** Cards that no deck has any more are forgotten. */
function dropUnlisted() {
  const there = new Set(game.decks.flatMap((deck) => deck.cards));
  for (const key of Object.keys(game.cards)) if (!there.has(key)) delete game.cards[key];
}

let sinceSwept = 0;

/** Every fifty changes, words of faces that no card has any more are forgotten. */
function sweepFaces() {
  sinceSwept += 1;
  if (sinceSwept < 50 || game.left) return;
  sinceSwept = 0;
  const used = new Set(Object.values(game.cards).flatMap(({ front, back }) => [front, back]));
  for (const key of Object.keys(game.faces)) if (!used.has(key)) delete game.faces[key];
}

let renamed = new Map();

/** Where the row of a card is now after the last change: its key, or '' if it was deleted. */
export const currentKey = (key) => renamed.get(key) ?? key;

/** Match rows before and after a change: those at the start and at the end of a deck that are
 *  the same are themselves, and what lies between in equal number is matched in order. */
function followRows(before, after, oldCards, newCards) {
  const found = new Map();
  for (const { name, cards: old } of before) {
    const now = after.find((deck) => deck.name === name)?.cards ?? [];
    const there = new Set(now);
    const text = (card) => card && JSON.stringify([card.front, card.back, card.fields]);
    const same = (a, b) => text(oldCards[a]) === text(newCards[b] ?? oldCards[b]);
    let start = 0;
    while (start < Math.min(old.length, now.length) && same(old[start], now[start])) start += 1;
    let end = 0;
    while (end < Math.min(old.length, now.length) - start && same(old[old.length - 1 - end], now[now.length - 1 - end])) end += 1;
    const removed = old.length > now.length && start + end === now.length;
    const paired = old.length === now.length;
    old.forEach((key, index) => {
      let to = there.has(key) ? key : '';
      if (to && same(key, key)) return; // it is what it was, wherever it stands now
      if (index < start || paired) to = now[index];
      else if (index >= old.length - end) to = now[index - old.length + now.length];
      else if (removed) to = '';
      if (to !== key) found.set(key, to);
    });
  }
  return found;
}

/** Take a change; false if it does not follow what is known. */
export function applyChange(data) {
  if (data.from !== game.revision) return false;
  const { cards, places, faces, from, ...rest } = data;
  const changed = new Set(Object.keys(cards));
  renamed = data.decks ? followRows(game.decks, data.decks, game.cards, cards) : new Map();
  Object.assign(game.cards, cards);
  for (const [key, [file, line, column]] of Object.entries(places)) if (game.cards[key]) Object.assign(game.cards[key], { file, line, column });
  Object.assign(game.faces, faces);
  Object.assign(game, rest, { boxes: [] });
  if (data.decks) dropUnlisted();
  sweepFaces();
  notify('change', changed);
  return true;
}

export function applyFindings(data) {
  if (data.revision !== game.revision) return;
  Object.assign(game, data, { boxes: [] });
  notify('findings');
}

/** Where findings stand on cards, and the counts. */
export function applyDetails(data) {
  if (data.revision !== game.revision) return;
  if (data.count === game.findings.length) game.boxes = data.boxes ?? [];
  const counted = JSON.stringify([data.summary, data.spread]) !== JSON.stringify([game.summary, game.spread]);
  game.summary = data.summary ?? game.summary;
  game.spread = data.spread ?? game.spread;
  game.told = data.told;
  notify(counted ? 'counts' : 'details');
}

// --- findings by card ----------------------------------------------------------------------

let byCard = new Map();

function count() {
  byCard = new Map();
  game.findings.forEach((finding, index) => {
    if (!finding.card) return;
    if (!byCard.has(finding.card)) byCard.set(finding.card, []);
    byCard.get(finding.card).push(index);
  });
}

/** Numbers of the findings about a card. */
export const findingsOf = (key) => byCard.get(key) ?? [];

/** Boxes on one side of a card: `{index, severity, box}`, as shares of the bleed box. */
export const boxesOf = (key, side) =>
  findingsOf(key).flatMap((index) =>
    (game.boxes[index]?.[side] ?? []).map((box) => ({ index, severity: game.findings[index].severity, box })));

/** The errors, first those for which there are no cards, or old ones. */
export const errors = () => {
  const all = game.findings.filter((finding) => finding.severity === 'error');
  return [...all.filter((finding) => finding.hides), ...all.filter((finding) => !finding.hides)];
};

// --- which cards, in which order -----------------------------------------------------------

export const sizeOf = (card) => game.sizes[game.decks.find((deck) => deck.name === card.deck)?.size];

const chosenFilters = () => [...view.filters].map(([name, values]) => [name, ...values]);

export const wordsOf = (card, side) => game.faces[card[side]]?.text ?? '';

/** Fields of all cards, with how many printed cards have each value. */
export const fields = once(() => [view.deck], () => {
  const found = new Map();
  for (const deck of game.decks) {
    if (!view.deck || deck.name === view.deck) for (const name of deck.fields) found.set(name, new Map());
  }
  for (const card of Object.values(game.cards)) {
    if (view.deck && card.deck !== view.deck) continue;
    for (const [name, value] of Object.entries(card.fields)) {
      if (!found.has(name)) found.set(name, new Map());
      const values = found.get(name);
      values.set(value, (values.get(value) ?? 0) + card.copies);
    }
  }
  for (const [name, values] of found) if (!values.size) found.delete(name);
  return found;
});

function filtered(card) {
  for (const [field, values] of view.filters) {
    const own = card.fields[field] ?? '';
    const good = [...values].some((value) =>
      value.startsWith('~') ? normalizeText(own).includes(normalizeText(value.slice(1))) : own === value.replace(/^=/, ''));
    if (values.size && !good) return false;
  }
  return true;
}

function sorted(keys) {
  const by = view.sort;
  if (!by) return keys;
  const value = (key) => {
    const card = game.cards[key];
    if (by === '#id') return card.id;
    if (by === '#copies') return String(-card.copies);
    if (by === '#findings') return String(-findingsOf(key).length);
    return card.fields[by.slice(1)] ?? '';
  };
  const empty = (text) => (text === '' ? 1 : 0);
  return [...keys].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    return empty(one) - empty(other) || compare(one, other);
  });
}

/** What to show of each deck: entries with an id, a card, how many it stands for. */
export const entries = once(() => [view.q, view.deck, chosenFilters(), view.sort, view.group], () =>
  selectedDecks().map(({ deck, keys }) => {
    const inOrder = sorted(keys);
    return { deck, entries: view.group === '1' ? grouped(inOrder) : single(inOrder) };
  }));

/** The cards of each chosen deck that filters and search leave. */
const selectedDecks = once(() => [view.q, view.deck, chosenFilters()], () => {
  const fits = matcher(view.q, Object.values(game.cards), wordsOf);
  const good = (card) => card && fits(card) && filtered(card);
  return game.decks.filter((deck) => !view.deck || deck.name === view.deck)
    .map((deck) => ({ deck, keys: deck.cards.filter((key) => good(game.cards[key])) }));
});

/** Keys of the cards on show, in order: for going from one to the next. */
export const visibleKeys = () => entries().flatMap(({ entries: list }) => [...new Set(list.map((entry) => entry.key))]);

function grouped(keys) {
  const found = new Map();
  for (const key of keys) {
    const { front, back, copies } = game.cards[key];
    const face = `${front} ${back}`;
    const known = found.get(face);
    if (known) {
      known.count += copies;
      known.keys.push(key);
    } else found.set(face, { id: key, key, keys: [key], count: copies });
  }
  return [...found.values()];
}

const single = (keys) =>
  keys.flatMap((key) => Array.from({ length: game.cards[key].copies }, (_, copy) => (
    { id: copy ? `${key}#${copy + 1}` : key, key, keys: [key], count: 1 })));

/** Whether there is nothing to show because of what is wrong. */
export const hasNoCards = () => game.lacking && Object.keys(game.cards).length === 0;

/** Keys of the cards that deck, filters and search leave, in the order of the decks. */
export const selectedKeys = () => selectedDecks().flatMap(({ keys }) => keys);

/** Whether all cards are selected. */
export const allSelected = () => !view.q && !view.deck && view.filters.size === 0;

/** Every printed card of the selection once, in the order of the decks. */
export const printedCards = (deck = '') =>
  selectedKeys().filter((key) => !deck || game.cards[key].deck === deck).flatMap((key) =>
    Array(game.cards[key].copies).fill(key));

/** The link that opens a place in the editor. */
export function editorLink(place) {
  const { editor, folder } = game.config;
  const whole = encodeURI(`${folder}/${pathOf(place)}`).replace(/[?#]/g, encodeURIComponent);
  const path = editor.includes('://file/{path}') ? whole.replace(/^\//, '') : whole;
  return editor.replaceAll('{path}', path).replaceAll('{line}', place.line).replaceAll('{column}', place.column ?? 1);
}
