/** Writes `SHA256SUMS` over all files of a folder, as `sha256sum --check` reads it: `node build/ci/checksums.ts FOLDER`. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const list = 'SHA256SUMS';
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('node build/ci/checksums.ts FOLDER');
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== list)
  .map(({ name }) => name)
  .toSorted();
if (names.length === 0) throw new Error(`${folder} holds no file`);
const lines: string[] = [];
for (const name of names) {
  const hash = createHash('sha256');
  // One after another: the files are large.
  // eslint-disable-next-line no-await-in-loop
  await pipeline(createReadStream(path.join(folder, name)), hash);
  lines.push(`${hash.digest('hex')}  ${name}`);
}
writeFileSync(path.join(folder, list), `${lines.join('\n')}\n`);
console.log(lines.join('\n'));
