/** Servers that return, are restored or are full, under seats that have paid: nothing is lost or sent again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordHeartbeat } from '#electron/ledger/seats/instances.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { newId } from '#shared/new-id.ts';
import { approved, capture, newAttempt, query, record, value } from '#test/fixtures/examples.ts';
import { startPair, type Pair } from '#test/support/cluster.ts';
import { account } from '#test/support/database-server.ts';
import { startPoolerStandIn } from '#test/support/pooler-stand-in.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { openSeat } from './open-seat.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });
const now = (): string => new Date().toISOString();

let pair: Pair;
let folder: string;
const opened: StoredLedger[] = [];
const closeSeats = () => Promise.all(opened.splice(0).map((seat) => seat.close()));
/** Starts two servers before each test, or once for tests after which the primary works. */
function servers(before: typeof beforeEach | typeof beforeAll, after: typeof afterEach | typeof afterAll): void {
  before(async () => {
    pair = await startPair({ synchronous: false });
    folder = await mkdtemp(join(tmpdir(), 'caja-test-'));
  });
  afterEach(closeSeats);
  after(async () => {
    await closeSeats();
    await pair.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

async function open(...order: Parameters<typeof openSeat>): Promise<StoredLedger> {
  const seat = await openSeat(...order);
  opened.push(seat);
  return seat;
}

/** Authorizes and captures, both approved. @returns ids of the hold and its capture */
async function captured(seat: StoredLedger): Promise<readonly [string, string]> {
  const hold = await record(seat);
  return [hold, await record(seat, capture(hold))];
}

describe('two servers', () => {
  servers(beforeEach, afterEach);

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

  it.each(['a capture', 'a heartbeat'].slice(0, times(1, 2)))(
    'a standby that is promoted behind a pooler, as %s notices, has no seat capture what another one captured before',
    async (first) => {
      const primary = pair.primary();
      const server = {
        ...account,
        ca: pair.ca,
        get port() {
          return pair.primary().port;
        },
      };
      // A heartbeat of its own would notice before the capture.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const pooler = await startPoolerStandIn({ server, mode: 'transaction', size: 2, clients: 20, wait: 20_000 });
      try {
        const till = await open([pooler.port], folder, 'Till', { password: null });
        const office = await open([pooler.port], folder, 'Office', { password: null });
        const hold = await record(till);
        await pair.mendReplication();
        await pair.cutReplication();
        await record(office, capture(hold));
        await office.close();
        const beat = () => recordHeartbeat(till.engine, { id: newId(), seat: 'Till', ended: new Set() });
        await beat();
        await pair.promote();
        await primary.kill();
        if (first === 'a capture') {
          const lost = await till.begin(capture(hold), null).catch((error: unknown) => error);
          expect(lost).toEqual(unavailable('disconnected'));
        } else {
          // The pooler may still have a connection of the dead server.
          await vi.waitFor(beat, soon);
          await vi.waitFor(() => expect(till.otherServer()?.awaited).toContain('Office'), soon);
        }
        await vi.waitFor(async () => {
          expect(await till.begin(capture(hold), null)).toMatchObject({ failure: { kind: 'seats-awaited' } });
        }, soon);
      } finally {
        vi.useRealTimers();
        await Promise.all(opened.map((seat) => seat.close()));
        await pooler.stop();
      }
    },
  );
});

describe('one server', () => {
  servers(beforeAll, afterAll);

  it('a full server refuses another seat by name, and the seats that are connected go on', async () => {
    const seat = await open(pair.ports, folder, 'Front desk');
    const heard: (string | null)[] = [];
    seat.onAvailability((reason) => heard.push(reason));
    const others: pg.Client[] = [];
    try {
      for (let full = false; !full;) {
        const client = new pg.Client({
          host: 'localhost',
          port: pair.primary().port,
          ...account,
          database: 'postgres',
        });
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
    await vi.waitFor(async () => {
      const found: string[] = [];
      for await (const { id } of seat.all(historyFilterSchema.parse({}))) found.push(id);
      expect(found).toHaveLength(4);
    }, soon);
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
    // A heartbeat may have seen more payments there than it has now: the seat's next one compares.
    const refused = async (): Promise<void> =>
      expect(await second.begin(capture(hold.id), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
    await vi.waitFor(refused, soon);
    expect(await first.show(kept[1])).toMatchObject({ state: 'approved' });
    for (const seat of [first, second]) expect(seat.otherServer()).toMatchObject({ missing: 0 });
  });
});
