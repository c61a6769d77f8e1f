/** Refunds on the ledger: never more at once than was charged, from any number of seats, and a later truth is never refused. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { DuplicateGuard } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { chargeIn, latestState, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { enginesOfSameSql, storeOfTest, withStore } from '#test/fixtures/ledger/engines.ts';
import {
  approved,
  capture,
  guard,
  lost,
  newAttempt,
  record,
  refused,
  resolution,
  reversal,
  value,
  waitingHolds,
} from '#test/fixtures/examples.ts';
import { times } from '#test/support/thorough.ts';

const now = () => new Date().toISOString();
const confirmed = null;
const unconfirmed: DuplicateGuard = { since: '', overridden: 'none' };
/** The answer for the amount that was asked for. */
const ofAmount = (answer: GatewayAnswer, amount: number): GatewayAnswer =>
  answer.outcome === 'approved' ? { ...answer, answeredAmount: amount } : answer;

describe.each(enginesOfSameSql)('a refund on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made), 'all');

  const finished = (begin: ReturnType<typeof newAttempt>, answer: GatewayAnswer): Promise<string> =>
    record(ledger, begin, ofAmount(answer, begin.amount));
  const sale = (): Promise<string> => finished(newAttempt({ operation: 'sell' }), approved());
  const refund = (chargeId: string, amount: number, answer: GatewayAnswer): Promise<string> =>
    finished(reversal({ chargeId }, { amount }), answer);
  const shown = async (id: string) => {
    const found = await ledger.show(id);
    if (found === null) throw new Error('not on the ledger');
    return found;
  };
  const begins = (chargeId: string, amount: number, guarded: DuplicateGuard | null = confirmed) =>
    ledger.begin(reversal({ chargeId }, { amount }), guarded);

  it('takes parts until nothing is left, and tells the charge what it gave back', async () => {
    const charge = await sale();
    await refund(charge, 5_000, approved());
    expect(await shown(charge)).toMatchObject({ refunds: { returned: 5_000, open: 0 } });
    expect(latestState(await shown(charge), false)).toBe('part-returned');
    await refund(charge, 7_000, approved());
    expect(latestState(await shown(charge), false)).toBe('returned');
    expect(await begins(charge, 1)).toMatchObject({ ok: false, failure: { kind: 'over-refund', left: 0 } });
    const { timeline } = await shown(charge);
    expect(timeline.map(({ operation, amount }) => [operation, amount])).toEqual([
      ['sell', 12_000],
      ['refund', 5_000],
      ['refund', 7_000],
    ]);
  });

  it('gives back the whole of a sale and of a captured hold for which the service confirmed less', async () => {
    const less = () => ofAmount(approved(), 10_000);
    const sold = await record(ledger, newAttempt({ operation: 'sell' }), less());
    const hold = await finished(newAttempt(), approved());
    const captured = await record(ledger, capture(hold), less());
    for (const charge of [sold, captured]) await refund(charge, 10_000, approved());
    for (const id of [sold, hold, captured]) expect(latestState(await shown(id), false)).toBe('returned');
  });

  it.each([
    ['in flight', null],
    ['unknown', lost],
    ['approved', approved()],
  ] as const)('counts while it is %s', async (_state, answer) => {
    const charge = await sale();
    if (answer === null) value(await begins(charge, 8_000));
    else await refund(charge, 8_000, answer);
    expect(await begins(charge, 4_001)).toMatchObject({ ok: false, failure: { kind: 'over-refund', left: 4_000 } });
    value(await begins(charge, 4_000));
  });

  it.each(['declined', 'rejected'] as const)('counts no more once it is %s', async (outcome) => {
    const charge = await sale();
    await refund(charge, 12_000, refused(outcome, outcome === 'declined' ? '51' : '626'));
    expect(await shown(charge)).toMatchObject({ refunds: null });
    value(await begins(charge, 12_000));
  });

  it('is refused for what is not on the ledger, or has charged nothing', async () => {
    const hold = await finished(newAttempt(), approved());
    const declined = await finished(newAttempt({ operation: 'sell' }), refused('declined', '51'));
    const unknown = await finished(newAttempt({ operation: 'sell' }), lost);
    expect(await begins(newAttempt().id, 100)).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    for (const id of [declined, unknown])
      expect(await begins(id, 100)).toMatchObject({ ok: false, failure: { kind: 'over-refund', left: 0 } });
    expect(chargeIn(await shown(hold))).toBeNull();
  });

  it('is asked about when one of the same amount may have moved money', async () => {
    const charge = await sale();
    const first = await refund(charge, 3_000, lost);
    const again = await begins(charge, 3_000, unconfirmed);
    expect(again).toMatchObject({ ok: false, failure: { kind: 'duplicate' } });
    if (!again.ok && again.failure.kind === 'duplicate')
      expect(again.failure.earlier.map(({ id }) => id)).toEqual([first]);
    value(await begins(charge, 2_000, unconfirmed));
    expect(await begins(charge, 3_000, guard('reason'))).toMatchObject({ failure: { kind: 'duplicate' } });
    value(await begins(charge, 2_000, guard('reason')));
    value(await begins(charge, 3_000, guard('supervisor')));
  });

  it('takes a truth that goes beyond the charge, and lets no other begin', async () => {
    const charge = await sale();
    const late = await refund(charge, 6_000, lost);
    value(await ledger.resolve(late, resolution('not-sent')));
    await refund(charge, 12_000, approved());
    await ledger.finish(late, approved({ answeredAmount: 6_000 }), now());
    expect(await shown(late)).toMatchObject({ state: 'unknown', unknownCause: 'contradicted-resolution' });
    expect(await shown(charge)).toMatchObject({ refunds: { returned: 12_000, open: 6_000 } });
    expect(await begins(charge, 1)).toMatchObject({ ok: false, failure: { kind: 'over-refund', left: 0 } });
  });

  it('of a captured hold stands on the capture, and in the timeline of the hold', async () => {
    const hold = await finished(newAttempt(), approved());
    const charge = await finished(capture(hold), approved());
    expect(chargeIn(await shown(hold))).toBe(charge);
    const id = await refund(charge, 12_000, approved());
    for (const each of [hold, charge, id])
      expect((await shown(each)).timeline.map((attempt) => attempt.id)).toEqual([hold, charge, id]);
    const listed: readonly ListedAttempt[] = [await shown(hold), await shown(charge)];
    expect(listed.map((attempt) => latestState(attempt, false))).toEqual(['returned', 'returned']);
  });

  it('may repeat the reference of its charge, and that of another part', async () => {
    const charge = await sale();
    const { references } = await shown(charge);
    for (const amount of [1_000, 2_000]) {
      const id = await refund(charge, amount, approved({ references }));
      expect(await shown(id)).toMatchObject({ state: 'approved' });
    }
    const other = await sale();
    const crossed = await refund(other, 1_000, approved({ references }));
    expect(await shown(crossed)).toMatchObject({ state: 'unknown', unknownCause: 'reference-used' });
  });

  it('without a reference is unknown, because nothing shows that it was done', async () => {
    const charge = await sale();
    const { references } = await shown(charge);
    const id = await refund(charge, 1_000, approved({ references: { ...references, codOper: null } }));
    expect(await shown(id)).toMatchObject({ state: 'unknown', unknownCause: 'no-reference' });
  });

  it('makes its charge no lookalike any more once all of it was given back', async () => {
    const first = newAttempt({ operation: 'sell' });
    const charge = await finished(first, approved());
    const again = () =>
      ledger.begin(newAttempt({ operation: 'sell', cardFingerprint: first.cardFingerprint }), guard());
    await refund(charge, 11_999, approved());
    expect(await again()).toMatchObject({ ok: false, failure: { kind: 'duplicate' } });
    await refund(charge, 1, approved());
    value(await again());
  });
});

