/** Tells on Windows whether administrators alone may write a file. Node knows neither its owner nor its rights there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { oneSecond } from '#shared/durations.ts';

/** Descriptors of a file and of its folder, as SDDL, which is the same in every language of Windows. */
export interface WindowsRights {
  readonly file: string;
  readonly folder: string;
}

/** Longest wait in ms. It usually takes half a second. */
const longestWait = 20 * oneSecond;

/**
 * Asks PowerShell, because no other tool of Windows prints an owner without translating its name. Rejects where it can't tell. Does not
 * block, because a second start would end a program that does not answer it.
 */
export async function readWindowsRights(
  file: string,
  env: NodeJS.ProcessEnv,
  timeout = longestWait,
): Promise<WindowsRights> {
  // A module of the user's documents with a `Get-Acl` of its own would be found first.
  const command = [
    "$ErrorActionPreference = 'Stop'",
    String.raw`Import-Module -Name ($PSHOME + '\Modules\Microsoft.PowerShell.Security')`,
    '$env:CAJA_FILE, $env:CAJA_FOLDER | % { (Get-Acl -LiteralPath $_).Sddl }',
  ].join('; ');
  // The modules of another PowerShell that started this program would not load.
  const kept = Object.entries(env).filter(([name]) => name.toLowerCase() !== 'psmodulepath');
  const { stdout } = await promisify(execFile)(
    powerShell(env),
    ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command],
    {
      env: { ...Object.fromEntries(kept), CAJA_FILE: file, CAJA_FOLDER: path.dirname(file) },
      timeout,
      windowsHide: true,
    },
  ).catch(({ code, signal }: { readonly code: unknown; readonly signal: unknown }) => {
    throw new Error(`Its owner can't be read: PowerShell ended with ${String(code ?? signal)}`);
  });
  const [ofFile, ofFolder, ...more] = stdout.split(/\r?\n/).filter((line) => line !== '');
  if (ofFile === undefined || ofFolder === undefined || more.length > 0)
    throw new Error("Its owner can't be read: PowerShell ended without it");
  return { file: ofFile, folder: ofFolder };
}

/** Looks at the usual place first, because a user can set variables of the environment. */
function powerShell(env: NodeJS.ProcessEnv): string {
  const inFolder = (root: string): string => path.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const usual = inFolder(String.raw`C:\Windows`);
  return existsSync(usual) ? usual : inFolder(env['SystemRoot'] ?? String.raw`C:\Windows`);
}

/** Bits of the rights that SDDL names by two letters. @see MS-DTYP 2.5.1.1 */
const bits: Readonly<Record<string, number>> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
};
/** Reading and executing. */
const mayRead = 0x1200a9 | 0xa0000000;
/** Adding others to a folder, which every account may do below `%ProgramData%`, and which changes no file that is there. */
const mayAdd = mayRead | 0x116;

/** Administrators, the system and the installer of Windows. */
const administrators = ['BA', 'SY', 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'];
/** Stand for the owner. */
const ownerRights = ['CO', 'OW'];

/** True where nobody but administrators can write or replace the file. Throws for a text that is no descriptor. */
export const isAdministrators = ({ file, folder }: WindowsRights): boolean =>
  [file, folder].every(isOwnedByAdministrators) && givesNoMore(file, mayRead) && givesNoMore(folder, mayAdd);

/** Looked at first, because another owner may have written a list of rights that can't be read. */
function isOwnedByAdministrators(sddl: string): boolean {
  const owner = /^O:(?<owner>[A-Z]{2}|S-[\d-]+)(?=[GD]:)/.exec(sddl)?.groups?.['owner'];
  if (owner === undefined) throw new Error("Its owner can't be read");
  return administrators.includes(owner);
}

/** @param harmless bits that other accounts may have */
function givesNoMore(sddl: string, harmless: number): boolean {
  if (sddl.includes('NO_ACCESS_CONTROL')) return false;
  const entries = /D:[A-Z]*(?<entries>(?:\([^()]*\))+)(?:S:.*)?$/.exec(sddl)?.groups?.['entries'];
  if (entries === undefined) throw new Error("Its rights can't be read");
  return [...entries.matchAll(/\(([^()]*)\)/g)].every(([, entry = '']) => {
    const [type = '', flags = '', rights = '', , , account = ''] = entry.split(';');
    // Denials take rights away, and what is only inherited is seen at the file itself.
    if (/^X?D$/.test(type) || /^(?:..)*IO/.test(flags)) return true;
    if ([...administrators, ...ownerRights].includes(account)) return true;
    return (maskOf(rights) & ~harmless) === 0;
  });
}

/** Returns every bit for a right that is not known. */
function maskOf(rights: string): number {
  if (/^0x[\da-f]+$/i.test(rights)) return Number(rights);
  const names = rights.match(/../g) ?? [];
  return names.join('') === rights ? names.reduce((mask, name) => mask | (bits[name] ?? ~0), 0) : ~0;
}
