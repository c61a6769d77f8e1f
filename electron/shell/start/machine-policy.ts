/** Reads the company's policy of this computer: one file, in a place where only administrators write. */
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { managedBy, noPolicy, unusablePolicy, type Policy } from '#electron/core/policy/policy.ts';
import { mistakesIn, parsePolicy } from '#electron/core/policy/policy-file.ts';
import { isAdministrators, readWindowsRights, type WindowsRights } from './windows-rights.ts';
import type { Log } from '#electron/shell/log.ts';
import { errorText } from '#shared/error-text.ts';

export interface MachinePolicyParts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Replaced by tests, which can't write to the real places. The first one that is there counts. */
  readonly files?: readonly string[];
  /** Account whose file counts, on systems that have numbers for them. 0 is root. */
  readonly administrator?: number;
  /** Asks Windows for the rights of a file; null for a file that needs none. */
  readonly rightsOf?: ((file: string, env: NodeJS.ProcessEnv) => Promise<WindowsRights>) | null;
}

/** Most bytes of a policy: room for a list of merchants with their authorities. */
const largest = 1024 * 1024;

const usualProgramData = String.raw`C:\ProgramData`;

/** Places of the file, by system. The usual one comes first on Windows, because a user can set variables of the environment. */
export function policyFiles(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'win32') {
    const folders = new Set([usualProgramData, env['ProgramData'] ?? usualProgramData]);
    return [...folders].map((folder) => path.win32.join(folder, 'Caja', 'policy.json'));
  }
  return [platform === 'darwin' ? '/Library/Application Support/Caja/policy.json' : '/etc/caja/policy.json'];
}

/**
 * Returns the file of a program that runs from a checkout, which specs name. A packed program knows none but the system's
 * places, whatever its user sets.
 */
export function policyOfCheckout(
  isPackaged: boolean,
  env: NodeJS.ProcessEnv,
): Pick<MachinePolicyParts, 'files' | 'administrator' | 'rightsOf'> {
  const file = env['CAJA_POLICY_FILE'];
  if (isPackaged || file === undefined) return {};
  return { files: [file], administrator: process.getuid?.() ?? 0, rightsOf: null };
}

/**
 * Reads the policy. A file that can't be used forbids what it could have forbidden, so that a slip of the pen loosens
 * nothing; the program starts all the same, because payments do not wait for it. A file that every account of Windows could
 * have put there forbids nothing, or any of them could stop the seats of all.
 */
export async function readMachinePolicy(parts: MachinePolicyParts): Promise<Policy> {
  const { platform, env, files = policyFiles(platform, env), administrator = 0, rightsOf = readWindowsRights } = parts;
  let foreign: string | null = null;
  for (const file of files) {
    try {
      const info = lstatSync(file, { throwIfNoEntry: false });
      if (info === undefined) continue;
      // The first file that counts ends the search.
      // eslint-disable-next-line no-await-in-loop
      if (platform === 'win32' && rightsOf !== null && (await isForeign(file, info, () => rightsOf(file, env)))) {
        foreign ??= file;
        continue;
      }
      refuseUnfit(info, platform, administrator);
      // Without the mark that editors of Windows write. Another encoding would make other names of it.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
      return { ...parsePolicy(file, text), foreign };
    } catch (error) {
      const mistakes = error instanceof z.ZodError ? mistakesIn(error) : [];
      const reason = mistakes.map(({ path, message }) => `${path} ${message}`).join('; ') || errorText(error);
      return unusablePolicy(file, `The policy ${file} can't be used: ${reason}`);
    }
  }
  return { ...noPolicy, foreign };
}

/** True for a file on Windows that others than administrators could write, replace or lead elsewhere. */
async function isForeign(file: string, info: Stats, rights: () => Promise<WindowsRights>): Promise<boolean> {
  const isLed = info.isSymbolicLink() || lstatSync(path.dirname(file)).isSymbolicLink();
  return isLed || !isAdministrators(await rights());
}

/** Tells the log which policy is in force, or why it can't be used. */
export function tellPolicy(policy: Policy, log: Pick<Log, 'info' | 'warn'>): void {
  if (policy.foreign !== null)
    log.warn(`The policy ${policy.foreign} is not obeyed: not only administrators may write it or its folder`);
  if (policy.issue !== null) log.warn(policy.issue);
  else if (policy.file !== null)
    log.info(`The policy ${policy.file} fixes: ${managedBy(policy).join(', ') || 'nothing'}`);
}

/** Throws for what is not a file of the administrator's. */
function refuseUnfit(info: Stats, platform: NodeJS.Platform, administrator: number): void {
  if (!info.isFile()) throw new Error('It is not a file');
  if (info.size > largest) throw new Error(`It has more than ${largest} bytes`);
  if (platform !== 'win32' && (info.uid !== administrator || (info.mode & 0o022) !== 0)) {
    throw new Error('It has to belong to root, and nobody else may write to it');
  }
}
