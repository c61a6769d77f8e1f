/** Closes of days that the ledger has lost: one that can't be written back stops neither the others nor payments. */
import { expect, test, vi } from 'vitest';
import { writeClosesBack } from '#electron/ledger/journal/own-closes.ts';

test('a close that can not be written back is told, and those after it are written all the same', async () => {
  const write = vi.fn().mockRejectedValueOnce(new Error('broken')).mockResolvedValue(undefined);
  const bugs: unknown[] = [];
  const parts = { engine: { write }, reportBug: (error: unknown) => bugs.push(error) };
  await writeClosesBack(parts as never, { lost: () => Promise.resolve([{}, {}, {}]) } as never, 3);
  expect(write).toHaveBeenCalledTimes(3);
  expect(bugs).toEqual([new Error('broken')]);
});
