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
  if (event.key !== '/') return;
  event.preventDefault();
  search.focus();
  search.select();
});
addEventListener('hashchange', openAddressed);

buildFilters();
buildSort();
apply();
for (const id of ['bar', 'theme', 'print', 'keys']) find(id).hidden = false;
openAddressed();
