// Everything comes to life: the bar, keys that work anywhere, light and size.

const search = find('search');
search.oninput = () => {
  words = plain(search.value).split(/\s+/).filter(Boolean);
  apply();
};
search.onkeydown = (event) => {
  if (event.key === 'Escape' && search.value) { search.value = ''; search.oninput(); event.preventDefault(); }
};
find('filter').onclick = () => {
  const wasHidden = find('filters').hidden;
  find('filters').hidden = !wasHidden;
  find('filter').setAttribute('aria-expanded', String(wasHidden));
  countChoices();
};
find('filters').onkeydown = (event) => {
  if (event.key !== 'Escape') return;
  find('filter').click();
  find('filter').focus();
};
find('clear').onclick = () => { clearAll(); search.focus(); };
find('sides').onchange = (event) => cards.forEach((card) => show(card.element, event.target.value));
find('sides').hidden = !cards.some((card) => card.back);

const size = find('size');
size.value = parseFloat(getComputedStyle(root).getPropertyValue('--mm')) || 3;
size.oninput = () => root.style.setProperty('--mm', `${size.value}px`);

const dark = matchMedia('(prefers-color-scheme: dark)');
find('theme').onclick = () => {
  const now = root.dataset.theme || (dark.matches ? 'dark' : 'light');
  root.dataset.theme = now === 'dark' ? 'light' : 'dark';
};
find('print').onclick = askToPrint;

addEventListener('keydown', (event) => {
  const typing = event.target.matches?.('input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (event.key !== '/') return fromNowhere(event);
  event.preventDefault();
  search.focus();
  search.select();
});

/** While nothing has the keyboard, an arrow goes to a card and Enter opens it. */
function fromNowhere(event) {
  if (event.shiftKey || ![document.body, find('cards')].includes(event.target)) return;
  const card = firstInView();
  if (!card || !/^(Arrow(Left|Right|Up|Down)|Enter)$/.test(event.key)) return;
  event.preventDefault();
  if (event.key === 'Enter') return open(card, sideOf(card.element));
  rove(card.button);
  card.button.focus();
}

/** The first card on show that is not scrolled away. */
function firstInView() {
  const shown = onShow();
  const top = Math.max(0, find('bar').getBoundingClientRect().bottom);
  return shown.find(({ button }) => button.getBoundingClientRect().bottom > top + 20) ?? shown[0];
}
// The event may come late, when a card has written its own address since: then it speaks of another page.
addEventListener('hashchange', ({ newURL }) => { if (newURL === location.href) openAddressed(); });

loadNotes();
showNotes();
buildFilters();
buildSort();
apply();
for (const id of ['bar', 'theme', 'print', 'play', 'notes-open', 'keys']) find(id).hidden = false;
openAddressed();
