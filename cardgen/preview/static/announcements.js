// What the page says by itself: how the server is, what is wrong, what has just changed.

import { find, h } from './dom.js';
import { formatCode } from './finding.js';
import { allGames } from './rail.js';
import { placeLink } from './source.js';
import { hasNoCards, errors, game } from './store.js';

let calmDown = 0;
let lost = '';
let gone = false;
let problem = '';

/** What went wrong in the page itself; '' when it is over. */
export function showProblem(text) {
  problem = text;
  updateNotice();
}

/** The line beside the title; it calms down by itself. */
export function showStatus(text, state = 'live') {
  find('live').dataset.state = state;
  find('live-text').textContent = text;
  clearTimeout(calmDown);
  if (state === 'live' && text !== 'live') calmDown = setTimeout(() => showStatus('live'), 4000);
}

/** The game was taken out of the project while its page is open. */
export function showRemoval() {
  gone = true;
  updateNotice();
}

/** The server cannot be reached, and what to do; '' when it can be. */
export function showConnection(hint) {
  lost = hint;
  if (!hint) gone = false;
  if (hint) showStatus('no server', 'lost');
  else showStatus('live');
  updateNotice();
}

/** What is said for a moment over the page. */
export function toast(tag, props, text) {
  const made = h(`${tag}.toast`, props, text);
  document.querySelector('.toast')?.remove();
  (document.querySelector('dialog[open]') ?? document.body).append(made); // a dialog covers the page
  setTimeout(() => made.remove(), 6000);
  return made;
}

/** Remove what is said about a card that is gone, or a deck that is back. */
export function dropOldToast() {
  const toast = document.querySelector('.toast');
  const { about, deck } = toast?.dataset ?? {};
  if (about && !game.cards[about]) toast.remove();
  if (deck && game.decks.some(({ name }) => name === deck)) toast.remove();
}

/** The bar above the cards, for what lasts. */
export function updateNotice() {
  const parts = noticeParts();
  for (const bar of [find('notice'), find('detail-notice')]) if (bar) fillNotice(bar, parts);
}

function fillNotice(bar, [said, place, why]) {
  const now = JSON.stringify([said, place, why, gone]);
  if (bar.dataset.now === now) return; // what stands there is not read out again
  bar.dataset.now = now;
  bar.replaceChildren(said, ...(place ? [placeLink(place), ', '] : []), ...formatCode(why), ...(gone ? [allGames()] : []));
  bar.hidden = !said;
  bar.dataset.kind = lost || gone ? 'lost' : 'kept';
}

/** What there is to say: the head of it, a place that it is about, the rest. */
function noticeParts() {
  if (gone) return ['This game is no longer in the project: its folder is gone, or has another name. These are its last cards. ', null, ''];
  if (lost) return [`The preview lost its server. ${lost}`, null, ''];
  if (game.fault) return [game.fault, null, ''];
  if (problem) return [problem, null, ''];
  if (hasNoCards() || !(game.kept || game.lacking)) return ['', null, ''];
  const [first] = errors();
  const whole = game.frozen.length === game.decks.length;
  const kept = whole ? 'These are the last good cards: ' : `The last good cards of ${game.frozen.join(', ')}: `;
  const head = game.kept ? kept : 'Not all can be shown: ';
  return [head, first?.place ?? null, `${first?.message ?? 'the game cannot be read'}.`];
}
