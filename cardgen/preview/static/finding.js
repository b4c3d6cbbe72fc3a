// One finding in words: its hint, its place, its notes.

import { h } from './dom.js';
import { excerpt, placeLink } from './source.js';
import { game } from './store.js';
import { updateView } from './view.js';

/** What a finding says beyond its first line; `links` lead on from it. */
export function findingDetails(finding, links = []) {
  const parts = [];
  if (finding.hint) parts.push(h('p.hint', {}, ...formatCode(finding.hint)));
  if (finding.place) parts.push(h('p.where', {}, placeLink(finding.place)), excerpt(finding.place));
  for (const note of finding.notes) {
    const place = note.place ? [' ', placeLink(note.place)] : [];
    parts.push(h('p.note', {}, ...formatCode(note.message), ...place));
  }
  if (finding.other) parts.push(otherTarget(finding));
  parts.push(...links, h('p.code', {}, h('code', {}, finding.code)));
  return parts;
}

const OTHERS = { box: 'box', booklet: 'booklet' };

/** The box or booklet that a finding is about: the way to its pages. */
function otherTarget({ other }) {
  const own = game.pieces.filter((piece) => piece.kind === other.target);
  const piece = own.find(({ name }) => (other.name ?? '').split('/').includes(name)) ?? own[0];
  const name = OTHERS[other.target];
  if (!piece) return h('p.elsewhere', {}, `It is about a ${name} that cannot be shown yet.`);
  const show = () => {
    document.getElementById('detail').close();
    updateView({ mode: 'sheets', piece: `${piece.kind}:${piece.name}` });
  };
  return h('p.elsewhere', {}, h('button.link', { type: 'button', onclick: show }, `Show the ${name} ${piece.name}`));
}

/** Text between backticks is set in the code font. */
export const formatCode = (text) => text.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : part));
