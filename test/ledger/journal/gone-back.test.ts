/**
 * A shared ledger that goes back in time under its seats: what is said, and what may begin meanwhile. That every own commit is there
 * again is held by `random-loss.test.ts`.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordHeartbeat } from '#electron/ledger/seats/instances.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { openPostgresLedger } from '#electron/ledger/open-ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { journalIn, onJournal } from '#test/fixtures/ledger/journal-in.ts';
import { purgeOld } from '#test/fixtures/ledger/exported.ts';
import { makeStore, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { oneHour, oneMinute } from '#shared/durations.ts';
import { newId } from '#shared/new-id.ts';
import {
  approved,
  capture,
  guard,
  lost,
  merchant,
  newAttempt,
  record,
  refused,
  resolution,
  reversal,
  value,
} from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';

let folder: string;
let store: SharedStore;
let till: StoredLedger;
let office: StoredLedger;
const now = () => new Date().toISOString();
const journalOf = (seat: string) => path.join(folder, `${seat}.db`);
const open = (seat: string) => store.open(seat, undefined, journalOf(seat));
/** Opens two seats on a store of its own before each test, or once for tests that leave nothing behind which disturbs the next one. */
function seatsOf(when: 'each test' | 'all tests'): void {
  const [before, after] = when === 'each test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    // A heartbeat of a seat that mends a payment which the test is about to take away would fail for want of it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    folder = await mkdtemp(path.join(tmpdir(), 'caja-test-'));
    store = await makeStore('PostgreSQL');
    till = await open('Till');
    office = await open('Office');
  });
  after(async () => {
    for (const close of openedAside.splice(0)) await close();
    await store.drop();
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });
}

/** Removes attempts with their holds, as if the server had never had them. */
const lose = (...ids: readonly string[]): Promise<void> =>
  till.engine.write(async (trx) => {
    await trx.deleteFrom('attempts').where('id', 'in', ids).execute();
    await trx.deleteFrom('holds').where('id', 'in', ids).execute();
  });

const held = (seat: StoredLedger, changes = {}) => record(seat, newAttempt(changes));
const captured = (seat: StoredLedger, holdId: string) => record(seat, capture(holdId));

/** Closes the tills that are opened beside the store, before their folder goes. */
const openedAside: (() => Promise<void>)[] = [];
/** Opens the till's ledger on the server as the program does. */
async function openTill(changes: Partial<Parameters<typeof openPostgresLedger>[0]>): Promise<StoredLedger> {
  const { journal = journalIn(journalOf('Till')) } = changes;
  openedAside.push(() => journal.close());
  const ledger = await openPostgresLedger({
    ...seatParts('Till'),
    ...store.address,
    ca: null,
    poolSize: 2,
    required: [],
    ...changes,
    journal,
  });
  openedAside.unshift(() => ledger.close());
  return ledger;
}

/** Opens a hold again, as a server that lacks its settlement has it. */
const openHold = (holdId: string) =>
  sql`update holds set state = 'open', settlement_id = null where id = ${holdId}`.execute(till.engine.db);

const stateOf = async (id: string, seat = office) => (await seat.show(id))?.state ?? null;

type Database = Parameters<Parameters<typeof onDatabase>[1]>[0];
/** Works on the database as its owner. */
const aside = (work: (db: Database) => Promise<unknown>): Promise<unknown> => onDatabase(store.address, work);
/** Removes a hold with all that was done to it, as its owner. */
async function withoutHold(db: Database, holdId: string): Promise<void> {
  await sql`delete from attempts where id = ${holdId} or hold_id = ${holdId}`.execute(db);
  await sql`delete from holds where id = ${holdId}`.execute(db);
}
/** Removes links of the audit trail, as a server that went back lacks them. */
async function withoutLinks(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`alter table audit_links disable trigger user`.execute(db);
  await sql`delete from audit_links where ${which}`.execute(db);
  await sql`alter table audit_links enable trigger user`.execute(db);
}
/** Has the server number the writings of payments from the beginning, as one that went back. */
const numberAnew = () =>
  aside(async (db) => {
    await sql`delete from attempts_unindexed`.execute(db);
    await sql`select setval(pg_get_serial_sequence('attempts_unindexed', 'number'), 1)`.execute(db);
  });
