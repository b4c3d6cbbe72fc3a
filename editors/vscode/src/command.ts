// How cardgen is started, and what its preview says: nothing here needs an editor.

/** Whether a file is there. */
export type Exists = (path: string) => boolean;

/** The program and arguments of a command of cardgen.
 *
 * `configured` is the setting. Where it says nothing, a virtual environment in a folder that is
 * open comes before what is on the path.
 */
export function commandLine(
  configured: unknown, words: string[], folders: readonly string[] = [], exists: Exists = () => false,
): [string, string[]] {
  const parts = Array.isArray(configured) ? configured.filter((one) => typeof one === 'string') : [];
  const [program, ...rest] = parts.length > 0 ? (parts as string[]) : ['cardgen'];
  const own = program === 'cardgen' && rest.length === 0 ? installedIn(folders, exists) : undefined;
  return [own ?? program, [...rest, ...words]];
}

function installedIn(folders: readonly string[], exists: Exists): string | undefined {
  const places = ['.venv/bin/cardgen', '.venv/Scripts/cardgen.exe', 'venv/bin/cardgen', 'venv/Scripts/cardgen.exe'];
  return folders.flatMap((folder) => places.map((place) => `${folder}/${place}`)).find(exists);
}

/** The address in what `cardgen preview` has printed, or undefined; a line that has not ended has none. */
export function previewAddress(printed: string): string | undefined {
  return /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/\S*(?=\s)/.exec(printed)?.[0];
}

/** The folder of the game that a file belongs to: the nearest one with a `game.yaml`. */
export function gameFolder(file: string, exists: Exists): string | undefined {
  let folder = file.replace(/[\\/][^\\/]*$/, '');
  while (folder) {
    if (exists(`${folder}/game.yaml`)) return folder;
    const above = folder.replace(/[\\/][^\\/]*$/, '');
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}
