/** Edits of the list of awaited seats by hand. They stop captures for a short time at most, and let nobody settle a hold too early. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneMinute } from '#shared/durations.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { capture, newAttempt, record } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import { deed, signingSeatOfTest, whole, type SigningSeat } from '../trail/signing-seat.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

let tillSeat: SigningSeat;
let officeSeat: SigningSeat;
let till: StoredLedger;
let holdId: string;
let passed: number;
const clock = () => new Date(Date.now() + passed);
const openTill = () => tillSeat.open('Till', clock);
const openOffice = () => officeSeat.open('Office', clock);

/** Works on the database as its owner. */
const byHand = (statement: string): Promise<void> =>
  onDatabase(tillSeat.store.address, async (db) => void (await sql.raw(statement).execute(db)));

/** Runs the heartbeat that looks at the list again. */
async function look(ledger: StoredLedger): Promise<void> {
  passed += 2 * oneMinute;
  await ledger.recover();
}

const capturing = async () => {
  const begun = await till.begin(capture(holdId), null);
  return begun.ok ? 'begun' : begun.failure;
};
const waitingFor = (...seats: string[]) => ({ kind: 'seats-awaited', seats });

/** Entries of the till that notices first. It lists itself too, and has all that it did. */
const noticed = [
  ['Till', 'seats-awaited', ['Office', 'Till']],
  ['Till', 'seat-compared', null],
];

const deeds = async () => {
  const { events } = await till.events({
    kinds: ['seats-awaited', 'seat-compared', 'awaited-put-back'],
    after: null,
    limit: 20,
  });
  return events.map(({ seat, deed }) => [seat, deed.kind, 'seats' in deed ? deed.seats : null]).toReversed();
};

/** Ends both seats, and opens the till on a server that went back. */
async function goBack(open = openTill): Promise<void> {
  await till.close();
  await byHand(`update ledger_settings set value = '7000000000000000000 00000001 1 x' where name = 'compared'`);
  // As the standby has it: the seat was at work.
  await byHand(`insert into instances values ('former', 'Office', 'pc', 1, 0)`);
  till = await open();
}

// One would put an edit back before the test has seen it.
withoutHeartbeats();
beforeEach(async () => {
  passed = 0;
  tillSeat = await signingSeatOfTest('PostgreSQL');
  officeSeat = await signingSeatOfTest('PostgreSQL', tillSeat.store);
  till = await openTill();
  await (await openOffice()).close();
  holdId = await record(till, newAttempt({ seat: 'Till' }));
});

it('a seat put on it stops captures until a seat looks, and is told', async () => {
  await byHand(`insert into awaited_seats values ('Bar', '2099-01-01T00:00:00.000Z')`);
  expect(await till.checkTrail()).toMatchObject({ breaks: 1, first: { kind: 'awaited-differ' } });
  expect(await capturing()).toEqual(waitingFor('Bar'));
  await look(till);
  expect(await deeds()).toEqual([['Till', 'awaited-put-back', []]]);
  expect(await till.checkTrail()).toMatchObject(whole);
  expect(await capturing()).toBe('begun');
});

it.each([
  ['taken off it', `delete from awaited_seats`],
  ['made one that nothing waits for', `update awaited_seats set since = '2020-01-01T00:00:00.000Z'`],
])('a seat %s before it was there is put back, and is told', async (_how, statement) => {
  await goBack();
  expect(await capturing()).toEqual(waitingFor('Office'));
  await look(till);
  expect(await deeds()).toEqual(noticed);
  await byHand(statement);
  expect(await till.checkTrail()).toMatchObject({ breaks: 1, first: { kind: 'awaited-differ' } });
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office'));
  const office = await openOffice();
  await look(till);
  expect(await deeds()).toEqual([
    ...noticed,
    ['Till', 'awaited-put-back', ['Office']],
    ['Office', 'seat-compared', null],
  ]);
  expect(await office.checkTrail()).toMatchObject(whole);
  expect(await capturing()).toBe('begun');
});

