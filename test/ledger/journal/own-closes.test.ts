/** Closes of days that the ledger has lost: one that can't be written back stops neither the others nor payments. */
import { expect, test, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { writeClosesBack } from '#electron/ledger/journal/own-closes.ts';

test.each([
  ['by a bug', new Error('broken')],
  ['because the ledger was altered', new LedgerUnavailable('altered', 'trigger')],
])('a close that can’t be written back %s is told, and those after it are written all the same', async (_, error) => {
  const write = vi.fn().mockRejectedValueOnce(error).mockResolvedValue(undefined);
  const bugs: unknown[] = [];
  const parts = { engine: { write }, reportBug: (bug: unknown) => bugs.push(bug) };
  await writeClosesBack(parts as never, { lost: () => Promise.resolve([{}, {}, {}]) } as never, 3);
  expect(write).toHaveBeenCalledTimes(3);
  expect(bugs).toEqual([error]);
});

test('closes wait for a ledger that is away', async () => {
  const write = vi.fn().mockRejectedValue(new LedgerUnavailable('disconnected', 'gone'));
  const parts = { engine: { write }, reportBug: () => undefined };
  const written = writeClosesBack(parts as never, { lost: () => Promise.resolve([{}, {}]) } as never, 2);
  await expect(written).rejects.toThrow('gone');
  expect(write).toHaveBeenCalledTimes(1);
});
