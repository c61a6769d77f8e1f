/** Checks what `npm run test:installers` says and counts. Builds nothing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPackage } from '@electron/asar';
import { expect, test } from 'vitest';
import { damageArchive } from '#build/ci/parts/packed-program.ts';
import { preparation } from '#build/ci/parts/systems.ts';
import { root } from '#build/paths.ts';
import { archiveFaults, headerHash } from '#test/installers/archive-integrity.ts';
import { builtFile } from '#test/installers/build-installers.ts';
import { Checks } from '#test/installers/checks.ts';
import { runChecked, runCommand } from '#test/installers/command.ts';
import { leftOut, outcomeOf, summaryOf } from '#test/installers/outcomes.ts';
import { readOrder } from '#test/installers/targets.ts';
import { installCommand, missingTools } from '#test/installers/tools.ts';
import { machineOf, machines } from '#test/installers/windows/windows-program.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const folder = folderOfTests();

test('a machine without the tools leaves out what takes them, says how to get them, and fails where all are required', async () => {
  const ended = await runCommand(process.execPath, ['test/installers/run.ts', '--require-all', 'rpm', 'macOS zip'], {
    cwd: root,
    env: { ...process.env, PATH: folder },
  });
  expect(ended.output).toMatch(
    /rpm: left out, missing rpmbuild \(Debian package rpm\)[^]*macOS zip: left out, missing 7za \(Debian package p7zip-full\)[^]*apt-get install[^]*0 passed, 2 failed, 0 left out$/,
  );
  expect(ended.output).not.toContain('    at ');
  expect(ended.code).toBe(1);
  const missing = { reason: 'missing 7za', lacksTools: true };
  expect(summaryOf([leftOut('macOS zip', missing, false)], 1)).toMatchObject({
    text: expect.stringMatching(/0 passed, 0 failed, 1 left out$/),
    code: 0,
  });
});

test.each([
  ['a target of another name', ['dmg'], /^There is no target dmg\.\n[^]*\nTargets: deb, .*NSIS/],
  ['another option', ['--anything'], /--anything[^]*\[--require-all\] \[--keep\] \[TARGET\]\.\.\.\nTargets: /],
])('an order with %s is unclear, and is told with the usage', (_what, args, words) => {
  expect(readOrder(args)).toMatch(words);
});

test('a failed check, a trial that checked nothing and no trial at all fail the run', () => {
  const good = new Checks();
  good.that('installs', true);
  const bad = new Checks();
  bad.equal('starts', 'no', 'yes');
  bad.that('is removed', true);
  const passed = outcomeOf('deb', good, 3.4);
  expect(passed).toEqual({ state: 'passed', line: 'deb: passed in 3 s: installs' });
  const failed = outcomeOf('rpm', bad, 1);
  expect(failed.line).toBe('rpm: FAILED in 1 s: starts (1 other checks passed)');
  expect(outcomeOf('zip', new Checks(), 1).state).toBe('failed');
  const other = leftOut('NSIS', { reason: 'takes root', lacksTools: false }, false);
  expect(summaryOf([passed, other], 9).code).toBe(0);
  expect(summaryOf([passed, other], 9).text).not.toContain('apt-get');
  expect(summaryOf([passed, failed], 9)).toMatchObject({ code: 1 });
  expect(summaryOf([], 0).code).toBe(1);
});

test('the workflow installs every package that the trials name', () => {
  const installed = preparation('linux', { sandbox: false, installers: true, keyStore: 'keyring' }).flat();
  // These are on every Debian, or come with the compiler.
  const there = ['apt', 'dpkg', 'openssl', 'util-linux', 'binutils-mingw-w64-x86-64'];
  const named = installCommand.split(' ').slice(installCommand.split(' ').indexOf('--no-install-recommends') + 1);
  expect(named).toEqual(expect.arrayContaining(['nsis', 'wine', 'wine64']));
  expect(named.filter((name) => !installed.includes(name) && !there.includes(name))).toEqual([]);
  expect(missingTools(['openssl'])).toEqual([]);
});

test('a program that is missing, fails or hangs is told by its code', async () => {
  expect(await runCommand('no-such-program', [])).toMatchObject({ code: 127 });
  expect(await runCommand(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { limit: 50 })).toMatchObject({
    code: 124,
  });
  await expect(runChecked(process.execPath, ['-e', 'console.log("why"); process.exit(5)'])).rejects.toThrow(
    /ended with 5:\nwhy$/,
  );
  expect(await runChecked(process.execPath, ['-e', 'console.log("said")'])).toBe('said');
});

test('one built file is found, and several of a kind are not taken for one', () => {
  expect(builtFile(['/r/Caja.deb', '/r/latest-linux.yml'], '.deb')).toBe('/r/Caja.deb');
  expect(() => builtFile(['/r/a.deb', '/r/b.deb'], '.deb')).toThrow('built a.deb, b.deb');
  expect(() => builtFile([], '.deb')).toThrow('Expected one .deb');
});

test('a changed byte of an archive is found, in its header and in a file', async () => {
  mkdirSync(path.join(folder, 'in/dist'), { recursive: true });
  writeFileSync(path.join(folder, 'in/a.js'), 'first');
  writeFileSync(path.join(folder, 'in/dist/b.js'), 'second');
  const archive = path.join(folder, 'app.asar');
  await createPackage(path.join(folder, 'in'), archive);
  const hash = headerHash(archive);
  expect(archiveFaults(archive, hash)).toEqual([]);
  expect(archiveFaults(archive, undefined)).toEqual(['header']);
  const bytes = readFileSync(archive);
  const end = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(end) ^ 1, end);
  const file = path.join(folder, 'file.asar');
  writeFileSync(file, bytes);
  expect(archiveFaults(file, hash)).toHaveLength(1);
  damageArchive(archive);
  const header = path.join(folder, 'header.asar');
  writeFileSync(header, readFileSync(archive));
  expect(archiveFaults(header, hash)[0]).toBe('header');
});

test('the processor of a Windows program is read from its header', () => {
  const program = Buffer.alloc(256);
  program.writeUInt32LE(0x80, 0x3c);
  expect(machineOf(program)).toBe('unknown');
  program.writeUInt16LE(machines.arm64, 0x84);
  expect(machineOf(program)).toBe('arm64');
});
