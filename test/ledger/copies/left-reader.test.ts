/** A reader in the middle of a statement, which nothing stops, holds the end of the program back no longer than it takes to leave it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { inThread, isHeldByReader, leaveReaders } from '#electron/ledger/copies/file-thread.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

it('a reader that waits in a statement is left when the program ends, and known until it is gone', async () => {
  const file = join(temporaryFolder(), 'ledger.db');
  const database = new DatabaseSync(file);
  database.exec('create table held (id integer); begin exclusive');
  const reading = inThread({ kind: 'look', file });
  leaveReaders();
  await expect(reading).rejects.toMatchObject({ reason: 'disconnected' });
  expect(isHeldByReader()).toBe(true);
  database.close();
  await vi.waitFor(() => expect(isHeldByReader()).toBe(false), { timeout: 30_000 });
});
