// How cardgen is started, and what its preview says: nothing here needs an editor.

/** The program and arguments of a command of cardgen; `configured` is the setting. */
export function commandLine(configured: unknown, ...words: string[]): [string, string[]] {
  const parts = Array.isArray(configured) ? configured.filter((one) => typeof one === 'string') : [];
  const [program, ...rest] = parts.length > 0 ? (parts as string[]) : ['cardgen'];
  return [program, [...rest, ...words]];
}

/** The address in a line that `cardgen preview` prints, or undefined. */
export function previewAddress(line: string): string | undefined {
  return /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\/\S*/.exec(line)?.[0];
}

/** The folder of the game that a file belongs to: the nearest one with a `game.yaml`. */
export function gameFolder(file: string, exists: (path: string) => boolean): string | undefined {
  let folder = file.replace(/[\\/][^\\/]*$/, '');
  while (folder) {
    if (exists(`${folder}/game.yaml`)) return folder;
    const above = folder.replace(/[\\/][^\\/]*$/, '');
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}