/** Loses a capture with its links, and opens its hold. */
async function loseCapture(holdId: string, captureId: string): Promise<void> {
  await aside(async (db) => {
    await sql`delete from attempts where id = ${captureId}`.execute(db);
    await openHold(holdId);
    await withoutLinks(db, sql`subject_id = ${captureId}`);
  });
  await numberAnew();
}
/** Gives a seat's sign of life over the till's connection, which notices a server that went back. */
const beat = (seat = 'Till') => recordHeartbeat(till.engine, { id: newId(), seat, ended: new Set() });
/** Leaves the mark of another server that seats have compared themselves with. */
const asCompared = (db: Database, timeline: number, oid = 1) =>
  sql`update ledger_settings set value = ${`7000000000000000000 0000000${timeline} ${oid} x`} where name = 'compared'`.execute(
    db,
  );
/** Loses the journal of a seat. */
async function withoutJournal(seat: string): Promise<void> {
  for (const ending of ['', '-wal']) await rm(journalOf(seat) + ending, { force: true });
}

describe('a seat whose server has lost', () => {
  seatsOf('all tests');
  afterEach(() => till.acceptServer('Celia'));

  it('a sale writes it back with its answer, marks it, and says so to every seat until a supervisor has seen it', async () => {
    const attempt = newAttempt({ operation: 'sell' });
    value(await till.begin(attempt, guard()));
    const answered = await till.finish(attempt.id, approved(), now());
    await lose(attempt.id);
    await till.recover();
    expect(await office.show(attempt.id)).toMatchObject({
      ...answered,
      restoredAt: expect.stringMatching(/Z$/),
    });
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: [] });
    const another = await open('Third');
    expect(another.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: [] });
    const { events } = await office.events({ after: null, limit: 10 });
    expect(events).toMatchObject([{ operatorName: 'Till', deed: { kind: 'written-back', attemptId: attempt.id } }]);
    await till.acceptServer('Celia');
    expect(till.otherServer()).toBeNull();
    expect((await open('Fourth')).otherServer()).toBeNull();
    const same = newAttempt({ operation: 'sell', cardFingerprint: attempt.cardFingerprint });
    expect(await office.begin(same, guard())).toMatchObject({ ok: false, failure: { kind: 'duplicate' } });
  });

  it('a sale with its links sends none like it, whatever noticed it first', async () => {
    const like = () => newAttempt({ operation: 'sell', cardFingerprint: 'one card' });
    const id = await record(till, like());
    async function loseLinked(): Promise<void> {
      await lose(id);
      await aside(async (db) => {
        await withoutLinks(db, sql`link >= (select min(link) from audit_links where subject_id = ${id})`);
      });
    }
    await loseLinked();
    await expect(till.begin(like(), guard())).rejects.toMatchObject({ reason: 'writing-back' });
    expect(await till.begin(like(), guard())).toMatchObject({ failure: { kind: 'duplicate' } });
    await loseLinked();
    await till.note('Ana', { kind: 'idle-lock', minutes: 5 });
    expect(await till.begin(like(), guard())).toMatchObject({ failure: { kind: 'duplicate' } });
  });

  it('an attempt that still awaits its answer gives it the answer afterwards', async () => {
    const { id } = value(await till.begin(newAttempt(), guard()));
    await lose(id);
    await till.recover();
    expect(await stateOf(id)).toBe('sending');
    await till.finish(id, approved(), now());
    expect(await office.hold(id)).toMatchObject({ state: 'open' });
  });

  it('only the answer writes that back', async () => {
    const id = await held(till);
    const { codOper } = (await office.show(id))?.references ?? {};
    await till.engine.write(async (trx) => {
      await trx.deleteFrom('holds').where('id', '=', id).execute();
      await trx
        .updateTable('attempts')
        .set({ state: 'unknown', standing: 'unknown', unknown_cause: 'crash', answered_at: null, cod_oper: null })
        .where('id', '=', id)
        .execute();
    });
    await till.recover();
    expect(await office.show(id)).toMatchObject({ state: 'approved', references: { codOper } });
    expect((await office.show(id))?.restoredAt).not.toBeNull();
    expect(await office.hold(id)).toMatchObject({ state: 'open' });
  });

  it('a capture whose hold another seat has to write back waits for it, and says so', async () => {
    const holdId = await held(till);
    const captureId = await captured(office, holdId);
    await lose(captureId, holdId);
    await office.recover();
    expect(office.otherServer()).toEqual({ missing: 1, writtenBack: 0, awaited: [] });
    await till.recover();
    await office.recover();
    expect(await office.hold(holdId)).toMatchObject({ state: 'captured', capture: { id: captureId } });
    expect(office.otherServer()).toEqual({ missing: 0, writtenBack: 2, awaited: [] });
  });

  it('a capture of a hold that is back captures and voids it no more meanwhile, and nothing looks altered', async () => {
    const holdId = await held(till);
    const captureId = await captured(office, holdId);
    await lose(captureId, holdId);
    await office.recover();
    await till.recover();
    expect(await office.hold(holdId)).toMatchObject({ state: 'open' });
    for (const again of [capture(holdId), reversal({ holdId })]) {
      const failure = { kind: 'seats-awaited', seats: ['Office'] };
      expect(await office.begin(again, null)).toEqual({ ok: false, failure });
    }
    await office.recover();
    expect(await office.hold(holdId)).toMatchObject({ state: 'captured', capture: { id: captureId } });
  });

  it('a capture, after which another seat has captured the hold, leaves the lost one for a person to look up', async () => {
    const holdId = await held(till);
    const lostId = await captured(till, holdId);
    await lose(lostId);
    await openHold(holdId);
    const otherId = await captured(office, holdId);
    await till.recover();
    expect(await stateOf(otherId)).toBe('approved');
    expect(await office.show(lostId)).toMatchObject({ state: 'unknown', unknownCause: 'settled-elsewhere' });
    expect((await office.unknowns()).map(({ id }) => id)).toEqual([lostId]);
    expect(await office.resolve(lostId, resolution('approved'))).toMatchObject({ ok: false });
    expect(await office.resolve(lostId, resolution('rejected'))).toMatchObject({ ok: true });
  });

  it('a capture, after which the service refused another as captured already, has its hold again', async () => {
    const holdId = await held(till);
    const lostId = await captured(till, holdId);
    await lose(lostId);
    await openHold(holdId);
    await record(office, capture(holdId), refused('rejected', '622'));
    await till.recover();
    expect(await office.hold(holdId)).toMatchObject({ state: 'captured', capture: { id: lostId } });
  });

  it('what others did practises on while its vault is locked', async () => {
    await till.close();
    till = await openTill({ journal: journalIn(journalOf('Till'), undefined, { seed: 7, locked: true }) });
    const practice = () => newAttempt({ merchant: { ...merchant, environment: 'training' } });
    await record(till, practice());
    await beat();
    await numberAnew();
    await beat();
    expect(await till.begin(practice(), guard())).toMatchObject({ ok: true });
  });
});

