/** Exports of the history: complete, masked, exact to the cent, and harmless to a spreadsheet. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { columnNames, moneyColumns } from '#electron/export/columns.ts';
import { writeHistory } from '#electron/export/history-file.ts';
import { decimalText } from '#shared/payments/money.ts';
import { exportedFields } from '#shared/payments/payment-fields.ts';
import { resolution } from '#test/fixtures/examples.ts';
import { exampleFields, keptExamples, markOf } from '#test/fixtures/payment-fields.ts';
import { attemptOf, attempt as shownAttempt, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { sheetsOf } from './read-spreadsheet.ts';
import { ownWords as words } from './export-words.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const attempt = (change: Partial<ListedAttempt> = {}): ListedAttempt => ({
  ...listed(
    shownAttempt({
      operation: 'authorize',
      merchantName: 'Panadería Ñandú',
      seat: 'one',
      amount: 123_456_789_05,
      answeredAmount: 10,
      taxAmount: 0,
      firstName: 'Ana',
      lastName: 'Pérez "la jefa"',
      email: 'ana@example.org',
      concept: 'One, two\nthree',
      description: 'x',
      state: 'unknown',
      unknownCause: 'no-answer',
      references: { codOper: '00123', authToken: null, idtx: null, cardToken: 'never shown', relatedTx: null },
    }),
  ),
  ...change,
});

async function* these(...attempts: ListedAttempt[]): AsyncGenerator<ListedAttempt> {
  yield* attempts;
}

const folder = folderOfTests();

const csvOf = async (...attempts: ListedAttempt[]) => {
  const file = path.join(folder, 'history.csv');
  const rows = await writeHistory(these(...attempts), { file, format: 'csv', words, sheetName: 'Payments' });
  return { rows, text: readFileSync(file, 'utf8') };
};

describe('an export of the history', () => {
  it('holds a heading and every attempt, with amounts exact to the cent and unchanged texts', async () => {
    const { rows, text } = await csvOf(attempt(), attempt({ amount: 1 }));
    expect(rows).toBe(2);
    expect(text.startsWith(`\ufeff${columnNames.map((name) => `<${name}>`).join(',')}\r\n`)).toBe(true);
    expect(text).toContain(',123456789.05,0.10,0.00,VISA,7001,');
    expect(text).toContain(',0.01,0.10,');
    expect(text).toContain('"Pérez ""la jefa"""');
    expect(text).toContain('"One, two\nthree"');
    expect(text).toContain(',00123,');
    expect(text).not.toContain('never shown');
  });

  it.each(exportedFields)('holds the keyed %s under its own heading', async (field) => {
    const { text } = await csvOf(attempt({ ...keptExamples, references: attempt().references }));
    const [headings, cells] = text.split('\r\n').map((line) => line.replace('\ufeff', '').split(','));
    const value = exampleFields[field];
    const exportedText =
      typeof value === 'number'
        ? decimalText(value)
        : typeof value === 'string'
          ? value
          : `Own label: ${markOf(field)}`;
    expect(cells?.[headings?.indexOf(`<${field}>`) ?? -1]).toBe(exportedText);
    expect(moneyColumns.includes(field)).toBe(typeof value === 'number');
  });

  it('holds the day and the time of the computer’s clock, by which reports count', async () => {
    const { text } = await csvOf(attempt({ startedAt: new Date(2026, 10, 21, 23, 59, 58).toISOString() }));
    expect(text.split('\r\n')[1]).toContain(`${idOf(1)},2026-11-21,23:59:58,2026-11-2`);
  });

  it('shows the resolved state of an unknown attempt and the operator who resolved it', async () => {
    const { text } = await csvOf(attempt({ resolution: resolution('approved', { reference: 'R-9' }) }));
    expect(text).toContain(',authorize,approved,training,');
    expect(text).toContain(',approved,Sol,R-9,Looked up');
  });

  it('names the charge of a captured hold beside it once, and its latest state at both', async () => {
    const hold = attemptOf('authorize', 'approved', { id: idOf(1) });
    const charge = attemptOf('capture', 'approved', {
      id: idOf(2),
      holdId: hold.id,
      amount: 80_00,
      operatorName: 'Beto',
    });
    const payment = paymentOf(hold, 'captured', charge);
    const { text } = await csvOf(listed(hold, payment), listed(charge, payment));
    const [held, captured] = text.split('\r\n').slice(1);
    expect(held?.endsWith(`,captured,${charge.startedAt},80.00,SANDBOX_QX1K,Beto,${charge.id},,`)).toBe(true);
    expect(captured?.endsWith(',captured,,,,,,,80.00')).toBe(true);
    expect(moneyColumns.includes('chargedAmount')).toBe(true);
    const open = await csvOf(listed(hold, paymentOf(hold, 'open', attemptOf('capture', 'declined'))));
    expect(open.text.split('\r\n')[1]?.endsWith(',open,,,,,,,')).toBe(true);
  });

  it.each(['=1+1', '+cmd', '-2', '@sum', '\tx', '\rx'])(
    'marks a text that starts like a formula as text: %j',
    async (value) => {
      const { text } = await csvOf(attempt({ description: value, firstName: value }));
      const cells = text.split('\r\n')[1] ?? '';
      expect(cells).toMatch(/,"?'[=+\-@\t\r]/);
      expect(cells).not.toMatch(/,"?[=+\-@]/);
    },
  );

  it('keeps all that a purge would remove: reasons, custom fields, and links to hold and batch', async () => {
    const { text } = await csvOf(
      attempt({
        operation: 'capture',
        overrideReason: 'A second order',
        holdId: '01928374-5566-7788-99aa-000000000001',
        batchId: '01928374-5566-7788-99aa-000000000002',
        references: { codOper: 'C', authToken: null, idtx: null, cardToken: null, relatedTx: 'C0' },
        customFieldValues: [
          { id: '1', nameOrLabel: 'Room', value: '12' },
          { id: '2', nameOrLabel: 'Guest', value: 'Sol' },
        ],
      }),
    );
    expect(text).toContain(
      ',A second order,01928374-5566-7788-99aa-000000000001,01928374-5566-7788-99aa-000000000002,C0,"Room: 12; Guest: Sol"',
    );
  });

  it('can be a spreadsheet with amounts as exact numbers and texts as texts, whatever they look like', async () => {
    const file = path.join(folder, 'history.xlsx');
    const rows = await writeHistory(these(attempt(), attempt({ firstName: '=1+1' })), {
      file,
      format: 'xlsx',
      words,
      sheetName: 'Payments',
    });
    expect(rows).toBe(2);
    const [sheet] = sheetsOf(file);
    expect(sheet?.name).toBe('Payments');
    const column = (name: (typeof columnNames)[number]) => columnNames.indexOf(name);
    expect(sheet?.rows[0]).toEqual(columnNames.map((name) => ({ text: `<${name}>` })));
    expect(sheet?.rows[1]?.[column('amount')]).toEqual({ number: '123456789.05' });
    expect(sheet?.rows[1]?.[column('codOper')]).toEqual({ text: '00123' });
    expect(sheet?.rows[2]?.[column('firstName')]).toEqual({ text: '=1+1' });
  });

  it.each(['csv', 'xlsx'] as const)(
    'leaves the former %s file unchanged when the ledger fails in the middle',
    async (format) => {
      const file = path.join(folder, `kept.${format}`);
      writeFileSync(file, 'former');
      async function* broken(): AsyncGenerator<ListedAttempt> {
        yield attempt();
        throw new LedgerUnavailable('disconnected', 'gone');
      }
      const written = writeHistory(broken(), { file, format, words, sheetName: 'Payments' });
      await expect(written).rejects.toBeInstanceOf(LedgerUnavailable);
      expect(readFileSync(file, 'utf8')).toBe('former');
      expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
    },
  );

  it('fails under the name that was chosen and leaves nothing when the folder is missing', async () => {
    const file = path.join(folder, 'missing', 'history.csv');
    await expect(writeHistory(these(attempt()), { file, format: 'csv', words, sheetName: 'Payments' })).rejects.toThrow(
      `ENOENT: no such file or directory, open '${file}'`,
    );
    expect(existsSync(path.dirname(file))).toBe(false);
  });
});
