// What is wrong: a list by code, each entry with its place, the lines around it, and its card.

import { find, h, preserveFocus, plural } from './dom.js';
import { errors, game } from './store.js';
import { findingDetails, formatCode } from './finding.js';
import { foldGroup, groupFindings, nextPlace, setCurrentFinding } from './finding_groups.js';
import { openCard } from './detail.js';
import { allGames } from './rail.js';
import { revealTile } from './grid.js';
import { formatPlace } from './places.js';
import { showStatus } from './announcements.js';
import { updateView, view } from './view.js';

const open = new Set();
/** The finding that a step opened: the next step closes it, what was opened by hand stays. */
let stepped = '';

let drawn = '';

const idOf = (finding) => [finding.code, finding.card, finding.place?.file, finding.place?.line, finding.place?.column, finding.message].join('|');

export function drawFindings() {
  const panel = find('findings');
  const { findings, errors: wrong, warnings, judged, kept } = game;
  const [worst, rest] = [wrong && plural(wrong, 'error'), warnings && plural(warnings, 'warning')].filter(Boolean);
  const tally = [worst, rest].filter(Boolean).join(', ');
  find('tally').replaceChildren(worst ?? (judged ? 'No findings' : 'Checking…'), rest ? h('span.tally-rest', {}, `, ${rest}`) : '');
  const button = find('findings-button');
  button.dataset.worst = wrong ? 'error' : warnings ? 'warning' : 'none';
  const state = kept ? 'The cards are those from before.' : judged ? '' : 'Checks are running…';
  const now = JSON.stringify([findings, state, tally]);
  if (now === drawn) return;
  drawn = now;
  const top = panel.scrollTop;
  preserveFocus(panel, () => panel.replaceChildren(
    h('h2', {}, 'Findings ', h('small', {}, tally || (judged ? 'none' : ''))),
    h('p.none', { hidden: !state }, state),
    findings.length > 1 ? steps() : '',
    ...(findings.length ? groupList() : [h('p.none', {}, judged ? 'Nothing is wrong as far as cardgen can see.' : '')]),
    wrong + warnings > findings.length ? untold(findings.length, wrong + warnings) : '',
  ));
  panel.scrollTop = top;
}

const untold = (shown, all) => h('p.none.untold', {}, ...formatCode(`These are the first ${shown} of ${all} findings, errors before warnings. \`cardgen check\` lists all of them.`));

/** Buttons for what the keys do. */
const steps = () => h('div.finding-steps', { role: 'group', 'aria-label': 'From finding to finding' },
  [[-1, 'Previous', 'N'], [1, 'Next', 'n']].map(([by, label, key]) => h('button.pill', { type: 'button', 'data-focus': `step ${by}`, onclick: () => stepFinding(by) },
    `${label} `, h('kbd', { 'aria-hidden': 'true' }, key))));

/** A heading a code, with how many there are, and what was found below it. */
function groupList() {
  let at = 0;
  return groupFindings(game.findings).map(({ code, indexes, errors: wrong, folded }) => {
    const first = at;
    at += indexes.length;
    const id = `findings-${code}`;
    const fold = () => {
      foldGroup(code, !folded);
      drawAgain();
    };
    return h('section.finding-group', { 'data-code': code },
      h('h3', {}, h('button', { type: 'button', 'aria-expanded': String(!folded), 'aria-controls': folded ? null : id, 'data-focus': `group ${code}`, onclick: fold },
        h('code', {}, code), ' ', h('span.number', { 'data-worst': wrong ? 'error' : 'warning' }, plural(indexes.length, wrong === indexes.length ? 'error' : wrong ? 'finding' : 'warning')))),
      folded ? '' : h('ol.list', { role: 'list', id }, indexes.map((index, place) => item(game.findings[index], index, first + place))));
  });
}

function drawAgain() {
  drawn = '';
  drawFindings();
}

/** Go to the next finding or the one before: its group is opened, its card brought to sight. */
export function stepFinding(by) {
  const order = groupFindings(game.findings).flatMap(({ code, indexes, folded }) => indexes.map((index) => ({ code, index, folded })));
  if (!order.length) return showStatus(game.judged ? 'No findings' : 'Checking…');
  const at = nextPlace(order.map(({ index }) => idOf(game.findings[index])), by);
  const { code, index, folded } = order[at];
  const finding = game.findings[index];
  const opens = view.findings !== '1';
  updateView({ findings: '1' });
  closeStepped(idOf(finding));
  if (folded) {
    foldGroup(code, false);
    drawAgain();
  }
  const details = document.querySelector(`#findings details[data-index="${index}"]`);
  if (!details.open) {
    stepped = idOf(finding);
    details.open = true;
  }
  const reveal = () => { if (view.mode === 'cards' && finding.card) revealTile(finding.card); };
  if (opens) requestAnimationFrame(() => requestAnimationFrame(reveal)); // once the cards lie as they will
  else reveal();
  const summary = details.querySelector('summary');
  summary.focus({ preventScroll: true });
  summary.scrollIntoView({ block: 'nearest' });
  setCurrentFinding(at, idOf(finding));
  return showStatus(`Finding ${at + 1} of ${order.length}`);
}

function closeStepped(next) {
  if (!stepped || stepped === next) return;
  open.delete(stepped);
  const summary = document.querySelector(`#findings summary[data-focus="${CSS.escape(stepped)}"]`);
  if (summary) summary.parentElement.open = false;
  stepped = '';
}

/** From the open card to the next one that has findings, or the one before. */
export function stepFoundCard(by) {
  const order = groupFindings(game.findings).flatMap(({ indexes }) => indexes).map((index) => game.findings[index]);
  const keys = [...new Set(order.map((finding) => finding.card).filter((key) => game.cards[key]))];
  const here = keys.indexOf(view.card);
  if (!keys.length || (here >= 0 && keys.length === 1)) return showStatus('No other card has findings');
  const key = keys[here < 0 ? (by > 0 ? 0 : keys.length - 1) : (here + by + keys.length) % keys.length];
  return openCard(key, sideOf(order.find((finding) => finding.card === key)));
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
    rest > 0 ? h('p.none', {}, `and ${plural(rest, 'more error')} in the list of findings`) : '',
    game.config?.shelf ? h('p', {}, allGames()) : ''));
}

function item(finding, index, at) {
  const body = h('div.more');
  const id = idOf(finding);
  const details = h('details.finding', { 'data-index': index, 'data-severity': finding.severity, open: open.has(id) },
    h('summary', { 'data-focus': id },
      h('span.kind', {}, finding.severity),
      h('span.message', {}, ...formatCode(finding.message)),
      h('span.about', {}, finding.card || finding.other?.name || (finding.place ? formatPlace(finding.place) : ''))),
    body);
  const fill = () => {
    if (!body.childElementCount) body.replaceChildren(...findingDetails(finding, linksOf(finding)));
  };
  details.ontoggle = () => {
    if (details.open) {
      open.add(id);
      fill();
    } else {
      open.delete(id);
      if (stepped === id) stepped = '';
    }
  };
  details.addEventListener('focusin', () => setCurrentFinding(at, id));
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
