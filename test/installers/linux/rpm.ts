/** Builds the rpm and installs, starts and removes it in a throw-away root with rpm's own database. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Platform } from 'electron-builder';
import { buildInstallers, builtFile } from '../build-installers.ts';
import type { Checks } from '../checks.ts';
import { runChecked } from '../command.ts';
import { checkPackedProgram } from '../packed-program.ts';
import { ThrowAwayRoot } from '../throw-away-root.ts';
import { checkDesktopEntry, missingIcons } from './desktop-entry.ts';
import { makeLinuxElectron, startedLine } from './electron-folder.ts';

export async function tryRpm(checks: Checks, folder: string): Promise<void> {
  process.env['CUSTOM_FPM_PATH'] = path.join(import.meta.dirname, 'package-maker.ts');
  const electron = await makeLinuxElectron(path.join(folder, 'electron'));
  const output = path.join(folder, 'built');
  const version = '1.0.0';
  const rpm = builtFile(
    await buildInstallers({ platform: Platform.LINUX, targets: ['rpm'], version, electron, output }),
    '.rpm',
  );
  await checkContents(checks, rpm, version);
  const root = await ThrowAwayRoot.open();
  try {
    const intact = await root.run(`rpm --checksig --nosignature '${rpm}'`);
    checks.that('carries its digests', intact.code === 0, intact.output);
    const installed = await root.run(`rpm --install --nodeps '${rpm}'`);
    checks.that('installs', installed.code === 0, installed.output);
    checks.equal('is installed', (await root.run("rpm --query --queryformat '%{VERSION}' caja")).output, version);
    checks.equal('starts by its name', (await root.run("caja --flag 'a b'")).output, startedLine('--flag a b'));
    // Its own script changes the mode of the sandbox where user namespaces are not allowed.
    const differing = (await root.run('rpm --verify --nodeps caja')).output.split('\n').filter((line) => line !== '');
    const beyond = differing.filter((line) => !/^\.M\.{7} +\/opt\/Caja\/chrome-sandbox$/.test(line));
    checks.equal('has every file as packed', beyond, []);
    await checkDesktopEntry(checks, root);
    const removed = await root.run('rpm --erase caja');
    checks.that('is removed', removed.code === 0, removed.output);
    const left = await root.run('ls -d /opt/Caja /usr/bin/caja /usr/share/applications/caja.desktop 2>/dev/null');
    checks.equal('takes its files with it', left.output, '');
  } finally {
    await root.close();
  }
}

/** Libraries that Electron loads, and xdg-open for links, by Fedora's names. */
const libraries = [
  'alsa-lib',
  'at-spi2-core',
  'gtk3',
  'libnotify',
  'libsecret',
  'libuuid',
  'libXScrnSaver',
  'libXtst',
  'mesa-libgbm',
  'nss',
  'xdg-utils',
];

async function checkContents(checks: Checks, rpm: string, version: string): Promise<void> {
  const query = (...args: readonly string[]): Promise<string> =>
    runChecked('rpm', ['--query', ...args, '--package', rpm]);
  const required = (await query('--requires')).split(/[\s()]+/);
  const missing = libraries.filter((name) => !required.includes(name));
  checks.equal('requires every library that Electron loads', missing, []);
  const names = await query('--queryformat', '%{PACKAGER}\n%{URL}');
  checks.that('names a maintainer with an address and a homepage', /<[^@<>]+@[^@<>]+>\nhttps:/.test(names), names);
  checks.equal('brings an icon of every size', missingIcons(await query('--list')), []);
  await runChecked('rpm2archive', [rpm]);
  const extracted = path.join(path.dirname(rpm), 'extracted');
  await mkdir(extracted);
  await runChecked('tar', ['--extract', '--gzip', '--file', `${rpm}.tgz`, '--directory', extracted]);
  await checkPackedProgram(checks, { folder: path.join(extracted, 'opt/Caja'), platform: 'linux', version });
}