describe('a seat whose server has for the first time lost', () => {
  seatsOf('each test');

  it('nothing of its own, but what another one has captured, captures it no more, on a connection that nothing has ended', async () => {
    const holdId = await held(till);
    const captureId = await captured(office, holdId);
    await beat();
    await loseCapture(holdId, captureId);
    await expect(till.begin(capture(holdId), null)).rejects.toMatchObject({ reason: 'writing-back' });
    const failure = { kind: 'seats-awaited', seats: ['Office', 'Till'] };
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure });
    await office.recover();
    await till.recover();
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  });

  const breaks = [
    ['before it has noticed', []],
    ['once it has noticed', [beat]],
  ] as const;
  it.each(breaks.slice(0, times(1, 2)))(
    'nothing of its own, but what another one has captured, captures it no more, though its connection breaks %s',
    async (_when, notices) => {
      const holdId = await held(till);
      const captureId = await captured(office, holdId);
      await office.close();
      await beat('Office');
      await loseCapture(holdId, captureId);
      for (const notice of notices) await notice();
      await aside((db) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
      );
      await vi.waitFor(async () => {
        const failure = { kind: 'seats-awaited', seats: expect.arrayContaining(['Office']) };
        expect(await till.begin(capture(holdId), null)).toMatchObject({ failure });
      }, soon);
    },
  );

  it('only the last entry of its trail has nobody capture what another one may have captured', async () => {
    const holdId = await held(till);
    await captured(office, holdId);
    await till.note('Ana', { kind: 'idle-lock', minutes: 5 });
    await aside(async (db) => {
      await sql`delete from attempts where hold_id = ${holdId}`.execute(db);
      await openHold(holdId);
      await withoutLinks(db, sql`subject_id not in (select id from attempts)`);
    });
    await till.note('Ana', { kind: 'idle-lock', minutes: 10 });
    const awaited = { kind: 'seats-awaited', seats: ['Office', 'Till'] };
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure: awaited });
    await office.recover();
    await till.recover();
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  });

  describe('several payments and can’t take one of them back', () => {
    const lastCard = newAttempt().cardFingerprint;
    let ids: string[];
    const rows = () => office.engine.db.selectFrom('attempts').select('id').orderBy('id').execute();
    /** Makes the server do this when it is given the last payment, after those before it. */
    const atTheLast = (does: string) =>
      aside(async (db) => {
        await sql`create function at_last() returns trigger language plpgsql as ${sql.raw(`$$ begin
          if new.id = '${ids.at(-1)}' then ${does}; end if; return new; end $$`)}`.execute(db);
        await sql`create trigger at_last before insert on attempts for each row execute function at_last()`.execute(db);
      });
    beforeEach(async () => {
      ids = [];
      for (let count = 0; count < 4; count++) ids.push(await held(till));
      ids.push(await record(till, newAttempt({ cardFingerprint: lastCard }), lost));
      await till.close();
      await office.engine.write((trx) => trx.deleteFrom('attempts').execute());
    });

    it('gives it the others, and says how many are missing', async () => {
      await atTheLast(`raise 'not this one'`);
      const reportBug = vi.fn();
      till = await openTill({ reportBug });
      expect(await rows()).toEqual(ids.slice(0, -1).map((id) => ({ id })));
      expect(till.otherServer()).toMatchObject({ missing: 1, writtenBack: 4 });
      expect(reportBug).toHaveBeenCalled();
      const again = newAttempt({ cardFingerprint: lastCard });
      await expect(till.begin(again, guard())).rejects.toMatchObject({ reason: 'writing-back' });
      value(await till.begin({ ...again, amount: again.amount + 1 }, guard()));
      await till.acceptServer('Sol');
      value(await till.begin(newAttempt({ cardFingerprint: lastCard }), guard()));
      await till.close();
    });

    it('because it ends the connection in the middle, has none, and then each of them once', async () => {
      await atTheLast('perform pg_terminate_backend(pg_backend_pid())');
      await expect(open('Till')).rejects.toMatchObject({ name: 'LedgerUnavailable' });
      expect(await rows()).toEqual([]);
      await aside((db) => sql`drop function at_last cascade`.execute(db));
      till = await open('Till');
      expect(await rows()).toEqual(ids.map((id) => ({ id })));
      expect(till.otherServer()).toMatchObject({ missing: 0, writtenBack: 5 });
      const { events } = await office.events({ after: null, limit: 10 });
      expect(events.filter(({ deed }) => deed?.kind === 'written-back')).toHaveLength(5);
    });
  });
});

