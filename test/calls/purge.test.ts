/** The purge: removed payments are on disk first, in an exported file that survives a power cut. */
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Dialogs } from '#electron/core/dialogs.ts';
import { ledgerCalls } from '#electron/calls/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { failed, ok } from '#shared/failure.ts';
import { merchant } from '#test/fixtures/examples.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { oldSale, servicesOn, sol } from './on-ledger.ts';

/** Path that the operator chooses for the exported file. */
let chosen = '';
const dialogs = { askWhereToSave: () => Promise.resolve(chosen) } as unknown as Dialogs;

let folder: string;
let ledger: StoredLedger;
beforeEach(async () => {
  folder = temporaryFolder();
  chosen = path.join(folder, 'removed.csv');
  ledger = await (await storeOfTest('SQLite')).open('Till');
});
afterEach(() => void vi.restoreAllMocks());

const purge = (before = '2021-01-01T00:00:00.000Z') =>
  ledgerCalls(servicesOn(ledger, { dialogs })).purge({ before }, sol);
/** Makes an old sale, after which the ledger has no head of its chain to write. */
async function old(): Promise<string> {
  const id = await oldSale(ledger);
  await ledger.checkTrail();
  return id;
}

/** The methods of all opened files, which tests watch. */
async function filePrototype() {
  const handle = await open(folder);
  await handle.close();
  return Object.getPrototypeOf(handle) as { sync: () => Promise<void>; stat: typeof handle.stat };
}

it('a purge flushes the exported file and its folder before it removes the first row', async () => {
  const id = await old();
  const order: string[] = [];
  const prototype = await filePrototype();
  const { sync } = prototype;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof prototype) {
    const isFolder = (await this.stat()).isDirectory();
    await sync.call(this);
    order.push(isFolder ? 'folder flushed' : 'file flushed');
    expect(await ledger.show(id)).not.toBeNull();
  });
  const removing = vi.spyOn(ledger, 'purge');
  removing.mockImplementationOnce(async (before, exported) => {
    order.push('purge');
    removing.mockRestore();
    return ledger.purge(before, exported);
  });
  expect(await purge()).toEqual(ok({ path: chosen, removed: 1 }));
  expect(order).toEqual(
    process.platform === 'win32' ? ['file flushed', 'purge'] : ['file flushed', 'folder flushed', 'purge'],
  );
  expect(await readFile(chosen, 'utf8')).toContain(id);
  expect(await ledger.show(id)).toBeNull();
});

it('a purge refuses to replace a file and removes nothing, because the file may hold an earlier purge', async () => {
  const id = await old();
  await writeFile(chosen, 'what was removed before');
  expect(await purge()).toMatchObject({ failure: { kind: 'file', detail: expect.stringContaining(chosen) } });
  expect(await readFile(chosen, 'utf8')).toBe('what was removed before');
  expect(await ledger.show(id)).not.toBeNull();
});

it('a purge removes nothing when the exported file can’t be flushed', async () => {
  const id = await old();
  vi.spyOn(await filePrototype(), 'sync').mockRejectedValue(new Error('EIO: i/o error, fsync'));
  expect(await purge()).toEqual(failed({ kind: 'file', doing: 'write', detail: 'EIO: i/o error, fsync' }));
  expect(await ledger.show(id)).not.toBeNull();
  await expect(stat(chosen)).rejects.toThrow('ENOENT');
});

it('a purge waits for seats that have still to write payments back, which would be taken for removed', async () => {
  const id = await old();
  vi.spyOn(ledger, 'otherServer').mockReturnValue({ missing: 0, writtenBack: 0, awaited: ['Bar'] });
  expect(await purge()).toEqual(failed({ kind: 'seats-awaited', seats: ['Bar'] }));
  expect(await ledger.show(id)).not.toBeNull();
});

it('a purge within the window of the duplicate guard is refused before anything is asked', async () => {
  const before = new Date(Date.now() - merchant.duplicateWindowHours * 3_600_000 + 60_000).toISOString();
  expect(await purge(before)).toEqual(failed({ kind: 'too-recent', hours: merchant.duplicateWindowHours }));
  await expect(stat(chosen)).rejects.toThrow('ENOENT');
});

it.each([
  ['misses a row', (text: string) => text.replace(/\r\n[^\r]*\r\n$/, '\r\n')],
  ['is cut in a row', (text: string) => text.slice(0, -40)],
  ['has another amount', (text: string) => text.replace(',120.00,', ',12.00,')],
  ['has a row twice', (text: string) => text + (text.split('\r\n')[1] ?? '') + '\r\n'],
  ['is empty', () => ''],
])('a purge removes nothing when the exported file %s', async (_how, damage) => {
  const ids = [await old(), await old()];
  const prototype = await filePrototype();
  const { sync } = prototype;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof prototype) {
    await sync.call(this);
    if (!(await this.stat()).isDirectory()) return;
    const text = await readFile(chosen, 'utf8');
    expect(damage(text)).not.toBe(text);
    await writeFile(chosen, damage(text));
  });
  expect(await purge()).toMatchObject({ failure: { kind: 'file', detail: expect.stringContaining(chosen) } });
  for (const id of ids) expect(await ledger.show(id)).not.toBeNull();
});
