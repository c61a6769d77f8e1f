/** Size of what the page reads before it shows the Charge screen, compressed: scripts and styles against their goals. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from '#build/paths.ts';
import type { Measured } from '#test/bench/ratio.ts';

/** Largest sizes, in bytes. */
const goals = { script: 217_000, style: 25_000 } as const;

/** Reads the files that `index.html` names, and the texts of one language, which it needs as well. */
export async function measureFirstLoad(): Promise<Measured> {
  const folder = path.join(dist, 'renderer');
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const sizeOf = async (file: string) => ({
    file,
    bytes: gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length,
  });
  // One file per language; the larger one counts.
  const texts = (await readdir(path.join(folder, 'assets'))).filter((file) => /^first-.*\.js$/.test(file));
  if (texts.length !== 2) throw new Error('the texts of a language are no file of their own');
  const [larger] = (await Promise.all(texts.map((file) => sizeOf(`assets/${file}`)))).toSorted(
    (one, other) => other.bytes - one.bytes,
  );
  const sizes = [...(await Promise.all(named.map(sizeOf))), ...(larger === undefined ? [] : [larger])];
  const sum = (ending: string): number =>
    sizes.filter(({ file }) => file.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0);
  const [script, style] = [sum('.js'), sum('.css')];
  return {
    ratios: [
      { name: 'first load, script', ratio: script / goals.script, goal: 1 },
      { name: 'first load, style', ratio: style / goals.style, goal: 1 },
    ],
    tables: [{ about: 'Bytes of the first load, compressed by gzip.', rows: [{ script, style }] }],
  };
}
