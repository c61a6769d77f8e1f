/** Files left by a program that was killed while it wrote a document go at the next start. All others stay. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { removeUnfinished, writeDurably } from '#electron/documents/durable-file.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

it('removes the files under which documents are written, and no other', async () => {
  const folder = temporaryFolder();
  const kept = ['History.csv.partial', 'ledger.db.partial', 'trail.json', 'vault.damaged-2026.json'];
  for (const name of [...kept, 'vault.json.tmp-1764494321a1b2c3']) writeFileSync(join(folder, name), '');
  await writeDurably(join(folder, 'trail.json'), async (partial) => {
    writeFileSync(partial, '');
    removeUnfinished(folder, (error) => expect.fail(String(error)));
    await vi.waitFor(() => expect(existsSync(partial)).toBe(false));
    await writeFile(partial, '');
  });
  expect(readdirSync(folder)).toEqual(kept);
});
