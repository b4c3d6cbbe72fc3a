// One card as large as the screen, with what its row says; on to the next, over to its back.

const big = find('big');
let current = null;

function open(card, side = 'front') {
  current = card;
  draw(side);
  if (!big.open) big.showModal();
  (find('flip').hidden ? find('close') : find('flip')).focus({ preventScroll: true });
}

function draw(side) {
  const faces = [...current.button.querySelectorAll('.face')];
  faces.forEach((face) => face.querySelectorAll('img').forEach(fill));
  const shape = [...current.element.classList].find((name) => /^s\d+$/.test(name));
  const holder = make('div', { class: `turn ${shape}` }, ...faces.map((face) => face.cloneNode(true)));
  holder.onclick = flip;
  find('stage').replaceChildren(holder);
  show(holder, side);
  find('flip').hidden = !current.back;
  find('big-name').textContent = current.name;
  const copies = current.copies > 1 ? `, ${current.copies} copies` : '';
  find('big-whose').textContent = `${deckOf(current).querySelector('h2').firstChild.textContent.trim()}${copies}`;
  const told = [...current.fields].filter(([, value]) => plain(value) !== plain(current.name));
  find('big-fields').replaceChildren(...told.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
  drawNote(current);
  const shown = onShow();
  find('big-at').textContent = `${shown.indexOf(current) + 1} of ${shown.length}`;
  remember(`#${encodeURIComponent(current.deck)}/${encodeURIComponent(current.id)}`);
}

function flip() {
  const holder = find('stage').firstElementChild;
  if (holder) turn(holder);
}

function go(by) {
  const shown = onShow();
  const at = shown.indexOf(current);
  if (!shown.length) return;
  const side = sideOf(find('stage'));
  current = shown[(at + by + shown.length) % shown.length];
  draw(current.back ? side : 'front');
}

big.addEventListener('close', () => {
  if (big.open) return; // another card was opened meanwhile
  leave();
  rove(current.button);
  current.button.focus({ preventScroll: true });
  current.element.scrollIntoView({ block: 'nearest' });
});
big.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), f: flip }[event.key];
  if (!act || (event.key !== 'f' && event.target.closest('.told')) || event.target.matches('textarea')) return;
  event.preventDefault();
  act();
});
find('before').onclick = () => go(-1);
find('after').onclick = () => go(1);
find('flip').onclick = flip;
find('close').onclick = () => big.close();

// A finger drawn across the card goes on to the next.
let start = null;
find('stage').addEventListener('pointerdown', (event) => { start = event.pointerType === 'touch' ? event : null; });
find('stage').addEventListener('pointerup', (event) => {
  const across = start ? event.clientX - start.clientX : 0;
  if (Math.abs(across) > 50 && Math.abs(event.clientY - start.clientY) < 60) go(across < 0 ? 1 : -1);
  start = null;
});