describe('what the server knows since', () => {
  seatsOf('all tests');

  it('is not reverted', async () => {
    const id = await record(till, newAttempt(), lost);
    value(await office.resolve(id, resolution('declined', { reference: 'REF-2' })));
    const before = await office.show(id);
    await till.recover();
    expect(await office.show(id)).toEqual(before);
    expect(till.otherServer()).toBeNull();
  });

  it('is a removal of old payments, which does not look like a loss', async () => {
    const old = '2026-01-01T10:00:00.000Z';
    const id = await record(till, newAttempt({ operation: 'sell', startedAt: old }));
    const [before, file] = ['2026-02-01T00:00:00.000Z', 'old.xlsx'];
    await office.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    const exported = new Map([[id, { state: 'approved', amount: 12_000, answeredAmount: 12_000 }]] as const);
    expect(await office.purge(before, exported)).toBe(1);
    await till.recover();
    expect(await office.show(id)).toBeNull();
    expect(till.otherServer()).toBeNull();
  });

  it('is a removal by another seat, after which the journal keeps none of them', async () => {
    await till.close();
    let passed = 0;
    till = await store.open('Till', () => new Date(Date.now() + passed), journalOf('Till'));
    const id = await record(till, newAttempt({ operation: 'sell', startedAt: '2026-01-01T10:00:00.000Z' }));
    for (let more = 0; more < 20; more++) await record(till, newAttempt({ operation: 'sell', amount: 100 + more }));
    const [before, file] = ['2026-02-01T00:00:00.000Z', 'old.xlsx'];
    await office.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    const exported = new Map([[id, { state: 'approved', amount: 12_000, answeredAmount: 12_000 }]] as const);
    expect(await office.purge(before, exported)).toBe(1);
    passed = 2 * oneMinute;
    await till.recover();
    await till.close();
    const kept = onJournal(journalOf('Till'), (database) =>
      database.prepare('select 1 from entries where subject = ?').all(id),
    );
    expect(kept).toEqual([]);
    till = await open('Till');
  });

  it('is a removal of what this seat resolved after its bound', async () => {
    const startedAt = '2026-01-01T10:00:00.000Z';
    const id = await record(office, newAttempt({ operation: 'sell', startedAt }), lost);
    value(await till.resolve(id, resolution('declined', { reference: 'REF-2' })));
    const [before, file] = ['2026-02-01T00:00:00.000Z', 'old.xlsx'];
    await office.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    const exported = new Map([[id, { state: 'declined', amount: 12_000, answeredAmount: null }]] as const);
    expect(await office.purge(before, exported)).toBe(1);
    await till.recover();
    expect(till.otherServer()).toBeNull();
  });

  it('is a removal by another seat within the guard’s window, after which that card alone is charged again', async () => {
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    const sale = (cardFingerprint: string, startedAt = now()) =>
      newAttempt({ operation: 'sell', cardFingerprint, startedAt });
    const purged = await record(till, sale('purged', ago(2 * oneHour)));
    const edited = await record(till, sale('edited', ago(2 * oneHour)));
    const takenOut = await record(till, sale('taken out'));
    await till.note('Ana', { kind: 'idle-lock', minutes: 5 });
    const [before, file] = [ago(oneHour), 'old.csv'];
    await office.note('Sol', { kind: 'purge-begun', before, exported: 1, file });
    const exported = new Map([[purged, { state: 'approved', amount: 12_000, answeredAmount: 12_000 }]] as const);
    expect(await office.purge(before, exported)).toBe(1);
    await aside(async (db) => {
      await sql`update attempts set card_fingerprint = 'x' where id = ${edited}`.execute(db);
      await sql`delete from attempts where id = ${takenOut}`.execute(db);
      await withoutLinks(db, sql`subject_id = ${takenOut}`);
    });
    for (const card of ['edited', 'taken out'])
      await expect(till.begin(sale(card), guard()), card).rejects.toMatchObject({ reason: 'altered' });
    expect(await till.begin(sale('purged'), guard())).toMatchObject({ ok: true });
  });

  it('is a hold that a removal by another seat had left, writes it back', async () => {
    await till.close();
    let passed = 0;
    till = await store.open('Till', () => new Date(Date.now() + passed), journalOf('Till'));
    const hold = await held(till, { startedAt: '2026-01-01T10:00:00.000Z' });
    const before = '2026-02-01T00:00:00.000Z';
    expect(await purgeOld(office, before)).toBe(0);
    await office.note('Sol', { kind: 'purge', before, removed: 0, file: '/export.csv' });
    passed = 2 * oneMinute;
    await till.recover();
    await lose(hold);
    await till.close();
    till = await open('Till');
    expect(await stateOf(hold)).toBe('approved');
  });
});

