/** The embedded ledger that goes back in time: an older copy, a removed file, a backup. This seat's commits are there again, and said. */
import { copyFile, rm } from 'node:fs/promises';
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { allEvents } from '#electron/ledger/events.ts';
import { setAside } from '#electron/ledger/sqlite/damaged-database.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneDay } from '#shared/durations.ts';
import { failed, ok } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { approved, capture, guard, lost, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { exportedOf, purgeOld } from '#test/fixtures/ledger/exported.ts';
import { journalIn, onJournal, type JournalVault } from '#test/fixtures/ledger/journal-in.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { calmly } from '#test/fixtures/ledger/restore-copy.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { selectedLedgerIn, trailKeyOfSeat } from '#test/fixtures/ledger/selected-ledger-in.ts';
import { closeToday, deed, gist, seenDeclined, sell, whole } from '../trail/signing-seat.ts';

let folder: string;
let program: SelectedLedger;
let ledger: StoredLedger;
let trailKey: ReturnType<typeof trailKeyOfSeat>;
let journalVault: JournalVault;
const inFolder = (name: string) => path.join(folder, name);
const endings = ['', '-wal', '-shm'];

async function start(): Promise<void> {
  program = selectedLedgerIn(folder, { vault: { trailKey }, journalVault });
  ledger = await program.opened();
}

beforeEach(async () => {
  folder = temporaryFolder();
  journalVault = { seed: 7, locked: false };
  trailKey = trailKeyOfSeat();
  await start();
});
afterEach(() => program.close());

const paid = (attempt = newAttempt(), answer = approved()) => record(ledger, attempt, answer);

/** Puts a file with its log, as it is while the program runs, in place of another one. */
async function copyOver(from: string, to: string): Promise<void> {
  for (const ending of endings) {
    await rm(inFolder(to + ending), { force: true });
    if (existsSync(inFolder(from + ending))) await copyFile(inFolder(from + ending), inFolder(to + ending));
  }
}
const keepFile = () => copyOver('ledger.db', 'older.db');
const putFileBack = () => copyOver('older.db', 'ledger.db');

async function restart(change: () => unknown = () => undefined): Promise<void> {
  await program.close();
  await change();
  await start();
}

/** Does what is in the journal, but not in the file that is there at the next start. @param attack before that */
async function undone<Value>(work: () => Promise<Value>, attack: () => unknown = () => undefined): Promise<Value> {
  await ledger.checkTrail();
  await keepFile();
  const done = await work();
  await restart(async () => {
    await putFileBack();
    await attack();
  });
  return done;
}
/** Works on the ledger's file as its owner. */
const onFile = (statement: string, ...values: readonly string[]): void =>
  onJournal(inFolder('ledger.db'), (database) => void database.prepare(statement).run(...values));
/** Copies the ledger into `copy.db`, without the thread that a backup starts to check it. */
const keepCopy = (): void => onFile('vacuum into ?', inFolder('copy.db'));
const notOpen = { ok: false, failure: { kind: 'hold-not-open' } };

const anotherId = `update ledger_settings set value = 'b0000000-0000-4000-8000-000000000001'`;

const checked = async () => gist(await ledger.checkTrail());
const kinds = async (): Promise<readonly string[]> => (await allEvents(ledger.engine.db)).map(({ kind }) => kind);
/** The payment without the marks that it was written back. */
const shown = async (id: string): Promise<unknown> =>
  JSON.parse(JSON.stringify(await ledger.show(id), (key, each: unknown) => (key === 'restoredAt' ? null : each)));

it('an older copy with its log gets back every payment, answer, resolution, close and deed, and says so once', async () => {
  const hold = await paid();
  await sell(ledger);
  const { ids, before, closeId } = await undone(async () => {
    const captured = await paid(capture(hold));
    const sold = await sell(ledger);
    const unanswered = await paid(newAttempt({ operation: 'sell' }), lost);
    value(await ledger.resolve(unanswered, seenDeclined()));
    const closeId = await closeToday(ledger);
    await ledger.note('Ana', deed);
    const ids = [hold, captured, sold, unanswered];
    return { ids, before: await Promise.all(ids.map(shown)), closeId };
  });
  expect(await Promise.all(ids.map(shown))).toEqual(before);
  expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
  expect(await ledger.engine.db.selectFrom('day_closes').select('id').execute()).toEqual([{ id: closeId }]);
  expect(await kinds()).toEqual(expect.arrayContaining(['resolve', 'day-closed', 'close-written-back', 'printed']));
  expect((await kinds()).filter((kind) => kind === 'written-back')).toHaveLength(3);
  expect(ledger.otherServer()).toEqual({ missing: 0, writtenBack: 3, awaited: [] });
  expect(await checked()).toEqual(whole);

  await restart();
  expect(ledger.otherServer()).toEqual({ missing: 0, writtenBack: 3, awaited: [] });
  await program.acceptServer('Sol');
  expect(ledger.otherServer()).toBeNull();
  await restart();
  expect(ledger.otherServer()).toBeNull();
  expect(await checked()).toEqual(whole);
  expect((await kinds()).filter((kind) => kind === 'server-accepted')).toHaveLength(1);
});

// Windows removes no file that is open.
it.skipIf(process.platform === 'win32').each(['ledger.db', 'ledger.db-wal'])(
  'a payment is in the journal before its request leaves once %s was removed',
  async (name) => {
    rmSync(inFolder(name));
    const { id } = value(await ledger.begin(newAttempt(), null));
    const found = `select kind from entries where subject = ?`;
    expect(onJournal(inFolder('journal.db'), (database) => database.prepare(found).all(id))).toEqual([
      { kind: 'begun' },
    ]);
  },
);

it('a removed file is begun anew with the payments', async () => {
  const hold = await paid();
  const captured = await paid(capture(hold));
  await ledger.checkTrail();
  await restart(() => rm(inFolder('ledger.db')));
  expect(await shown(captured)).toMatchObject({ state: 'approved' });
  expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
  expect(ledger.otherServer()).toMatchObject({ writtenBack: 2 });
  expect(await checked()).toEqual(whole);
});

it('a payment without an answer comes back as unknown', async () => {
  const { id } = await undone(async () => value(await ledger.begin(newAttempt(), guard())));
  expect(await shown(id)).toMatchObject({ state: 'unknown' });
});

it('a backup that a supervisor restores gets the payments since', async () => {
  const hold = await paid();
  await ledger.backUp(inFolder('copy.db'));
  const captured = await paid(capture(hold));
  await closeToday(ledger);
  value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(await shown(captured)).toMatchObject({ state: 'approved' });
  expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
  expect(ledger.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: [] });
  expect(await checked()).toEqual(whole);
  await sell(ledger);
  await restart();
  expect(await checked()).toEqual(whole);
});

