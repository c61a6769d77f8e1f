/** Several seats on one ledger: dead and living seats, and changes seen by the others. */
import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { oneHour } from '#shared/durations.ts';
import { thisMachine } from '#electron/ledger/seats/instances.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { changeOf } from '#shared/ledger/history.ts';
import { slots } from '#electron/ledger/rows/position.ts';
import { engines, enginesOfSameSql, withStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, lost, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';

const now = () => new Date().toISOString();
const begun = async (by: StoredLedger, attempt = newAttempt()) => value(await by.begin(attempt, guard()));

describe.each(enginesOfSameSql)('a seat of a ledger on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ store, ledger } = made));

  const silence = (milliseconds: number) =>
    ledger.engine.write((trx) =>
      trx
        .updateTable('instances')
        .set((eb) => ({ beat_at: eb('beat_at', '-', milliseconds) }))
        .execute(),
    );

  it('marks attempts of a dead process as unknown, once, and the hold of its capture as well', async () => {
    const holdId = await record(ledger);
    const dying = await store.open('Till');
    const flight = await begun(dying);
    const captured = value(await dying.begin(capture(holdId), null));
    await dying.close();

    const recovered = await ledger.recover();
    expect(recovered.map((attempt) => attempt.id).toSorted()).toEqual([flight.id, captured.id].toSorted());
    expect(await ledger.show(flight.id)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
    expect((await ledger.hold(holdId))?.state).toBe('capture-unknown');
    expect(await ledger.recover()).toEqual([]);
  });

  it('leaves attempts of living seats alone until their heartbeat has stopped', async () => {
    const other = await store.open('Till');
    const flight = await begun(other);
    expect(await ledger.recover()).toEqual([]);
    // The other seat is alive in truth, and may beat between the two.
    await expect
      .poll(async () => {
        await silence(60_000);
        return (await ledger.recover()).map((attempt) => attempt.id);
      })
      .toEqual([flight.id]);
  });

  it('takes no heartbeat of the future for life, and neither a living process id nor another host for proof', async () => {
    const others = [await store.open('Till'), await store.open('Kiosk')];
    const flights = [];
    for (const other of others) flights.push((await begun(other)).id);
    // The clock was set back after the crash. The ids of the processes belong to others now, one on a renamed machine.
    const at = (milliseconds: number, seat: string, host: string) =>
      ledger.engine.write((trx) =>
        trx
          .updateTable('instances')
          .set((eb) => ({ beat_at: eb('beat_at', '+', milliseconds), host, pid: process.pid }))
          .where('seat', '=', seat)
          .execute(),
      );
    await at(10_000, 'Till', thisMachine());
    expect(await ledger.recover()).toEqual([]);
    const recovered = new Set<string>();
    // Both are alive in truth, and may beat between the change and the recovery.
    await expect
      .poll(async () => {
        await at(oneHour, 'Till', thisMachine());
        await at(365 * 24 * oneHour, 'Kiosk', `renamed ${thisMachine()}`);
        for (const { id } of await ledger.recover()) recovered.add(id);
        return [...recovered].toSorted();
      })
      .toEqual(flights.toSorted());
    for (const id of flights) expect(await ledger.show(id)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
  });

  it('settles an attempt of its own as not sent when its commit landed after it was given up', async () => {
    const holdId = await record(ledger);
    const underWay = await begun(ledger);
    const late = value(await ledger.begin(capture(holdId), null));
    // A commit that stalled beyond the client's time limit leaves the row of an attempt whose begin was refused.
    const givenUp = newAttempt();
    const stalled = vi
      .spyOn(ledger.engine, 'transact')
      .mockRejectedValueOnce(new LedgerUnavailable('other', 'stalled'));
    await expect(ledger.begin(givenUp, guard())).rejects.toThrow('stalled');
    stalled.mockRestore();
    const row = await ledger.engine.db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', underWay.id)
      .executeTakeFirstOrThrow();
    await ledger.engine.write((trx) =>
      trx
        .insertInto('attempts')
        // An hour before the attempts of this test, so that none of them has the slot.
        .values({ ...row, id: givenUp.id, started_at: givenUp.startedAt, position: row.position - oneHour * slots })
        .execute(),
    );
    expect(await ledger.recover()).toMatchObject([{ id: givenUp.id, state: 'not-sent' }]);
    expect(await ledger.show(givenUp.id)).toMatchObject({ state: 'not-sent', notSentCause: 'other' });
    for (const id of [underWay.id, late.id]) expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
    expect(await ledger.recover()).toEqual([]);
  });

  it('leaves alone attempts that begin during recovery', async () => {
    const attempts = Array.from({ length: 12 }, () => newAttempt());
    const both = await Promise.all([
      ...attempts.map((attempt) => begun(ledger, attempt).then(() => ledger.recover())),
      ...attempts.map(() => ledger.recover()),
    ]);
    expect(both.flat()).toEqual([]);
    for (const { id } of attempts) expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
  });

  it('does not judge a process of another machine with the same name by a process id on this one', async () => {
    const other = await store.open('Till');
    const flight = await begun(other);
    // Cloned machines share their name. 2^22 is beyond any process id.
    await ledger.engine.write((trx) =>
      trx
        .updateTable('instances')
        .set({ host: `${hostname()} 000000000000`, pid: 2 ** 22 + 1 })
        .where('seat', '=', 'Till')
        .execute(),
    );
    expect(await ledger.recover()).toEqual([]);
    expect(await ledger.show(flight.id)).toMatchObject({ state: 'sending' });
    await ledger.engine.write((trx) =>
      trx.updateTable('instances').set({ host: thisMachine() }).where('seat', '=', 'Till').execute(),
    );
    expect((await ledger.recover()).map(({ id }) => id)).toEqual([flight.id]);
  });
});

describe.each(engines)('a seat beside others of a ledger on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ store, ledger } = made));

  it('records attempts that begin at a time although another seat has their slots', async () => {
    const other = await store.open('Back office');
    const seat = await store.open('Front desk');
    const instants = [1, 2, 3].map((milliseconds) => new Date(Date.now() - 1_000 + milliseconds).toISOString());
    for (const startedAt of instants) value(await other.begin(newAttempt({ startedAt }), null));
    // Two that retry must not send each other back to their first slots.
    const together = await Promise.all(instants.map((startedAt) => seat.begin(newAttempt({ startedAt }), null)));
    expect(together.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it('is notified of the changes by another seat without a query', async () => {
    const other = await store.open('Back office');
    const heard = vi.fn();
    const own = vi.fn();
    const stop = other.onChange(heard);
    ledger.onChange(own);
    const attempt = await begun(ledger);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), soon);
    await vi.waitFor(() => expect(own).toHaveBeenCalledWith({ ...changeOf(attempt), by: 'this-seat' }), soon);
    if (engine === 'PostgreSQL') expect(heard).toHaveBeenCalledWith({ ...changeOf(attempt), by: 'another' });
    stop();
    heard.mockClear();
    own.mockClear();
    const unknown = await ledger.finish(attempt.id, lost, now());
    await vi.waitFor(() => expect(own).toHaveBeenCalledWith({ ...changeOf(unknown), by: 'this-seat' }), soon);
    expect(own.mock.lastCall?.[0]).toMatchObject({ facts: [{ state: 'unknown', operatorName: attempt.operatorName }] });
    // The row of its authorization may be the one that shows it.
    const captured = value(await ledger.begin(capture(await record(ledger)), null));
    expect(own).toHaveBeenLastCalledWith({ attemptIds: [captured.id], by: 'this-seat' });
    expect(heard).not.toHaveBeenCalled();
  });

  it('that is closed says so to whoever still asks, and finds no bug', async () => {
    const other = await store.open('Till');
    const { id } = await begun(other);
    const closed = Promise.withResolvers<void>();
    const overtaken = other.engine.read(async (db) => {
      await closed.promise;
      return db.selectFrom('holds').select('id').execute();
    });
    await other.close();
    closed.resolve();
    const asked = [
      overtaken,
      other.show(id),
      other.unknowns(),
      other.begin(newAttempt(), guard()),
      other.finish(id, lost, now()),
    ];
    for (const each of await Promise.allSettled(asked))
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'LedgerUnavailable' } });
  });
});

