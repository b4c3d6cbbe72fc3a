// What the page says by itself: how the server is, what is wrong, what has just changed.

import { find, h } from './dom.js';
import { ticks } from './finding.js';
import { placeLink } from './source.js';
import { broken, errors, game } from './store.js';

let calmDown = 0;
let lost = '';

/** The line beside the title; it calms down by itself. */
export function saying(text, state = 'live') {
  find('live').dataset.state = state;
  find('live-text').textContent = text;
  clearTimeout(calmDown);
  if (state === 'live' && text !== 'live') calmDown = setTimeout(() => saying('live'), 4000);
}

/** The server cannot be reached, and what to do; '' when it can be. */
export function losing(hint) {
  lost = hint;
  if (hint) saying('no server', 'lost');
  else saying('live');
  notice();
}

/** What is said for a moment over the page. */
export function toast(tag, props, text) {
  const made = h(`${tag}.toast`, props, text);
  document.querySelector('.toast')?.remove();
  document.body.append(made);
  setTimeout(() => made.remove(), 6000);
  return made;
}

/** The bar above the cards, for what lasts. */
export function notice() {
  const bar = find('notice');
  const [said, place, why] = noted();
  const now = JSON.stringify([said, place, why]);
  if (bar.dataset.now === now) return; // what stands there is not read out again
  bar.dataset.now = now;
  bar.replaceChildren(said, ...(place ? [placeLink(place), ', '] : []), ...ticks(why));
  bar.hidden = !said;
  bar.dataset.kind = lost ? 'lost' : 'kept';
}

/** What there is to say: the head of it, a place that it is about, the rest. */
function noted() {
  if (lost) return [`The preview lost its server. ${lost}`, null, ''];
  if (game.fault) return [game.fault, null, ''];
  if (broken() || !(game.kept || game.lacking)) return ['', null, ''];
  const [first] = errors();
  const head = game.kept ? 'These are the last good cards: ' : 'Not all can be shown: ';
  return [head, first?.place ?? null, `${first?.message ?? 'the game cannot be read'}.`];
}
