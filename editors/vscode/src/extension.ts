// Starts the language server, and opens the preview beside the text.
import { ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { commandLine, gameFolder, previewAddress } from './command';
import { describe, explainServer } from './failure';

let client: LanguageClient | undefined;
const previews = new Map<string, ChildProcess>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('cardgen.preview', openPreview),
    vscode.commands.registerCommand('cardgen.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('cardgen.command')) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  previews.forEach((preview) => preview.kill());
  await stop();
}

function commandOf(...words: string[]): [string, string[]] {
  const configured = vscode.workspace.getConfiguration('cardgen').get('command');
  const folders = vscode.workspace.workspaceFolders ?? [];
  return commandLine(configured, words, folders.map((folder) => folder.uri.fsPath), existsSync);
}

async function start(): Promise<void> {
  const [command, args] = commandOf('lsp');
  client = new LanguageClient('cardgen', 'cardgen', { command, args }, {
    documentSelector: [
      { scheme: 'file', pattern: '**/*.{yaml,yml,csv,tsv,tab,md,po}' },
    ],
  });
  try {
    await client.start();
  } catch (error) {
    void tellFailure(await explainServer(command, args, error));
  }
}

/** Say why there are no findings; who has mended it need not look for the command. */
async function tellFailure(why: string): Promise<void> {
  const [settings, again] = ['Open the setting', 'Try again'];
  const chosen = await vscode.window.showErrorMessage(`cardgen cannot be started: ${why}`, settings, again);
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'cardgen.command');
  if (chosen === again) await restart();
}

/** End the server; one that never ran cannot be ended. */
async function stop(): Promise<void> {
  if (client?.isRunning()) await client.stop();
  client = undefined;
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

/** The game of the text at hand; else the only one that is open, or the one that is chosen. */
async function chooseGame(): Promise<string | undefined> {
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  const folder = file ? gameFolder(file, existsSync) : undefined;
  if (folder !== undefined) return folder;
  const files = await vscode.workspace.findFiles('**/game.yaml', '**/{output,node_modules,.venv,venv}/**', 200);
  const games = files.map((one) => vscode.Uri.joinPath(one, '..').fsPath).sort();
  if (games.length === 0) {
    const message = 'No game is open: open a folder with a game.yaml; `cardgen new NAME` begins one.';
    void vscode.window.showInformationMessage(message);
  }
  return games.length > 1 ? vscode.window.showQuickPick(games, { title: 'Preview of which game?' }) : games[0];
}

async function openPreview(): Promise<void> {
  const folder = await chooseGame();
  if (folder === undefined) return;
  previews.get(folder)?.kill();
  const port = String(vscode.workspace.getConfiguration('cardgen').get('port', 8765));
  const [command, args] = commandOf('preview', folder, '--no-open', '--port', port);
  const preview = spawn(command, args);
  previews.set(folder, preview);
  let [printed, said, address] = ['', '', undefined as string | undefined];
  preview.stdout.on('data', (data: Buffer) => {
    printed += address ? '' : data.toString();
    if (!address && (address = previewAddress(printed))) void showBeside(address);
  });
  preview.stderr.on('data', (data: Buffer) => { said = (said + data.toString()).slice(-10_000); });
  const tell = (why: string) => void vscode.window.showErrorMessage(`cardgen has no preview: ${why}`);
  preview.on('error', (error: NodeJS.ErrnoException) => tell(describe(command, { fault: error.code, said })));
  preview.on('close', (code) => { if ((code ?? 0) > 0) tell(describe(command, { code, said })); });
}

/** Show a page next to the text; where the folder is on another machine, through its tunnel. */
async function showBeside(address: string): Promise<void> {
  const page = await vscode.env.asExternalUri(vscode.Uri.parse(address));
  await vscode.commands.executeCommand('simpleBrowser.api.open', page, { viewColumn: vscode.ViewColumn.Beside });
}