it('a seat that bears its name, as by an edited file, takes it off for nobody', async () => {
  const office = await openOffice();
  await office.note('Eva', deed);
  await office.close();
  await goBack();
  await till.close();
  const renamed = await tillSeat.open('Office', clock);
  await look(renamed);
  await renamed.close();
  till = await openTill();
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office'));
  await till.acceptServer('Sol');
  expect(await capturing()).toBe('begun');
});

it('a copy of its data folder on another computer takes it off for nobody, because it lacks what the other did', async () => {
  await till.close();
  const folder = temporaryFolder();
  cpSync(tillSeat.folder, folder, { recursive: true });
  till = await openTill();
  holdId = await record(till, newAttempt({ seat: 'Till' }));
  const { store, vault } = tillSeat;
  const heads = trailHeadsIn(folder, reportBug, vault);
  await goBack(() => store.open('Till', clock, path.join(folder, 'journal.db'), heads, vault));
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office', 'Till'));
  await till.close();
});

it('an unsigned word that a seat has compared the server takes it off for nobody', async () => {
  await goBack();
  const [{ value: mark } = { value: '' }] = await till.engine.db
    .selectFrom('ledger_settings')
    .select('value')
    .where('name', '=', 'compared')
    .execute();
  const facts = JSON.stringify({ kind: 'seat-compared', mark });
  await byHand(
    `insert into ledger_events values ('x', '2026-01-01T00:00:00.000Z', 'Office', 'Office', 'seat-compared', '${facts}')`,
  );
  await byHand('delete from awaited_seats');
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office'));
});

it('the mark of a server from before, with nobody on the list, makes all seats compare again', async () => {
  await goBack();
  const office = await openOffice();
  await look(till);
  await byHand(`update ledger_settings set value = '7000000000000000000 00000001 1 x' where name = 'compared'`);
  expect(await till.checkTrail()).toMatchObject({ first: { kind: 'awaited-differ' } });
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office'));
  await look(office);
  expect(await capturing()).toBe('begun');
  expect(await till.checkTrail()).toMatchObject(whole);
});

it('a server without its mark makes a seat that has been there list the others', async () => {
  await till.close();
  await byHand(`delete from ledger_settings where name = 'compared'`);
  await byHand(`insert into instances values ('former', 'Office', 'pc', 1, 0)`);
  till = await openTill();
  expect(await capturing()).toEqual(waitingFor('Office'));
  expect(await deeds()).toEqual([['Till', 'seats-awaited', ['Office']]]);
  await openOffice();
  expect(await capturing()).toBe('begun');
});

it('a seat that another one has listed with a locked vault stays on it', async () => {
  tillSeat.vault.locked = true;
  await goBack();
  const bar = await signingSeatOfTest('PostgreSQL', tillSeat.store);
  const beside = await bar.open('Bar', clock);
  await look(beside);
  await look(till);
  expect(await capturing()).toEqual(waitingFor('Office', 'Till'));
  tillSeat.vault.locked = false;
  await look(till);
  await look(beside);
  expect(await capturing()).toEqual(waitingFor('Office'));
  expect(await deeds()).toEqual(noticed);
});

it('a supervisor’s word that nobody is awaited stays', async () => {
  await goBack();
  await till.acceptServer('Sol');
  await look(till);
  const office = await openOffice();
  await look(office);
  expect(await capturing()).toBe('begun');
  expect(await deeds()).toEqual(noticed);
});

it('waits for a seat that was closed when the backup was made, because it may have worked since', async () => {
  const office = await openOffice();
  await record(office, newAttempt({ seat: 'Office' }));
  await Promise.all([till.close(), office.close()]);
  await byHand(`update ledger_settings set value = '7000000000000000000 00000001 1 x' where name = 'compared'`);
  till = await openTill();
  expect(await capturing()).toEqual(waitingFor('Office'));
  await openOffice();
  await look(till);
  expect(await capturing()).toBe('begun');
  expect(await till.checkTrail()).toMatchObject(whole);
});
