// What is wrong: a list, each entry with its place, the lines around it, and its card.

import { find, h, preserveFocus, plural } from './dom.js';
import { errors, game } from './store.js';
import { findingDetails, formatCode } from './finding.js';
import { openCard } from './detail.js';

const open = new Set();

let drawn = '';

const idOf = (finding) => [finding.code, finding.card, finding.place?.file, finding.place?.line, finding.message].join('|');

export function drawFindings() {
  const panel = find('findings');
  const { findings, errors: wrong, warnings, judged, kept } = game;
  const tally = [wrong && plural(wrong, 'error'), warnings && plural(warnings, 'warning')].filter(Boolean).join(', ');
  find('tally').textContent = tally || (judged ? 'No findings' : 'Checking…');
  const button = find('findings-button');
  button.dataset.worst = wrong ? 'error' : warnings ? 'warning' : 'none';
  const state = kept ? 'The cards are those from before.' : judged ? '' : 'Checks are running…';
  const now = JSON.stringify([findings, state, tally]);
  if (now === drawn) return;
  drawn = now;
  preserveFocus(panel, () => panel.replaceChildren(
    h('h2', {}, 'Findings ', h('small', {}, tally || (judged ? 'none' : ''))),
    h('p.none', { hidden: !state }, state),
    findings.length ? h('ol.list', { role: 'list' }, findings.map(item)) : h('p.none', {}, judged ? 'Nothing is wrong as far as cardgen can see.' : ''),
    wrong + warnings > findings.length ? h('p.none', {}, `and ${wrong + warnings - findings.length} more`) : '',
  ));
}

const MOST_TOLD = 5;

/** In the place of the cards, while there are none: what must be mended first. */
export function drawErrors() {
  const all = errors();
  const told = all.slice(0, MOST_TOLD).map((finding) => h('li.finding', { 'data-severity': 'error' },
    h('p.message', {}, ...formatCode(finding.message)), h('div.more', {}, ...findingDetails(finding))));
  const rest = all.length - told.length;
  find('cards').replaceChildren(h('section.trouble', {},
    h('h2', {}, 'No card can be shown yet'),
    h('p', {}, told.length === 1 ? 'Mend this, and save: the cards come by themselves.' : 'Mend these, and save: the cards come by themselves.'),
    h('ol', { role: 'list' }, told),
    rest > 0 ? h('p.none', {}, `and ${plural(rest, 'more error')} in the list of findings`) : ''));
}

function item(finding, index) {
  const body = h('div.more');
  const id = idOf(finding);
  const details = h('details.finding', { 'data-index': index, 'data-severity': finding.severity, open: open.has(id) },
    h('summary', { 'data-focus': id },
      h('span.kind', {}, finding.severity),
      h('span.message', {}, ...formatCode(finding.message)),
      h('span.about', {}, finding.card || finding.other?.name || (finding.place ? `${finding.place.file}:${finding.place.line}` : ''))),
    body);
  const fill = () => {
    if (!body.childElementCount) body.replaceChildren(...findingDetails(finding, linksOf(finding)));
  };
  details.ontoggle = () => {
    if (details.open) {
      open.add(id);
      fill();
    } else open.delete(id);
  };
  if (details.hasAttribute('open')) fill();
  for (const name of ['pointerenter', 'focusin']) details.addEventListener(name, () => point(index, true));
  for (const name of ['pointerleave', 'focusout']) details.addEventListener(name, () => point(index, false));
  return h('li', {}, details);
}

/** The way to the card that a finding is about, where there is one. */
function linksOf(finding) {
  if (!finding.card || !game.cards[finding.card]) return [];
  const show = () => openCard(finding.card, sideOf(finding));
  return [h('p', {}, h('button.pill', { type: 'button', onclick: show }, 'Show the card'))];
}

export const sideOf = (finding) => {
  const boxes = game.boxes[game.findings.indexOf(finding)];
  return boxes && !boxes.front && boxes.back ? 'back' : 'front';
};

function point(index, on) {
  for (const mark of document.querySelectorAll(`.marks [data-finding="${index}"]`)) mark.classList.toggle('pointed', on);
}
