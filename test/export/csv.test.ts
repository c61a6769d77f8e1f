/** CSV: every hostile text comes back unchanged, in its own cell, by a parser that knows nothing of the writer. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNames } from '#electron/export/columns.ts';
import { readCsv, writeCsv } from '#electron/export/csv.ts';
import { writeHistory } from '#electron/export/history-file.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { attempt, listed } from '#test/fixtures/shown/attempts.ts';
import { ownWords } from './export-words.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { textsIn } from '#test/support/texts-in.ts';
import { times } from '#test/support/thorough.ts';

const folder = folderOfTests();
const file = path.join(folder, 'table.csv');

/** Splits at every character that some program takes for the end of a line. */
const anyLineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Reads by patterns: cells first, then rows. Independent of the parser under test. */
function parsed(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",]*?)(,|\r\n)/gy;
  let end = 0;
  for (const [whole, field = '', separator] of text.replace('\uFEFF', '').matchAll(cell)) {
    end += whole.length;
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (separator === '\r\n') rows.push([]);
  }
  expect(end).toBe(text.length - 1);
  expect(rows.pop()).toEqual([]);
  return rows;
}

const special = [
  '\n',
  '\r',
  '\r\n',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\t',
  '|',
  '\n=1+1',
  'x\n=1+1',
  '\uFEFF',
  '',
  ' ',
  ...textsIn(`
  " | "" | , | ; | ' | =1+1 | ;=1+1; | ; -2 | @sum | -2 | +cmd | \uFF1D1 | \u0000 | 😀`),
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...special), anyText()), { maxLength: 6 })
  // A lone half of a pair has no UTF-8.
  .map((parts) => parts.join('').toWellFormed());

async function* these(rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  yield* rows;
}

/** The text of a cell as a spreadsheet shows it, whose formulas were marked as text: at its beginning, and where another reader would cut it. */
const asText = (cell: string): string =>
  cell
    .replace(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/, "'$&")
    .replaceAll(/([;\t\n\v\f\r\u0085\u2028\u2029]\s*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1'$2");

describe('a CSV file', () => {
  it('returns any texts to two parsers, and no reader cuts a formula out of one', async () => {
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(hostile, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        await writeCsv(these(rows), file);
        const text = readFileSync(file, 'utf8');
        const expected = rows.map((row) => row.map(asText));
        expect(parsed(text)).toEqual(expected);
        const read = [];
        for await (const row of readCsv(file)) read.push(row);
        expect(read).toEqual(expected);
        const outside = text.replaceAll(/"(?:[^"]|"")*"/g, '').slice(1);
        expect(outside.split(anyLineBreak)).toHaveLength(rows.length + 1);
        expect(outside).not.toMatch(/[\t;]/);
        // Excel by semicolons, for which the quotes in the middle of a line are none.
        for (const cut of text.slice(1).split(/[;\t\n\v\f\r\u0085\u2028\u2029]/)) expect(cut).not.toMatch(/^[=+\-@]/);
      }),
      { numRuns: times(40, 150) },
    );
  });

  it.each([
    ['-12.50', '-12.50'],
    // Keyed texts that only look like amounts: none of their digits may change.
    ['-0012.50', "'-0012.50"],
    ['-0.00', "'-0.00"],
    ['-12345678901234567890.12', "'-12345678901234567890.12"],
  ])('writes %s as %s', async (text, written) => {
    await writeCsv(these([[text, '']]), file);
    expect(parsed(readFileSync(file, 'utf8'))).toEqual([[written, '']]);
  });

  it.each([
    ['ends within quotes', 'a,"b'],
    ['has a quote in a plain field', 'a,b"c\r\n'],
    ['has text after a quoted field', 'a,"b"c\r\n'],
  ])('that %s is not read', async (_how, text) => {
    writeFileSync(file, text);
    const reading = async () => {
      for await (const _row of readCsv(file));
    };
    await expect(reading()).rejects.toThrow();
  });
});

it.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a name, a seat and a merchant are exported in one line, whatever break was keyed: %j',
  async (lineBreak) => {
    const broken = `Ana${lineBreak}=1+1`;
    const names = { firstName: broken, lastName: broken, merchantName: broken, seat: broken, operatorName: broken };
    await writeHistory(attemptsOf(listed(attempt({ ...names, description: broken }))), {
      file,
      format: 'csv',
      words: ownWords,
      sheetName: 'P',
    });
    const [heading, row] = parsed(readFileSync(file, 'utf8'));
    expect(heading).toEqual(columnNames.map((name) => `<${name}>`));
    const cell = (name: (typeof columnNames)[number]) => row?.[columnNames.indexOf(name)];
    for (const name of ['firstName', 'lastName', 'merchant', 'seat', 'operator'] as const) {
      expect(cell(name)).toBe('Ana =1+1');
    }
    expect(cell('description')).toBe(`Ana${lineBreak}'=1+1`);
  },
);

async function* attemptsOf(...attempts: ListedAttempt[]): AsyncGenerator<ListedAttempt> {
  yield* attempts;
}