describe('a seat that ended', () => {
  seatsOf('all tests');

  it('with an answer that the server never got writes it at the next start, without an alarm', async () => {
    const { id } = value(await till.begin(newAttempt(), guard()));
    const away = vi.spyOn(till.engine, 'transact').mockRejectedValue(new LedgerUnavailable('disconnected', 'away'));
    const writing = vi.spyOn(till.engine, 'write').mockRejectedValue(new LedgerUnavailable('disconnected', 'away'));
    await expect(till.finish(id, approved(), now())).rejects.toThrow('away');
    away.mockRestore();
    writing.mockRestore();
    await till.close();
    till = await open('Till');
    await till.recover();
    expect(await till.show(id)).toMatchObject({ state: 'approved', restoredAt: null });
    expect(till.otherServer()).toBeNull();
  });

  it('between the server’s commit and its own finds the attempt as unknown, never as not sent', async () => {
    const attempt = newAttempt();
    const never = vi.spyOn(globalThis, 'setImmediate').mockReturnValue(null as never);
    void till.begin(attempt, guard());
    await vi.waitFor(async () => expect(await stateOf(attempt.id)).toBe('sending'), soon);
    never.mockRestore();
    till = await open('Till');
    await office.recover();
    expect(['sending', 'unknown']).toContain(await stateOf(attempt.id));
    expect(till.otherServer()).toBeNull();
  });

  it('before the server has taken an attempt leaves no phantom of it', async () => {
    const holdId = await held(till);
    await captured(office, holdId);
    const attempt = capture(holdId);
    vi.spyOn(till.engine, 'transact').mockReturnValue(new Promise(() => undefined));
    void till.begin(attempt, null);
    // Longer than its own commit would take.
    for (const _turn of [1, 2, 3]) await new Promise(setImmediate);
    till = await open('Till');
    await till.recover();
    expect(await stateOf(attempt.id)).toBeNull();
  });
});

