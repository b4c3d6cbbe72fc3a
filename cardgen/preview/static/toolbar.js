// The bar of tools and the head: filled, kept up with what is chosen, wired.

import { find, h, debounce } from './dom.js';
import { startDrift } from './drift.js';
import { updatePaper } from './sheets.js';
import { fields, game } from './store.js';
import { CUTS, describeZoom, updateView, currentLook, availableLooks, MODES, setZoom, SIDES, view, zoom } from './view.js';

/** Show what is chosen. */
export function updateToolbar() {
  const root = document.documentElement;
  Object.assign(root.dataset, { mode: view.mode, cut: view.cut, side: view.side, look: view.look });
  find('cards').classList.toggle('marked', view.findings === '1');
  for (const part of document.querySelectorAll('[data-for]')) part.hidden = !part.dataset.for.split(' ').includes(view.mode);
  find('drift').hidden = view.cut !== 'drift' || view.mode === 'sheets';
  const panel = view.findings === '1';
  find('findings').hidden = !panel;
  find('findings-button').setAttribute('aria-expanded', String(panel));
  find('zoom').value = Math.log2(zoom());
  find('zoom-said').textContent = describeZoom(zoom());
  find('zoom').setAttribute('aria-valuetext', describeZoom(zoom()));
  for (const input of document.querySelectorAll('input[name=mode], input[name=side]')) input.checked = view[input.name] === input.value;
  fillLooks();
  for (const [id, value] of [['cut', view.cut], ['look', currentLook()], ['sort', view.sort]]) find(id).value = value;
  updatePaper();
  if (document.activeElement !== find('search')) find('search').value = view.q;
  if (document.activeElement !== find('hand-seed')) find('hand-seed').value = view.seed;
  find('group').checked = view.group === '1';
  find('only-changed').checked = view.changed === '1';
  root.classList.toggle('only-changed', view.changed === '1');
}

function radios(id, name, choices) {
  find(id).append(...choices.map(([value, label]) => h('label', {},
    h('input', { type: 'radio', name, value, onchange: () => updateView({ [name]: value }) }), h('span', {}, label))));
}

function fillSelect(id, choices, change) {
  find(id).replaceChildren(...choices.map(([value, label]) => h('option', { value }, label)));
  find(id).onchange = (event) => change(event.target.value);
}

let offered = '';

/** The ways to look that the view has; a list that is open stays open. */
function fillLooks() {
  const own = availableLooks();
  if (own.join() === offered) return;
  offered = own.join();
  fillSelect('look', own, (value) => updateView({ look: value }));
}

let sortedBy = null;

/** What to sort by: the fields of the cards. */
export function fillSort() {
  const own = [...fields().keys()].map((name) => [`.${name}`, name]);
  if (own.join() === sortedBy) return; // a list that is open stays open
  sortedBy = own.join();
  fillSelect('sort', [['', 'As written'], ['#id', 'id'], ...own, ['#copies', 'most copies'], ['#findings', 'most findings']], (sort) => updateView({ sort }));
  find('sort').value = view.sort;
}

/** Make the tools work; `resized` is called when the window is. */
export function connectToolbar(resized) {
  radios('modes', 'mode', MODES);
  radios('sides', 'side', SIDES);
  fillSelect('cut', CUTS, (cut) => updateView({ cut }));
  const search = () => updateView({ q: find('search').value.trim() });
  find('search').oninput = debounce(search, 80);
  find('search').onblur = search; // what was typed counts at once where the focus goes elsewhere
  find('group').onchange = (event) => updateView({ group: event.target.checked ? '1' : '' });
  find('only-changed').onchange = (event) => updateView({ changed: event.target.checked ? '1' : '' });
  find('zoom').oninput = (event) => setZoom(2 ** Number(event.target.value));
  find('smaller').onclick = () => setZoom(zoom() / 1.25);
  find('larger').onclick = () => setZoom(zoom() * 1.25);
  find('findings-button').onclick = () => updateView({ findings: view.findings === '1' ? '' : '1' });
  find('rail-button').onclick = () => toggle('rail');
  find('tools-button').onclick = () => toggle('tools');
  find('decks').addEventListener('click', (event) => event.target.closest('button') && closeRail());
  find('help-button').onclick = () => find('help').showModal();
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  }
  addEventListener('resize', debounce(resized, 150));
  startDrift();
}

/** With another version to compare with, it takes the place of the last print. */
export function nameVersions() {
  if (!game.config.against) return;
  document.documentElement.dataset.against = game.config.against;
  document.querySelector('input[name=mode][value=print] + span').textContent = 'Versions';
}

/** Open or close what small screens keep folded: the `rail`, the `tools`. */
export function toggle(part, open = !document.body.classList.contains(`${part}-open`)) {
  document.body.classList.toggle(`${part}-open`, open);
  find(`${part}-button`).setAttribute('aria-expanded', String(open));
}

/** On to the cards, where the rail lay over them. */
function closeRail() {
  if (!document.body.classList.contains('rail-open')) return;
  toggle('rail', false);
  find('cards').focus({ preventScroll: true });
}
