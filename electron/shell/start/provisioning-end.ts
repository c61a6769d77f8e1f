/** Exit codes of a provisioning file, and the way of its end from the running program back to a second start. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { boundedText } from '#shared/bounded-text.ts';
import type { ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';

/** Exit codes after `--provision`, besides 1, 2 and 4, which every start has. */
const provisioningCodes = {
  applied: 0,
  invalid: 3,
  unreadable: 5,
  'not-vouched': 6,
  'not-applied': 7,
  unknown: 8,
  'against-policy': 9,
} as const;

/** Code of a start whose file went to a running program that gave no answer. */
export const unknownEnd = provisioningCodes.unknown;

export function provisioningCode(outcome: ProvisioningOutcome): number {
  if (outcome.kind === 'refused') return provisioningCodes[outcome.why];
  // Until a supervisor allows it, nobody vouches for the file.
  return provisioningCodes[outcome.kind === 'waits' ? 'not-vouched' : 'applied'];
}

const provisioningEndSchema = z.strictObject({
  code: z.int().min(0).max(255),
  lines: z.array(boundedText(10_000)).readonly(),
});
export type ProvisioningEnd = z.infer<typeof provisioningEndSchema>;

const replyFile = (folder: string, reply: string): string => path.join(folder, 'handed-over', `${reply}.json`);

/** Leaves the end for the second start that handed the file over. @param reply its id */
export function answerSecondStart(folder: string, reply: string, end: ProvisioningEnd): void {
  const file = replyFile(folder, reply);
  mkdirSync(path.dirname(file), { recursive: true });
  // Renamed, so that it is never read in part.
  writeFileSync(`${file}.part`, JSON.stringify(end), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Interval of the look for an answer in ms, and how long one is waited for. */
const lookEvery = 100;
const longestWait = 60_000;

/** Waits for the end of a file that was handed over; null when none came. */
export async function endOfHandedOver(folder: string, reply: string): Promise<ProvisioningEnd | null> {
  const file = replyFile(folder, reply);
  for (let waited = 0; waited < longestWait; waited += lookEvery) {
    try {
      const read = provisioningEndSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file, { force: true });
      return read.success ? read.data : null;
    } catch {
      await pause(lookEvery);
    }
  }
  return null;
}
