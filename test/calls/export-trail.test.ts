/** The exported audit trail: every entry with its link and facts, in both formats, and no text that a spreadsheet would run. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { exportTrail } from '#electron/calls/exports/export-trail.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { readCsv } from '#electron/export/csv.ts';
import type { TrailEntry } from '#electron/ledger/trail/ledger-trail.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const id = '01928374-5566-7788-99aa-bbccddeeff01';
const at = '2026-11-20T12:00:00.000Z';
const deed: TrailEntry = {
  at,
  linkedAt: '2026-11-20T12:00:03.000Z',
  seat: 'Till 2',
  operatorName: '=HYPERLINK("https://evil.example")',
  subjectId: id,
  what: { kind: 'override', attemptId: id, reason: '+1 room;=2' },
  link: { signer: 'aKey', number: 7, hash: 'aHash', signature: 'aSignature' },
};
const payment: TrailEntry = {
  ...deed,
  operatorName: 'Ana',
  linkedAt: null,
  link: null,
  what: {
    kind: 'payment',
    operation: 'sell',
    environment: 'test',
    merchant: 'Shop',
    seat: 'Till 2',
    amount: 125_050,
    answeredAmount: null,
    state: 'unknown',
    standing: 'declined',
    serviceCode: null,
    codOper: null,
    authTokenDigest: null,
    operator: 'Ana',
    startedAt: at,
    answeredAt: null,
    resolvedBy: 'Sol',
    refersTo: null,
    begun: 'begunHash',
    row: 'rowHash',
  },
};

async function* entries() {
  yield await Promise.resolve(deed);
  yield payment;
}

it('a text table has headings, links and facts, and a formula in a name is text', async () => {
  const file = path.join(temporaryFolder(), 'trail.csv');
  expect(await exportTrail(entries(), file, 'csv', wordsOf('en'))).toEqual({ ok: true, value: 2 });
  const rows: (readonly string[])[] = [];
  for await (const row of readCsv(file)) rows.push(row);
  expect(rows[0]).toEqual([
    'Time (UTC)',
    'Time of the link (UTC)',
    'Operator',
    'Seat',
    'What',
    'Kind',
    'Facts (JSON)',
    'Id',
    'Signer',
    'Link',
    'Hash',
    'Signature',
  ]);
  expect(rows[1]).toEqual([
    at,
    '2026-11-20T12:00:03.000Z',
    `'=HYPERLINK("https://evil.example")`,
    'Till 2',
    `Duplicate allowed: +1 room;'=2`,
    'override',
    expect.any(String),
    id,
    'aKey',
    '7',
    'aHash',
    'aSignature',
  ]);
  expect(JSON.parse(rows[1]?.[6] ?? '')).toEqual(deed.what);
  expect(rows[2]?.slice(4, 6)).toEqual(['Sale, 1,250.50: Declined', 'payment']);
  expect(rows[2]?.slice(8)).toEqual(['', '', '', '']);
});

it('a spreadsheet in Spanish has the same entries, as texts', async () => {
  const file = path.join(temporaryFolder(), 'trail.xlsx');
  expect(await exportTrail(entries(), file, 'xlsx', wordsOf('es'))).toEqual({ ok: true, value: 2 });
  const { sheets } = await readXlsx(await readFile(file));
  const rows = sheets[0]?.rows ?? [];
  expect(rows[0]?.[4]).toBe('Qué');
  expect(rows[1]?.[2]).toBe(deed.operatorName);
  expect(rows[1]?.[4]).toContain('+1 room');
  expect(rows[2]?.[4]).toBe('Cobro, 1,250.50: Rechazado');
});

it('a ledger that goes away meanwhile leaves no file', async () => {
  const file = path.join(temporaryFolder(), 'trail.csv');
  async function* broken() {
    yield deed;
    await Promise.reject(new LedgerUnavailable('disconnected', 'gone'));
  }
  await expect(exportTrail(broken(), file, 'csv', wordsOf('en'))).rejects.toThrow('gone');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});
