/** Checks the desktop entry of an installed package: `caja://` links start the program, with its sandbox. */
import type { Checks } from '../checks.ts';
import type { ThrowAwayRoot } from '../throw-away-root.ts';
import { startedLine } from './electron-folder.ts';

const file = '/usr/share/applications/caja.desktop';

export function entryField(entry: string, key: string): string {
  const line = entry.split('\n').find((one) => one.startsWith(`${key}=`));
  return line === undefined ? '' : line.slice(key.length + 1);
}

export async function checkDesktopEntry(checks: Checks, root: ThrowAwayRoot): Promise<void> {
  const valid = await root.run(`desktop-file-validate ${file}`);
  checks.that('has a valid desktop entry', valid.code === 0, valid.output);
  const entry = (await root.run(`cat ${file}`)).output;
  const command = entryField(entry, 'Exec');
  checks.equal('is started without --no-sandbox', command, '/opt/Caja/caja %U');
  const handled = entryField(entry, 'MimeType').split(';');
  checks.that('offers itself for caja:// links', handled.includes('x-scheme-handler/caja'), entry);
  const registered = await root.run('grep x-scheme-handler/caja= /usr/share/applications/mimeinfo.cache');
  checks.equal('is registered for caja:// links', registered.output, 'x-scheme-handler/caja=caja.desktop;');
  const link = 'caja://pay/1';
  const opened = await root.run(command.replace('%U', `'${link}'`));
  checks.equal('is given the link', opened.output, startedLine(link));
}
