// What stands around the table: setting up, undo, what to do with what is chosen, the hands.

import { randomSeed } from './numbers.js';
import { make, plural } from './play_elements.js';
import { DICE, MOST_PLAYERS } from './play_state.js';

/** Build the parts of a table in its root. */
export function makeControls(table) {
  table.surface = make('div.play-surface');
  table.homeLayer = make('div.play-homes', { 'aria-hidden': 'true' });
  table.surface.append(table.homeLayer);
  table.room = make('div.play-room', { tabindex: '-1', role: 'group', 'aria-label': 'On the table' }, table.surface);
  table.actions = make('div.play-actions', { role: 'toolbar', 'aria-label': 'With what is chosen' });
  table.seats = make('div.play-seats', { role: 'group', 'aria-label': 'Whose hand is shown' });
  table.hand = make('div.play-hand', { role: 'group', 'aria-label': 'The hand' });
  table.status = make('p.play-status', { role: 'status' });
  table.root.classList.add('play');
  table.root.replaceChildren(makeBar(table), table.room, table.actions, make('div.play-below', {}, table.seats, table.hand));
}

const button = (label, onclick, given = {}) => make('button.play-button', { type: 'button', onclick, ...given }, label);

function makeBar(table) {
  table.players = make('select', { onchange: () => table.make([['players', { count: Number(table.players.value) }]]) },
    Array.from({ length: MOST_PLAYERS }, (_, i) => make('option', { value: i + 1 }, String(i + 1))));
  table.seed = make('input', { type: 'text', size: '8', maxlength: '24', autocomplete: 'off', spellcheck: 'false', onchange: () => table.begin(table.seed.value.trim() || randomSeed()) });
  table.undoButton = button('Undo', () => table.undo(), { title: 'Ctrl+Z' });
  table.redoButton = button('Redo', () => table.redo(), { title: 'Ctrl+Shift+Z' });
  return make('div.play-bar', {},
    make('label', {}, 'Players ', table.players), make('label', {}, 'Seed ', table.seed),
    button('New table', () => table.begin(randomSeed())), table.undoButton, table.redoButton,
    makeAdder(table), button('Copy link', () => copyLink(table)), table.status,
    make('span.play-zoom', {}, button('−', () => table.zoomBy(0.8), { 'aria-label': 'Smaller' }), button('+', () => table.zoomBy(1.25), { 'aria-label': 'Larger' })));
}

/** Dice, a coin and counters to be put on the table. */
function makeAdder(table) {
  const kinds = [['', 'Add…'], ['0', 'Counter'], ...DICE.map((sides) => [String(sides), sides === 2 ? 'Coin' : `Die, ${sides} sides`])];
  const select = make('select', { 'aria-label': 'Add a die or a counter' }, kinds.map(([value, label]) => make('option', { value }, label)));
  select.onchange = () => {
    table.addThing(Number(select.value));
    select.value = '';
  };
  return select;
}

async function copyLink(table) {
  const link = table.link?.() ?? location.href;
  try {
    await navigator.clipboard.writeText(link);
    table.say('The address of this table is copied');
  } catch {
    table.say('The address of this page holds this table; copy it from there');
  }
}

/** Bring buttons and seats up to date; `actions` are those for what is chosen. */
export function drawControls(table, actions) {
  table.players.value = table.state.hands.length;
  if (document.activeElement !== table.seed) table.seed.value = table.state.seed;
  table.undoButton.disabled = !table.done.length;
  table.redoButton.disabled = !table.undone.length;
  drawSeats(table);
  const focused = table.actions.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  table.actions.replaceChildren(...actionButtons(table, actions));
  if (focused) (table.actions.querySelector(`[data-action="${focused}"]`) ?? table.actions.querySelector('button') ?? table.room).focus({ preventScroll: true });
}

function actionButtons(table, actions) {
  if (!actions.length) return [make('p.play-empty', {}, 'Choose a pile, a card or a die; drag a card, or a pile by its number.')];
  const single = actions.filter(({ group, hidden }) => !group && !hidden);
  const buttons = single.map((action) => button([action.label, ' ', make('kbd', { 'aria-hidden': 'true' }, action.key)], () => table.run(action), { 'data-action': action.label, 'aria-keyshortcuts': action.key }));
  const groups = [...new Set(actions.flatMap(({ group }) => group ?? []))];
  return [...(single.some(({ counts }) => counts) ? [counter(table)] : []), ...buttons, ...groups.map((group) => groupSelect(table, group, actions))];
}

/** How many cards are drawn, dealt or laid out at once. */
function counter(table) {
  const input = make('input', { type: 'number', min: '1', max: '99', value: table.count, inputmode: 'numeric', 'data-action': 'count' });
  input.oninput = () => { table.count = Math.max(1, Math.min(99, Math.floor(Number(input.value)) || 1)); };
  return make('label', {}, 'Cards ', input);
}

function groupSelect(table, group, actions) {
  const own = actions.filter((action) => action.group === group);
  const select = make('select', { 'aria-label': group, 'data-action': group }, [make('option', { value: '' }, group), ...own.map(({ label }, i) => make('option', { value: i }, label))]);
  select.onchange = () => select.value !== '' && table.run(own[Number(select.value)]);
  return select;
}

function drawSeats(table) {
  const focused = table.seats.contains(document.activeElement) ? document.activeElement.dataset.hand : null;
  const seats = table.state.hands.map((hand, index) => button([`Hand ${index + 1}`, make('span.play-number', {}, String(hand.length))], () => table.sit(index), {
    'aria-pressed': String(index === table.seat), 'data-hand': index, 'aria-label': `Hand ${index + 1}, ${plural(hand.length, 'card')}`,
  }));
  const conceal = make('input', { type: 'checkbox', checked: table.concealed, onchange: (event) => table.conceal(event.target.checked) });
  table.seats.replaceChildren(...seats, make('label', {}, conceal, ' Concealed'));
  if (focused !== null) table.seats.querySelector(`[data-hand="${focused}"]`)?.focus({ preventScroll: true });
}
