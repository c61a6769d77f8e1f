/** The company's policy for this computer: one file, in a place where only administrators write. */
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { updateFolder } from '#electron/core/updates/update-address.ts';
import { errorText } from '#shared/error-text.ts';
import { usualUpdateRules, type UpdateRules } from '#shared/updates/updates.ts';

export interface MachinePolicy {
  readonly updates: UpdateRules;
  /** Tells the log why the file can't be used; null for a right one and for none. */
  readonly issue: string | null;
}

export interface MachinePolicyParts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Replaced by tests, which can't write to the real place. */
  readonly file?: string;
  /** Account whose file counts, on systems that have numbers for them. 0 is root. */
  readonly administrator?: number;
}

/** Most bytes of a policy. */
const largest = 64 * 1024;

const policySchema = z.strictObject({
  version: z.literal(1),
  updates: z
    .strictObject({
      forbidden: z.boolean().default(false),
      url: z
        .string()
        .max(2_000)
        .refine((url) => updateFolder(url) !== null, 'is no address of a folder that begins with https')
        .nullable()
        .default(null),
    })
    .optional(),
});

/** Place of the file, by system. */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Caja', 'policy.json');
  return platform === 'darwin' ? '/Library/Application Support/Caja/policy.json' : '/etc/caja/policy.json';
}

/**
 * Reads the policy. A file that can't be used forbids what it could have forbidden, so that a slip of the pen loosens
 * nothing; the program starts all the same, because payments do not wait for it.
 */
export function readMachinePolicy(parts: MachinePolicyParts): MachinePolicy {
  const { platform, env, file = policyFile(platform, env), administrator = 0 } = parts;
  try {
    const info = lstatSync(file, { throwIfNoEntry: false });
    if (info === undefined) return { updates: usualUpdateRules, issue: null };
    if (!info.isFile()) throw new Error('It is not a file');
    if (info.size > largest) throw new Error(`It has more than ${largest} bytes`);
    if (platform !== 'win32' && (info.uid !== administrator || (info.mode & 0o022) !== 0)) {
      throw new Error('It has to belong to root, and nobody else may write to it');
    }
    const { updates = { forbidden: false, url: null } } = policySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { updates: { off: updates.forbidden ? 'forbidden' : null, url: updates.url }, issue: null };
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : errorText(error);
    return { updates: { off: 'policy', url: null }, issue: `The policy ${file} can't be used: ${reason}` };
  }
}
