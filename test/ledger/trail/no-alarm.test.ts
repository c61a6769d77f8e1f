/** What the program and its seats do by right, however roughly, leaves the audit trail whole. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { createOwnCommits, type Reference } from '#electron/ledger/journal/own-commits.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { signedPayments } from '#electron/ledger/trail/proved-payments.ts';
import { oneDay, oneMinute } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';
import { newId } from '#shared/new-id.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { journalIn, onJournal } from '#test/fixtures/ledger/journal-in.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { approved, guard, lost, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import {
  byHand,
  closeToday,
  deed,
  gist,
  seenDeclined,
  sell,
  signingSeatOfTest,
  whole,
  type SigningSeat,
} from './signing-seat.ts';

const now = () => new Date().toISOString();
const checked = async (ledger: StoredLedger) => gist(await ledger.checkTrail());

const unknownSale = (ledger: StoredLedger) => record(ledger, newAttempt({ operation: 'sell', seat: 'Till' }), lost);

/** Has the server say in Spanish what it refuses, as with `lc_messages`, which needs a locale of the machine. */
function speakSpanish(): void {
  const emit = pg.Connection.prototype.emit;
  const spy = vi.spyOn(pg.Connection.prototype, 'emit').mockImplementation(function (
    this: pg.Connection,
    event: string | symbol,
    ...values: readonly unknown[]
  ) {
    const [error] = values;
    if (error instanceof pg.DatabaseError) {
      const { code, table = '', column = '', constraint = '' } = error;
      if (code === '23502')
        error.message = `el valor nulo en la columna «${column}» de la relación «${table}» viola la restricción de no nulo`;
      if (code === '23505') error.message = `llave duplicada viola restricción de unicidad «${constraint}»`;
    }
    return emit.call(this, event, ...values);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Ends a ledger as a killed program does: its head and its journal are as they last came to the disk. */
async function kill({ folder }: SigningSeat, ledger: StoredLedger): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /^(?:trail\.json$|journal\.)/u.test(name));
  const kept = await Promise.all(files.map(async (name) => [name, await readFile(path.join(folder, name))] as const));
  await ledger.close();
  for (const name of ['journal.db-wal', 'journal.db-shm']) await rm(path.join(folder, name), { force: true });
  for (const [name, bytes] of kept) await writeFile(path.join(folder, name), bytes);
}

describe.each(enginesOfSameSql)('the audit trail on %s stays whole', (engine) => {
  let seat: SigningSeat;
  let ledger: StoredLedger;
  beforeEach(async () => {
    seat = await signingSeatOfTest(engine);
    ledger = await seat.open();
    await ledger.note('Ana', deed);
  });

  it('while it is read, between whose pages the program does other work', async () => {
    for (let left = 450; left > 0; left--) await ledger.note('Ana', deed);
    let turns = 0;
    const turning = setInterval(() => void turns++, 0);
    let read = 0;
    for await (const _entry of ledger.readTrail()) read++;
    clearInterval(turning);
    expect(read).toBeGreaterThan(450);
    expect(turns).toBeGreaterThan(1);
  });

  it('for a payment about which another operation begins while it is read', async () => {
    const id = await sell(ledger);
    const begun: Reference[] = [];
    const trustAmong = (_: unknown, signers: readonly string[]) => {
      begun.push({ id: newId(), refersTo: id });
      return Promise.resolve({ trusted: new Set(signers), locked: new Set<string>(), cuts: [], mayLack: () => false });
    };
    const signed = await onDatabase(seat.store.address, (db) => signedPayments(db, [id], trustAmong, () => [...begun]));
    expect([...signed.keys()]).toEqual([id]);
  });

  it('after payments that were answered, lost, resolved and answered late', async () => {
    await sell(ledger);
    const id = await unknownSale(ledger);
    expect(await checked(ledger)).toEqual(whole);
    value(await ledger.resolve(id, seenDeclined()));
    expect(await checked(ledger)).toEqual(whole);
    await ledger.finish(id, approved(), now());
    expect(await checked(ledger)).toEqual(whole);
  });

  it('after a purge', async () => {
    const old = '2026-01-01T10:00:00.000Z';
    await record(ledger, newAttempt({ operation: 'sell', seat: 'Till', startedAt: old }));
    await ledger.checkTrail();
    const [before, file] = ['2026-02-01T00:00:00.000Z', '/old.csv'];
    await ledger.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    expect(await ledger.purge(before, await exportedOf(ledger))).toBe(1);
    expect(await checked(ledger)).toEqual(whole);
    await ledger.close();
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('when the program was killed before its head and its journal knew of the last links', async () => {
    const id = await unknownSale(ledger);
    await ledger.checkTrail();
    await sell(ledger);
    value(await ledger.resolve(id, seenDeclined()));
    await ledger.note('Ana', deed);
    await kill(seat, ledger);
    const next = await seat.open();
    expect(await checked(next)).toEqual(whole);
    expect(await next.checkTrail()).toMatchObject({ links: 8 });
  });

  it('when the program was killed right after it was started, before its first link', async () => {
    await sell(ledger);
    await ledger.close();
    const next = await seat.open();
    await sell(next);
    await kill(seat, next);
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
    await kill(seat, running);
    expect(await checked(await seat.open())).toEqual(whole);
  });

  it('when the seat is renamed, also when it was killed before', async () => {
    await sell(ledger);
    await ledger.note('Ana', deed);
    await kill(seat, ledger);
    const renamed = await seat.open('Bar');
    await sell(renamed, 'Bar');
    expect(await checked(renamed)).toEqual(whole);
    expect(await renamed.checkTrail()).toMatchObject({ chains: 1 });
  });

  it('when the vault is locked at a start, whether it is opened later or not', async () => {
    value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Till' }), guard()));
    await kill(seat, ledger);
    seat.vault.locked = true;
    const locked = await seat.open();
    const [left] = await locked.recover();
    await sell(locked, 'Till', 'training');
    // A later start could not prove that this seat wrote it.
    expect(await locked.resolve(left?.id ?? '', seenDeclined())).toMatchObject({ failure: { kind: 'vault-locked' } });
    await locked.note('Ana', deed);
    expect(await checked(locked)).toEqual(whole);
    await locked.close();
    const later = await seat.open();
    await later.note('Ana', deed);
    await later.checkTrail();
    seat.vault.locked = false;
    await later.note('Ana', { kind: 'vault-unlocked' });
    value(await later.resolve(left?.id ?? '', seenDeclined()));
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
      { subjectId: id, what: { kind: 'payment', standing: 'sending', amount: 12_000 }, link: { number: 2 } },
      { subjectId: id, what: { kind: 'payment', standing: 'approved', amount: 12_000 }, link: { number: 3 } },
      { operatorName: 'Sol', what: deed, link: { number: 4 } },
    ]);
  });
});

describe('the audit trail of a shared ledger stays whole', () => {
  /** When seats that were not known at the beginning are new no longer. */
  const later = () => new Date(Date.now() + 11 * oneMinute);
  let till: SigningSeat;
  let office: SigningSeat;
  let ledger: StoredLedger;
  beforeEach(async () => {
    till = await signingSeatOfTest('PostgreSQL');
    office = await signingSeatOfTest('PostgreSQL', till.store);
    office.vault.used = false;
    ledger = await till.open();
    await ledger.note('Ana', deed);
  });

  it('when two seats write at the same time, and one resolves what the other has sent', async () => {
    const other = await makeOther();
    const [id] = await Promise.all([unknownSale(ledger), sell(other, 'Office'), other.note('Sol', deed)]);
    await Promise.all([ledger.checkTrail(), other.checkTrail()]);
    value(await other.resolve(id, seenDeclined()));
    expect(await checked(other)).toEqual(whole);
    expect(await checked(ledger)).toEqual(whole);
    expect(await ledger.checkTrail()).toMatchObject({ chains: 2 });
  });

  it('when a payment is written back with its answer while that answer is still on its way', async () => {
    const { id } = value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Till' }), guard()));
    const answer = approved();
    const at = now();
    // The journal has the answer first. The server has gone back meanwhile.
    const file = path.join(till.folder, 'journal.db');
    const journal = journalIn(file, undefined, till.vault);
    const [{ ledger: of }] = onJournal(file, (db) => db.prepare('select ledger from entries').all()) as [
      { ledger: string },
    ];
    await createOwnCommits(journal, of).stepped(id, { kind: 'answered', answer, at }, false);
    await journal.close();
    await byHand(till.store, (db) => db.deleteFrom('attempts').where('id', '=', id).execute());
    await ledger.recover();
    expect(await ledger.show(id)).toMatchObject({ state: 'approved', restoredAt: expect.any(String) });
    expect(await ledger.finish(id, answer, at)).toMatchObject({ state: 'approved' });
    expect(await checked(ledger)).toEqual(whole);
  });

  it('when a seat, whose clock is a day behind, was killed right after the answer of what another had abandoned', async () => {
    const other = await office.open('Office', () => new Date(Date.now() - oneDay));
    await other.note('Sol', deed);
    const { id } = value(await other.begin(newAttempt({ operation: 'sell', seat: 'Office' }), null));
    await abandonAttempts(ledger.engine, 'id', [id]);
    expect(await checked(ledger)).toEqual(whole);
    await other.finish(id, approved(), now());
    await kill(office, other);
    expect(await checked(ledger)).toEqual(whole);
    expect(await checked(await makeOther())).toEqual(whole);
  });

  it('when a seat without the common key begins, which is told once it is no new seat any more', async () => {
    const stranger = await signingSeatOfTest('PostgreSQL', till.store, 2);
    await ledger.checkTrail();
    const other = await stranger.open('Bar');
    await sell(other, 'Bar');
    expect(await checked(ledger)).toEqual(whole);
    await ledger.close();
    expect(await checked(await till.open('Till', later))).toMatchObject({ first: 'stranger at 1 of Bar' });
    // It knows whom it found when it began.
    await other.close();
    expect(await checked(await stranger.open('Bar', later))).toEqual(whole);
    stranger.vault.cardKey = 1;
    // Its check waits until it has left its mark.
    await (await stranger.open('Bar')).checkTrail();
    expect(await checked(await till.open('Till', later))).toEqual(whole);
  });

  it('when a supervisor has admitted a seat that was set up by hand, also at the seats that know the one that admitted it', async () => {
    const stranger = await signingSeatOfTest('PostgreSQL', till.store, 2);
    const third = await signingSeatOfTest('PostgreSQL', till.store);
    const [other, office] = [await stranger.open('Bar'), await third.open('Office')];
    await sell(office, 'Office');
    await sell(other, 'Bar');
    await Promise.all([ledger, other, office].map((each) => each.close()));
    const till2 = await till.open('Till', later);
    const { first } = await till2.checkTrail();
    expect(first).toMatchObject({ kind: 'stranger', seat: 'Bar' });
    for (const value of ['', '{', `${first?.signer ?? ''} ${'A'.repeat(86)}`]) {
      const name = `chain-admitted ${first?.signer ?? ''}`;
      await byHand(till.store, async (db) => {
        await db.deleteFrom('ledger_settings').where('name', '=', name).execute();
        await db.insertInto('ledger_settings').values({ name, value }).execute();
      });
      expect(await checked(till2)).toMatchObject({ first: 'stranger at 1 of Bar' });
    }
    expect(await till2.admitSeat('A'.repeat(43))).toBeNull();
    expect(await till2.admitSeat(first?.signer ?? '')).toEqual({ seat: 'Bar' });
    expect(await checked(till2)).toEqual(whole);
    expect(await checked(await third.open('Office', later))).toEqual(whole);
  });

  it('when a seat that the others know was at work with a locked vault', async () => {
    const bar = await signingSeatOfTest('PostgreSQL', till.store);
    const open = await bar.open('Bar');
    const id = await sell(open, 'Bar');
    await open.close();
    bar.vault.locked = true;
    const locked = await bar.open('Bar');
    await locked.note('Ana', deed);
    await ledger.close();
    expect(await checked(await till.open('Till', later))).toEqual(whole);
    // Its removal counts once its own key has admitted the key of the locked vault.
    await locked.note('Ana', { kind: 'purge-begun', before: later().toISOString(), exported: 1, file: '/old.csv' });
    await byHand(till.store, (db) => db.deleteFrom('attempts').where('id', '=', id).execute());
    expect((await checked(await till.open('Till', later))).breaks).toBeGreaterThan(0);
    bar.vault.locked = false;
    await locked.checkTrail();
    expect(await checked(await till.open('Till', later))).toEqual(whole);
  });

  it.each(['English', 'Spanish'])(
    'when another program with its key writes in between, on a server in %s',
    async (words) => {
      if (words === 'Spanish') speakSpanish();
      const twin = await till.open();
      await twin.note('Ana', deed);
      const id = await unknownSale(ledger);
      await sell(twin);
      value(await ledger.resolve(id, seenDeclined()));
      await twin.close();
      expect(await checked(ledger)).toEqual(whole);
    },
  );

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
    onTestFinished(() => embedded.close());
    await embedded.note('Ana', deed);
    await sell(embedded);
    await embedded.checkTrail();
    expect(await moveLedger(embedded, target)).toMatchObject({ verified: true });
    await target.note('Sol', { kind: 'move', attempts: 1, amount: 1, verified: true });
    expect(await checked(target)).toEqual(whole);
    expect(await target.checkTrail()).toMatchObject({ chains: 2 });
  });

  const makeOther = (): Promise<StoredLedger> => office.open('Office');
});
