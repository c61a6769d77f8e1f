/** The audit trail of a ledger: written with each action, permanent, and part of every copy. */
import type { Work } from '#electron/ledger/engine/engine.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { engines, enginesOfSameSql, storeOfTest, type Store } from '#test/fixtures/ledger/engines.ts';
import { linksOfPayments } from '#electron/ledger/trail/linked-payments.ts';
import { newId } from '#shared/new-id.ts';
import type { LedgerEventsQuery } from '#shared/audit/ledger-events.ts';
import { planOf, statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import { turnsDuring } from '#test/support/turns-during.ts';
import { guard, lost, newAttempt, record, resolution, value } from '#test/fixtures/examples.ts';

const first = { after: null, limit: 50 } as const;
const deeds = async (ledger: StoredLedger) => (await ledger.events(first)).events.map(({ deed }) => deed);

describe.each(enginesOfSameSql)('ledger events on %s', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await storeOfTest(engine);
  });

  it('name operator, action, time and seat, newest first, page by page', async () => {
    const ledger = await store.open('Till 2', () => new Date('2026-11-20T12:00:00.000Z'));
    for (const removed of [1, 2, 3]) {
      await ledger.note('Sol', { kind: 'purge', before: '2020-01-01T00:00:00.000Z', removed, file: '/old.csv' });
    }
    const page = await ledger.events({ after: null, limit: 2 });
    expect(page.more).toBe(true);
    expect(page.events[0]).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      operatorName: 'Sol',
      seat: 'Till 2',
      deed: { kind: 'purge', removed: 3, file: '/old.csv' },
    });
    const rest = await ledger.events({ after: page.events[1]?.id ?? '', limit: 2 });
    expect(rest).toMatchObject({ more: false, events: [{ deed: { removed: 1 } }] });
  });

  it('show a payment which of its receipts left the program, and no other payment', async () => {
    const ledger = await store.open('Till 2');
    const [held, other] = [newAttempt(), newAttempt()];
    for (const each of [held, other]) value(await ledger.begin(each, guard()));
    const changed = new Promise((resolve) => ledger.onChange(({ attemptIds }) => resolve(attemptIds)));
    const deed = { kind: 'receipt-sent', attemptId: held.id, by: 'whatsapp', to: '+5076…36' } as const;
    const at = new Date().toISOString();
    await ledger.addDeed({ id: newId(), at, operatorName: 'Ana', deed });
    expect(await changed).toEqual([held.id]);
    expect((await ledger.show(held.id))?.sent).toEqual([{ at, operatorName: 'Ana', by: 'whatsapp', to: '+5076…36' }]);
    expect((await ledger.show(other.id))?.sent).toEqual([]);
  });

  it('of the past keep their id and time, and are added once', async () => {
    const ledger = await store.open('Till 2', () => new Date('2026-11-20T12:00:00.000Z'));
    const kept = {
      id: newId(),
      at: '2026-11-19T08:00:00.000Z',
      operatorName: 'Sol',
      deed: { kind: 'vault-unlocked' },
    } as const;
    await ledger.note('Ana', { kind: 'signed-out' });
    await ledger.addDeed(kept);
    await ledger.addDeed(kept);
    const { events } = await ledger.events(first);
    expect(events).toHaveLength(2);
    expect(events).toContainEqual({ ...kept, seat: 'Till 2' });
  });

  it('are written for each resolution and each overridden duplicate', async () => {
    const ledger = await store.open();
    const unknown = newAttempt();
    await record(ledger, unknown, lost);
    const again = newAttempt({
      cardFingerprint: unknown.cardFingerprint,
      operatorName: 'Sol',
      overrideReason: 'A second room',
    });
    expect(await ledger.begin(again, guard())).toMatchObject({ ok: false });
    expect(await deeds(ledger)).toEqual([]);
    value(await ledger.begin(again, guard('supervisor')));
    value(await ledger.resolve(unknown.id, resolution('declined', { note: 'Not at the bank' })));
    expect(await deeds(ledger)).toEqual([
      { kind: 'resolve', attemptId: unknown.id, outcome: 'declined', reference: '', note: 'Not at the bank' },
      { kind: 'override', attemptId: again.id, reason: 'A second room' },
    ]);
  });

  it('are copied with the ledger, once regardless of the number of copies', async () => {
    const embedded = await (await storeOfTest('SQLite')).open();
    const target = await store.open();
    await embedded.note('Sol', { kind: 'restore', attempts: 1, file: '/copy.db' });
    await target.note('Ana', { kind: 'restore', attempts: 2, file: '/other.db' });
    for (let round = 0; round < 2; round++) {
      expect(await moveLedger(embedded, target)).toMatchObject({ verified: true });
    }
    const names = (await target.events(first)).events.map(({ operatorName }) => operatorName);
    expect(names.toSorted()).toEqual(['Ana', 'Sol']);
  });
});

