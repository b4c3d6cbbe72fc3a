// The keyboard on the table: arrows go to what lies nearest, with Shift they move it; a key an action.

import { listActions } from './play_actions.js';
import { findPile, findThing } from './play_state.js';

const STEP = 5; // millimeters
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToKeys(table) {
  table.root.addEventListener('focusin', ({ target }) => choose(table, target));
  table.root.addEventListener('click', ({ target }) => {
    const element = target.closest('.play-pile, .play-thing, .play-held');
    if (!element) return target.closest('.play-room') && table.select({});
    element.focus({ preventScroll: true });
    choose(table, element);
    return element.matches('.die') && table.make([['roll', { id: Number(element.dataset.id) }]]);
  });
  table.root.addEventListener('dblclick', ({ target }) => {
    const pile = target.closest('.play-pile');
    if (pile) table.make([['flipTop', { pile: Number(pile.dataset.id) }]]);
  });
  table.root.addEventListener('keydown', (event) => {
    if (!handleKey(table, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function choose(table, element) {
  if (element.matches('.play-pile')) table.select({ pile: Number(element.dataset.id) });
  else if (element.matches('.play-thing')) table.select({ thing: Number(element.dataset.id) });
  else if (element.matches('.play-held')) table.select({ held: Number(element.dataset.n) });
}

/** Whether the key was for the table. */
function handleKey(table, event) {
  const { target, key } = event;
  if (target.matches('input, select')) return false;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z') {
    if (event.shiftKey) table.redo();
    else table.undo();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (DIRECTIONS[key]) return event.shiftKey ? nudge(table, DIRECTIONS[key]) : goTo(table, target, DIRECTIONS[key]);
  if (key === 'Escape' && Object.keys(table.selected).length) {
    table.select({});
    return true;
  }
  const action = listActions(table).find((one) => one.key === key);
  if (action && !(key === ' ' || key === 'Enter')) table.run(action);
  return Boolean(action);
}

/** Move what is chosen by a step. */
function nudge(table, [right, down]) {
  const { pile, thing } = table.selected;
  const own = findPile(table.state, pile) ?? findThing(table.state, thing);
  if (!own) return false;
  const at = { x: Math.max(0, Math.round(own.x) + right * STEP), y: Math.max(0, Math.round(own.y) + down * STEP) };
  table.make([pile === undefined ? ['moveThing', { id: thing, ...at }] : ['move', { pile, ...at }]]);
  return true;
}

/** Go to what stands nearest in a direction. */
function goTo(table, from, [right, down]) {
  const group = from.closest('.play-hand') ?? from.closest('.play-surface');
  if (!group || from === group) return false;
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const found = [...group.querySelectorAll('button')].filter((element) => element !== from).map((element) => {
    const [across, below] = [middle(element)[0] - x, middle(element)[1] - y];
    const [along, beside] = right ? [across * right, Math.abs(below)] : [below * down, Math.abs(across)];
    return { element, along, far: along + beside * 2 };
  }).filter(({ along }) => along > 2);
  found.sort((one, other) => one.far - other.far);
  found[0]?.element.focus();
  return true;
}