const defaultIsolation = `do $$ begin
  execute format('alter database %I set default_transaction_isolation = ''repeatable read''', current_database());
end $$`;

/** Another default is refused or set by each transaction, as `statements.test.ts` shows, so that the thorough run has its row. */
const fourSeats = [
  ['SQLite', ''],
  ['PostgreSQL', ''],
  ['PostgreSQL', ' that defaults to another isolation'],
] as const;
describe.each(fourSeats.slice(0, times(2, 3)))('four seats on %s%s', (engine, other) => {
  it('together refund no more than was charged', async () => {
    const store = await storeOfTest(engine);
    if (other !== '') await onDatabase(store.address, (db) => sql.raw(defaultIsolation).execute(db));
    const seats =
      engine === 'PostgreSQL' ? await Promise.all([0, 1, 2, 3].map(() => store.open())) : [await store.open()];
    const [first] = seats;
    if (first === undefined) throw new Error('no seat');
    const chargeId = await record(first, newAttempt({ operation: 'sell' }));
    const amounts = Array.from({ length: 48 }, (_, index) => 500 + 37 * index);
    const results = await Promise.all(
      amounts.map((amount, index) =>
        (seats[index % seats.length] ?? first).begin(reversal({ chargeId }, { amount }), confirmed),
      ),
    );
    const taken = results.flatMap((result, index) => (result.ok ? [amounts[index] ?? 0] : []));
    const sum = taken.reduce((all, amount) => all + amount, 0);
    expect(sum).toBeLessThanOrEqual(12_000);
    expect(12_000 - sum).toBeLessThan(Math.min(...amounts.filter((amount) => !taken.includes(amount))));
    expect(await first.show(chargeId)).toMatchObject({ refunds: { returned: 0, open: sum } });
  });
});

