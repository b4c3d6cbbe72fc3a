// Which cards are on show, and in what order: search, filters, sorting.

const DECK = 'deck';
const LISTED = 60;
const chosen = new Map();  // field → Set of values, or a text that it must contain
let words = [];

const NONE = '';
const valueOf = (card, field) => (field === DECK ? card.deck : card.fields.get(field) ?? NONE);
const has = (card, field) => field === DECK || fieldsOf.get(card.deck).has(field);

/** The fields of each deck, and of all: what no card of a deck fills in is none of its fields. */
const fieldsOf = new Map();
for (const card of cards) {
  if (!fieldsOf.has(card.deck)) fieldsOf.set(card.deck, new Set());
  for (const field of card.fields.keys()) fieldsOf.get(card.deck).add(field);
}
const allFields = [...new Set([...fieldsOf.values()].flatMap((fields) => [...fields]))].filter((field) => field !== DECK);

function fits(card, field, wanted) {
  if (!has(card, field)) return false;
  return typeof wanted === 'string' ? plain(valueOf(card, field)).includes(plain(wanted)) : wanted.has(valueOf(card, field));
}

function passes(card, except = null) {
  if (!words.every((word) => card.hay.includes(word))) return false;
  for (const [field, wanted] of chosen) if (field !== except && !fits(card, field, wanted)) return false;
  return true;
}

/** Choose or give up one value of a field. */
function choose(field, value, on) {
  const wanted = chosen.get(field) ?? new Set();
  if (on) wanted.add(value);
  else wanted.delete(value);
  if (wanted.size) chosen.set(field, wanted);
  else chosen.delete(field);
  apply();
}

function clearAll() {
  chosen.clear();
  find('search').value = '';
  words = [];
  for (const input of find('filters').querySelectorAll('input')) {
    if (input.type === 'checkbox') input.checked = false;
    else input.value = '';
  }
  apply();
}

// --- the panel of filters --------------------------------------------------------------------

const choices = [];  // every box to tick: its field, its value, where its count stands

function buildFilters() {
  const fields = fieldsOf.size > 1 ? [DECK, ...allFields] : allFields;
  find('filters').append(...fields.map(fieldset));
  find('filter').hidden = !fields.length;
}

function fieldset(field, number) {
  const own = cards.filter((card) => has(card, field));
  const values = [...new Set(own.map((card) => valueOf(card, field)))].sort(compare);
  const recurs = values.length > 1 && values.length * 1.5 <= own.length && values.length <= LISTED;
  const title = make('h3', { id: `field-${number}` }, field);
  const inside = recurs || field === DECK
    ? make('div', { class: 'values' }, ...values.map((value) => tick(field, value))) : containing(field, number);
  return make('div', { class: 'field', role: 'group', 'aria-labelledby': `field-${number}` }, title, inside);
}

function tick(field, value) {
  const box = make('input', { type: 'checkbox' });
  const count = make('span', { class: 'number' });
  const label = make('label', {}, box, make('span', {}, value === NONE ? 'none' : value), count);
  box.onchange = () => choose(field, value, box.checked);
  choices.push({ field, value, box, count, label });
  return label;
}

function containing(field, number) {
  const input = make('input', { type: 'text', 'aria-labelledby': `field-${number}`, placeholder: 'contains…', autocomplete: 'off', spellcheck: 'false' });
  input.oninput = () => {
    if (input.value.trim()) chosen.set(field, input.value.trim());
    else chosen.delete(field);
    apply();
  };
  return input;
}

/** How many cards each value would leave, whatever else is chosen in its own field. */
function countChoices() {
  if (find('filters').hidden) return;
  const left = new Map();
  for (const { field, value, count, label } of choices) {
    if (!left.has(field)) left.set(field, cards.filter((card) => has(card, field) && passes(card, field)));
    const found = sum(left.get(field).filter((card) => valueOf(card, field) === value));
    count.textContent = found;
    label.classList.toggle('dim', !found);
  }
}

function drawChips() {
  const chips = [...chosen].flatMap(([field, wanted]) => (typeof wanted === 'string'
    ? [chip(`${field} contains “${wanted}”`, () => forget(field))]
    : [...wanted].map((value) => chip(`${field}: ${value === NONE ? 'none' : value}`, () => forget(field, value)))));
  if (chips.length > 1) chips.push(make('button', { class: 'linked', type: 'button', onclick: clearAll }, 'Clear'));
  find('chips').replaceChildren(...chips);
  find('filter-count').textContent = chosen.size || '';
}

function chip(said, onclick) {
  return make('button', { class: 'chip', type: 'button', onclick }, make('span', { class: 'unseen' }, 'Give up '), said);
}

function forget(field, value) {
  const own = choices.filter((choice) => choice.field === field);
  for (const choice of own) if (choice.value === value) choice.box.checked = false;
  if (own.length) return choose(field, value, false);
  chosen.delete(field);
  find('filters').querySelectorAll('.field').forEach((one) => {
    if (one.querySelector('h3').textContent === field) one.querySelector('input').value = '';
  });
  apply();
}

// --- sorting ---------------------------------------------------------------------------------

/** Numbers by their value, texts by the alphabet, nothing last. */
function compare(a, b) {
  const [x, y] = [a, b].map((text) => (text === NONE ? NaN : Number(text.replace('\u2212', '-'))));
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return (a === NONE) - (b === NONE) || order.compare(a, b);
}

function buildSort() {
  const recurring = allFields.slice(0, 40);
  const named = recurring.map((field, i) => [`f${i}`, `By ${field}`]);
  const options = [['', 'In game order'], ...(recurring.includes('name') ? [] : [['name', 'By name']]), ...named];
  find('sort').append(...options.map(([value, said]) => make('option', { value }, said)));
  find('sort').onchange = () => { sortCards(find('sort').value, recurring); apply(); };
}

function sortCards(by, recurring) {
  const key = by === 'name' ? (card) => card.name : (card) => card.fields.get(recurring[Number(by.slice(1))]) ?? NONE;
  const sorted = by ? [...cards].sort((a, b) => compare(key(a), key(b)) || a.index - b.index) : cards;
  for (const { grid } of decks) grid.append(...sorted.filter((card) => card.element.parentNode === grid).map((card) => card.element));
}

// --- all of it -------------------------------------------------------------------------------

/** The cards on show, in the order of the page. */
const onShow = () => [...document.querySelectorAll('.card:not([hidden])')].map((element) => cards[Number(element.dataset.card)]);

function apply() {
  const narrowed = words.length > 0 || chosen.size > 0;
  for (const card of cards) card.element.hidden = !passes(card);
  const shown = onShow();
  for (const { section, count, facts } of decks) {
    const own = shown.filter((card) => deckOf(card) === section);
    section.hidden = !own.length;
    count.textContent = narrowed ? `${sum(own)} of ${facts}` : facts;
  }
  find('none').hidden = shown.length > 0;
  find('said').textContent = narrowed ? `${sum(shown)} of ${plural(sum(cards), 'card')}` : '';
  drawChips();
  countChoices();
  rove();
}
