// Moving what lies on the table or in the hand, with a mouse, a pen or a finger.
//
// In      pointer events of a table's root.
// Out     `table.drop(source, target)`: a source is `{pile, whole}`, `{thing}` or `{held}`, a target
//         `{hand}` or a place on the table in millimeters.
// A copy of what is moved follows the pointer; the state changes when it is let go.

import { make } from './play_elements.js';

const STARTS = 6; // pixels, before a press becomes a drag

export function listenToPointer(table) {
  let drag = null;
  const end = (event) => {
    const ended = drag;
    drag = null;
    ended?.ghost?.remove();
    ended?.element.classList.remove('moving');
    if (ended?.ghost && event) finish(table, ended, event);
  };
  table.root.addEventListener('pointerdown', (event) => {
    const element = event.button === 0 && event.target.closest('.play-pile, .play-thing, .play-held');
    if (!element || drag) return;
    drag = { element, id: event.pointerId, source: sourceOf(element, event), x: event.clientX, y: event.clientY };
  });
  addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STARTS) return;
    if (!drag.ghost) begin(table, drag);
    drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    table.showTarget(targetAt(table, drag, event));
  });
  addEventListener('pointerup', (event) => { if (event.pointerId === drag?.id) end(event); });
  addEventListener('pointercancel', (event) => { if (event.pointerId === drag?.id) end(null); });
  // A browser that begins to drag pictures or to scroll would take the pointer away.
  table.root.addEventListener('dragstart', (event) => event.preventDefault());
}

function sourceOf(element, event) {
  if (element.matches('.play-thing')) return { thing: Number(element.dataset.id) };
  if (element.matches('.play-held')) return { held: Number(element.dataset.n) };
  return { pile: Number(element.dataset.id), whole: event.shiftKey || Boolean(event.target.closest('.play-count')) };
}

function begin(table, drag) {
  const card = drag.element.querySelector('.play-card') ?? drag.element;
  const box = drag.element.getBoundingClientRect();
  drag.ghost = make('div.play-ghost', { 'aria-hidden': 'true' }, card.cloneNode(true));
  Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  drag.middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  table.root.append(drag.ghost);
  drag.element.classList.add('moving');
}

function finish(table, drag, event) {
  const target = targetAt(table, drag, event);
  table.showTarget(null);
  // The click that ends a drag chooses nothing and rolls no die.
  const ignore = (click) => click.stopPropagation();
  table.root.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => table.root.removeEventListener('click', ignore, { capture: true }));
  if (target) table.drop(drag.source, target);
}

function targetAt(table, drag, { clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY);
  const hand = under?.closest('[data-hand]');
  if (hand && table.root.contains(hand)) return { hand: Number(hand.dataset.hand) };
  if (!under || !table.room.contains(under)) return null;
  const box = table.surface.getBoundingClientRect();
  const at = (client, start, middle, edge) => Math.max(0, (middle + client - start - edge) / table.scale);
  return { x: Math.round(at(clientX, drag.x, drag.middle.x, box.left)), y: Math.round(at(clientY, drag.y, drag.middle.y, box.top)) };
}
