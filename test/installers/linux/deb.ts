/** Builds two versions of the deb and installs, starts, upgrades and removes it in a throw-away root. */
import path from 'node:path';
import { Platform } from 'electron-builder';
import { buildInstallers, builtFile } from '../build-installers.ts';
import type { Checks } from '../checks.ts';
import { runChecked, runCommand } from '../command.ts';
import { checkPackedProgram } from '../packed-program.ts';
import { ThrowAwayRoot } from '../throw-away-root.ts';
import { checkDesktopEntry, missingIcons } from './desktop-entry.ts';
import { makeLinuxElectron, startedLine } from './electron-folder.ts';

/** Libraries that Electron loads, by its own list for Debian. */
const libraries = [
  'libasound2',
  'libatspi2.0-0',
  'libgbm1',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];

/** What lintian says of every package that electron-builder makes: it lies in /opt, and names its licence in `control`. */
const expectedTags = [
  'dir-or-file-in-opt',
  'unknown-field',
  // Of the scripts of its template.
  'command-with-path-in-maintainer-script',
  'maintainer-script-ignores-errors',
  'postrm-removes-alternative',
];

export async function tryDeb(checks: Checks, folder: string): Promise<void> {
  process.env['CUSTOM_FPM_PATH'] = path.join(import.meta.dirname, 'package-maker.ts');
  const electron = await makeLinuxElectron(path.join(folder, 'electron'));
  const build = async (version: string): Promise<string> => {
    const output = path.join(folder, version);
    return builtFile(
      await buildInstallers({ platform: Platform.LINUX, targets: ['deb'], version, electron, output }),
      '.deb',
    );
  };
  const [first, second] = [await build('1.0.0'), await build('1.1.0')];
  await checkContents(checks, first);
  const root = await ThrowAwayRoot.open();
  try {
    await checkInstalled(checks, root, first);
    await checkUpgradeAndRemoval(checks, root, second);
  } finally {
    await root.close();
  }
}

async function checkContents(checks: Checks, deb: string): Promise<void> {
  const field = (name: string): Promise<string> => runChecked('dpkg-deb', ['--field', deb, name]);
  const depends = (await field('Depends')).split(/,\s*/).flatMap((name) => name.split(/\s*\|\s*/));
  const missing = libraries.filter((name) => !depends.includes(name));
  checks.equal('depends on every library that Electron loads', missing, []);
  const maintainer = await field('Maintainer');
  checks.that('names a maintainer with an address', /<[^@<>]+@[^@<>]+>$/.test(maintainer), maintainer);
  checks.that('names a homepage', (await field('Homepage')).startsWith('https://'));
  const files = await runChecked('dpkg-deb', ['--contents', deb]);
  checks.equal('brings an icon of every size', missingIcons(files), []);
  const extracted = path.join(path.dirname(deb), 'extracted');
  await runChecked('dpkg-deb', ['--extract', deb, extracted]);
  const folder = path.join(extracted, 'opt/Caja');
  await checkPackedProgram(checks, { folder, platform: 'linux', version: '1.0.0' });
  const tags = (await runCommand('lintian', ['--tag-display-limit', '0', deb])).output
    .split('\n')
    .filter((line) => /^[EW]: /.test(line));
  const beyond = tags.filter((line) => !expectedTags.includes(line.split(' ')[2] ?? ''));
  checks.that("lintian finds nothing beyond the template's own", beyond.length === 0, beyond.join('\n'));
}

async function checkInstalled(checks: Checks, root: ThrowAwayRoot, deb: string): Promise<void> {
  // The libraries are not on every machine that tests, and this program needs none of them.
  const installed = await root.run(`dpkg --install --force-depends '${deb}'`);
  checks.that('installs', installed.code === 0, installed.output);
  const state = await root.run("dpkg-query --show --showformat '${db:Status-Abbrev}${Version}' caja");
  checks.equal('is installed in the first version', state.output, 'ii 1.0.0');
  const started = await root.run("caja --flag 'a b'");
  checks.equal('starts by its name with its arguments', started.output, startedLine('--flag a b'));
  checks.equal('lies in /opt', (await root.run('readlink --canonicalize /usr/bin/caja')).output, '/opt/Caja/caja');
  const verified = await root.run('dpkg --verify caja');
  checks.equal('has every file as packed', verified.output, '');
  // 4755 where user namespaces are not allowed, as in this root.
  const sandbox = (await root.run("stat --format '%a %U' /opt/Caja/chrome-sandbox")).output;
  checks.that('prepares the sandbox', ['755 root', '4755 root'].includes(sandbox), sandbox);
  await checkDesktopEntry(checks, root);
}

async function checkUpgradeAndRemoval(checks: Checks, root: ThrowAwayRoot, next: string): Promise<void> {
  await root.run("mkdir -p /root/.config/Caja && echo kept > '/root/.config/Caja/ledger'");
  const upgraded = await root.run(`dpkg --install --force-depends '${next}'`);
  checks.that('upgrades', upgraded.code === 0, upgraded.output);
  checks.equal(
    'is the second version',
    (await root.run("dpkg-query --show --showformat '${Version}' caja")).output,
    '1.1.0',
  );
  checks.equal('starts after the upgrade', (await root.run('caja again')).output, startedLine('again'));
  const removed = await root.run('dpkg --remove caja');
  checks.that('is removed', removed.code === 0, removed.output);
  const left = await root.run('ls -d /opt/Caja /usr/bin/caja /usr/share/applications/caja.desktop 2>/dev/null');
  checks.equal('takes its files with it', left.output, '');
  const purged = await root.run('dpkg --purge caja');
  checks.that('is purged', purged.code === 0, purged.output);
  const traces = await root.run(
    "find /etc /opt /usr/bin /usr/share /var/lib/dpkg -xdev -iname '*caja*' ! -ipath '*/icons/*/scalable/*caja-*'",
  );
  checks.equal('leaves nothing of the system behind', traces.output, '');
  checks.equal("keeps the user's data", (await root.run('cat /root/.config/Caja/ledger')).output, 'kept');
}
