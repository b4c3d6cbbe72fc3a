// Printing: how many of each card, and whether with backs. What is printed is what is on show.

const root = document.documentElement;
let copiesToPrint = 'one';

function askToPrint() {
  const shown = onShow();
  find('print-one').textContent = shown.length;
  find('print-all').textContent = sum(shown);
  find('print-backs').hidden = !shown.some((card) => card.back);
  find('printing').showModal();
}

find('printing').addEventListener('close', () => {
  if (find('printing').returnValue !== 'yes') return;
  const form = find('printing').querySelector('form');
  copiesToPrint = form.elements.copies.value;
  root.classList.toggle('print-backs', form.elements.backs.value === 'yes');
  window.print();
});

/** Every picture is wanted now; copies stand beside their card until it is over. */
addEventListener('beforeprint', () => {
  document.querySelectorAll('.card:not([hidden]) img').forEach(fill);
  if (copiesToPrint !== 'all') return;
  for (const card of onShow()) {
    for (let copy = card.copies; copy > 1; copy -= 1) {
      const twin = card.element.cloneNode(true);
      twin.classList.add('twin');
      twin.removeAttribute('data-card');
      card.element.after(twin);
    }
  }
});
addEventListener('afterprint', () => document.querySelectorAll('.twin').forEach((twin) => twin.remove()));
