/** `npm run seed`: fills a data folder with made-up payments and holds that the ledger reads like its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { readSeedArguments } from '#build/seed/seed-arguments.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { query, waitingHolds } from '#test/fixtures/examples.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

const folder = folderOfTests();

const seed = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(root, 'build/run/seed.ts'), ...args], { encoding: 'utf8' });

test('seeding fills a new folder with searchable payments and open holds', async () => {
  const data = path.join(folder, 'new');
  const { status, stderr } = seed('500', '--user-data-dir', data);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') });

  const address = { engine: 'SQLite', file: path.join(data, 'ledger.db') } as const;
  const ledger = await openLedger(address, 'Front desk', undefined, undefined, null, trailHeadsIn(data, reportBug));
  const { attempts, more } = await ledger.search(query({}));
  const first = attempts[0];
  expect({ shown: attempts.length, more }).toEqual({ shown: historyPageSize, more: true });
  expect(attempts.every(({ environment }) => environment === 'training')).toBe(true);
  expect(Date.parse(first?.startedAt ?? '')).toBeGreaterThan(Date.now() - 7 * 86_400_000);
  const found = await ledger.search(query({ text: first?.lastName ?? '' }));
  expect(found.attempts.map(({ id }) => id)).toContain(first?.id);
  const { holds } = await ledger.holds(
    waitingHolds({ show: 'all', environment: 'training' }),
    new Date().toISOString(),
  );
  expect(holds.length).toBeGreaterThan(0);
  // Made-up payments have no links, and are training.
  expect(await ledger.checkTrail()).toMatchObject({ breaks: 0 });
  await ledger.close();
});

test('seeding refuses a folder with a ledger, and leaves its bytes unchanged', () => {
  const file = path.join(folder, 'ledger.db');
  writeFileSync(file, 'a ledger');
  const { status, stderr } = seed('20', '--user-data-dir', folder);
  expect(status).toBe(1);
  expect(stderr).toContain('is there already');
  expect(readFileSync(file, 'utf8')).toBe('a ledger');
});

test('seeding refuses arguments that it does not understand, and prints its usage', () => {
  const { status, stderr } = seed('many', '--user-data-dir', 'x');
  expect(status).toBe(1);
  expect(stderr).toContain('COUNT has to be a whole number');
  expect(stderr).toContain('npm run seed -- [COUNT] --user-data-dir DIR');
});

test.each([
  [['20', '20', '--user-data-dir', 'x'], 'COUNT'],
  [['20'], '--user-data-dir needs'],
  [['0', '--user-data-dir', 'x'], 'COUNT'],
  [['1.5', '--user-data-dir', 'x'], 'COUNT'],
  [['20', '--folder', 'x'], '--folder'],
])('the arguments %j are refused', (args, words) => {
  expect(() => readSeedArguments(args)).toThrow(words);
});
