// A picture of the marks alone is seen before its ground; whoever saves or copies it gets both in one.

const grounds = new Map();  // address → image

/** The ground that an image is shown before, on its way from when the pointer comes near. */
function groundOf(image) {
  const address = getComputedStyle(image).backgroundImage.slice('url("'.length, -'")'.length);
  if (!grounds.has(address)) grounds.set(address, make('img', { src: address }));
  return grounds.get(address);
}

function join(image) {
  const ground = groundOf(image);
  if (!image.naturalWidth || !ground.naturalWidth) return;
  const canvas = make('canvas', { width: image.naturalWidth, height: image.naturalHeight });
  const context = canvas.getContext('2d');
  for (const layer of [ground, image]) context.drawImage(layer, 0, 0, canvas.width, canvas.height);
  image.src = canvas.toDataURL();
  image.classList.remove('before');
}

const isBefore = (target) => target instanceof HTMLImageElement && target.matches('.before');
addEventListener('pointerover', ({ target }) => { if (isBefore(target)) groundOf(target); });
addEventListener('contextmenu', ({ target }) => { if (isBefore(target)) join(target); });
