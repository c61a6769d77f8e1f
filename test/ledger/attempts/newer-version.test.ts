/** Rows written by a newer version of the program: every page shows them, and no operation touches them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createCaptures } from '#electron/core/holds/captures.ts';
import { createHistory } from '#electron/core/records/history.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyPageSchema } from '#shared/ledger/history.ts';
import { figuresOf, onlyCurrency } from '#test/fixtures/ledger/figures-of.ts';
import { holdsPageSchema } from '#shared/ledger/holds.ts';
import { ledgerEventsPageSchema } from '#shared/audit/ledger-events.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { enginesOfSameSql, storeOfTest, type Store } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { capture, query, waitingHolds, noMerchants } from '#test/fixtures/examples.ts';
import { bareAttempt, bareHold, onDatabase, type BareRow } from '#test/fixtures/ledger/bare-ledger.ts';

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const now = at(50);

describe.each(enginesOfSameSql)('rows of a newer version on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  const held = bareAttempt({ operation: 'authorize', started_at: at(1) });
  const holdId = String(held['id']);

  beforeEach(async () => {
    store = await storeOfTest(engine);
    ledger = await store.open();
    await add(held);
  });

  const add = (...rows: readonly BareRow[]) =>
    onDatabase(store.address, async (db) => {
      for (const row of rows) await db.insertInto('attempts').values(row).execute();
    });
  const addHold = (changes: BareRow, of = held) =>
    onDatabase(store.address, (db) => db.insertInto('holds').values(bareHold(of, changes)).execute());

  it('are shown in the history among the others', async () => {
    const odd = (minute: number, changes: BareRow) => bareAttempt({ started_at: at(minute), ...changes });
    await add(
      odd(2, { operation: 'transfer' }),
      odd(3, { family: 'soap' }),
      odd(4, { environment: 'staging' }),
      odd(5, { state: 'pending', standing: 'pending' }),
      odd(6, { state: 'not-sent', standing: 'not-sent', not_sent_cause: 'quantum' }),
      odd(7, { state: 'unknown', standing: 'unknown', unknown_cause: 'quantum' }),
      odd(8, { brand: 'AMEX' }),
      odd(9, { lang: 'PT' }),
      odd(10, { state: 'unknown', standing: 'settled', resolved_outcome: 'settled', resolved_how: 'oracle' }),
    );
    const page = historyPageSchema.parse(await ledger.search(query({ text: '' })));
    expect(page.attempts.map(({ operation, state, card }) => [operation, state, card?.brand ?? null])).toEqual([
      ['sell', 'unknown', 'VISA'],
      ['sell', 'approved', 'VISA'],
      ['sell', 'approved', null],
      ['sell', 'unknown', 'VISA'],
      ['sell', 'not-sent', 'VISA'],
      ['sell', 'unknown', 'VISA'],
      ['unlisted', 'approved', 'VISA'],
      ['unlisted', 'approved', 'VISA'],
      ['unlisted', 'approved', 'VISA'],
      ['authorize', 'approved', 'VISA'],
    ]);
    expect(page.attempts[0]?.resolution).toBe(null);
    expect(page.attempts[6]?.environment).toBe('production');
    for (const { id } of page.attempts) shownAttemptSchema.parse(await ledger.show(id));
  });

  it('are counted in the day close, but in no sum of money', async () => {
    await add(
      bareAttempt({ operation: 'transfer', started_at: at(2) }),
      bareAttempt({ state: 'pending', standing: 'pending', started_at: at(3) }),
      bareAttempt({ state: 'unknown', standing: 'unknown', unknown_cause: 'no-answer', started_at: at(4) }),
    );
    const day = onlyCurrency(await figuresOf(ledger, { from: at(0), until: at(59) }));
    expect(day.sums).toEqual([{ key: 'held', count: 1, amount: 12_000 }]);
    expect(day.byOperation.map(({ key }) => key)).toEqual(['authorize', 'unlisted']);
    expect(day.byState).toEqual([
      { key: 'held', count: 1, amount: 12_000 },
      { key: 'unlisted', count: 1, amount: 12_000 },
      { key: 'unknown', count: 2, amount: 24_000 },
    ]);
  });

  it('do not break the queue, and their holds can’t be captured', async () => {
    await addHold({ state: 'adjusting' });
    const page = holdsPageSchema.parse(await ledger.holds(waitingHolds({ show: 'all' }), now));
    expect(page.holds.map(({ state }) => state)).toEqual(['unlisted']);
    expect(await ledger.begin(capture(holdId), null)).toMatchObject({
      failure: { kind: 'hold-not-open', hold: { state: 'unlisted' } },
    });
  });

  it('prevent the capture of a hold that an unknown operation opened', async () => {
    const opened = bareAttempt({ operation: 'recurrent-hold', started_at: at(2) });
    await add(opened);
    await addHold({}, opened);
    const unused = () => {
      throw new Error('Nothing was to be done.');
    };
    const captures = createCaptures({
      gateway: { capture: unused },
      ledger,
      recorder: {
        begin: unused,
        finish: unused,
        waiting: unused,
        atRisk: unused,
        flush: unused,
        close: unused,
      },
      merchants: { active: unused, of: unused },
      seat: unused,
      clock: unused,
      makeId: unused,
      reportBug: unused,
    });
    const draft = { holdId: String(opened['id']), amount: 12_000, description: 'x' };
    const refusals = await captures.refusals([draft], await ledger.holdsById([draft.holdId]));
    expect([...refusals]).toEqual([[draft.holdId, { kind: 'hold-not-open', state: 'unlisted' }]]);
  });

  it('can’t be resolved', async () => {
    const unknown = bareAttempt({ operation: 'transfer', state: 'unknown', standing: 'unknown', started_at: at(2) });
    await add(unknown);
    const history = createHistory(ledger, noMerchants, () => new Date(now));
    const resolution = { outcome: 'approved', reference: 'REF', note: 'Looked up' } as const;
    const request = { id: String(unknown['id']), resolution };
    expect(await history.resolve(request, { name: 'Sol', role: 'supervisor' })).toMatchObject({
      failure: { kind: 'ledger', reason: 'newer-version' },
    });
    expect(await ledger.unknowns()).toHaveLength(1);
  });

  it('leave their hold unchanged when their seat dies', async () => {
    await addHold({ state: 'adjusting', settlement_id: 'v' });
    await add(
      bareAttempt({
        id: 'v',
        operation: 'adjust',
        state: 'sending',
        standing: 'sending',
        hold_id: holdId,
        started_at: at(2),
      }),
    );
    expect((await ledger.recover()).map(({ operation, state }) => [operation, state])).toEqual([
      ['unlisted', 'unknown'],
    ]);
    expect(await ledger.holdsById([holdId])).toMatchObject([{ state: 'unlisted' }]);
  });

  it('are not removed by a purge', async () => {
    await add(bareAttempt({ operation: 'transfer', started_at: at(2) }), bareAttempt({ started_at: at(3) }));
    expect(await ledger.purge('2026-06-01T00:00:00.000Z', await exportedOf(ledger))).toBe(2);
    const left = (await ledger.search(query({ text: '' }))).attempts;
    expect(left.map(({ operation }) => operation)).toEqual(['unlisted']);
  });

  it('leave the audit trail readable', async () => {
    await ledger.note('Sol', { kind: 'restore', attempts: 1, file: '/copy.db' });
    await onDatabase(store.address, (db) =>
      db
        .insertInto('ledger_events')
        .values({
          id: 'ffffffff-0000-7000-8000-000000000001',
          at: at(30),
          operator_name: 'Sol',
          seat: 'Till',
          kind: 'refund-limit',
          facts: '{"kind":"refund-limit","amount":5}',
        })
        .execute(),
    );
    const { events } = ledgerEventsPageSchema.parse(await ledger.events({ after: null, limit: 10 }));
    expect(events.map(({ deed }) => deed.kind)).toEqual(['unlisted', 'restore']);
  });
});