describe.each(enginesOfSameSql)('a void on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made), 'all');

  const held = () => record(ledger);
  const voided = (holdId: string, answer: GatewayAnswer) => record(ledger, reversal({ holdId }), answer);
  const stage = async (id: string) => {
    const found = await ledger.show(id);
    return found === null ? null : latestState(found, false);
  };

  it.each([
    ['approved', approved(), 'voided'],
    ['unknown', lost, 'void-unknown'],
    ['declined', refused('declined', '51'), 'held'],
    ['refused because an earlier capture charged', refused('rejected', '622'), 'already-charged'],
    ['refused because it is voided', refused('rejected', '661'), 'voided'],
    ['refused because it is reversed', refused('rejected', '623'), 'voided'],
  ] as const)('that is %s leaves the payment %s', async (_name, answer, expected) => {
    const hold = await held();
    await voided(hold, answer);
    expect(await stage(hold)).toBe(expected);
    const captured = await ledger.begin(capture(hold), null);
    expect(captured.ok).toBe(expected === 'held');
  });

  it('and a capture exclude each other, also while the one is in flight', async () => {
    const [first, second] = [await held(), await held()];
    value(await ledger.begin(reversal({ holdId: first }), null));
    expect(await stage(first)).toBe('voiding');
    expect(await ledger.begin(capture(first), null)).toMatchObject({ ok: false, failure: { kind: 'hold-not-open' } });
    value(await ledger.begin(capture(second), null));
    expect(await ledger.begin(reversal({ holdId: second }), null)).toMatchObject({
      ok: false,
      failure: { kind: 'hold-not-open' },
    });
  });

  it('without an answer keeps the hold in the unconfirmed part of the queue until somebody resolves it', async () => {
    const hold = await held();
    const id = await voided(hold, lost);
    const before = await ledger.holds(waitingHolds({ part: 'unconfirmed' }), now());
    expect(before.holds.map((each) => [each.id, each.state])).toContainEqual([hold, 'void-unknown']);
    expect(before.totals.unconfirmed).toEqual({ count: before.holds.length, amount: 12_000 * before.holds.length });
    value(await ledger.resolve(id, resolution('approved', { reference: 'SANDBOX_V1' })));
    expect(await stage(hold)).toBe('voided');
  });
});
