// Small tools for building the page.

/** Make an element: `h('p.note', {id: 'x', onclick}, 'text', child)`. */
export function h(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split('.');
  const made = document.createElement(tag || 'div');
  if (classes.length) made.className = classes.join(' ');
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on') || name === 'value' || name === 'checked') made[name] = value;
    else if (name.startsWith('--')) made.style.setProperty(name, value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Make an SVG element. */
export function s(tag, props = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const find = (id) => document.getElementById(id);

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const plural = (count, noun) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

/** What the server says at an address; null if it says nothing, or the page is being left. */
export async function fetchJson(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Call at the end of a burst of calls. */
export function debounce(action, wait) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

/** Draw a part of the page anew without taking the keyboard out of it: what has the same
 *  `data-focus` afterwards has the focus again. */
export function preserveFocus(part, draw) {
  const held = part.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  draw();
  if (held !== undefined) part.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

const MARKS = ['field', 'change', 'history', 'focus'];

/** A selector that leads to an element again after its part of the page was drawn anew; '' for none. */
function findWay({ id, dataset }) {
  const mark = MARKS.find((name) => dataset[name] !== undefined);
  if (mark) return `[data-${mark}="${CSS.escape(dataset[mark])}"]`;
  return id ? `#${CSS.escape(id)}` : '';
}

/** Draw a part of the page anew: what had the keyboard has it again, at its place in the text, or else `instead` has it. */
export function keepKeyboard(part, draw, instead) {
  const held = part.contains(document.activeElement) ? document.activeElement : null;
  const way = held && findWay(held);
  const range = held?.selectionStart != null && [held.selectionStart, held.selectionEnd];
  draw();
  if (!held || part.contains(document.activeElement)) return;
  const again = way ? part.querySelector(way) : null;
  (again && !again.disabled ? again : instead).focus({ preventScroll: true });
  if (again && range && again.setSelectionRange) again.setSelectionRange(...range);
}

/** Put `wanted` elements into `parent` in order, leaving alone those that stand right. */
export function reorderChildren(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}

/** Wait until the frame after the next one: what was changed is painted then. */
export const framePainted = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