describe.each(engines)('ledger events of a store on %s', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await storeOfTest(engine);
  });

  it('are found by kind, by operator and by time, page by page', async () => {
    let at = '2026-11-18T23:59:59.999Z';
    const ledger = await store.open('Till 2', () => new Date(at));
    await ledger.note('Ana', { kind: 'signed-out' });
    at = '2026-11-19T00:00:00.000Z';
    await ledger.note('Ana', { kind: 'vault-unlocked' });
    await ledger.note('Sol', { kind: 'signed-out' });
    await ledger.note('Sol', { kind: 'program-ended' });
    at = '2026-11-20T00:00:00.000Z';
    await ledger.note('Sol', { kind: 'vault-unlocked' });
    const found = async (query: Partial<LedgerEventsQuery>) =>
      (await ledger.events({ ...first, ...query })).events.map(({ operatorName, deed }) => [operatorName, deed.kind]);
    expect(await found({ kinds: ['vault-unlocked', 'program-ended'] })).toEqual([
      ['Sol', 'vault-unlocked'],
      ['Sol', 'program-ended'],
      ['Ana', 'vault-unlocked'],
    ]);
    expect(await found({ operatorName: 'Ana' })).toEqual([
      ['Ana', 'vault-unlocked'],
      ['Ana', 'signed-out'],
    ]);
    const day = { from: '2026-11-19T00:00:00.000Z', until: '2026-11-20T00:00:00.000Z' };
    expect(await found(day)).toEqual([
      ['Sol', 'program-ended'],
      ['Sol', 'signed-out'],
      ['Ana', 'vault-unlocked'],
    ]);
    expect(await found({ ...day, operatorName: 'Sol', kinds: ['signed-out'] })).toEqual([['Sol', 'signed-out']]);
    const page = await ledger.events({ ...first, limit: 1, operatorName: 'Ana' });
    expect(page.more).toBe(true);
    expect(await found({ operatorName: 'Ana', after: page.events[0]?.id ?? '' })).toEqual([['Ana', 'signed-out']]);
    expect(await ledger.eventOperators()).toEqual(['Ana', 'Sol']);
  });

  it('can be neither changed nor removed', async () => {
    const ledger = await store.open();
    await ledger.note('Sol', { kind: 'restore', attempts: 1, file: '/copy.db' });
    const refused = { reason: 'altered', cause: { message: expect.stringContaining('can only be added to') } };
    for (const edit of [
      (trx: Work) => trx.updateTable('ledger_events').set({ operator_name: 'Eve' }).execute(),
      (trx: Work) => trx.deleteFrom('ledger_events').execute(),
    ])
      await expect(ledger.engine.write<unknown>(edit)).rejects.toMatchObject(refused);
    expect((await ledger.events(first)).events).toMatchObject([{ operatorName: 'Sol' }]);
  });
});

describe('a long audit trail of the embedded ledger', () => {
  const entries = 45_000;
  let store: Store;
  let ledger: StoredLedger;
  beforeEach(async () => {
    store = await storeOfTest('SQLite');
    ledger = await store.open();
    await onDatabase(store.address, (db) =>
      sql`insert into ledger_events (id, at, operator_name, seat, kind, facts)
        with recursive many (n) as (select 1 union all select n + 1 from many where n < ${entries})
        select printf('0193%04x-0000-7000-8000-%012d', n / 100, n), '2024-11-20T00:00:00.000Z',
          case when n = 1 then 'Sol' else 'Ana' end, 'Till', 'signed-out', '{"kind":"signed-out"}' from many`.execute(
        db,
      ),
    );
  });

  it.each<[name: string, read: () => Promise<unknown>, found: unknown]>([
    ['names its operators', () => ledger.eventOperators(), ['Ana', 'Sol']],
    [
      'is searched for what is rare',
      async () => (await ledger.events({ ...first, operatorName: 'Sol' })).events.length,
      1,
    ],
    [
      'is searched for what it lacks',
      async () => (await ledger.events({ ...first, kinds: ['purge', 'restore'] })).events.length,
      0,
    ],
    [
      'is searched for the payments of a chain',
      async () => {
        await onDatabase(store.address, (db) =>
          sql`insert into audit_links (signer, link, seat, subject, subject_id, revision, digest, linked_at, hash, signature)
            select iif(operator_name = 'Sol', 'rare', 'usual'), row_number() over (order by id), seat, 'payment', id, 1, '', at, '', ''
            from ledger_events`.execute(db),
        );
        let found = 0;
        for await (const page of linksOfPayments(ledger.engine, ['rare'])) found += page.length;
        // Each page would sort all links of the chain.
        for (const { statement } of await statementsOf(ledger.engine, () =>
          linksOfPayments(ledger.engine, ['usual']).next(),
        ))
          expect(await planOf(ledger.engine, statement)).not.toContain('TEMP B-TREE');
        return found;
      },
      1,
    ],
  ])('%s in parts, between which payments get their turn', async (_name, read, found) => {
    let result: unknown;
    const turns = await turnsDuring(async () => (result = await read()));
    expect(result).toEqual(found);
    expect(turns).toBeGreaterThan(4);
  });
});
