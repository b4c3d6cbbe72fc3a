// The cut beside its place: up to 1.5 mm off and 1° askew, by hand or moving by itself.

import { prefersReducedMotion, find } from './dom.js';

const parts = [['drift-x', '--dx', ' mm'], ['drift-y', '--dy', ' mm'], ['drift-turn', '--turn', '°']];

export function startDrift() {
  const root = document.documentElement;
  for (const [id, name, unit] of parts) {
    const input = find(id);
    const set = () => {
      root.style.setProperty(name, input.value);
      const text = `${Number(input.value).toFixed(1).replace('-', '−')}${unit}`;
      input.nextElementSibling.textContent = text;
      input.setAttribute('aria-valuetext', text);
    };
    input.oninput = () => {
      play(false);
      set();
    };
    set();
  }
  find('drift-play').onchange = (event) => play(event.target.checked);
  play(!prefersReducedMotion());
}

function play(on) {
  find('drift-play').checked = on;
  document.documentElement.classList.toggle('drifting', on);
}
