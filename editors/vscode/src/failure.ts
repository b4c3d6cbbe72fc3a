// Why cardgen does not run, and what to do: nothing here needs an editor.
import { spawn } from 'node:child_process';

/** How a process ended. */
export interface Ending {
  /** `ENOENT`, `EACCES`: what kept it from starting. */
  readonly fault?: string;
  readonly code?: number | null;
  /** What it wrote on stderr. */
  readonly said: string;
}

/** Why the language server does not run, in words that say what to do.
 *
 * It is started once more, without an editor: then it ends at once, and without a word where
 * nothing is wrong with it but what the editor has said, `error`.
 */
export async function explainServer(program: string, args: readonly string[], error: unknown): Promise<string> {
  const ending = await run(program, args);
  return ending.fault || ending.said.trim() ? describe(program, ending) : String(error);
}

/** Start a program and wait until it has ended. */
export function run(program: string, args: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    let said = '';
    try {
      const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 });
      child.stderr.on('data', (data: Buffer) => { said += data.toString(); });
      child.on('error', (error: NodeJS.ErrnoException) => resolve({ fault: error.code ?? error.message, said }));
      child.on('close', (code) => resolve({ code, said }));
    } catch (error) {
      resolve({ fault: String(error), said });
    }
  });
}

/** What a person is told of a program that did not do its work. */
export function describe(program: string, ending: Ending): string {
  const setting = 'set `cardgen.command`';
  if (ending.fault === 'ENOENT') {
    return `\`${program}\` was not found: install it with \`pip install 'cardgen[lsp]'\`, or ${setting}`;
  }
  if (ending.fault) return `\`${program}\` cannot be started (${ending.fault}): ${setting}`;
  if (/pygls|lsprotocol/.test(ending.said)) {
    return "its language server is not installed: `pip install 'cardgen[lsp]'`";
  }
  if (/No such (command|option)|invalid choice/i.test(ending.said)) {
    return `\`${program}\` is too old: \`pip install --upgrade 'cardgen[lsp]'\``;
  }
  const last = ending.said.trim().split('\n').pop();
  return last ? `\`${program}\` says: ${last}` : `\`${program}\` ended (exit code ${ending.code}): ${setting}`;
}
