/** A network that swallows everything without breaking: noticed in seconds, told to the payment that waits, and overcome. */
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usualPatience } from '#electron/ledger/postgres/connection/link.ts';
import { heartbeat } from '#electron/ledger/seats/instances.ts';
import { approved, newAttempt, query, value } from '#test/fixtures/examples.ts';
import { startForwarder, type Forwarder } from '#test/support/forwarder.ts';
import { soon } from '#test/support/soon.ts';
import { inject } from 'vitest';
import { watchedStore, type WatchedStore } from './seat-connections.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });

let store: WatchedStore;
let cable: Forwarder;
// Patience ends by this clock, which goes on only while something is waited for.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store = await watchedStore();
  cable = await startForwarder(inject('postgres').port);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.drop();
  await cable.close();
});

it('is noticed within ten seconds by the usual patience', () => {
  expect(heartbeat.interval + usualPatience.probe).toBeLessThan(10_000);
  expect(usualPatience.transaction).toBeLessThan(10_000);
});

it.each([
  { by: 'the probe of a heartbeat', patience: { probe: 400, transaction: 60_000 } },
  { by: 'the payment itself', patience: { probe: 60_000, transaction: 400 } },
])('is noticed by $by, and every payment that waits is told the same', async ({ by, patience }) => {
  const ledger = await store.open({ url: store.urlAt({ port: cable.port }), patience: { ...patience, turn: 60_000 } });
  const heard = vi.fn();
  ledger.onAvailability(heard);
  const flight = value(await ledger.begin(newAttempt(), null));
  await ledger.search(query());

  cable.silence();
  const probing = by.startsWith('the probe') ? [ledger.engine.probe(CompiledQuery.raw('select 1'))] : [];
  // The probe has the connection before the payments ask for it.
  await setImmediate();
  const refused = [newAttempt(), newAttempt()];
  const waiting = [
    ...probing,
    ...refused.map((attempt) => ledger.begin(attempt, null)),
    ledger.finish(flight.id, approved(), new Date().toISOString()),
    ledger.search(query()),
  ];
  const settled = vi.fn<(results: readonly unknown[]) => void>();
  void Promise.allSettled(waiting).then(settled);
  await vi.waitFor(() => expect(settled).toHaveBeenCalledOnce(), soon);
  for (const result of settled.mock.calls.flat(2)) {
    expect(result).toMatchObject({ status: 'rejected', reason: unavailable('disconnected') });
  }
  expect(heard.mock.calls).toEqual([['disconnected']]);
  await expect(ledger.begin(newAttempt(), null)).rejects.toEqual(unavailable('disconnected'));

  cable.speak();
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
  value(await ledger.begin(newAttempt(), null));
  // Recovery calls only the swallowed payments not sent, and not the one that was sent before.
  await ledger.recover();
  for (const { id } of refused) expect((await ledger.show(id))?.state ?? 'absent').toMatch(/^(not-sent|absent)$/);
  expect((await ledger.show(flight.id))?.state).toMatch(/^(sending|approved|unknown)$/);
  await ledger.close();
});
