/** What the page reads before its first screen stays within its size. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { dist, root } from '#build/paths.ts';
import { measureFirstLoad } from '#test/bench/screens/first-load.ts';
import { measuredRow } from '#test/bench/ratio.ts';
import { later } from '#shared/locales/en/later.ts';

test('the first screen needs at most 217 kB of script and 25 kB of style, compressed', async () => {
  const rows = (await measureFirstLoad()).rows.map((row) => measuredRow('first-load', row));
  const above = rows.filter(({ ok }) => !ok).map(({ row, value }) => `${row}: ${value} kB`);
  expect(above).toEqual([]);
});

test('the first screen shows no failure, banner or access without its words, which are read later', () => {
  const [page = ''] = globSync(path.join(dist, 'renderer/assets/page-*.js'));
  const named = readFileSync(page, 'utf8').matchAll(new RegExp(`["'\`](${Object.keys(later).join('|')}):`, 'g'));
  // Badges of earlier payments and names of actions: shown with a part that is read later.
  const known = new Set(['help', 'history', 'holds', 'outcomes', 'palette', 'service', 'unconfirmed']);
  expect(new Set([...named].map(([, name]) => name))).toEqual(known);
});

test('every class of Mantine that the page names has its rules', () => {
  const read = (pattern: string) =>
    globSync(path.join(dist, 'renderer/assets', pattern))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  const classesIn = (text: string) => new Set(text.match(/m_[0-9a-f]{6,8}/g));
  const styled = classesIn(readFileSync(path.join(root, 'node_modules/@mantine/core/styles.css'), 'utf8'));
  const named = [...classesIn(read('*.js'))].filter((name) => styled.has(name));
  expect(named.length).toBeGreaterThan(100);
  const here = classesIn(read('*.css'));
  expect(named.filter((name) => !here.has(name))).toEqual([]);
});
