// One finding in words: its hint, its place, its notes.

import { h } from './dom.js';
import { excerpt, placeLink } from './source.js';

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

const OTHERS = { box: 'Boxes', booklet: 'Booklets' };

/** What the page has no picture of, and the command that draws it. */
function otherTarget({ other, severity }) {
  const command = h('code', {}, `cardgen build -t ${other.target}`);
  const when = severity === 'error' ? [' Mend this, and ', command] : [' ', command];
  return h('p.elsewhere', {}, `${OTHERS[other.target]} are not shown here.`, ...when, ' draws it.');
}

/** Text between backticks is set in the code font. */
export const formatCode = (text) => text.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : part));
