/** An address with several servers: all are asked, a standby and a former primary are left out, and the most telling reason is told. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newAttempt, query, value } from '#test/fixtures/examples.ts';
import { startPair, type Pair } from '#test/support/cluster.ts';
import { account, database } from '#test/support/database-server.ts';
import { freePort } from '#test/support/free-port.ts';
import { soon } from '#test/support/soon.ts';
import { openBare } from './seat-connections.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });

let pair: Pair;
beforeAll(async () => {
  pair = await startPair({ synchronous: false });
});
afterAll(() => pair.stop());

const open = (ports: readonly number[], password: string = account.password): Promise<StoredLedger> =>
  openBare({
    url: `postgres://${account.user}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    password,
  });

it('tells the most telling reason when none of the servers can be used', async () => {
  const none = await freePort();
  const standby = pair.standby().port;
  await expect(open([none])).rejects.toEqual(unavailable('disconnected'));
  await expect(open([standby])).rejects.toEqual(unavailable('standby'));
  await expect(open([none, standby])).rejects.toEqual(unavailable('standby'));
  await expect(open([standby, none, standby], 'wrong')).rejects.toEqual(unavailable('not-let-in'));
});

it('uses the first primary for payments and screens, and the promoted standby after a failover', async () => {
  const ledger = await open([await freePort(), pair.standby().port, pair.primary().port]);
  const heard = vi.fn();
  ledger.onAvailability(heard);
  const before = newAttempt();
  value(await ledger.begin(before, null));
  expect((await ledger.search(query())).attempts).toHaveLength(1);

  await pair.primary().kill();
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('standby'), soon);
  await expect(ledger.begin(newAttempt(), null)).rejects.toEqual(unavailable('standby'));
  await pair.promote();
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
  value(await ledger.begin(newAttempt(), null));
  expect((await ledger.search(query())).attempts).toHaveLength(2);
  expect(heard.mock.calls.flat()).toEqual(['disconnected', 'standby', null]);
  expect(ledger.engine.server?.isOther()).toBe(true);
  await ledger.close();

  // The machine of the former primary starts again by itself, and stands first in the list of a new seat.
  await pair.returnOldPrimary();
  const seat = await open([pair.standby().port, pair.primary().port]);
  const third = newAttempt();
  value(await seat.begin(third, null));
  const [former, promoted] = [await open([pair.standby().port]), await open([pair.primary().port])];
  expect([await former.show(third.id), (await promoted.show(third.id))?.id]).toEqual([null, third.id]);
  for (const each of [former, promoted]) await each.close();
  await seat.close();
});
