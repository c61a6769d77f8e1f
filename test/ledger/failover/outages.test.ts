/** Servers that return, are restored, fall silent or are full, under seats that have paid: nothing is lost or sent again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { approved, capture, newAttempt, query, value } from '#test/fixtures/examples.ts';
import { startPair, type Pair } from '#test/support/cluster.ts';
import { account } from '#test/support/database-server.ts';
import { startForwarder } from '#test/support/forwarder.ts';
import { soon } from '#test/support/soon.ts';
import { openSeat } from './open-seat.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });
const now = (): string => new Date().toISOString();

let pair: Pair;
let folder: string;
const opened: StoredLedger[] = [];
beforeEach(async () => {
  pair = await startPair({ synchronous: false });
  folder = await mkdtemp(join(tmpdir(), 'caja-outage-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((seat) => seat.close()));
  await pair.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(...order: Parameters<typeof openSeat>): Promise<StoredLedger> {
  const seat = await openSeat(...order);
  opened.push(seat);
  return seat;
}

/** Authorizes and captures, both approved. @returns ids of the hold and its capture */
async function captured(seat: StoredLedger): Promise<readonly [string, string]> {
  const hold = newAttempt();
  value(await seat.begin(hold, null));
  await seat.finish(hold.id, approved(), now());
  const settlement = capture(hold.id);
  value(await seat.begin(settlement, null));
  await seat.finish(settlement.id, approved(), now());
  return [hold.id, settlement.id];
}

it('a former primary that returns is refused, and the seat pays again as soon as the present one is back', async () => {
  const seat = await open(pair.ports, folder, 'Front desk');
  await pair.primary().kill();
  await pair.promote();
  await vi.waitFor(() => captured(seat), soon);
  const heard: (string | null)[] = [];
  seat.onAvailability((reason) => heard.push(reason));
  await pair.primary().kill();
  await pair.returnOldPrimary();
  await vi.waitFor(() => expect(heard.at(-1)).toBe('old-server'), soon);
  await expect(seat.begin(newAttempt(), null)).rejects.toEqual(unavailable('old-server'));
  await expect(openSeat([pair.standby().port], folder, 'Front desk')).rejects.toEqual(unavailable('old-server'));
  await pair.primary().start();
  // A seat that starts tries the former one first, and goes on to the next.
  await captured(await open([pair.standby().port, pair.primary().port], folder, 'Front desk'));
  await pair.standby().kill();
  await vi.waitFor(() => captured(seat), soon);
});

it('a server that is restored to an earlier time gets back what every seat committed since', async () => {
  const [first, second] = await Promise.all(
    ['Front desk', 'Back office'].map((name) => open(pair.ports, folder, name)),
  );
  if (first === undefined || second === undefined) throw new Error('no seats');
  const kept = await captured(first);
  const saved = join(folder, 'saved');
  const primary = pair.primary();
  await primary.stop();
  await primary.copyTo(saved);
  await primary.start();
  // The other seat captures what the first has authorized.
  const hold = newAttempt();
  const settlement = capture(hold.id);
  await vi.waitFor(async () => value(await first.begin(hold, null)), soon);
  await first.finish(hold.id, approved(), now());
  await vi.waitFor(async () => value(await second.begin(settlement, null)), soon);
  await second.finish(settlement.id, approved(), now());

  await primary.stop();
  await primary.restoreFrom(saved);
  await primary.start();
  const restored = async (): Promise<void> => {
    for (const seat of [first, second]) await seat.recover();
    expect(await first.show(settlement.id)).toMatchObject({ state: 'approved' });
  };
  await vi.waitFor(restored, soon);
  expect(await first.show(hold.id)).toMatchObject({ state: 'approved' });
  expect(await second.hold(hold.id)).toMatchObject({ state: 'captured' });
  expect(await second.begin(capture(hold.id), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  expect(await first.show(kept[1])).toMatchObject({ state: 'approved' });
  for (const seat of [first, second]) expect(seat.otherServer()).toMatchObject({ missing: 0 });
});

it('a silent network is noticed in seconds, and what it swallowed was not sent', async () => {
  const cable = await startForwarder(pair.primary().port);
  try {
    const seat = await open([cable.port], folder, 'Front desk');
    const flight = newAttempt();
    value(await seat.begin(flight, null));
    cable.silence();
    const begun = performance.now();
    const refused = newAttempt();
    await Promise.all([
      expect(seat.begin(refused, null)).rejects.toEqual(unavailable('disconnected')),
      expect(seat.finish(flight.id, approved(), now())).rejects.toEqual(unavailable('disconnected')),
    ]);
    expect(performance.now() - begun).toBeLessThan(25_000);
    const later = performance.now();
    await expect(seat.begin(newAttempt(), null)).rejects.toEqual(unavailable('disconnected'));
    expect(performance.now() - later).toBeLessThan(4_000);
    cable.speak();
    await vi.waitFor(() => captured(seat), soon);
    await seat.recover();
    expect((await seat.show(refused.id))?.state ?? 'absent').toMatch(/^(not-sent|absent)$/);
    expect((await seat.show(flight.id))?.state).not.toBe('not-sent');
  } finally {
    await cable.close();
  }
});

it('a full server refuses another seat by name, and the seats that are connected go on', async () => {
  const seat = await open(pair.ports, folder, 'Front desk');
  const heard: (string | null)[] = [];
  seat.onAvailability((reason) => heard.push(reason));
  const others: pg.Client[] = [];
  try {
    for (let full = false; !full;) {
      const client = new pg.Client({ host: 'localhost', port: pair.primary().port, ...account, database: 'postgres' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        others.push(client);
      } catch {
        full = true;
      }
    }
    await captured(seat);
    await expect(openSeat(pair.ports, folder, 'Back office')).rejects.toEqual(unavailable('full'));
    // Nothing is left for the screens, which is no reason to stop the payments.
    await seat.search(query()).catch((error: unknown) => expect(error).toEqual(unavailable('full')));
    await captured(seat);
    expect(heard).not.toContain('disconnected');
  } finally {
    await Promise.all(others.map((client) => client.end()));
  }
  const found: string[] = [];
  await vi.waitFor(async () => {
    for await (const { id } of seat.all(historyFilterSchema.parse({}))) found.push(id);
  }, soon);
  expect(found).toHaveLength(4);
});
