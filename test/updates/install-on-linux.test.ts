/** The installation of a Debian package with a `pkexec` and a `dpkg` of the test: given, refused, forgotten and broken off. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { installDeb } from '#electron/updates/install.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64');
/** Rights are given at once: the script runs as whoever runs the test. */
const given = 'exec "$@"';

afterEach(() => void vi.unstubAllEnvs());

/** Puts both programs first on the path. `told` is a pipe that holds whoever reads it until something is written. */
function system(pkexec: string, dpkg = '') {
  const folder = temporaryFolder();
  const inFolder = (name: string): string => path.join(folder, name);
  const [deb, installed, told] = [inFolder('caja 0.2.0.deb'), inFolder('installed'), inFolder('told')];
  mkdirSync(inFolder('bin'));
  execFileSync('mkfifo', [told]);
  const programs = { pkexec, dpkg: `test "$2" != '${deb}' && cp "$2" '${installed}'\n${dpkg}` };
  for (const [name, script] of Object.entries(programs)) {
    const text = script.replaceAll('TOLD', told);
    writeFileSync(inFolder(`bin/${name}`), `#!/bin/sh\n${text}\n`);
    chmodSync(inFolder(`bin/${name}`), 0o755);
  }
  writeFileSync(deb, 'new');
  vi.stubEnv('PATH', `${inFolder('bin')}:${process.env['PATH']}`);
  return { deb, installed, told };
}

describe.runIf(process.platform === 'linux')('a package', () => {
  test('is installed from root’s own copy, and only as it was signed', async () => {
    const { deb, installed } = system(given);
    await expect(installDeb(deb, sha512('signed'))).rejects.toThrow('not installed');
    expect(existsSync(installed)).toBe(false);
    await installDeb(deb, sha512('new'));
    expect(readFileSync(installed, 'utf8')).toBe('new');
  });

  test.each([
    ['whose password is cancelled', 'exit 126', '', '126'],
    ['that nobody may install', 'exit 127', '', '127'],
    ['that dpkg refuses', given, 'exit 2', '2'],
  ])('%s is not installed, and says so', async (_what, pkexec, dpkg, code) => {
    const { deb } = system(pkexec, dpkg);
    await expect(installDeb(deb, sha512('new'))).rejects.toThrow(`pkexec ended with ${code}`);
  });

  test('without a program that asks for the password is not installed', async () => {
    const { deb } = system(given);
    vi.stubEnv('PATH', '/nowhere');
    await expect(installDeb(deb, sha512('new'))).rejects.toThrow('ENOENT');
  });

  test('that waits for its password leaves the program free, and is installed once it is given', async () => {
    const { deb, installed, told } = system(`read answer < TOLD\n${given}`);
    const installing = installDeb(deb, sha512('new'));
    // Would wait for ever where the main thread waits for the password.
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    expect(existsSync(installed)).toBe(false);
    writeFileSync(told, 'password\n');
    await installing;
    expect(readFileSync(installed, 'utf8')).toBe('new');
  });

  test('whose password nobody gives in time is given up', async () => {
    const { deb, installed } = system('read answer < TOLD');
    await expect(installDeb(deb, sha512('new'), 50)).rejects.toThrow('not installed');
    expect(existsSync(installed)).toBe(false);
  });
});
