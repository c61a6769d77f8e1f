/** Calls about paper: who gets which document, and which file is shown. */
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Services } from '#electron/calls/services.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { ReceiptMessage } from '#electron/shell/receipts/receipt-message.ts';
import { failed, ok } from '#shared/failure.ts';
import type { PaperDocument } from '#shared/paper/paper-documents.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { attemptOf, detailsOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const receipt: PaperDocument = { kind: 'receipt', attemptId: idOf(1), size: 'roll-80', copies: 'both' };
const day = { first: '2026-11-20', last: '2026-11-20', environment: 'test', merchantId: null } as const;
const ofMany: readonly PaperDocument[] = [
  { kind: 'batch', batchId: idOf(8), size: 'letter' },
  { kind: 'holds', query: { show: 'all', part: null, text: '', environment: null }, size: 'letter' },
  { kind: 'day-close', query: day, size: 'letter' },
  { kind: 'reconciliation', id: idOf(9), size: 'letter' },
];

const sale = attemptOf('sell', 'approved', { email: 'maria@example.com', phone: '60201236' });

/** A seat whose ledger has one sale, and figures for a supervisor, who alone needs no approval. */
function seatOf(role: Actor['role'], attempt = sale) {
  const nothing = () => Promise.resolve(failed({ kind: 'not-found' }));
  const file = join(temporaryFolder(), 'receipt.pdf');
  const asked: string[] = [];
  const shown: string[] = [];
  const names: string[] = [];
  const figures = () => Promise.resolve(role === 'supervisor' ? ok(emptyReport) : failed({ kind: 'not-found' }));
  const sent: ReceiptMessage[] = [];
  const actor = { name: 'Ana', role };
  const allow: Approvals['allow'] = (guarded) => {
    asked.push(guarded.act);
    return role === 'supervisor' ? ok(null) : failed({ kind: 'step-up-needed', ...guarded, own: true });
  };
  const calls = createCalls({
    session: { actor: () => actor },
    approvals: { allow },
    history: { show: () => Promise.resolve(ok(detailsOf(attempt))), holds: nothing },
    reports: { figures, closes: () => Promise.resolve(ok({ closes: [] })) },
    reconciliations: { find: () => null },
    batches: { find: nothing },
    merchants: { list: () => Promise.resolve([]), active: () => ({ currencySign: 'B/.' }) },
    seat: { settings: () => aSeat() },
    dialogs: { askWhereToSave: (_title: string, name: string) => Promise.resolve(names.push(name) > 0 ? file : null) },
    printer: { pdf: () => Promise.resolve(Buffer.from('%PDF-')), print: () => Promise.resolve(ok(true)) },
    openMessage: (message: ReceiptMessage) => Promise.resolve(sent.push(message) > 0),
    showInFolder: (each: string) => shown.push(each),
    audit: { noteSoon: () => undefined },
    words: () => wordsOf('en'),
    clock: () => new Date(),
    busy: () => false,
    dataFolder: '/data',
  } as unknown as Services);
  const kindsOf = async (call: 'print' | 'savePdf', documents: readonly PaperDocument[]) => {
    const results = await Promise.all(
      documents.map(async (document) => calls.paper[call]({ document, language: 'en' })),
    );
    return results.map((result) => (result.ok ? 'ok' : result.failure.kind));
  };
  return { calls, actor, asked, shown, names, sent, file, kindsOf };
}

test('a cashier gets receipts, and no document with the data of many, whoever approves', async () => {
  const { kindsOf, asked } = seatOf('cashier');
  for (const call of ['print', 'savePdf'] as const) {
    expect(await kindsOf(call, [receipt, ...ofMany])).toEqual(['ok', ...ofMany.map(() => 'not-permitted')]);
  }
  expect(asked).toEqual([]);
});

test('the back office needs an approval for lists with names, and none for a receipt or a day on paper', async () => {
  const { kindsOf, asked } = seatOf('back-office');
  const printed = ['ok', 'step-up-needed', 'step-up-needed', 'not-found', 'not-found'];
  expect(await kindsOf('print', [receipt, ...ofMany])).toEqual(printed);
  expect(await kindsOf('savePdf', [receipt, ...ofMany])).toEqual(['ok', ...ofMany.map(() => 'step-up-needed')]);
  expect(new Set(asked)).toEqual(new Set(['export']));
});

test('a PDF replaces the name of a file alone, whose other name may be that of the ledger', async () => {
  const { file, kindsOf } = seatOf('cashier');
  writeFileSync(`${file}.ledger.db`, 'payments');
  linkSync(`${file}.ledger.db`, file);
  expect(await kindsOf('savePdf', [receipt])).toEqual(['ok']);
  expect(readFileSync(`${file}.ledger.db`, 'utf8')).toBe('payments');
});

test('the saved file is shown to who has saved it, and nothing before', async () => {
  const { calls, actor, shown, file, kindsOf } = seatOf('cashier');
  expect(await calls.paper.showFile()).toEqual(failed({ kind: 'not-found' }));
  expect(await kindsOf('savePdf', [receipt])).toEqual(['ok']);
  expect(existsSync(file)).toBe(true);
  await calls.paper.showFile();
  expect(shown).toEqual([file]);
  actor.name = 'Beto';
  expect(await calls.paper.showFile()).toEqual(failed({ kind: 'not-found' }));
  expect(shown).toHaveLength(1);
});

test('a PDF is named after the close of its day, or after the days of its figures', async () => {
  const { kindsOf, names } = seatOf('supervisor');
  const documents = ['2026-11-20', '2026-11-30'].map((last): PaperDocument => ({
    kind: 'day-close',
    query: { ...day, last },
    size: 'letter',
  }));
  expect(await kindsOf('savePdf', documents)).toEqual(['ok', 'ok']);
  expect(names.toSorted()).toEqual(['caja-day-close-2026-11-20', 'caja-figures-2026-11-20_2026-11-30']);
});

test('a receipt is opened as a message to the payment’s own address, in the language of the customer', async () => {
  const { calls, sent } = seatOf('cashier');
  const send = (by: 'mail' | 'whatsapp', language: 'en' | 'es') =>
    calls.paper.send({ attemptId: idOf(1), by, language });
  expect(await send('mail', 'es')).toEqual(ok({ opened: true, to: 'm…@example.com' }));
  expect(await send('whatsapp', 'en')).toEqual(ok({ opened: true, to: '+5076…36' }));
  expect(sent).toMatchObject([
    { by: 'mail', to: 'maria@example.com', subject: 'Recibo de Comercio de práctica' },
    { by: 'whatsapp', to: '50760201236' },
  ]);
  for (const { text } of sent) {
    expect(text).toContain('Visa •••• 7001');
    expect(text).toContain('120.00');
    expect(text).toMatch(/TRAINING|PRÁCTICA/);
    expect(text).not.toContain('localhost');
  }
});

test.each([
  ['has no e-mail address', 'mail', attemptOf('sell', 'approved', { email: '' })],
  [
    'has another header in its e-mail address',
    'mail',
    attemptOf('sell', 'approved', { email: 'a@b.example?cc=x@y.zz' }),
  ],
  ['has no number with a country code', 'whatsapp', attemptOf('sell', 'approved', { phone: '2630000' })],
  ['was declined', 'mail', attemptOf('sell', 'declined', { email: 'maria@example.com' })],
] as const)('no message is opened for a payment that %s', async (_why, by, attempt) => {
  const { calls, sent } = seatOf('supervisor', attempt);
  expect(await calls.paper.send({ attemptId: idOf(1), by, language: 'en' })).toEqual(failed({ kind: 'not-found' }));
  expect(sent).toEqual([]);
});
