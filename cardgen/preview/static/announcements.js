// What the page says by itself: how the server is, what is wrong, what has just changed.

import { find, h } from './dom.js';
import { formatCode } from './finding.js';
import { placeLink } from './source.js';
import { hasNoCards, errors, game } from './store.js';

let calmDown = 0;
let lost = '';

/** The line beside the title; it calms down by itself. */
export function showStatus(text, state = 'live') {
  find('live').dataset.state = state;
  find('live-text').textContent = text;
  clearTimeout(calmDown);
  if (state === 'live' && text !== 'live') calmDown = setTimeout(() => showStatus('live'), 4000);
}

/** The server cannot be reached, and what to do; '' when it can be. */
export function showConnection(hint) {
  lost = hint;
  if (hint) showStatus('no server', 'lost');
  else showStatus('live');
  updateNotice();
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
export function updateNotice() {
  const bar = find('notice');
  const [said, place, why] = noticeParts();
  const now = JSON.stringify([said, place, why]);
  if (bar.dataset.now === now) return; // what stands there is not read out again
  bar.dataset.now = now;
  bar.replaceChildren(said, ...(place ? [placeLink(place), ', '] : []), ...formatCode(why));
  bar.hidden = !said;
  bar.dataset.kind = lost ? 'lost' : 'kept';
}

/** What there is to say: the head of it, a place that it is about, the rest. */
function noticeParts() {
  if (lost) return [`The preview lost its server. ${lost}`, null, ''];
  if (game.fault) return [game.fault, null, ''];
  if (hasNoCards() || !(game.kept || game.lacking)) return ['', null, ''];
  const [first] = errors();
  const head = game.kept ? 'These are the last good cards: ' : 'Not all can be shown: ';
  return [head, first?.place ?? null, `${first?.message ?? 'the game cannot be read'}.`];
}
