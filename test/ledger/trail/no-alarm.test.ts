/** What the program and its seats do by right, however roughly, leaves the audit trail whole. */
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { linkedPaymentsOf } from '#electron/ledger/trail/linked-payments.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';
import { oneDay } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { engines } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { approved, guard, lost, newAttempt, value } from '#test/fixtures/examples.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { byHand, closeToday, deed, gist, makeSigningSeat, sell, whole, type SigningSeat } from './signing-seat.ts';

const now = () => new Date().toISOString();
const checked = async (ledger: StoredLedger) => gist(await ledger.checkTrail());

async function unknownSale(ledger: StoredLedger): Promise<string> {
  const { id } = value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Till' }), guard()));
  await ledger.finish(id, lost, now());
  return id;
}

async function resolveIt(ledger: StoredLedger, id: string): Promise<void> {
  const by = { how: 'person', operatorName: 'Sol', at: now(), reference: '', note: '' } as const;
  value(await ledger.resolve(id, { outcome: 'declined', ...by }));
}

/** Ends a ledger as a killed program does: what waits for its link never gets one. */
async function kill(ledger: StoredLedger): Promise<void> {
  vi.spyOn(ledger.engine, 'bulkWrite').mockRejectedValue(new LedgerUnavailable('disconnected', 'killed'));
  await ledger.close();
}

