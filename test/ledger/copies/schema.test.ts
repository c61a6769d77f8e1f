/** A file is used only when every object of its schema is one that the migrations made. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { backUpSqlite } from '#electron/ledger/copies/backup.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';
import { newAttempt, query, record, refused } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { restoreCopy } from '#test/fixtures/ledger/restore-copy.ts';
import { times } from '#test/support/thorough.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'ledger.db');
});

const open = () => openSqliteLedger({ file, ...seatParts('Till') });

/** A ledger with one approved sale. */
async function fill(): Promise<string> {
  const ledger = await open();
  const id = await record(ledger, newAttempt({ operation: 'sell' }));
  await ledger.search(query({ text: 'maria' }));
  await ledger.close();
  return id;
}

function change(path: string, statements: string): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(statements);
  database.close();
}

/** Replaces a part of an object's SQL, as somebody with an editor would. */
const rewritten = (name: string, from: string, to: string): string => `
  pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${name}';
  pragma writable_schema = off;`;

const refusal = (reason: LedgerUnavailable['reason'], named: string) =>
  expect.objectContaining({ name: 'LedgerUnavailable', reason, message: expect.stringContaining(named) });

const additions: readonly (readonly [string, string, string])[] = [
  [
    'a trigger that turns a decline into an approval',
    'trigger kind',
    `create trigger kind after update on attempts when new.state = 'declined'
     begin update attempts set state = 'approved', standing = 'approved' where position = new.position; end`,
  ],
  ['a view', 'view approvals', `create view approvals as select * from attempts where state = 'approved'`],
  ['a table', 'table notes', 'create table notes (text text)'],
  ['an index', 'index by_name', 'create index by_name on attempts (last_name)'],
  ['a unique index', 'index one_a_day', 'create unique index one_a_day on attempts (seat, merchant_name)'],
  ['a search table', 'table other_words', 'create virtual table other_words using fts5 (words)'],
];
const changes: readonly (readonly [string, string, string])[] = [
  ['lacks an index', 'index one_live_settlement', 'drop index one_live_settlement'],
  ['lacks the trigger that keeps the audit trail', 'trigger ledger_events_delete', 'drop trigger ledger_events_delete'],
  ['has a column more', 'table attempts', 'alter table attempts add column tip bigint'],
  ['has a column with another name', 'table holds', 'alter table holds rename column amount to sum'],
  [
    'has a weaker constraint',
    'table attempts',
    rewritten('attempts', 'coalesce(resolved_outcome, state)', 'coalesce(resolved_outcome, standing)'),
  ],
  [
    'has a narrower index',
    'index one_live_settlement',
    rewritten('one_live_settlement', "''declined'', ''rejected''", "''approved'', ''rejected''"),
  ],
];
const altered = [
  ...additions.map(([what, name, sql]) => [`has ${what}`, name, sql, 'altered'] as const),
  ...changes.map(([what, name, sql]) => [what, name, sql, 'corrupt'] as const),
];

describe('a ledger file', () => {
  it.each(altered)('that %s is not opened, and %s is named', async (_what, name, sql, reason) => {
    await fill();
    change(file, sql);
    const before = await readFile(file);
    await expect(open()).rejects.toEqual(refusal(reason, name));
    expect(await readFile(file)).toEqual(before);
  });

  it.each([...altered.slice(0, times(1, 2)), ...altered.slice(-times(1, 2))])(
    'that %s is not restored, and the ledger stays',
    async (_what, name, sql, reason) => {
      const id = await fill();
      const copy = join(folder, 'copy.db');
      await backUpSqlite(file, copy);
      change(copy, sql);
      await expect(restoreCopy(copy, file)).rejects.toEqual(refusal(reason, name));
      const ledger = await open();
      expect(await ledger.show(id)).toMatchObject({ state: 'approved' });
      const next = await record(ledger, newAttempt(), refused('declined', '51'));
      expect(await ledger.show(next)).toMatchObject({ state: 'declined' });
      await ledger.close();
    },
  );

  it('with the statistics of ANALYZE is opened', async () => {
    await fill();
    change(file, 'analyze');
    const ledger = await open();
    expect((await sumsOf(ledger)).attempts).toBe(1);
    await ledger.close();
  });
});
