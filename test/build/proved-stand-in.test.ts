/** The stand-in's own tests are left out of `npm test` only while it is the one that a thorough run has tried. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import config from '#build/vitest.config.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { isStandInProved, noteProvedStandIn } from '#build/proved-stand-in.ts';
import { times } from '#test/support/thorough.ts';

test('a stand-in counts as tried until one of its files, its tests or its packages changes', () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  for (const each of ['test/host', 'test/electron-host/page']) mkdirSync(path.join(folder, each), { recursive: true });
  const files = [
    'package-lock.json',
    'test/host/facts.test.ts',
    'test/electron-host/electron',
    'test/electron-host/page/x.ts',
  ];
  for (const file of files) write(file, 'as tried');
  expect(isStandInProved(folder)).toBe(false);
  noteProvedStandIn(folder);
  expect(isStandInProved(folder)).toBe(true);
  for (const file of files) {
    write(file, 'changed');
    expect(isStandInProved(folder), file).toBe(false);
    write(file, 'as tried');
  }
  write('test/electron-host/new.ts', '');
  expect(isStandInProved(folder)).toBe(false);
  rmSync(path.join(folder, 'test/electron-host/new.ts'));
  expect(isStandInProved(folder)).toBe(true);
});

test('the tests of a stand-in that nobody has tried as it is run with the others', () => {
  const files = config.test?.projects?.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
  );
  expect(files?.includes(path.join('test', 'host', 'facts.test.ts'))).toBe(times(!isStandInProved(root), true));
});
