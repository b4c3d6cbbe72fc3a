// Notes on cards: kept in this browser, and sent by nobody but the one who wrote them.

const shelf = `cardgen notes ${told.game}`;
let stores = true;  // whether this browser keeps anything
const notes = new Map();  // card → {text, when, face, back}
const stray = [];  // notes on cards that this gallery has no more: kept, and sent with the others

function loadNotes() {
  try {
    for (const note of JSON.parse(localStorage.getItem(shelf) ?? '[]')) {
      const card = cards.find(({ deck, id }) => deck === note.deck && id === note.card);
      if (typeof note.text !== 'string') continue;
      if (card) notes.set(card, note);
      else stray.push(note);
    }
  } catch { stores = false; }
}

/** Write down what is in a card's field, with the face that it was written about. */
function keepNote(card, text) {
  if (text.trim()) notes.set(card, { deck: card.deck, card: card.id, name: card.name, face: card.face, back_face: card.back_face, text: text.trim(), when: new Date().toISOString() });
  else notes.delete(card);
  storeNotes();
  showNotes();
}

const count = () => notes.size + stray.length;

function storeNotes() {
  try {
    if (count()) localStorage.setItem(shelf, JSON.stringify([...notes.values(), ...stray]));
    else localStorage.removeItem(shelf);
    stores = true;
  } catch { stores = false; }
}

/** Which cards have notes, how many there are, and whether they are kept. */
function showNotes() {
  for (const card of cards) card.element.classList.toggle('noted', notes.has(card));
  find('notes-count').textContent = count() || '';
  find('notes-kept').textContent = stores ? 'Kept in this browser until you send them.' : 'This browser keeps nothing: save them before you close the page.';
}

/** The field for a note on the card that is open. */
function drawNote(card) {
  const field = find('note');
  field.value = notes.get(card)?.text ?? '';
  field.oninput = () => keepNote(card, field.value);
}

// --- what leaves the page, when somebody asks for it ----------------------------------------------

const inOrder = () => [...cards.filter((card) => notes.has(card)).map((card) => notes.get(card)), ...stray];

const notesAsJson = () => `${JSON.stringify({ cardgen_notes: 1, game: told.game, faces: told.faces, notes: inOrder() }, null, 2)}\n`;

const notesAsMarkdown = () => [
  `# Notes on ${told.game}, faces ${told.faces}`, '',
  ...inOrder().map((note) => `- **${note.name}** (\`${note.deck}/${note.card}\`, face \`${note.face}\`): ${note.text.replace(/\n/g, '\n  ')}`), '',
].join('\n');

function drawNotes() {
  const rows = cards.filter((card) => notes.has(card)).map((card) => make('li', {},
    make('button', { class: 'linked', type: 'button', onclick: () => { find('notes').close(); open(card); } }, card.name),
    make('p', {}, notes.get(card).text)));
  rows.push(...stray.map((note) => make('li', {}, make('b', {}, `${note.name || note.card}, not in this gallery now`), make('p', {}, note.text))));
  find('notes-list').replaceChildren(...(rows.length ? rows : [make('li', {}, 'No notes yet. Open a card and write one beside it.')]));
  for (const id of ['notes-save', 'notes-copy', 'notes-delete']) find(id).disabled = !rows.length;
  find('notes-said').textContent = '';
}

find('notes-open').onclick = () => { drawNotes(); find('notes').showModal(); };
find('notes-save').onclick = () => {
  const address = URL.createObjectURL(new Blob([notesAsJson()], { type: 'application/json' }));
  make('a', { href: address, download: 'notes.json' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
};
find('notes-copy').onclick = async () => {
  const text = notesAsMarkdown();
  try {
    await navigator.clipboard.writeText(text);
    find('notes-said').textContent = 'Copied.';
  } catch {
    find('notes-text').hidden = false;
    find('notes-text').value = text;
    find('notes-text').select();
    find('notes-said').textContent = 'Copy the text below.';
  }
};
find('notes-delete').onclick = () => {
  if (!confirm(`Delete ${plural(count(), 'note')}?`)) return;
  notes.clear();
  stray.length = 0;
  storeNotes();
  showNotes();
  drawNotes();
};
