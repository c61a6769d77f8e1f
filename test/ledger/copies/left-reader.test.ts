/** A reader in the middle of a statement, which nothing stops, holds no end of a ledger back, whether another one follows or the program ends. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import timers from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inThread, isHeldByReader } from '#electron/ledger/copies/file-thread.ts';
import { replaceBuiltIn } from '#test/fixtures/replace-built-in.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

/** True to wait until the reader has gone, however slow the machine is. */
let isPatient = false;
replaceBuiltIn(
  timers,
  'setTimeout',
  (real) =>
    (_delay, ...rest) =>
      isPatient ? new Promise<never>(() => undefined) : real(0, ...rest),
);

it('a reader that waits in a statement is left at once, and known until it is gone', async () => {
  const file = join(temporaryFolder(), 'ledger.db');
  const database = new DatabaseSync(file);
  database.exec('create table held (id integer); begin exclusive');
  const stopping = new AbortController();
  const reading = inThread({ kind: 'look', file }, stopping.signal);
  stopping.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
  expect(await isHeldByReader()).toBe(true);
  isPatient = true;
  const held = isHeldByReader();
  database.close();
  expect(await held).toBe(false);
});
