/**
 * Answers of the running program to second starts that handed a provisioning file over: a file each in `handed-over/` of the
 * data folder, removed by whoever fetches it, or once nobody can wait for it any more.
 */
import { jsonAs } from '#shared/parsed-json.ts';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pauseOfNode } from 'node:timers/promises';
import { z } from 'zod';
import { oneMinute } from '#shared/durations.ts';
import { errorText } from '#shared/error-text.ts';
import { unanswered, type ProvisioningEnd } from './provisioning-end.ts';
import { formedText } from '#shared/texts/text-kinds.ts';

const endSchema = z.strictObject({
  code: z.int().min(0).max(255),
  lines: z.array(formedText(10_000)).readonly(),
});

/** Interval of the look for an answer in ms, and how long one is waited for: a file with a hundred passcodes takes minutes. */
const lookEvery = 100;
const longestWait = 10 * oneMinute;
/** Age in ms from which nobody waits for an answer. */
const keptFor = 2 * longestWait;
/** Most bytes of an answer. */
const largest = 1024 * 1024;

/** The names that this file gives: an id, with an ending while it is being written. */
const answerName = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.json(?:\.part)?$/;

const folderOf = (dataFolder: string): string => path.join(dataFolder, 'handed-over');
const fileOf = (dataFolder: string, reply: string): string => path.join(folderOf(dataFolder), `${reply}.json`);

export interface AnswerFiles {
  /** Leaves the end for the second start that handed the file over. @param reply its id */
  give(reply: string, end: ProvisioningEnd): void;
}

export interface AnswerFilesParts {
  readonly dataFolder: string;
  readonly warn: (message: string) => void;
  /** Runs something later, without keeping the program alive. */
  readonly later?: (run: () => void, ms: number) => void;
  /** Present time in ms. */
  readonly now?: () => number;
}

/** Removes what earlier runs of the program left. Call it in the running program, of which there is one. */
export function openAnswerFiles(parts: AnswerFilesParts): AnswerFiles {
  const { dataFolder, warn, later = (run, ms) => void setTimeout(run, ms).unref(), now = Date.now } = parts;
  const attempt = (what: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      warn(`${what}: ${errorText(error)}`);
    }
  };
  attempt('Old answers to second starts stay', () => removeLeftovers(folderOf(dataFolder), now()));
  return {
    give(reply, end) {
      const file = fileOf(dataFolder, reply);
      attempt('A second start gets no answer', () => {
        write(file, end);
        later(() => attempt('An answer that nobody fetched stays', () => rmSync(file, { force: true })), keptFor);
      });
    },
  };
}

function write(file: string, end: ProvisioningEnd): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (!isOwnFolder(path.dirname(file))) throw new Error('its folder is a link');
  const part = `${file}.part`;
  try {
    // Renamed, so that it is never read in part. Never written through a link.
    writeFileSync(part, JSON.stringify(end), { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Removes files of our names alone. A younger one may have a start that waits for it. */
function removeLeftovers(folder: string, now: number): void {
  if (!isOwnFolder(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!answerName.test(name)) continue;
    const file = path.join(folder, name);
    const info = lstatSync(file, { throwIfNoEntry: false });
    // A file of the future is one from before the clock was set back.
    if (info?.isFile() === true && Math.abs(now - info.mtimeMs) >= keptFor) rmSync(file, { force: true });
  }
}

const isOwnFolder = (folder: string): boolean => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Waits for the end of a file that was handed over, ten minutes at most.
 * @param pause waits this many ms
 */
export async function endOfHandedOver(
  dataFolder: string,
  reply: string,
  pause: (ms: number) => Promise<unknown> = pauseOfNode,
): Promise<ProvisioningEnd> {
  const file = fileOf(dataFolder, reply);
  for (let waited = 0; waited < longestWait; waited += lookEvery) {
    const text = answerIn(file);
    if (text !== null) return jsonAs(endSchema, text) ?? unanswered;
    await pause(lookEvery);
  }
  return unanswered;
}

function answerIn(file: string): string | null {
  try {
    const info = lstatSync(file);
    // Opening anything else could wait for ever.
    if (!info.isFile() || info.size > largest) return null;
    const text = readFileSync(file, 'utf8');
    rmSync(file, { force: true });
    return text;
  } catch {
    return null;
  }
}
