/** Spreadsheets: unchanged texts, a further sheet when one is full, and memory that does not grow with the rows. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { writeSpreadsheet, type SheetColumn } from '#electron/export/spreadsheet.ts';
import { sheetsOf } from './read-spreadsheet.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { times } from '#test/support/thorough.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const folder = folderOfTests();

const columns: readonly SheetColumn[] = [
  { heading: 'Text', kind: 'text' },
  { heading: 'Amount', kind: 'amount' },
];

async function* these(rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  yield* rows;
}

const write = (rows: readonly (readonly string[])[], rowsOfSheet?: number) => {
  const file = path.join(folder, 'sheet.xlsx');
  const limit = rowsOfSheet === undefined ? {} : { rowsOfSheet };
  return writeSpreadsheet({ file, sheetName: 'Pagos & más', columns, rows: these(rows), ...limit }).then((count) => ({
    count,
    sheets: sheetsOf(file),
  }));
};

test('a spreadsheet returns any text unchanged, except for characters that XML can’t hold', async () => {
  const unwritable = /[\ufffe\uffff]/g;
  const special = fc.constantFrom(
    '_x0041_',
    'a\r\nb',
    '<b>&amp;"\'',
    '  ',
    '=1+1',
    '\u0007',
    '\ud800',
    'a\ufffeb',
    '\uffff',
    '😀',
    ']]>',
  );
  const text = fc.oneof(anyText(), special);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
      const { sheets } = await write(texts.map((each) => [each, '1.00']));
      const read = sheets[0]?.rows
        .slice(1)
        .map(([cell]) => (cell === null || cell === undefined ? '' : 'text' in cell ? cell.text : ''));
      expect(read).toEqual(texts.map((each) => each.toWellFormed().replace(unwritable, '')));
    }),
    { numRuns: times(20, 200) },
  );
});

test('an amount stands in a spreadsheet to the last digit, and what is none stays text', async () => {
  const { sheets } = await write([
    ['exact', '12345678901234567.89'],
    ['refund', '-0.50'],
    ['whole', '100.00'],
    ['none', '1e5'],
  ]);
  expect(sheets[0]?.rows.slice(1).map(([, cell]) => cell)).toEqual([
    { number: '12345678901234567.89' },
    { number: '-0.5' },
    { number: '100' },
    { text: '1e5' },
  ]);
});

test('a reader of another author finds each text and amount of a spreadsheet in its place', async () => {
  const cell = fc.tuple(anyText(), fc.integer({ min: -99_999_999, max: 99_999_999 }));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 8 }), async (cells) => {
      // Their reader drops the same characters that no XML may hold.
      const texts = cells.map(([text]) => text.toWellFormed().replace(/[\ufffe\uffff]/g, ''));
      await write(cells.map(([, cents], index) => [texts[index] ?? '', (cents / 100).toFixed(2)]));
      const { sheets } = await readXlsx(readFileSync(path.join(folder, 'sheet.xlsx')));
      expect(sheets.map(({ name }) => name)).toEqual(['Pagos & más']);
      // A column of texts has room for the widest, and one of amounts for the largest sum.
      const widest = Math.max(8, ...texts.map(({ length }) => length));
      expect(sheets[0]?.columns?.map(({ width }) => width)).toEqual([Math.min(40, 2 + widest), 2 + 17]);
      const [heading, ...rows] = sheets[0]?.rows ?? [];
      expect(heading).toEqual(['Text', 'Amount']);
      expect(rows.map(([text, amount]) => [text ?? '', amount])).toEqual(
        cells.map(([, cents], index) => [texts[index], cents / 100]),
      );
    }),
    { numRuns: times(15, 200) },
  );
});

test('columns beyond Z have two letters', async () => {
  const file = path.join(folder, 'wide.xlsx');
  const wide = Array.from({ length: 60 }, (_, index): SheetColumn => ({ heading: `C${index}`, kind: 'text' }));
  await writeSpreadsheet({ file, sheetName: 'P', columns: wide, rows: these([wide.map(({ heading }) => heading)]) });
  const names = wide.map(({ heading }) => ({ text: heading }));
  expect(sheetsOf(file)).toEqual([{ name: 'P', rows: [names, names] }]);
});

test('a spreadsheet cuts a text at the limit of a cell', async () => {
  const { sheets } = await write([['x'.repeat(40_000), '']]);
  expect(sheets[0]?.rows[1]).toEqual([{ text: 'x'.repeat(32_767) }]);
});

test('a spreadsheet continues rows beyond a full sheet in the next one, each with its heading', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [`row ${index}`, `${index}.50`]);
  const { count, sheets } = await write(rows, 3);
  expect(count).toBe(5);
  expect(sheets.map(({ name }) => name)).toEqual(['Pagos & más', 'Pagos & más_2', 'Pagos & más_3']);
  const headings = [{ text: 'Text' }, { text: 'Amount' }];
  expect(sheets.flatMap(({ rows: [heading] }) => [heading])).toEqual([headings, headings, headings]);
  expect(sheets.map((sheet) => sheet.rows.slice(1))).toEqual([
    [
      [{ text: 'row 0' }, { number: '0.5' }],
      [{ text: 'row 1' }, { number: '1.5' }],
    ],
    [
      [{ text: 'row 2' }, { number: '2.5' }],
      [{ text: 'row 3' }, { number: '3.5' }],
    ],
    [[{ text: 'row 4' }, { number: '4.5' }]],
  ]);
});

test('a spreadsheet has one sheet with its heading without rows, and no empty sheet after a full one', async () => {
  expect(await write([])).toMatchObject({ count: 0, sheets: [{ rows: [[{ text: 'Text' }, { text: 'Amount' }]] }] });
  const full = await write(
    [
      ['a', '1.00'],
      ['b', '2.00'],
    ],
    3,
  );
  expect(full.sheets).toHaveLength(1);
});

test('an interrupted spreadsheet releases the file and the rows', async () => {
  let returned = false;
  async function* broken(): AsyncGenerator<readonly string[]> {
    try {
      for (let index = 0; index < 10_000; index++) yield [`row ${index}`, '1.00'];
      throw new Error('the ledger went away');
    } finally {
      returned = true;
    }
  }
  const file = path.join(folder, 'broken.xlsx');
  await expect(writeSpreadsheet({ file, sheetName: 'P', columns, rows: broken() })).rejects.toThrow('went away');
  expect(returned).toBe(true);
});

test('a spreadsheet in a read-only folder fails before any row is read', async () => {
  let read = 0;
  async function* rows(): AsyncGenerator<readonly string[]> {
    read += 1;
    yield ['a', '1.00'];
  }
  const file = path.join(folder, 'missing', 'sheet.xlsx');
  await expect(writeSpreadsheet({ file, sheetName: 'P', columns, rows: rows() })).rejects.toThrow('ENOENT');
  expect(existsSync(path.dirname(file))).toBe(false);
  expect(read).toBe(0);
});

test('a spreadsheet of 60 MB is written within a heap that could not hold its rows', () => {
  const script = `
    import { writeSpreadsheet } from '#electron/export/spreadsheet.ts';
    const columns = Array.from({ length: 10 }, (_, index) => ({ heading: 'Column ' + index, kind: 'text' }));
    async function* rows() {
      for (let row = 0; row < 6_000; row++) yield columns.map((_, index) => Buffer.alloc(1_000, row + '-' + index).toString());
    }
    console.log(await writeSpreadsheet({ file: process.argv[1], sheetName: 'P', columns, rows: rows() }));
  `;
  const flags = ['--max-old-space-size=28', '--input-type=module', '--eval', script, path.join(folder, 'large.xlsx')];
  const ran = spawnSync(process.execPath, flags, { cwd: process.cwd(), encoding: 'utf8' });
  expect(ran.stderr).not.toContain('heap');
  expect(ran.stdout.trim()).toBe('6000');
});
