/** The check after a start: from where the trail was last found whole, the whole of it once a week or after a finding. */
import { copyFile } from 'node:fs/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneDay } from '#shared/durations.ts';
import { checkAtOnce } from '#test/fixtures/replace-built-in.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { soon } from '#test/support/soon.ts';
import {
  byHand,
  deed,
  gist,
  makeSigningSeat,
  sell,
  signingSeatOfTest,
  whole,
  type SigningSeat,
} from './signing-seat.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

checkAtOnce();

/** More links than a check after a start covers in any case. */
const many = 650;
let seat: SigningSeat;
let ledger: StoredLedger | null;
let first: string;
const file = () => path.join(seat.folder, 'trail.json');
const files = () => [
  file(),
  path.join(seat.folder, 'journal.db'),
  seat.store.address.engine === 'SQLite' ? seat.store.address.file : '',
];
const mark = () => /"verified":(\{[^}]*\}|null)/.exec(readFileSync(file(), 'utf8'))?.[1];

/** Starts the program on a day from now, and returns what its check finds. */
async function checkedAtStart(day = 0) {
  const heads = trailHeadsIn(seat.folder, reportBug, seat.vault);
  return checkOf(await seat.store.open('Till', () => new Date(Date.now() + day * oneDay), null, heads));
}

/** Returns what the check after the opening finds. */
async function checkOf(opened: StoredLedger) {
  ledger = opened;
  await vi.waitFor(() => expect(opened.trail()).not.toBeNull(), soon);
  const report = opened.trail();
  return report && gist(report);
}

async function stop(): Promise<void> {
  await ledger?.close();
  ledger = null;
}

const editFirst = (amount: number) =>
  byHand(seat.store, (db) =>
    sql`update attempts set amount = ${amount}, checksum = null where id = ${first}`.execute(db),
  );

beforeAll(async () => {
  seat = await makeSigningSeat('SQLite');
  const opened = await seat.open();
  first = await sell(opened);
  for (let count = 0; count < many; count++) await opened.note('Ana', deed);
  await opened.close();
  expect(await checkedAtStart()).toEqual(whole);
  await stop();
  for (const each of files()) await copyFile(each, `${each}.good`);
});
beforeEach(async () => {
  for (const each of files()) await copyFile(`${each}.good`, each);
});
afterEach(stop);
afterAll(() => seat.drop());

it('names an old payment that was edited a week later at most, and then at every start', async () => {
  const { amount } = (await readFirst()) ?? { amount: 0 };
  await editFirst(1);
  // Between two checks of the whole, a start looks at what came since alone.
  expect(await checkedAtStart(6)).toEqual(whole);
  await stop();
  const found = { breaks: 1, first: 'payment-differs at 2 of Till' };
  expect(await checkedAtStart(8)).toMatchObject(found);
  await stop();
  expect(mark()).toBe('null');
  expect(await checkedAtStart(8)).toMatchObject(found);
  await stop();
  await editFirst(amount);
  expect(await checkedAtStart(8)).toEqual(whole);
  expect(mark()).not.toBe('null');
});

async function readFirst() {
  const opened = await seat.open();
  const shown = await opened.show(first);
  await opened.close();
  return shown;
}

it.each([
  ['a payment that was edited', 'payment-differs', 'update attempts set amount = 1, checksum = null'],
  ['a payment that was deleted', 'missing', 'delete from attempts'],
])('names %s since the last check', async (_what, kind, statement) => {
  const opened = await seat.open();
  const last = await sell(opened);
  await opened.close();
  await byHand(seat.store, (db) => sql`${sql.raw(statement)} where id = ${last}`.execute(db));
  expect(await checkedAtStart()).toMatchObject({ breaks: 1, first: `${kind} at ${many + 4} of Till` });
});

it('finds a mark that was moved by hand', async () => {
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(/"wholeAt":"\d{4}/, '"wholeAt":"2999'));
  expect(await checkedAtStart()).toMatchObject({ breaks: 1, first: `no-head at ${many + 2} of Till` });
});

it('names a link about a payment since then that nobody has signed, under the key of another seat', async () => {
  const till = await signingSeatOfTest('PostgreSQL');
  const beside = await signingSeatOfTest('PostgreSQL', till.store);
  const paid = await till.open();
  const sale = await sell(paid);
  await paid.close();
  const other = await beside.open('TillB');
  await other.note('Eva', deed);
  await other.close();
  const checked = async () => {
    const found = await checkOf(await till.open());
    await stop();
    return found;
  };
  expect(await checked()).toEqual(whole);
  await byHand(till.store, (db) =>
    sql`insert into audit_links select (jsonb_populate_record(own, jsonb_build_object('signer', other.signer,
        'seat', other.seat, 'link', other.link + 1, 'revision', own.revision + 1, 'hash', 'planted'))).*
      from audit_links own, audit_links other
      where own.subject_id = ${sale} and own.revision = 2 and other.seat = 'TillB'
        and other.link = (select max(link) from audit_links where signer = other.signer)`.execute(db),
  );
  expect(await checked()).toMatchObject({
    breaks: 1,
    first: expect.stringMatching(/^forged at \d of TillB$/) as string,
  });
});
