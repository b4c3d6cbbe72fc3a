// What the checks would say of a text that is not written yet.

import { h } from './dom.js';
import { formatCode } from './finding.js';
import { game } from './store.js';

const WAIT = 250; // ms without a key

const asked = new WeakMap();

/** Show what would be found, in a line below the field, once nobody types for a moment. */
export function checkDraft(line, body) {
  const now = {};
  asked.set(line, now);
  setTimeout(async () => {
    if (asked.get(line) !== now || !line.isConnected) return;
    const found = await ask(body);
    if (asked.get(line) === now) line.replaceChildren(...describe(found));
  }, WAIT);
}

/** Nothing is to be said of a draft any more. */
export function dropCheck(line) {
  asked.delete(line);
  line.replaceChildren();
}

async function ask(body) {
  const headers = { 'content-type': 'application/json', 'x-cardgen-token': game.config.edit };
  try {
    return await (await fetch('/draft', { method: 'POST', headers, body: JSON.stringify(body) })).json();
  } catch {
    return { findings: [] };
  }
}

function describe({ refused, findings = [] }) {
  if (refused) return [h('p.refused', {}, `This cannot be written: ${refused}.`)];
  return findings.map(({ severity, message, hint }) => h('p.draft-finding', { 'data-severity': severity },
    h('span.kind', {}, severity), ' ', ...formatCode(message), hint ? h('span.hint', {}, ' ', ...formatCode(hint)) : ''));
}