/** In `npm test` each rename with a file or without one; the other half shows the same in the thorough run. */
const cutOff = [
  ['before the renames', 0, true],
  ['between the renames, where no file stood,', 1, false],
  ['after the renames', 2, true],
  ['before the renames, where no file stood,', 0, false],
  ['between the renames', 1, true],
  ['after the renames, where no file stood,', 2, false],
] as const;
it.each(cutOff.slice(0, times(3, 6)))(
  'a restore that the end of the program cuts off %s is on the audit trail once if it is done',
  async (_when, renames, stood) => {
    const hold = await paid();
    keepCopy();
    const captured = await paid(capture(hold));
    await ledger.note('Ana', deed);
    const killed = temporaryFolder();
    const busy = (): boolean => {
      cpSync(folder, killed, { recursive: true });
      return false;
    };
    value(await program.restore(inFolder('copy.db'), { ...calmly, busy }));
    await program.close();

    folder = killed;
    const restores = () =>
      onJournal(inFolder('journal.db'), (journal) =>
        journal.prepare("select at from entries where kind = 'restore'").all(),
      );
    const [restoring] = restores();
    const file = inFolder('ledger.db');
    if (!stood) for (const ending of endings) rmSync(file + ending, { force: true });
    if (renames > 0) {
      renameSync(`${file}.unchecked`, `${file}.restoring`);
      if (stood) setAside(file, new Date(String(restoring?.['at'])));
    }
    if (renames > 1) renameSync(`${file}.restoring`, file);
    journalVault = { ...journalVault, locked: true };
    await start();
    journalVault.locked = false;
    expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
    await vi.waitFor(() => expect(restores()).toEqual([]), soon);
    for (const again of [restart, () => Promise.resolve()]) {
      expect((await kinds()).filter((kind) => kind === 'restore')).toHaveLength(renames > 0 ? 1 : 0);
      expect(await kinds()).toContain('printed');
      expect(await shown(captured)).toMatchObject({ state: 'approved' });
      expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
      expect(await checked()).toEqual(whole);
      expect(restores()).toEqual([]);
      await again();
    }
  },
);

it('two restores of one second keep both files that they replace', async () => {
  await program.close();
  const now = new Date();
  program = selectedLedgerIn(folder, { vault: { trailKey }, now: () => now });
  await (await program.opened()).backUp(inFolder('copy.db'));
  for (const _each of [1, 2]) value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(readdirSync(folder).filter((name) => /^ledger\.db\.kept-\w+$/u.test(name))).toHaveLength(2);
  expect((await kinds()).filter((kind) => kind === 'restore')).toHaveLength(2);
});

