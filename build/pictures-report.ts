/** Pictures of the screens: the page that lays them out side by side, and those that the documents take. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { root } from './paths.ts';

/** Variable with the folder of the pictures. Without it specs take none. */
export const picturesVariable = 'CAJA_PICTURES';

export const picturesFolder = path.join(root, 'screenshots-out');
/** Thirty states as they have to look. The gallery's spec compares them. */
export const baselineFolder = path.join(root, 'test/components/baseline');

/** Folder in which the pictures of the documents wait until every spec has passed. */
export const picturesOfDocuments = path.join(picturesFolder, 'documents');

/**
 * Runs the specs in turn and renews the pictures of the documents when all have passed.
 * @param runs each returns an exit code
 * @returns the first exit code other than 0
 */
export async function renewPictures(runs: readonly (() => number)[], from: string, to: string): Promise<number> {
  for (const run of runs) {
    const code = run();
    if (code !== 0) return code;
  }
  await cp(from, to, { recursive: true });
  return 0;
}

/** One row per state, one column per size. @param files names as `STATE.VARIANT.png` */
export function reportOf(files: readonly string[]): string {
  const named = files.map((file) => {
    const [variant = '', state = ''] = file
      .replace(/\.png$/, '')
      .split('.')
      .toReversed();
    return { file, state, variant };
  });
  const variants = [...new Set(named.map(({ variant }) => variant))];
  const rows = [...Map.groupBy(named, ({ state }) => state)].map(([state, pictures]) => {
    const cells = variants.map((variant) => {
      const picture = pictures.find((one) => one.variant === variant);
      return picture === undefined
        ? '<td></td>'
        : `<td><a href="${picture.file}"><img src="${picture.file}" alt="${state}, ${variant}" loading="lazy"></a></td>`;
    });
    return `<tr id="${state}"><th scope="row">${state.replaceAll('-', ' ')}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Caja: the screens</title>
<style>
  body { font: 14px system-ui, sans-serif; margin: 24px; }
  th { text-align: start; vertical-align: top; max-width: 16em; font-weight: 500; }
  td { vertical-align: top; padding: 4px; }
  img { width: 380px; border: 1px solid #ccc; }
  thead th { position: sticky; top: 0; background: #fff; }
</style>
<h1>The screens, ${files.length} pictures</h1>
<table>
<thead><tr><th>State</th>${variants.map((variant) => `<th scope="col">${variant}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}
