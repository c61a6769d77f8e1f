/** Checks the desktop entry of an installed package: `caja://` links start the program, with its sandbox. */
import type { Checks } from '../checks.ts';
import type { ThrowAwayRoot } from '../throw-away-root.ts';
import { startedLine } from './electron-folder.ts';

const file = '/usr/share/applications/caja.desktop';

/** The themes of Debian look for icons in these folders (hicolor's index.theme); they end at 512. */
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512];

/** @param files a list of the package's files @returns the sizes of which it has no icon */
export const missingIcons = (files: string): number[] =>
  iconSizes.filter((size) => !files.includes(`icons/hicolor/${size}x${size}/apps/caja.png`));

function entryField(entry: string, key: string): string {
  const line = entry.split('\n').find((one) => one.startsWith(`${key}=`));
  return line === undefined ? '' : line.slice(key.length + 1);
}

export async function checkDesktopEntry(checks: Checks, root: ThrowAwayRoot): Promise<void> {
  const valid = await root.run(`desktop-file-validate ${file}`);
  checks.that('has a valid desktop entry', valid.code === 0, valid.output);
  const entry = (await root.run(`cat ${file}`)).output;
  const command = entryField(entry, 'Exec');
  checks.equal('is started without --no-sandbox', command, '/opt/Caja/caja %U');
  // The name by which desktops know the window's program: that of the entry.
  checks.equal('is tied to its windows', entryField(entry, 'StartupWMClass'), 'caja');
  const handled = entryField(entry, 'MimeType').split(';');
  checks.that('offers itself for caja:// links', handled.includes('x-scheme-handler/caja'), entry);
  const registered = await root.run('grep x-scheme-handler/caja= /usr/share/applications/mimeinfo.cache');
  checks.equal('is registered for caja:// links', registered.output, 'x-scheme-handler/caja=caja.desktop;');
  const link = 'caja://pay/1';
  const opened = await root.run(command.replace('%U', `'${link}'`));
  checks.equal('is given the link', opened.output, startedLine(link));
}
