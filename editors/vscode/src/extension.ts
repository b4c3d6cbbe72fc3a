// Starts the language server, and opens the preview beside the text.
import { ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { commandLine, gameFolder, previewAddress } from './command';

let client: LanguageClient | undefined;
const previews = new Map<string, ChildProcess>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('cardgen.preview', openPreview),
    vscode.commands.registerCommand('cardgen.restart', restart),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  previews.forEach((preview) => preview.kill());
  await client?.stop();
}

function setting(): unknown {
  return vscode.workspace.getConfiguration('cardgen').get('command');
}

async function start(): Promise<void> {
  const [command, args] = commandLine(setting(), 'lsp');
  client = new LanguageClient('cardgen', 'cardgen', { command, args }, {
    documentSelector: [
      { scheme: 'file', pattern: '**/*.{yaml,yml,csv,tsv,md}' },
    ],
  });
  try {
    await client.start();
  } catch (error) {
    const hint = "install it with `pip install 'cardgen[lsp]'`, or set `cardgen.command`";
    void vscode.window.showErrorMessage(`cardgen cannot be started: ${error}; ${hint}`);
  }
}

async function restart(): Promise<void> {
  await client?.stop();
  await start();
}

function openPreview(): void {
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  const folder = file ? gameFolder(file, existsSync) : undefined;
  if (folder === undefined) {
    void vscode.window.showInformationMessage('Open a file of a game first: a folder with a game.yaml.');
    return;
  }
  previews.get(folder)?.kill();
  const port = String(vscode.workspace.getConfiguration('cardgen').get('port', 8765));
  const [command, args] = commandLine(setting(), 'preview', folder, '--no-open', '--port', port);
  const preview = spawn(command, args);
  previews.set(folder, preview);
  preview.on('error', (error) => void vscode.window.showErrorMessage(`cardgen: ${error.message}`));
  preview.stdout.on('data', (data: Buffer) => {
    const address = previewAddress(data.toString());
    if (address) void vscode.commands.executeCommand('simpleBrowser.api.open', vscode.Uri.parse(address), {
      viewColumn: vscode.ViewColumn.Beside,
    });
  });
}
