/** Copies of the embedded ledger: restored by the program they keep the trail whole, put in place by hand they are found out. */
import { calmly } from '#test/fixtures/ledger/restore-copy.ts';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { value } from '#test/fixtures/examples.ts';
import { closeToday, deed, gist, restoreDeed, sell, whole } from './signing-seat.ts';
import { selectedLedgerIn, trailKeyOfSeat } from '#test/fixtures/ledger/selected-ledger-in.ts';

let folder: string;
let program: SelectedLedger;
let trailKey: ReturnType<typeof trailKeyOfSeat>;
const copy = () => path.join(folder, 'copy.db');
const file = () => path.join(folder, 'ledger.db');
const journal = () => path.join(folder, 'journal.db');
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caja-trail-'));
  trailKey = trailKeyOfSeat();
  program = start();
});
afterEach(async () => {
  await program.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (): SelectedLedger => selectedLedgerIn(folder, { vault: { trailKey } });

async function restart(): Promise<void> {
  await program.close();
  program = start();
}

/** Restores as the call of the screens does. */
async function restore(): Promise<void> {
  const former = await (await program.opened()).allEvents();
  value(await program.restore(copy(), calmly));
  const ledger = await program.opened();
  await ledger.addEvents(former);
  await ledger.note('Sol', restoreDeed(1));
}

const checked = async () => gist(await (await program.opened()).checkTrail());

it('a backup that a supervisor restores keeps the trail whole, with the payments that it lacks', async () => {
  const ledger = await program.opened();
  await sell(ledger);
  await ledger.checkTrail();
  await ledger.backUp(copy());
  await sell(ledger);
  await closeToday(ledger);
  expect(await checked()).toEqual(whole);
  await restore();
  expect(await checked()).toEqual(whole);
  await sell(await program.opened());
  await restart();
  expect(await checked()).toEqual(whole);
});

it('a backup that replaces a damaged ledger, whose links are lost, raises no alarm', async () => {
  const ledger = await program.opened();
  await sell(ledger);
  await ledger.checkTrail();
  await ledger.backUp(copy());
  await ledger.note('Ana', deed);
  await program.close();
  await rm(file());
  await rm(journal());
  program = start();
  expect(await checked()).toMatchObject({ first: 'cut-off at 1 of Till' });
  value(await program.restore(copy(), calmly));
  await (await program.opened()).note('Sol', restoreDeed(1));
  expect(await checked()).toEqual(whole);
  await restart();
  expect(await checked()).toEqual(whole);
});

it('an older copy that somebody put in its place, with the journal gone, is cut off', async () => {
  const ledger = await program.opened();
  await sell(ledger);
  await ledger.checkTrail();
  await program.close();
  await copyFile(file(), copy());
  program = start();
  const later = await program.opened();
  await sell(later);
  await later.note('Ana', deed);
  await program.close();
  await copyFile(copy(), file());
  await rm(journal());
  program = start();
  expect(await checked()).toMatchObject({ breaks: 1, first: 'cut-off at 3 of Till' });
  await restart();
  expect(await checked()).toMatchObject({ breaks: 1, first: 'cut-off at 3 of Till' });
});
