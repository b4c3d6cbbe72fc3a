// How places in files are told: lines of texts, cells of workbooks.

const WORKBOOK = /^(.*\.(?:xlsx|xlsm|xls|ods))#(.*)$/i;
const EDITED = /\.(?:ya?ml|csv|tsv|tab)$/i;

export const isCell = (place) => WORKBOOK.test(place.file);

/** Whether the page may write into the file of a place. */
export const isEdited = (place) => EDITED.test(place.file);

/** The file of a place, without the sheet if it is a workbook. */
export const pathOf = (place) => WORKBOOK.exec(place.file)?.[1] ?? place.file;

/** `cards.yaml:3`, or `cards.xlsx: Units!C7`. */
export function formatPlace(place) {
  const [, path, sheet] = WORKBOOK.exec(place.file) ?? [];
  return path ? `${path}: ${sheet}!${letters(place.column ?? 1)}${place.line}` : `${place.file}:${place.line}`;
}

/** The same with the column, also of a text. */
export const formatWholePlace = (place) => (isCell(place) ? formatPlace(place) : `${formatPlace(place)}:${place.column}`);

/** What a spreadsheet calls a column: A to Z, AA and so on. */
function letters(number) {
  const left = Math.floor((number - 1) / 26);
  return (left ? letters(left) : '') + String.fromCharCode(65 + ((number - 1) % 26));
}
