// What keys do, on the page and in an open card.

import { find } from './dom.js';
import { detailIsOpen, fit, flipDetail, refreshDetail, stepDetail, zoomBy, zoomTo } from './detail.js';
import { currentTile, step } from './grid.js';
import { dealAnew } from './hand.js';
import { saying } from './telling.js';
import { toggle } from './toolbar.js';
import { CUTS, handZoom, look, lookHere, looks, setZoom, view, zoom } from './view.js';

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

const KEYS = {
  '/': () => find('search').focus(),
  f: () => currentTile()?.flip(),
  b: () => look({ side: { front: 'back', back: 'both', both: 'front' }[view.side] }),
  g: () => look({ group: view.group === '1' ? '' : '1' }),
  e: () => find('findings-button').click(),
  c: () => turn('cut', CUTS),
  v: () => turn('look', looks()),
  d: () => { if (view.mode === 'hand') dealAnew(); },
  1: () => look({ mode: 'cards' }),
  2: () => look({ mode: 'sheets' }),
  3: () => look({ mode: 'hand' }),
  4: () => look({ mode: 'print' }),
  '+': () => setZoom(zoom() * 1.25),
  '=': () => setZoom(zoom() * 1.25),
  '-': () => setZoom(zoom() / 1.25),
  0: () => setZoom(handZoom()),
  9: () => setZoom(1),
  '?': () => find('help').showModal(),
};

const DETAIL_KEYS = {
  f: flipDetail,
  ArrowLeft: () => stepDetail(-1),
  ArrowRight: () => stepDetail(1),
  '+': () => zoomBy(1.25),
  '=': () => zoomBy(1.25),
  '-': () => zoomBy(0.8),
  0: fit,
  9: () => zoomTo(1),
  c: () => turn('cut', CUTS),
  v: () => turn('look', looks()),
};

function turn(name, choices) {
  const now = name === 'look' ? lookHere() : view[name];
  const at = choices.findIndex(([value]) => value === now);
  const [value, label] = choices[(at + 1) % choices.length];
  look({ [name]: value });
  if (name === 'look') refreshDetail();
  saying(label);
}

export const listen = () => addEventListener('keydown', pressed);

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || find('help').open) return;
  const target = event.target;
  const writes = target.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea');
  if (writes) {
    if (event.key === 'Escape' && target.id === 'search') {
      find('search').value = '';
      look({ q: '' });
      find('cards').focus();
    } else if ((event.key === 'Enter' || event.key === 'ArrowDown') && target.id === 'search') {
      currentTile()?.button.focus();
      event.preventDefault();
    }
    return;
  }
  if (detailIsOpen()) return act(DETAIL_KEYS[event.key], event, target.matches('input, pre'));
  if (event.key === 'Escape') {
    if (document.body.classList.contains('rail-open')) toggle('rail', false);
    else if (view.findings === '1') look({ findings: '' });
  }
  const inGrid = target === document.body || target.closest('#cards');
  if (ARROWS.includes(event.key) && view.mode === 'cards' && inGrid && !target.matches('input')) {
    event.preventDefault();
    step(event.key);
    return;
  }
  act(KEYS[event.key], event, target.matches('input') && ARROWS.includes(event.key));
}

function act(action, event, leave) {
  if (!action || leave) return;
  event.preventDefault();
  action();
}
