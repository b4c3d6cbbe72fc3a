// Where something is written: the lines around it, and the link that opens it.

import { fetchJson, h } from './dom.js';
import { formatWholePlace, isCell } from './places.js';
import { editorLink } from './store.js';

export const placeLink = (place) =>
  h('a.place', { href: editorLink(place), title: 'Open in the editor' }, formatWholePlace(place));

/** The row that a place in a text is in, or the lines around it; what is meant is marked. */
export function excerpt(place) {
  if (isCell(place)) return ''; // a workbook has no lines
  const box = h('pre.source', { tabindex: '0', role: 'group', 'aria-label': `${place.file}, line ${place.line}` });
  waiting.push([box, place]);
  queueMicrotask(fillNext); // it is in the page by then
  return box;
}

const AT_ONCE = 2; // the browser's other connections are for pictures

const waiting = [];
let asked = 0;

/** Fill the next excerpts; one that a later drawing has replaced is asked for no more. */
function fillNext() {
  while (asked < AT_ONCE && waiting.length) {
    const [box, place] = waiting.shift();
    if (box.isConnected) fill(box, place);
  }
}

async function fill(box, place) {
  asked += 1;
  const found = await fetchJson(`/source.json?${new URLSearchParams({ file: place.file, line: place.line })}`);
  asked -= 1;
  fillNext();
  box.replaceChildren(...(found ? lines(found, place) : ['This file cannot be shown.']));
  const meant = box.querySelector('mark') ?? box.querySelector('.here');
  if (meant && meant.offsetTop + meant.offsetHeight > box.clientHeight) box.scrollTop = meant.offsetTop - box.clientHeight / 3;
}

function lines(found, place) {
  const digits = String(found.first + found.lines.length).length;
  return found.lines.map((text, index) => {
    const number = found.first + index;
    const head = h('span.number', { 'aria-hidden': 'true' }, String(number).padStart(digits));
    const here = number === place.line;
    const body = here && place.end ? marked(text, place.column - 1, place.end - 1) : [text];
    const indent = Math.min(12, text.search(/\S|$/)); // what is wrapped goes on below the first word
    return h(here ? 'span.line.here' : 'span.line', { '--digits': digits, '--indent': indent }, head, ...body, '\n');
  });
}

function marked(text, start, end) {
  const stop = Math.max(start + 1, Math.min(end, text.length));
  return [text.slice(0, start), h('mark', {}, text.slice(start, stop)), text.slice(stop)];
}