it('a restore that a payment refuses leaves nothing by which the next start could say that it was done', async () => {
  keepCopy();
  const busy = () => true;
  expect(await program.restore(inFolder('copy.db'), { ...calmly, busy })).toEqual(failed({ kind: 'busy' }));
  const noted = onJournal(inFolder('journal.db'), (journal) => journal.prepare('select kind from entries').all());
  expect(noted).toEqual([]);
});

it.each([
  ['', () => undefined, 0],
  [' of which a ledger without links gives what can be read', () => onFile('drop table audit_links'), 1],
])('a restore with a locked vault keeps the audit trail%s', async (_what, damage, bugs) => {
  keepCopy();
  await ledger.note('Ana', deed);
  await program.close();
  trailKey = () => Promise.resolve(failed({ kind: 'vault', reason: 'locked' }));
  const reportBug = vi.fn<(error: unknown) => void>();
  program = selectedLedgerIn(folder, {
    vault: { trailKey },
    journalVault: { ...journalVault, locked: true },
    reportBug,
  });
  await program.opened();
  damage();
  value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(await kinds()).toEqual(['printed', 'restore']);
  expect(reportBug).toHaveBeenCalledTimes(bugs);
});

it('a restore that fails after its renames says so, and what stands there is open', async () => {
  const hold = await paid();
  keepCopy();
  vi.spyOn(program.database, 'replaced').mockImplementation(() => {
    throw new Error('EPERM');
  });
  expect(await program.restore(inFolder('copy.db'), calmly)).toEqual(failed({ kind: 'file', detail: 'EPERM' }));
  ledger = await program.opened();
  expect(await shown(hold)).toMatchObject({ state: 'approved' });
  expect(await kinds()).toContain('restore');
});

it('a backup of another ledger gets this seat’s payments, and settles none of its own until a supervisor agrees', async () => {
  const key = { seed: new Uint8Array(32).fill(5), fresh: true };
  const vault = { trailKey: () => Promise.resolve(ok(key)) };
  const other = selectedLedgerIn(temporaryFolder(), { seat: () => 'Other', vault });
  const hold = await record(other.ledger);
  await (await other.opened()).backUp(inFolder('copy.db'));
  await other.close();

  const unanswered = await paid(newAttempt(), lost);
  value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(await shown(unanswered)).toMatchObject({ state: 'unknown' });
  const capturing = () => ledger.begin(capture(hold), null);
  for (const startAgain of [() => Promise.resolve(), restart]) {
    await startAgain();
    expect(await capturing()).toMatchObject({ ok: false, failure: { kind: 'seats-awaited', seats: ['?'] } });
    expect(await checked()).toEqual(whole);
  }
  await program.acceptServer('Sol');
  expect(await capturing()).toMatchObject({ ok: true });
});

it('a backup that replaces a damaged ledger, whose links are lost, raises no alarm', async () => {
  await sell(ledger);
  await ledger.checkTrail();
  keepCopy();
  await ledger.note('Ana', deed);
  await restart(() => Promise.all(['ledger.db', 'journal.db'].map((name) => rm(inFolder(name)))));
  expect(await checked()).toMatchObject({ first: 'cut-off at 1 of Till' });
  value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(await checked()).toEqual(whole);
  await restart();
  expect(await checked()).toEqual(whole);
});

it('an older copy that somebody put in its place, with the journal gone, is cut off', async () => {
  await sell(ledger);
  await undone(
    () => sell(ledger).then(() => ledger.note('Ana', deed)),
    () => rm(inFolder('journal.db')),
  );
  expect(await checked()).toMatchObject({ breaks: 1, first: 'cut-off at 3 of Till' });
  await restart();
  expect(await checked()).toMatchObject({ breaks: 1, first: 'cut-off at 3 of Till' });
});

it.each<[string, () => unknown]>([
  ['with the journal gone', () => rm(inFolder('journal.db'))],
  [
    'under another id, so that the journal’s payments are not its own',
    () => onFile(`${anotherId} where name = 'ledger'`),
  ],
])('an older copy %s, settles no earlier payment until a supervisor restores a backup', async (_how, attack) => {
  const hold = await paid();
  const charge = await sell(ledger);
  await undone(() => paid(capture(hold)).then(() => ledger.checkTrail()), attack);
  const settled = async () => [(await ledger.hold(hold))?.state, (await ledger.signed(charge))?.state];
  expect(await settled()).toEqual(['altered', undefined]);
  const since = await paid();
  expect(await ledger.hold(since)).toMatchObject({ state: 'open' });

  keepCopy();
  value(await program.restore(inFolder('copy.db'), calmly));
  ledger = await program.opened();
  expect(await checked()).toEqual(whole);
  expect(await settled()).toEqual(['open', 'approved']);
});