describe('a server that went back while another seat is off', () => {
  seatsOf('each test');
  let holdId: string;
  let otherHold: string;
  let charge: string;
  let captureId: string;
  let unconfirmed: string;
  beforeEach(async () => {
    [holdId, otherHold] = [await held(till), await held(till)];
    charge = await held(till, { operation: 'sell' });
    unconfirmed = await record(till, reversal({ chargeId: charge }, { amount: 2 }), lost);
    captureId = await captured(office, holdId);
    await office.close();
    await till.close();
    await aside(async (db) => {
      await sql`delete from attempts where id = ${captureId}`.execute(db);
      await sql`update holds set state = 'open', settlement_id = null where id = ${holdId}`.execute(db);
      await asCompared(db, 1);
      // As the standby has it: the seat was at work.
      await sql`insert into instances values ('former', 'Office', 'pc', 1, 0)`.execute(db);
    });
    till = await open('Till');
  });

  const awaited = { kind: 'seats-awaited', seats: ['Office'] } as const;
  const settlements = async () => {
    const begun = [
      await till.begin(capture(holdId), null),
      await till.begin(reversal({ holdId }), null),
      await till.begin(reversal({ chargeId: charge }, { amount: 1 }), null),
    ];
    return begun.map((each) => (each.ok ? 'begun' : each.failure));
  };

  it('has nothing from before captured, voided or refunded until that seat has written back what it did', async () => {
    expect(await settlements()).toEqual([awaited, awaited, awaited]);
    await till.recover();
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 0, awaited: ['Office'] });
    const sale = await held(till, { operation: 'sell' });
    expect(await stateOf(sale, till)).toBe('approved');
    const later = await held(till, { startedAt: new Date(Date.now() + 6 * oneMinute).toISOString() });
    value(await till.begin(capture(later), null));
    office = await open('Office');
    expect(office.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: [] });
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
    value(await till.begin(capture(otherHold), null));
    value(await till.begin(reversal({ chargeId: charge }, { amount: 1 }), null));
    await till.recover();
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: [] });
  });

  it('settles no refund by a record that may show one of that seat', async () => {
    const found = () => till.resolve(unconfirmed, resolution('approved', { how: 'query', reference: 'SANDBOX_R' }));
    expect(await found()).toEqual({ ok: false, failure: awaited });
    office = await open('Office');
    value(await found());
  });

  it('has none of them settled either that a clock began which was ahead', async () => {
    const startedAt = new Date(Date.now() + 20 * oneMinute).toISOString();
    const fast = await held(till, { startedAt });
    await till.close();
    await aside((db) => asCompared(db, 1, 2));
    till = await open('Till');
    expect(await till.begin(capture(fast), null)).toMatchObject({ failure: awaited });
  });

  it('does not take a seat of the same name that has lost its journal for it', async () => {
    await withoutJournal('Office');
    office = await open('Office');
    await office.recover();
    expect(await settlements()).toEqual([awaited, awaited, awaited]);
  });

  /**
   * Loses a hold of the till together with its capture by the office, both closed.
   * @param atWork seats that the server knows as running
   * @returns its id
   */
  async function loseCapturedHold(atWork: readonly string[], changes = {}): Promise<string> {
    const lostHold = await held(till, changes);
    office = await open('Office');
    await captured(office, lostHold);
    await office.close();
    await till.close();
    await aside(async (db) => {
      await withoutHold(db, lostHold);
      await asCompared(db, 2);
      await sql`delete from instances`.execute(db);
      for (const seat of atWork) await sql`insert into instances values (${seat}, ${seat}, 'pc', 1, 0)`.execute(db);
    });
    return lostHold;
  }

  it.each(times([20], [0, 20]))(
    'waits for a seat until what it did to a hold of one whose clock was %i minutes ahead is back',
    async (ahead) => {
      const startedAt = new Date(Date.now() + ahead * oneMinute).toISOString();
      const lostHold = await loseCapturedHold(['Office', 'Till'], { startedAt });
      const third = await open('Third');
      const seatsAwaited = async () => {
        const begun = await third.begin(capture(lostHold), null);
        return begun.ok || begun.failure.kind !== 'seats-awaited' ? begun : begun.failure.seats;
      };
      office = await open('Office');
      expect(office.otherServer()).toMatchObject({ missing: 1, awaited: ['Office', 'Till'] });
      till = await open('Till');
      expect(await seatsAwaited()).toEqual(['Office']);
      await office.recover();
      expect(await seatsAwaited()).toMatchObject({ failure: { kind: 'hold-not-open' } });
      await third.recover();
      expect(third.otherServer()).toMatchObject({ awaited: [] });
    },
  );

  it('waits also for the seat that was the first to notice', async () => {
    const lostHold = await loseCapturedHold(['Office', 'Till']);
    office = await open('Office');
    expect(office.otherServer()).toMatchObject({ missing: 1 });
    till = await open('Till');
    const third = await open('Third');
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ failure: awaited });
    await office.recover();
    expect(office.otherServer()).toMatchObject({ missing: 0, awaited: [] });
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  });

  it('has nothing captured that a seat brings back after a supervisor’s word, before one that is off has said what it did', async () => {
    // The office, which is closed in between, leaves none.
    const lostHold = await loseCapturedHold([]);
    let third = await open('Third');
    office = await open('Office');
    await third.acceptServer('Celia');
    await office.close();
    till = await open('Till');
    await third.close();
    third = await open('Third');
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ failure: awaited });
    office = await open('Office');
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  });

  it('waits no longer on a supervisor’s word, which names the seat', async () => {
    await till.acceptServer('Celia');
    expect(till.otherServer()).toBeNull();
    value(await till.begin(capture(otherHold), null));
    const { events } = await till.events({ after: null, limit: 10 });
    expect(events).toMatchObject([
      { deed: { kind: 'server-accepted', missing: 0, awaited: ['Office'] } },
      { operatorName: 'Till', deed: { kind: 'seat-compared' } },
      { operatorName: 'Till', deed: { kind: 'seats-awaited', seats: ['Office', 'Till'] } },
    ]);
    // On the same timeline a later loss is noticed by the first seat that misses something of its own.
    let third = await open('Third');
    const sale = await held(till, { operation: 'sell' });
    await till.close();
    await aside(async (db) => {
      await sql`delete from attempts where id = ${sale}`.execute(db);
      await withoutLinks(db, sql`subject_id = ${sale}`);
    });
    till = await open('Till');
    expect(till.otherServer()).toMatchObject({ writtenBack: 1, awaited: ['Office', 'Third'] });
    await third.close();
    third = await open('Third');
    await till.recover();
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: ['Office'] });
  });

  it('waits on where the word of a supervisor was about an earlier loss', async () => {
    await aside((db) => asCompared(db, 2));
    const third = await open('Third');
    await till.acceptServer('Celia');
    expect(await third.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'seats-awaited' } });
    expect(till.otherServer()?.awaited).toContain('Office');
  });
});

