/** A program killed while it migrates leaves either the former schema or the next one, complete. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { migrations, migrateFile } from '#electron/ledger/migrations/migrate.ts';
import { laterMigrations } from '#test/fixtures/ledger/later-schema.ts';
import { addCopies, bareAttempt, bareHold, onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { times } from '#test/support/thorough.ts';

const script = fileURLToPath(new URL('./migrating-seat.ts', import.meta.url));
const count = 2_000;
const folder = folderOfTests();
const old = join(folder, 'old.db');

beforeAll(async () => {
  await onDatabase({ engine: 'SQLite', file: old }, async (db) => {
    await migrateFile(db as never);
    const held = bareAttempt({ operation: 'authorize', started_at: '2026-02-01T10:00:00.000Z' });
    await db.insertInto('attempts').values(held).execute();
    await db.insertInto('holds').values(bareHold(held)).execute();
    await addCopies(db, bareAttempt({ raw_answer: 'x'.repeat(900) }), count);
  });
});

function start(file: string, lastStep = 'none') {
  const child = spawn(process.execPath, [script, JSON.stringify({ engine: 'SQLite', file }), lastStep], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('begun')) resolve();
    });
  });
  return { child, exited, begun: Promise.race([begun, exited]) };
}

/** Number of applied migrations, read by a read-only connection. */
function schemaOf(file: string): number {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select version from schema_version').all();
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
  expect(database.prepare('select count(*) as n, sum(amount) as s from attempts').get()).toEqual({
    n: count + 1,
    s: (count + 1) * 12_000,
  });
  expect(database.prepare('select count(*) as n from holds').get()).toEqual({ n: 1 });
  database.close();
  return rows.length;
}

it('a migration of a file leaves a complete ledger at the next start, wherever it was killed', async () => {
  const completed = async (file: string) => {
    await onDatabase({ engine: 'SQLite', file }, (db) => migrateFile(db as never, undefined, laterMigrations));
    expect(schemaOf(file)).toBe(laterMigrations.length);
  };
  const halfway = join(folder, 'halfway.db');
  await copyFile(old, halfway);
  await start(halfway, '2').exited;
  expect(schemaOf(halfway)).toBe(migrations.length);
  await completed(halfway);
  // The commit itself, recognised by the growing journal.
  for (const share of times([0, 0.7], [0, 0.3, 0.7])) {
    const file = join(folder, `commit-${share}.db`);
    await copyFile(old, file);
    const { child, exited, begun } = start(file);
    await begun;
    const end = statSync(old).size * share;
    const growing = () => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > end;
    while (child.exitCode === null && !growing()) await setTimeout(1);
    child.kill('SIGKILL');
    await exited;
    expect([migrations.length, laterMigrations.length]).toContain(schemaOf(file));
    await completed(file);
  }
});