describe('a seat whose clock is not that of the server', () => {
  let store: Store;
  withStore('PostgreSQL', (made) => ({ store } = made), 'all');

  it('only because it has slept, while its processor’s clock stood still, is asked again and pays', async () => {
    const awake = performance.now.bind(performance);
    const asleep = vi.spyOn(performance, 'now').mockImplementation(() => awake() + 13 * oneHour);
    const seat = await store.open('Till').finally(() => asleep.mockRestore());
    const since = new Date(Date.now() - 24 * oneHour).toISOString();
    const begun = await seat.begin(newAttempt({ cardFingerprint: 'card' }), { since, overridden: 'none' });
    expect(begun.ok).toBe(true);
  });

  it('because it slept while it recorded a capture sends nothing, as another seat may have settled that meanwhile', async () => {
    let slept = 0;
    const seat = await store.open('Till', () => new Date(Date.now() + slept));
    const captured = capture(await record(seat));
    const { transact } = seat.engine;
    vi.spyOn(seat.engine, 'transact').mockImplementationOnce((build) => {
      slept = oneHour;
      return transact(build);
    });
    await expect(seat.begin(captured, null)).rejects.toMatchObject({ name: 'LedgerUnavailable' });
    expect(await seat.show(captured.id)).toMatchObject({ state: 'not-sent' });
  });

  it.each([
    ['behind by a day and an hour', -25, false, -25],
    ['behind by more than half of the guard’s window', -13, false, -13],
    ['ahead by more than half of it', 13, false, 13],
    ['ahead by more than half of it since a moment ago', 13, false, 0],
    ['behind by less', -11, true, -11],
    ['ahead by less', 11, true, 11],
  ])('%s lets no payment past the guard of the others', async (cardFingerprint, hours, begins, before) => {
    let by = before;
    const clock = () => new Date(Date.now() + by * oneHour);
    const off = await store.open('Till', clock);
    by = hours;
    const startedAt = clock().toISOString();
    const since = new Date(clock().getTime() - 24 * oneHour).toISOString();
    const twin = (changes = {}) => newAttempt({ cardFingerprint, ...changes });
    const guarded = off.begin(twin({ startedAt }), { since, overridden: 'none' });
    if (!begins) await expect(guarded).rejects.toMatchObject({ reason: 'clock-off' });
    else {
      await off.finish(value(await guarded).id, approved(), startedAt);
      const other = await store.open();
      expect(await other.begin(twin(), guard())).toMatchObject({ failure: { kind: 'duplicate' } });
    }
    // What isn’t guarded by time goes on, and so does what somebody gave a reason for.
    expect((await off.begin(newAttempt({ startedAt, amount: 5 }), { since, overridden: 'reason' })).ok).toBe(true);
    expect((await off.begin(newAttempt({ startedAt, amount: 6 }), null)).ok).toBe(true);
    await off.close();
  });
});
