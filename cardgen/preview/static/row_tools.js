// What can be done with a row as a whole, in an open card and below a table.

import { find, h } from './dom.js';
import { changeRow, historyTools, sendEdit } from './edit_requests.js';
import { dropText, keepText, onVisit, typedText } from './unsaved.js';

const ROWS = [['duplicate', 'Duplicate'], ['up', 'Move up'], ['down', 'Move down'], ['delete', 'Delete']];

/** Buttons for a row; `keyNow` says of which card. */
export function rowTools(keyNow) {
  const button = ([change, label]) =>
    h('button.pill', { type: 'button', 'data-change': change, onclick: () => changeRow(keyNow(), change) }, label);
  return h('div.row-tools', { role: 'group', 'aria-label': 'The row of the card' }, ...ROWS.map(button), ...historyTools());
}

/** What is typed for a new row below a card is kept with it; below a table, with the table. */
export const NEW_ROW = 'new row';

onVisit(({ card, part }) => {
  if (!card) find(`new-row-${part.replace(`${NEW_ROW} of `, '')}`)?.focus();
});

/** A way to add a row of one value below that of a card; `table` is the deck it stands below, if any. */
export function newRow(fields, keyNow, table = '') {
  const first = fields.find((field) => !field.refused && !field.items)?.name;
  if (!first) return '';
  const part = table ? `${NEW_ROW} of ${table}` : NEW_ROW;
  const card = () => (table ? '' : keyNow());
  const input = h('input', {
    type: 'text', 'data-field': 'new-row', id: `new-row-${table}`, autocomplete: 'off', spellcheck: 'false', dir: 'auto', value: typedText(card(), part)?.text ?? '',
  });
  const keep = () => (input.value ? keepText(card(), part, { label: part, text: input.value }) : dropText(card(), part));
  const clear = () => {
    input.value = '';
    keep();
  };
  const add = async () => {
    const text = input.value;
    if (await sendEdit('/new-row', { card: keyNow(), field: first, text }) && input.value === text) clear();
  };
  input.oninput = keep;
  input.onkeydown = (event) => {
    const does = { Enter: add, Escape: input.value ? clear : undefined }[event.key];
    if (event.isComposing || !does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  return h('div.new-row', {}, h('label', { for: input.id }, `New row below, ${first}`), input,
    h('button.pill', { type: 'button', onclick: add }, 'Add'));
}
