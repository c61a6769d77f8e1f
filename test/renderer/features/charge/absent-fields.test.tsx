/** An optional field that is absent shows nothing, and the compiler makes no text of it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FactList, keyedRows } from '#renderer/features/charge/payment-facts.tsx';
import type { Translate } from '#renderer/words/i18n.ts';
import { root } from '#build/paths.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

startBothLanguages();

test('the summary has no row for a text that is absent or empty', () => {
  const t = i18next.getFixedT('en') as unknown as Translate;
  const rows = keyedRows(t, 'json', null, { concept: 'Room 12', email: undefined, phone: '' });
  expect(renderToStaticMarkup(<FactList rows={rows} />).replace(/<[^>]*>/g, '|')).toBe('|||Concept||Room 12|||');
});

test('the text of a value that may be absent is no string for the compiler', () => {
  const folder = temporaryFolder();
  const planted = path.join(folder, 'planted.ts');
  const argument = (type: string): string => `(value: ${type}): string => String(value)`;
  const types = ['string | undefined', 'string | null', 'unknown', 'number | string'];
  writeFileSync(planted, `export const texts = [\n${types.map(argument).join(',\n')},\n];\n`);
  const config = {
    extends: path.join(root, 'renderer/tsconfig.json'),
    compilerOptions: { types: [] },
    include: [planted],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  const lines = [...stdout.toString().matchAll(/planted\.ts\((\d+),\d+\): error TS2322/g)].map(([, line]) =>
    Number(line),
  );
  expect(lines).toEqual([2, 3]);
});
