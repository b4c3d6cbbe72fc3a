// The keyboard in the grid: one stop of the Tab key a deck, arrows from card to card.

function rove(to = null) {
  for (const { grid } of decks) {
    const buttons = [...grid.querySelectorAll('.card:not([hidden]) > .open')];
    const held = buttons.includes(to) ? to : buttons.find((button) => button.tabIndex === 0 && grid.dataset.roving) ?? buttons[0];
    grid.dataset.roving = 'yes';
    for (const button of grid.querySelectorAll('.open')) button.tabIndex = button === held ? 0 : -1;
  }
}

function step(from, key) {
  const shown = onShow().map((card) => card.button);
  const at = shown.indexOf(from);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[key];
  const next = to === undefined ? beyond(shown, at, key === 'ArrowDown' ? 1 : -1) : shown[to];
  if (!next) return;
  rove(next);
  next.focus();
}

/** The card that stands nearest in the next row, or the row before. */
function beyond(shown, at, sign) {
  const here = shown[at].getBoundingClientRect();
  const rows = shown.map((button) => ({ button, box: button.getBoundingClientRect() })).filter(({ box }) => sign * (box.top - here.top) > 4);
  const nearest = Math.min(...rows.map(({ box }) => sign * (box.top - here.top)));
  const across = ({ box }) => Math.abs(box.left + box.width / 2 - here.left - here.width / 2);
  const row = rows.filter(({ box }) => sign * (box.top - here.top) - nearest < 4);
  return row.sort((a, b) => across(a) - across(b))[0]?.button;
}

find('cards').addEventListener('keydown', (event) => {
  const button = event.target.closest?.('.open');
  if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'f') return void turn(button, button.querySelector('.face:not([hidden])').parentNode);
  if (!/^(Arrow|Home$|End$)/.test(event.key)) return;
  event.preventDefault();
  step(button, event.key);
});
find('cards').addEventListener('focusin', (event) => { if (event.target.matches('.open')) rove(event.target); });
find('cards').addEventListener('click', (event) => {
  const card = event.target.closest('.card');
  if (card) open(cards[Number(card.dataset.card)], sideOf(card));
});