describe('the same server, put back without a hold and its capture', () => {
  seatsOf('each test');
  let lostHold: string;
  beforeEach(async () => {
    lostHold = await held(till);
    await captured(office, lostHold);
    await office.close();
    await till.close();
    await aside((db) => withoutHold(db, lostHold));
  });
  const awaited = { failure: { kind: 'seats-awaited', seats: ['Office'] } };

  it('has it captured by no other seat in the moment in which it is written back', async () => {
    const third = await open('Third');
    await aside(async (db) => {
      await sql`create function slowly() returns trigger language plpgsql as ${sql.raw(`$$ begin
        perform pg_sleep(1); return new; end $$`)}`.execute(db);
      await sql`create trigger slowly before insert on awaited_seats for each row execute function slowly()`.execute(
        db,
      );
    });
    const opening = open('Till');
    await vi.waitFor(async () => expect(await third.hold(lostHold)).toMatchObject({ state: 'open' }), soon);
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ ok: false, failure: { kind: 'seats-awaited' } });
    till = await opening;
  });

  it('waits for the seat that captured it too where the first to notice had its vault opened later', async () => {
    const vault = { seed: 7, locked: true };
    till = await openTill({ journal: journalIn(journalOf('Till'), undefined, vault) });
    expect(await till.hold(lostHold)).toBeNull();
    vault.locked = false;
    await till.recover();
    const third = await open('Third');
    expect(await third.begin(capture(lostHold), null)).toMatchObject(awaited);
    office = await open('Office');
    expect(await third.begin(capture(lostHold), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  });
});

