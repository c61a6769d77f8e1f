/** A system dialog that is open when the seat locks: no other operator completes the action behind it. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Dialogs } from '#electron/core/dialogs.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { ok } from '#shared/failure.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { oldSale, servicesOn, sol } from './on-ledger.ts';

/** The operator of the seat, and the change made while the dialog is open. */
let now: Actor | null = sol;
let meanwhile: () => void = () => undefined;
let chosen = '';
const answer = async () => {
  await Promise.resolve();
  meanwhile();
  return chosen;
};
const dialogs: Dialogs = {
  askWhereToSave: () => answer(),
  askWhatToOpen: () => answer(),
  askForFolder: () => answer(),
};

const bug = (error: unknown): never => {
  throw error;
};
let folder: string;
let ledger: StoredLedger;
let id: string;
beforeEach(async () => {
  folder = temporaryFolder();
  chosen = path.join(folder, 'chosen.csv');
  now = sol;
  ledger = await (await storeOfTest('SQLite')).open('Till');
  id = await oldSale(ledger);
});

const calls = () =>
  createCalls(
    servicesOn(ledger, {
      selectedLedger: { opened: () => Promise.resolve(ledger), restore: bug },
      backups: { status: () => ({ folder }), keepIn: bug },
      dialogs,
      session: { actor: () => now },
      dataFolder: path.join(folder, 'data'),
    }),
  );
const closed = { ok: true, value: null };

describe.each<[string, Actor | null]>([
  ['the seat was locked', null],
  ['another operator signed in', { name: 'Ana', role: 'supervisor' }],
])('a dialog answered after %s', (_title, later) => {
  beforeEach(() => {
    meanwhile = () => {
      now = later;
    };
  });

  it('removes nothing and writes nothing', async () => {
    expect(await calls().ledger.purge({ before: '2021-01-01T00:00:00.000Z' })).toEqual(closed);
    now = sol;
    expect(await calls().history.export({ filter: historyFilterSchema.parse({}), format: 'csv' })).toEqual(closed);
    now = sol;
    expect(await calls().ledger.backUp(undefined)).toEqual(closed);
    expect(existsSync(chosen)).toBe(false);
    expect(await ledger.show(id)).not.toBeNull();
  });

  it('restores nothing and moves no backups', async () => {
    expect(await calls().ledger.restore({})).toEqual(closed);
    now = sol;
    expect(await calls().ledger.chooseBackupFolder(undefined)).toEqual(closed);
  });
});

it('no export replaces a file of the data folder, also behind a link', async () => {
  meanwhile = () => undefined;
  const own = path.join(folder, 'data', 'ledger.db');
  mkdirSync(path.dirname(own));
  writeFileSync(own, 'payments');
  symlinkSync(own, path.join(folder, 'link.csv'));
  for (chosen of [own, path.join(folder, 'link.csv')]) {
    const exported = calls().history.export({ filter: historyFilterSchema.parse({}), format: 'csv' });
    const detail = expect.stringContaining('is not replaced');
    expect(await exported).toEqual({ ok: false, failure: { kind: 'file', detail } });
    expect(readFileSync(own, 'utf8')).toBe('payments');
  }
  // Under this name SQLite would take it for a log of payments, which a backup leaves alone too.
  chosen = `${own}-wal`;
  const detail = expect.stringContaining('own files');
  for (const exported of [
    calls().history.export({ filter: historyFilterSchema.parse({}), format: 'csv' }),
    calls().ledger.backUp(undefined),
  ])
    expect(await exported).toEqual({ ok: false, failure: { kind: 'file', detail } });
  expect(existsSync(chosen)).toBe(false);
});

it('a dialog answered by the operator who opened it completes the action', async () => {
  meanwhile = () => undefined;
  expect(await calls().ledger.purge({ before: '2021-01-01T00:00:00.000Z' })).toEqual(ok({ path: chosen, removed: 1 }));
});