it('what a supervisor has purged does not come back', async () => {
  const purged = await sell(ledger);
  await ledger.checkTrail();
  const exported = await exportedOf(ledger);
  const before = new Date(Date.now() + 1_000).toISOString();
  await ledger.note('Sol', { kind: 'purge-begun', before, exported: 1, file: '/export.csv' });
  expect(await ledger.purge(before, exported)).toBe(1);
  await program.close();
  const kept = onJournal(inFolder('journal.db'), (database) =>
    database.prepare('select 1 from entries where subject = ?').all(purged),
  );
  expect(kept).toEqual([]);
  await rm(inFolder('ledger.db'));
  await start();
  expect(await shown(purged)).toBeNull();
  expect(ledger.otherServer()).toBeNull();
});

it('what was paid after a removal comes back, also where the clock ran ahead when its bound was chosen', async () => {
  const exported = await exportedOf(ledger);
  const before = new Date(Date.now() + oneDay).toISOString();
  await ledger.note('Sol', { kind: 'purge-begun', before, exported: 0, file: '/export.csv' });
  await ledger.purge(before, exported);
  const hold = await paid();
  const captured = await undone(() => paid(capture(hold)));
  expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
  expect(await shown(captured)).toMatchObject({ state: 'approved' });
  expect(await checked()).toEqual(whole);
});

it('a hold that a removal has left comes back', async () => {
  const hold = await paid();
  await ledger.checkTrail();
  expect(await purgeOld(ledger, new Date(Date.now() + 1_000).toISOString())).toBe(0);
  await program.close();
  await rm(inFolder('ledger.db'));
  await start();
  expect(await shown(hold)).toMatchObject({ state: 'approved' });
});

it('an unknown payment, which no removal takes, comes back', async () => {
  const unanswered = await paid(newAttempt({ operation: 'sell' }), lost);
  await ledger.checkTrail();
  const before = new Date(Date.now() + 1_000).toISOString();
  await ledger.note('Sol', { kind: 'purge-begun', before, exported: 0, file: '/export.csv' });
  expect(await ledger.purge(before, await exportedOf(ledger))).toBe(0);
  await restart(() => onFile('delete from attempts where id = ?', unanswered));
  expect(await shown(unanswered)).toMatchObject({ state: 'unknown' });
});

it('what is gone by a removal that nobody has signed comes back', async () => {
  const sold = await sell(ledger);
  await ledger.checkTrail();
  const facts = JSON.stringify({ kind: 'purge-begun', before: '2099-01-01T00:00:00.000Z', exported: 1, file: '/x' });
  const columns = 'id, at, operator_name, seat, kind, facts';
  const entry = `insert into ledger_events (${columns}) values (?, ?, 'Sol', 'Till', 'purge-begun', ?)`;
  await restart(() => {
    onFile(entry, newId(), new Date().toISOString(), facts);
    onFile('delete from attempts where id = ?', sold);
  });
  expect(await shown(sold)).toMatchObject({ state: 'approved' });
  expect(await kinds()).toContain('written-back');
});

it('a locked vault mends nothing, and the first payment after it is opened does', async () => {
  const [hold, captured] = await undone(
    async () => {
      const held = await paid();
      return [held, await paid(capture(held))] as const;
    },
    () => (journalVault.locked = true),
  );
  expect(await shown(captured)).toBeNull();
  journalVault.locked = false;
  expect(await ledger.begin(capture(hold), null)).toMatchObject(notOpen);
  expect(await shown(captured)).toMatchObject({ state: 'approved' });
  expect(await checked()).toEqual(whole);
});

it('the ledger of another seat gets nothing of this one, and is found out', async () => {
  const hold = await paid();
  await ledger.checkTrail();
  await program.close();
  const journal = journalIn(inFolder('other-journal.db'));
  const other = await openSqliteLedger({ ...seatParts('Other'), file: inFolder('older.db'), journal });
  await sell(other, 'Other');
  await other.close();
  await journal.close();
  await putFileBack();
  await start();
  expect(await shown(hold)).toBeNull();
  expect(await ledger.engine.db.selectFrom('attempts').select('seat').execute()).toEqual([{ seat: 'Other' }]);
  expect(ledger.otherServer()).toBeNull();
  expect(await checked()).toMatchObject({ breaks: 2, first: 'forged at 1 of Other' });
});