describe.each(engines)('the audit trail on %s stays whole', (engine) => {
  let seat: SigningSeat;
  let ledger: StoredLedger;
  beforeEach(async () => {
    seat = await makeSigningSeat(engine);
    ledger = await seat.open();
    await ledger.note('Ana', deed);
  });
  afterEach(() => seat.drop());

  it('after payments that were answered, lost, resolved and answered late', async () => {
    await sell(ledger);
    const id = await unknownSale(ledger);
    expect(await checked(ledger)).toEqual(whole);
    await resolveIt(ledger, id);
    expect(await checked(ledger)).toEqual(whole);
    await ledger.finish(id, approved(), now());
    expect(await checked(ledger)).toEqual(whole);
  });

  it('after a purge', async () => {
    const old = '2026-01-01T10:00:00.000Z';
    const { id } = value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Till', startedAt: old }), guard()));
    await ledger.finish(id, approved(), old);
    await ledger.checkTrail();
    const [before, file] = ['2026-02-01T00:00:00.000Z', '/old.csv'];
    await ledger.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    expect(await ledger.purge(before, await exportedOf(ledger))).toBe(1);
    expect(await checked(ledger)).toEqual(whole);
    await ledger.close();
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('when the program was killed between a commit and its link, which the next start makes', async () => {
    const id = await unknownSale(ledger);
    await ledger.checkTrail();
    await sell(ledger);
    await resolveIt(ledger, id);
    await ledger.note('Ana', deed);
    await kill(ledger);
    const next = await seat.open();
    expect(await checked(next)).toEqual(whole);
    expect(await next.checkTrail()).toMatchObject({ links: 6 });
  });

  it('when the program was killed right after it was started, before its first link', async () => {
    await sell(ledger);
    await ledger.close();
    const next = await seat.open();
    await sell(next);
    await kill(next);
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('when the clock was set back and the program killed before it linked what it did since', async () => {
    await ledger.close();
    const clock = { ahead: 0 };
    const running = await seat.open('Till', () => new Date(Date.now() + clock.ahead));
    await running.checkTrail();
    clock.ahead = oneDay;
    await running.note('Ana', deed);
    await running.checkTrail();
    clock.ahead = 0;
    await sell(running);
    await running.note('Ana', deed);
    await kill(running);
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('when the seat is renamed, also when it was killed before', async () => {
    await sell(ledger);
    await ledger.note('Ana', deed);
    await kill(ledger);
    const renamed = await seat.open('Bar');
    await sell(renamed, 'Bar');
    expect(await checked(renamed)).toEqual(whole);
    expect(await renamed.checkTrail()).toMatchObject({ chains: 1 });
  });

  it('when the vault is locked at a start, whether it is opened later or not', async () => {
    await ledger.close();
    seat.vault.locked = true;
    const locked = await seat.open();
    await sell(locked);
    await locked.note('Ana', deed);
    expect(await checked(locked)).toEqual(whole);
    await locked.close();
    const later = await seat.open();
    await later.note('Ana', deed);
    await later.checkTrail();
    seat.vault.locked = false;
    await later.note('Ana', { kind: 'vault-unlocked' });
    expect(await checked(later)).toEqual(whole);
    expect(await later.checkTrail()).toMatchObject({ chains: 3 });
    await later.close();
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('is read oldest first, each entry and payment with its link', async () => {
    const id = await sell(ledger);
    await ledger.checkTrail();
    await ledger.note('Sol', deed);
    await ledger.checkTrail();
    const entries = [];
    for await (const entry of ledger.readTrail()) entries.push(entry);
    expect(entries).toMatchObject([
      { operatorName: 'Ana', what: deed, link: { number: expect.any(Number) } },
      { subjectId: id, what: { kind: 'payment', standing: 'approved', amount: 12_000 }, link: { number: 2 } },
      { operatorName: 'Sol', what: deed, link: { number: 3 } },
    ]);
  });

  it('with few transactions for many payments, and none for a seat that rests', async () => {
    await ledger.checkTrail();
    const writes = vi.spyOn(ledger.engine, 'bulkWrite');
    const begun = performance.now();
    for (let index = 0; index < 20; index++) await sell(ledger);
    await ledger.checkTrail();
    const made = writes.mock.calls.length;
    // One in each 1.5 s, one that was under way, and a few for the check, which looks again after what came meanwhile. Of 40 entries.
    expect(made).toBeLessThanOrEqual(6 + Math.ceil((performance.now() - begun) / 1_500));
    await ledger.checkTrail();
    expect(writes.mock.calls.length).toBe(made);
  });
});

describe('the audit trail of a shared ledger stays whole', () => {
  let till: SigningSeat;
  let office: SigningSeat;
  let ledger: StoredLedger;
  beforeEach(async () => {
    till = await makeSigningSeat('PostgreSQL');
    office = await makeSigningSeat('PostgreSQL', till.store);
    office.vault.used = false;
    ledger = await till.open();
    await ledger.note('Ana', deed);
  });
  afterEach(async () => {
    await till.drop();
    await office.drop();
  });

  it('when two seats write at the same time, and one resolves what the other has sent', async () => {
    const other = await makeOther();
    const [id] = await Promise.all([unknownSale(ledger), sell(other, 'Office'), other.note('Sol', deed)]);
    await Promise.all([ledger.checkTrail(), other.checkTrail()]);
    await resolveIt(other, id);
    expect(await checked(other)).toEqual(whole);
    expect(await checked(ledger)).toEqual(whole);
    expect(await ledger.checkTrail()).toMatchObject({ chains: 2 });
  });

  it('when a seat was killed before it linked the answer of what another had abandoned, which it does when it is back', async () => {
    const other = await makeOther();
    await other.note('Sol', deed);
    const { id } = value(await other.begin(newAttempt({ operation: 'sell', seat: 'Office' }), guard()));
    await other.checkTrail();
    await abandonAttempts(ledger.engine, 'id', [id]);
    expect(await checked(ledger)).toEqual(whole);
    await other.finish(id, approved(), now());
    await kill(other);
    expect(await checked(ledger)).toEqual({ ...whole, awaited: ['Office'] });
    expect(await checked(await makeOther())).toEqual(whole);
    expect(await checked(ledger)).toEqual(whole);
  });

  it('when two seats link a payment at once and the slower one has read the clock first', async () => {
    const { id } = value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Till' }), guard()));
    const { engine } = ledger;
    await abandonAttempts(engine, 'id', [id]);
    await ledger.checkTrail();
    const bulkWrite = engine.bulkWrite.bind(engine);
    const overtake = (db: Database) =>
      sql`insert into audit_links (signer, link, seat, subject, subject_id, facts, digest, linked_at, ledger_at, hash, signature)
        select 'Office', 1, 'Office', subject, subject_id, facts, digest, linked_at, ${new Date(Date.now() + 60_000).toISOString()}, hash, signature
        from audit_links where subject_id = ${id} and link = 2`.execute(db);
    vi.spyOn(engine, 'bulkWrite').mockImplementationOnce(async (work) => {
      const done = await bulkWrite(work);
      await bulkWrite(overtake);
      return done;
    });
    await ledger.finish(id, approved(), now());
    await ledger.checkTrail();
    const [payment] = await engine.read((db) => linkedPaymentsOf(db, [id]));
    expect(payment).toMatchObject({ latest: { seat: 'Till' }, row: { standing: 'approved' } });
  });

  it('when a seat of an older version, which signs nothing, works beside it', async () => {
    const old = await till.store.open('Old');
    const id = await unknownSale(ledger);
    const theirs = await sell(old, 'Old');
    await ledger.checkTrail();
    await resolveIt(old, id);
    await old.note('Eva', deed);
    expect(await checked(ledger)).toEqual(whole);
    expect(await old.show(theirs)).toMatchObject({ state: 'approved' });
  });

  it('after a failover that has lost commits, also while the seat runs', async () => {
    await sell(ledger);
    const closeId = await closeToday(ledger);
    await ledger.checkTrail();
    const loseEnd = () =>
      byHand(till.store, async (db) => {
        await sql`delete from day_closes`.execute(db);
        await sql`delete from ledger_events where id in (select subject_id from audit_links where link > 1)`.execute(
          db,
        );
        await sql`delete from audit_links where link > 1`.execute(db);
      });
    await loseEnd();
    await ledger.note('Ana', deed);
    await ledger.recover();
    expect(await checked(ledger)).toEqual(whole);
    expect(await closesOnTrail(ledger)).toEqual(['day-closed', 'close-written-back']);
    await ledger.close();
    await loseEnd();
    const next = await till.open();
    expect(await checked(next)).toEqual(whole);
    expect(await closesOnTrail(next)).toEqual(['day-closed', 'close-written-back', 'close-written-back']);
    const day = { day: localDay(new Date()), environment: 'test', merchantId: null } as const;
    expect(await next.dayCloses(day)).toMatchObject([{ id: closeId, operatorName: 'Sol' }]);
  });

  /** Kinds of the entries about closes, as exported. */
  async function closesOnTrail(of: StoredLedger): Promise<readonly string[]> {
    const kinds: string[] = [];
    for await (const { what } of of.readTrail()) if ('closeId' in what) kinds.push(what.kind);
    return kinds;
  }

  it('when the ledger of the computer was moved into it, with the chain of that one', async () => {
    await ledger.close();
    const heads = trailHeadsIn(till.folder, seatParts().reportBug, till.vault);
    const target = await till.store.open('Till', undefined, path.join(till.folder, 'journal.db'), heads);
    const file = path.join(till.folder, 'ledger.db');
    const embedded = await openSqliteLedger({ ...seatParts('Till'), file, trail: heads });
    try {
      await embedded.note('Ana', deed);
      await sell(embedded);
      await embedded.checkTrail();
      expect(await moveLedger(embedded, target)).toMatchObject({ verified: true });
      await target.note('Sol', { kind: 'move', attempts: 1, amount: 1, verified: true });
      expect(await checked(target)).toEqual(whole);
      expect(await target.checkTrail()).toMatchObject({ chains: 2 });
    } finally {
      await embedded.close();
    }
  });

  const makeOther = (): Promise<StoredLedger> => office.open('Office');
});
