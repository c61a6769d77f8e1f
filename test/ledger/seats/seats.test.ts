/** Several seats on one ledger: who is dead and who lives, what the others see, and batches that a crash broke off. */
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { thisMachine } from '#electron/ledger/seats/this-machine.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import { slots } from '#electron/ledger/attempts/position.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { engines, makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, lost, newAttempt, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';

const now = () => new Date().toISOString();

describe.each(engines)('seats of a ledger on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  beforeEach(async () => {
    store = await makeStore(engine);
    ledger = await store.open();
  });
  afterEach(() => store.drop());

  const begun = async (by: StoredLedger, attempt = newAttempt()) => value(await by.begin(attempt, guard()));
  const silence = (milliseconds: number) =>
    ledger.engine.write((trx) =>
      trx
        .updateTable('instances')
        .set((eb) => ({ beat_at: eb('beat_at', '-', milliseconds) }))
        .execute(),
    );

  it('calls what a dead process had in flight unknown, once, and its capture with the hold', async () => {
    const authorization = await begun(ledger);
    await ledger.finish(authorization.id, approved(), now());
    const dying = await store.open('Till');
    const flight = await begun(dying);
    const captured = value(await dying.begin(capture(authorization.id), null));
    await dying.close();

    const recovered = await ledger.recover();
    expect(recovered.map((attempt) => attempt.id).toSorted()).toEqual([flight.id, captured.id].toSorted());
    expect(await ledger.show(flight.id)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
    expect((await ledger.hold(authorization.id))?.state).toBe('capture-unknown');
    expect(await ledger.recover()).toEqual([]);
  });

  it('leaves what living seats have in flight alone, until their heartbeat has stopped', async () => {
    const other = await store.open('Till');
    const flight = await begun(other);
    expect(await ledger.recover()).toEqual([]);
    await silence(60_000);
    expect((await ledger.recover()).map((attempt) => attempt.id)).toEqual([flight.id]);
  });

  it('finds, while it runs, an attempt of its own whose commit landed after it was given up: nothing of it has left', async () => {
    const authorization = await begun(ledger);
    await ledger.finish(authorization.id, approved(), now());
    const underWay = await begun(ledger);
    const late = value(await ledger.begin(capture(authorization.id), null));
    // What a commit that stalled beyond the client's patience leaves: the row of an attempt that was refused to whoever began it.
    const givenUp = newAttempt();
    const row = await ledger.engine.db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', underWay.id)
      .executeTakeFirstOrThrow();
    await ledger.engine.write((trx) =>
      trx
        .insertInto('attempts')
        // Far from what was begun in the same millisecond, which may have the very next slot.
        .values({ ...row, id: givenUp.id, position: row.position + 10 * slots })
        .execute(),
    );
    expect(await ledger.recover()).toMatchObject([{ id: givenUp.id, state: 'not-sent' }]);
    expect(await ledger.show(givenUp.id)).toMatchObject({ state: 'not-sent', notSentCause: 'other' });
    for (const id of [underWay.id, late.id]) expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
    expect(await ledger.recover()).toEqual([]);
  });

  it('leaves alone what is being begun while it looks', async () => {
    const attempts = Array.from({ length: 12 }, () => newAttempt());
    const both = await Promise.all([
      ...attempts.map((attempt) => begun(ledger, attempt).then(() => ledger.recover())),
      ...attempts.map(() => ledger.recover()),
    ]);
    expect(both.flat()).toEqual([]);
    for (const { id } of attempts) expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
  });

  it('does not judge a process of another machine of the same name by its number here', async () => {
    const other = await store.open('Till');
    const flight = await begun(other);
    // Cloned machines share their name; 2^22 is beyond any number that a process can have.
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

  it('takes the answer of a payment that was called unknown too early, unless somebody has resolved it', async () => {
    const other = await store.open('Till');
    const late = await begun(other);
    const settled = await begun(other);
    await silence(60_000);
    await ledger.recover();
    await ledger.resolve(settled.id, {
      outcome: 'declined',
      how: 'person',
      operatorName: 'Sol',
      at: now(),
      reference: '',
      note: 'Looked up',
    });
    expect(await other.finish(late.id, approved(), now())).toMatchObject({ state: 'approved', unknownCause: null });
    expect((await ledger.hold(late.id))?.state).toBe('open');
    expect(await other.finish(settled.id, approved(), now())).toMatchObject({ resolution: { outcome: 'declined' } });
    expect(await ledger.hold(settled.id)).toBeNull();
    // What the service said is kept beside the resolution: nobody else knows that operation code.
    const shown = await ledger.show(settled.id);
    expect(shown).toMatchObject({ state: 'unknown', rawAnswer: '{"success":true}', answeredAt: expect.any(String) });
    expect(shown?.references.codOper).toMatch(/^SANDBOX_/);
  });

  it('tells every seat what another seat changed, without being asked', async () => {
    const other = await store.open('Back office');
    const heard = vi.fn();
    const own = vi.fn();
    const stop = other.onChange(heard);
    ledger.onChange(own);
    const attempt = await begun(ledger);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), soon);
    await vi.waitFor(() => expect(own).toHaveBeenCalledWith([attempt.id]), soon);
    if (engine === 'PostgreSQL') expect(heard).toHaveBeenCalledWith([attempt.id]);
    stop();
    heard.mockClear();
    own.mockClear();
    await ledger.finish(attempt.id, lost, now());
    await vi.waitFor(() => expect(own).toHaveBeenCalledWith([attempt.id]), soon);
    expect(heard).not.toHaveBeenCalled();
  });

  it('accounts for every row of a batch that a crash broke off, and for none of a living one', async () => {
    const holds = await Promise.all([0, 1, 2, 3].map(() => begun(ledger)));
    for (const hold of holds) await ledger.finish(hold.id, approved(), now());
    const row = (index: number) =>
      ({ holdId: holds[index]?.id ?? '', amount: 12_000, status: 'waiting', skipReason: null, attempt: null }) as const;
    const batch: BatchProgress = { batchId: newId(), finished: false, rows: [row(0), row(1), row(2), row(3)] };
    const dying = await store.open('Till');
    await dying.beginBatch(batch, 'Till');
    const inBatch = (index: number) => dying.begin(capture(row(index).holdId, { batchId: batch.batchId }), null);
    const first = value(await inBatch(0));
    const done = await dying.finish(first.id, approved(), now());
    await dying.saveBatchRow(batch.batchId, { ...row(0), status: 'done', attempt: done });
    // Broken off between the record of the attempt and that of its row, and after a row was skipped.
    const second = value(await inBatch(1));
    await dying.saveBatchRow(batch.batchId, { ...row(2), status: 'skipped', skipReason: 'taken' });
    expect(await ledger.interruptedBatches('Till')).toEqual([]);
    await dying.close();
    await ledger.recover();

    const again = await store.open('Till');
    const [interrupted] = await again.interruptedBatches('Till');
    expect(interrupted).toMatchObject({
      batchId: batch.batchId,
      finished: false,
      rows: [
        { status: 'done', attempt: { id: first.id, state: 'approved' } },
        { status: 'done', attempt: { id: second.id, state: 'unknown' } },
        { status: 'skipped', skipReason: 'taken', attempt: null },
        { status: 'waiting', attempt: null },
      ],
    });
    expect(await ledger.interruptedBatches('Front desk')).toEqual([]);
    await again.finishBatch(batch.batchId);
    expect(await again.interruptedBatches('Till')).toEqual([]);
  });
});
