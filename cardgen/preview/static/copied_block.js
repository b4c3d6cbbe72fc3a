// What was copied from a spreadsheet.

/** The cells of a copied block: tabs and lines part them, quotes hold a cell together. */
export function readBlock(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.replace(/\r\n?/g, '\n').replace(/\n$/, '').matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return text ? rows : [];
}
