/** Size of what the page reads before it shows the Charge screen, compressed: scripts and styles. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from '#build/paths.ts';
import type { Measured } from '#test/bench/ratio.ts';

/** Reads the files that `index.html` names, and the texts of one language, which it needs as well. */
export async function measureFirstLoad(): Promise<Measured<'first-load'>> {
  const folder = path.join(dist, 'renderer');
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  // The texts are named for the language of the seat.
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => !file.includes('__LANGUAGE__'));
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
  /** @returns kB */
  const sum = (ending: string): number =>
    sizes.filter(({ file }) => file.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0) / 1_000;
  return {
    rows: [
      { row: 'script', ours: [sum('.js')] },
      { row: 'style', ours: [sum('.css')] },
    ],
  };
}
