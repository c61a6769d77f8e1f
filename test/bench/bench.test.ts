/** A short run of the benchmark on a small ledger. Its limits apply to `npm run bench` on a quiet machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isHeld, ratiosOf, type Figures } from './figures.ts';
import { benchSqlite } from './sqlite.ts';

it('the benchmark measures ten thousand attempts on SQLite to the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
  try {
    const figures = await benchSqlite(folder, 10_000);
    for (const what of ['search', 'bareSearch', 'first', 'holds', 'deep', 'append', 'bareAppend'] as const) {
      expect(figures[what], what).toBeGreaterThan(0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const figures = (size: number, search: number): Figures => ({
  engine: 'SQLite',
  size,
  load: 1,
  search,
  bareSearch: 1,
  first: 1,
  holds: 1,
  deep: 1,
  append: 1,
  bareAppend: 1,
});

it('the benchmark names each ratio above its limit', () => {
  const above = ratiosOf([figures(100_000, 1), figures(1_000_000, 1.6)]).filter((ratio) => !isHeld(ratio));
  expect(above.map(({ what }) => what)).toEqual([
    'search against the bare statement, SQLite 1000000',
    'search from 100000 to 1000000, SQLite',
  ]);
});
