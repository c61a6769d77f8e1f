/** Reads the version that is packed, and gives it to the systems that take only numbers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

/** Returns `1.0.0` for `1.0.0-rc.1`. Windows reads the `1` of the end as a fourth number, and macOS allows numbers alone. */
export const numbersOf = (version: string): string => /^\d+\.\d+\.\d+/.exec(version)?.[0] ?? version;
