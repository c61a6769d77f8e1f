/** Arguments of `npm run seed`: how many payments, and the data folder that takes them. */
import path from 'node:path';
import { parseArgs } from 'node:util';

const usualCount = 100_000;
const largestCount = 10_000_000;

/** @throws Error that says what is wrong */
export function readSeedArguments(args: readonly string[]): { readonly count: number; readonly folder: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'user-data-dir': { type: 'string' } },
    allowPositionals: true,
  });
  const count = Number(positionals[0] ?? usualCount);
  if (positionals.length > 1 || !Number.isInteger(count) || count < 1 || count > largestCount)
    throw new Error(`COUNT has to be a whole number up to ${largestCount}.`);
  const folder = values['user-data-dir'];
  if (folder === undefined) throw new Error('--user-data-dir needs a folder.');
  return { count, folder: path.resolve(folder) };
}
