// The line to the server: what it tells as it happens, and whether it still answers.

const PATIENCE = 20000; // ms without a word; the server says one every five seconds
const SLOW = 2000; // ms after which a server that was silent is one that does not answer

/** Open the line, and again whenever it breaks or falls silent, as after a laptop's sleep: of
 *  that no browser tells.
 *
 *  takes: what to do with each kind of event.
 *  lose: hears what to say where nothing comes any more. */
export function openLine(takes, lose, wasSilent = false) {
  const source = new EventSource('/events');
  let heard = Date.now();
  const slow = wasSilent && setTimeout(() => lose('It does not answer. Trying to reach it again…'), SLOW);
  const watch = setInterval(() => {
    if (Date.now() - heard < PATIENCE) return;
    end();
    openLine(takes, lose, true);
  }, SLOW);
  const end = () => {
    clearInterval(watch);
    clearTimeout(slow);
    source.close();
  };
  for (const [name, take] of Object.entries({ still: () => {}, ...takes })) {
    source.addEventListener(name, (event) => {
      heard = Date.now();
      clearTimeout(slow);
      take(JSON.parse(event.data));
    });
  }
  source.onerror = () => {
    const ended = source.readyState === EventSource.CLOSED;
    lose(ended ? 'If it was started anew, open the address that it printed.' : 'Trying to reach it again…');
    if (!ended) return;
    end();
    setTimeout(() => openLine(takes, lose), SLOW);
  };
}