describe('the same server, put back to before a removal', () => {
  seatsOf('each test');

  it.each(['Office', 'Boss'])(
    'has a hold that comes back captured by nobody, because what the removal by %s took with it is forgotten',
    async (remover) => {
      const startedAt = new Date(Date.now() - 3 * oneHour).toISOString();
      const [holdId] = [await held(till, { startedAt }), await held(till)];
      await record(office, capture(holdId, { startedAt }));
      const before = new Date(Date.now() - oneHour).toISOString();
      const boss = remover === 'Office' ? office : await open(remover);
      expect(await purgeOld(boss, before)).toBe(2);
      await boss.note('Sol', { kind: 'purge', before, removed: 2, file: '/export.csv' });
      await Promise.all([...new Set([boss, office, till])].map((each) => each.close()));
      let passed = 0;
      office = await store.open('Office', () => new Date(Date.now() + passed), journalOf('Office'));
      passed = 2 * oneMinute;
      await office.recover();
      await office.close();
      await aside(async (db) => {
        await withoutLinks(db, sql`subject = 'event'`);
        await sql`alter table ledger_events disable trigger user`.execute(db);
        await sql`delete from ledger_events`.execute(db);
      });
      till = await open('Till');
      expect(await till.hold(holdId)).toMatchObject({ state: 'open' });
      // The remover puts its entry back and ends before it compares, as if it were killed.
      await (await open(remover)).close();
      office = await open('Office');
      await office.recover();
      expect(await till.begin(capture(holdId), null)).toMatchObject({
        failure: { kind: 'seats-awaited', seats: expect.arrayContaining(['Office']) as unknown },
      });
      await till.recover();
      await till.acceptServer('Sol');
      expect(await till.begin(capture(holdId), null)).toMatchObject({ ok: true });
    },
  );
});

describe('the disk of a seat', () => {
  seatsOf('all tests');

  it('that can’t be written refuses a payment before anything is sent, and its row is settled as not sent', async () => {
    const full = new LedgerUnavailable('disk-full', 'No space');
    const attempt = newAttempt();
    await till.close();
    await withoutJournal('Till');
    till = await open('Till');
    const { DatabaseSync } = await import('node:sqlite');
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw full;
    });
    await expect(till.begin(attempt, guard())).rejects.toMatchObject({ reason: 'disk-full' });
    exec.mockRestore();
    expect(await office.show(attempt.id)).toMatchObject({ state: 'not-sent' });
    value(await till.begin(newAttempt(), guard()));
  });

  it('in which somebody has put a payment writes nothing of it to the server, and says so', async () => {
    const id = await held(till);
    const forged = newAttempt({ operation: 'sell' });
    onJournal(journalOf('Till'), (database) => {
      const columns = 'ledger, kind, at, seal, leads, delivered';
      database.exec(`insert into entries (subject, body, ${columns})
        select '${forged.id}', replace(body, '${id}', '${forged.id}'), ${columns} from entries`);
    });
    await till.close();
    till = await open('Till');
    expect([await stateOf(id), await stateOf(forged.id)]).toEqual(['approved', null]);
    expect(till.otherServer()).toEqual({ missing: 1, writtenBack: 0, awaited: [] });
  });

  it('keeps the file to its user', async () => {
    await held(till);
    expect((await stat(journalOf('Till'))).mode & 0o777).toBe(0o600);
  });
});

describe('another ledger', () => {
  seatsOf('each test');

  it('gets nothing written back', async () => {
    const id = await held(till);
    const elsewhere = await storeOfTest('PostgreSQL');
    const other = await elsewhere.open('Till', undefined, journalOf('Till'));
    await other.recover();
    expect(await other.show(id)).toBeNull();
    expect(other.otherServer()).toBeNull();
  });

  it('made anew at the same address gets all of it', async () => {
    const id = await held(till);
    await sql`delete from attempts`.execute(till.engine.db);
    await sql`delete from holds`.execute(till.engine.db);
    await sql`delete from ledger_settings`.execute(till.engine.db);
    await till.close();
    till = await open('Till');
    expect(await stateOf(id)).toBe('approved');
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: ['Office'] });
  });

  it('made anew without a name of its seats lets nobody settle what came before until a supervisor agrees', async () => {
    const [holdId, chargeId] = [await held(till), await held(till, { operation: 'sell' })];
    await captured(office, holdId);
    const refund = reversal({ chargeId }, { amount: 5_00 });
    await record(office, refund);
    await Promise.all([till.close(), office.close()]);
    for (const table of ['attempts', 'holds', 'ledger_settings', 'instances'])
      await aside((db) => sql`delete from ${sql.ref(table)}`.execute(db));
    till = await open('Till');
    expect(till.otherServer()).toEqual({ missing: 0, writtenBack: 2, awaited: ['?'] });
    for (const again of [capture(holdId), reversal({ chargeId }, { amount: 5_00 })])
      expect(await till.begin(again, null)).toMatchObject({ failure: { kind: 'seats-awaited', seats: ['?'] } });
    value(await till.begin(newAttempt(), guard()));
    office = await open('Office');
    expect(office.otherServer()?.awaited).toContain('?');
    expect(await till.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
    await office.acceptServer('Celia');
    expect((await open('Third')).otherServer()).toBeNull();
  });
});
