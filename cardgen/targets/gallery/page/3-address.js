// The address names the card that is open, or the table that is played on, so that it can be sent to others.
// What is opened is a step of its own in the history: Back closes it.

let returning = false;
let wanted = '';  // the address of what was opened while a step back was under way

function remember(hash) {
  if (returning) { wanted = hash; return; }
  try {
    if (location.hash || !hash) history.replaceState(history.state, '', hash || location.href.split('#')[0]);
    else history.pushState({ opened: true }, '', hash);
  } catch { /* pages from a file may not */ }
}

/** What was open is closed: back to the page as it was. */
function leave() {
  if (returning || !location.hash) return; // news of closing may come late, and twice
  if (!history.state?.opened) return remember('');
  returning = true;
  history.back();
}

/** Show what the address names; what it does not name is closed. */
function openAddressed() {
  const hash = location.hash.slice(1);
  const parts = hash.split('/').map((part) => { try { return decodeURIComponent(part); } catch { return ''; } });
  const card = cards.find(({ deck, id }) => deck === parts[0] && id === parts[1]);
  if (card) return open(card);
  if (hash.startsWith('play=')) return openTable(hash.slice(5));
  for (const dialog of [big, playing]) if (dialog.open) dialog.close();
}

addEventListener('popstate', () => {
  if (!returning) return openAddressed();
  returning = false;
  if (wanted) remember(wanted);
  wanted = '';
});
