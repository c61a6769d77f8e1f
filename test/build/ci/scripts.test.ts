/** The scripts of the workflows: what each would run on which system, and what this system can run of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPackage, extractFile } from '@electron/asar';
import { expect, test } from 'vitest';
import { differences, electronAlone, listSpecs, specsOf, standInAlone } from '#build/ci/compare-specs.ts';
import { trialOf } from '#build/ci/parts/installers.ts';
import { packingEnvironment } from '#build/ci/pack.ts';
import { desktopOf, integrityFault } from '#build/ci/parts/customer-start.ts';
import { adHocSignature, damageArchive } from '#build/ci/parts/packed-program.ts';
import { builderConfiguration } from '#build/electron-builder.ts';
import { draftCommand } from '#build/ci/parts/release-files.ts';
import { tagFaults } from '#build/ci/parts/release-tag.ts';
import { signatureChecks } from '#build/ci/parts/signatures.ts';
import { inDesktop, preparation } from '#build/ci/parts/systems.ts';
import { root } from '#build/paths.ts';
import { notesOf, withoutMarks } from '#build/updates/release-notes.ts';
import { runChecked, runCommand } from '#test/installers/command.ts';
import { folderOfTests, temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { times } from '#test/support/thorough.ts';

/** Starts a script of a workflow. */
const start = (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runCommand(process.execPath, [`build/ci/${script}`, ...args], { cwd: root, env: { ...process.env, ...env } });

/** Runs a script of a workflow. Returns what it printed. */
const run = (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  runChecked(process.execPath, [`build/ci/${script}`, ...args], { cwd: root, env: { ...process.env, ...env } });

const specsWithoutKeyring =
  /^(?![^]*keyring)[^]*build\/run\/build\.ts[^]*xvfb-run .*dbus-run-session .*cli\.js test .*settings\/key-store/;
const dryRuns = [
  ['require-electron.ts', [], /electron\/install\.js/],
  ['prepare-system.ts', ['--sandbox', '--installers'], /apt-get install .*gnome-keyring .*nsis[^]*userns=0/],
  // An installed keyring is started by the session bus, and then asks for a password.
  ['prepare-system.ts', ['--key-store', 'none'], /apt-get install (?!.*keyring)/],
  ['end-to-end.ts', ['--key-store', 'none', 'settings/key-store'], specsWithoutKeyring],
  ['in-desktop.ts', ['node', 'x.ts'], /gnome-keyring-daemon --unlock.* node x\.ts/],
  ['run-as-root.ts', ['types', '--all'], /sudo env PATH=.* npm run types -- --all/],
  ['pack.ts', ['--dir'], /> npm run package -- --dir/],
] as const;

/** A program that starts scripts one after another, each with its own arguments, and marks where it begins. */
const inTurn = `
  import path from 'node:path';
  import { pathToFileURL } from 'node:url';
  const started = new Set();
  for (const [script, ...args] of JSON.parse(process.argv[2])) {
    const file = path.resolve('build/ci', script);
    process.argv = [process.execPath, file, ...args];
    console.log('== ' + script);
    // The module of a script that was started before would not run again.
    await import(pathToFileURL(file) + (started.has(file) ? '?again' : ''));
    started.add(file);
  }`;
const folder = folderOfTests();
let said: Promise<readonly string[]> | null = null;
/** Returns what each script says that it would run. */
async function sayAll(): Promise<readonly string[]> {
  const program = path.join(folder, 'in-turn.mjs');
  writeFileSync(program, inTurn);
  const orders = JSON.stringify(dryRuns.map(([script, args]) => [script, '--dry-run', ...args]));
  const output = await runChecked(process.execPath, [program, orders], { cwd: root });
  return output.split(/^== .+\n/m).slice(1);
}
test.concurrent.each(dryRuns.map(([script, args, words], index) => [script, args, words, index] as const))(
  '%s %j says what it would run',
  async (_script, _args, words, index) => {
    expect((await (said ??= sayAll()))[index]).toMatch(words);
  },
);

test('a runner of each system is made ready, and only Linux needs a display and a session of its own', () => {
  const needs = { sandbox: true, installers: false, keyStore: 'keyring' } as const;
  expect(preparation('darwin', needs).map(([, verb]) => verb)).toContain('unlock-keychain');
  expect(preparation('win32', needs).flat().join(' ')).toContain('-Width 1920 -Height 1080');
  expect(inDesktop('win32', 'keyring', ['node', 'x'])).toEqual(['node', 'x']);
});

test('missing secrets mean an unsigned program, and never half of them', () => {
  const kept: string[] = [];
  const keep = (text: string): string => `/file/${kept.push(text)}`;
  const env = packingEnvironment({ CSC_LINK: '', WIN_CSC_LINK: '', APPLE_API_KEY: 'key', APPLE_API_KEY_ID: '' }, keep);
  expect(env).toEqual({ CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
  const all = { CSC_LINK: 'c', APPLE_API_KEY: 'text', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' };
  expect(packingEnvironment(all, keep)).toEqual({ ...all, APPLE_API_KEY: '/file/1' });
  expect(kept).toEqual(['text']);
});

test('signatures are checked by each system’s own tools, and an unsigned bundle of macOS must still be whole', () => {
  const packed = { files: ['/r/a.exe', '/r/a.msi', '/r/a.dmg', '/r/a.deb'], folder: '/r/p', signtool: 'signtool' };
  expect(signatureChecks('win32', true, packed).map((each) => each.at(-1))).toEqual([
    path.join('/r/p', 'Caja.exe'),
    '/r/a.exe',
    '/r/a.msi',
  ]);
  expect(signatureChecks('darwin', true, packed).map(([tool]) => tool)).toEqual([
    'codesign',
    'spctl',
    'xcrun',
    'spctl',
  ]);
  expect(signatureChecks('darwin', false, packed).map(([tool]) => tool)).toEqual(['codesign']);
  expect(signatureChecks('win32', false, packed)).toEqual([]);
});

test('each installer that is packed is installed without a word, started by what its user clicks, and removed', () => {
  const { linux, win, mac } = builderConfiguration(null);
  const targets = [linux, win, mac].flatMap((system) => system?.target as { target: string }[]);
  expect(targets.map(({ target }) => target)).toEqual(['deb', 'rpm', 'nsis', 'msi', 'dmg', 'zip']);
  const env = { APPDATA: 'C:\\roaming', PROGRAMDATA: 'C:\\all' };
  const clicked = targets.map(({ target }) => {
    const kind = target === 'nsis' ? 'exe' : target;
    const trial = trialOf(`/r/Caja.${kind}`, '/place', env);
    expect(trial?.install.flat().join(' '), kind).toContain(`/r/Caja.${kind}`);
    expect(trial?.remove, kind).toHaveLength(1);
    return trial?.shortcut;
  });
  const [entry, menu] = ['/usr/share/applications/caja.desktop', 'Microsoft\\Windows\\Start Menu\\Programs\\Caja.lnk'];
  expect(clicked).toEqual([entry, entry, `C:\\roaming\\${menu}`, `C:\\all\\${menu}`, null, null]);
  // The rest of the line is the folder.
  expect(trialOf('/r/Caja.exe', '/place')?.install[0]?.at(-1)).toMatch(/^\/D=/);
  expect(trialOf('/r/latest.yml', '/place')).toBeNull();
});

test('a program is started by its desktop entry, its bundle or its shortcut, with nothing that a test needs', () => {
  const entry = path.join(temporaryFolder(), 'caja.desktop');
  writeFileSync(entry, '[Desktop Entry]\nName=Caja\nExec=/opt/Caja/caja %U\n');
  const executable = '/place/Caja.app/Contents/MacOS/Caja';
  const opened = [
    desktopOf('linux', '/unpacked/caja', null).open,
    desktopOf('linux', '/opt/Caja/caja', entry).open,
    desktopOf('darwin', executable, null).open,
    desktopOf('win32', 'C:\\Caja.exe', 'C:\\Caja.lnk').open,
  ];
  expect(opened).toEqual([
    ['/unpacked/caja'],
    ['/opt/Caja/caja'],
    ['open', '-W', '/place/Caja.app'],
    ['cmd', '/c', 'start', '/wait', '', 'C:\\Caja.lnk'],
  ]);
});

test('only Electron’s own word for a changed archive counts, where an intact copy starts in the same way', () => {
  const [runs, refused] = [
    { end: 0, errors: '', starts: 1 },
    { end: 4, errors: 'Caja can’t start like this', starts: 0 },
  ];
  const stopped = { end: 'SIGTRAP', errors: 'Integrity check failed for asar archive (a vs b)', starts: 0 };
  expect(integrityFault(runs, stopped)).toBeNull();
  expect(integrityFault(refused, stopped)).toContain('An intact copy does not start');
  expect(integrityFault(runs, refused)).toContain('another reason');
  expect(integrityFault(runs, { ...stopped, starts: 1 })).toContain('runs with a changed archive');
  expect(integrityFault(runs, runs)).toContain('runs with a changed archive');
});

test('a copy of a signed bundle is signed without the flag of the hardened runtime', () => {
  const [command] = adHocSignature('darwin', '/copy/Caja.app');
  expect(command).toContain('--force');
  expect(command?.join(' ')).toMatch(/^codesign .*--sign - .*\/copy\/Caja\.app$/);
  expect(command?.join(' ')).not.toMatch(/runtime|flags/);
  expect(adHocSignature('linux', '/copy')).toEqual([]);
});

test('a changed archive has one byte changed, in the hash of a file', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'in'));
  writeFileSync(path.join(folder, 'in/main.js'), 'text');
  const file = path.join(folder, 'app.asar');
  await createPackage(path.join(folder, 'in'), file);
  const before = readFileSync(file);
  damageArchive(file);
  const after = readFileSync(file);
  expect(after.filter((byte, at) => byte !== before[at])).toHaveLength(1);
  expect(extractFile(file, 'main.js').toString()).toBe('text');
});

const report = (names: Readonly<Record<string, string>>) => ({
  suites: [
    {
      title: 'a.spec.ts',
      specs: Object.entries(names).map(([title, status]) => ({ title, tests: [{ status }] })),
    },
  ],
});

test('a spec that Electron did not run, ran alone or skipped is named', () => {
  const electron = specsOf(report({ both: 'expected', alone: 'expected', skipped: 'skipped' }));
  const standIn = specsOf(report({ both: '', skipped: '', forgotten: '' }));
  expect(differences(electron, standIn)).toEqual([
    'not on Electron: a.spec.ts › forgotten',
    'not on the stand-in: a.spec.ts › alone',
    'skipped on Electron: a.spec.ts › skipped',
  ]);
});

// The workflow on Electron compares them after each of its runs (`compare-specs.ts`), and each list takes seconds of the processor.
if (times(false, true))
  test.concurrent('Electron and the stand-in list the same specs but those that are named, which are there', async () => {
    // One after the other, because the second finds the specs that the first has compiled.
    const electron = await listSpecs('electron');
    const standIn = await listSpecs('stand-in');
    expect(differences(electron, standIn)).toEqual([]);
    for (const [table, listed] of [
      [standInAlone, standIn],
      [electronAlone, electron],
    ] as const) {
      const missing = Object.keys(table).filter((named) => !listed.some(({ name }) => name.startsWith(named)));
      expect(missing).toEqual([]);
    }
  });

test.concurrent('without its key no list of an update is released, and the draft has checksums and says what is unsigned', async () => {
  const folder = temporaryFolder();
  for (const name of ['Caja.deb', 'latest.yml', 'latest-linux.yml', 'builder.log']) {
    writeFileSync(path.join(folder, name), name);
  }
  const signing = await run('sign-lists.ts', [folder, '--dry-run'], { CAJA_UPDATE_KEY: 'key' });
  expect(signing).toMatch(/npm run sign-update -- .*latest-linux\.yml .*latest\.yml --key /);
  await run('sign-lists.ts', [folder], { CAJA_UPDATE_KEY: '' });
  expect(readdirSync(folder).toSorted()).toEqual(['builder.log', 'Caja.deb', 'unsigned-updates.txt'].toSorted());
  await run('checksums.ts', [folder]);
  const checked = await runChecked('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(checked).toContain('Caja.deb: OK');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const draft = await run('draft-release.ts', [folder, '--dry-run'], { GITHUB_REF_NAME: `v${version}` });
  expect(draft).toMatch(/--draft --verify-tag --title Caja \S+ \(UNSIGNED: updates\) .* --prerelease/);
  expect(draft).toMatch(/Caja\.deb SHA256SUMS|SHA256SUMS Caja\.deb/);
  expect(draft).not.toMatch(/builder\.log|unsigned-updates/);
  expect(existsSync(path.join(folder, 'notes.md'))).toBe(true);
});

test('a draft is of the version that its tag names, and a candidate is never the latest release', () => {
  const draft = { tag: 'v2', version: '1.0.0', names: ['SHA256SUMS'], notesFile: 'n' };
  expect(() => draftCommand(draft)).toThrow('not the version');
  expect(() => draftCommand({ ...draft, tag: 'v1.0.0', names: [] })).toThrow('SHA256SUMS');
  const marked = ['1.0.0', '1.0.0-rc.1'].map((version) => draftCommand({ ...draft, tag: `v${version}`, version }));
  expect(marked.map((command) => command.includes('--prerelease'))).toEqual([false, true]);
});

test('the notes of a release are those below its heading with a date', () => {
  const changelog =
    '# Changes\n\n## [Unreleased]\n\n- later\n\n## [1.0.0] - 2026-11-23\n\n### Added\n\n- `now`, **at once**\n';
  expect(notesOf(changelog, '1.0.0')).toBe('### Added\n\n- `now`, **at once**');
  expect(withoutMarks(notesOf(changelog, '1.0.0') ?? '')).toBe('Added\n\n- now, at once');
  expect([notesOf(changelog, '2.0.0'), notesOf(changelog, 'Unreleased')]).toEqual([null, null]);
  expect(notesOf(changelog, '1.0.0-rc.1')).toBe(null);
});

test('a tag has to be the version of the package, of both places in the lock, and of a heading with notes', () => {
  const release = {
    tag: 'v1.0.0-rc.1',
    version: '1.0.0-rc.1',
    lock: JSON.stringify({ version: '1.0.0-rc.1', packages: { '': { version: '1.0.0-rc.1' } } }),
    changelog: '## [1.0.0-rc.1] - 2026-11-23\n\n- first\n',
  };
  expect(tagFaults(release)).toEqual([]);
  expect(tagFaults({ ...release, tag: 'v1.0.0' })).toEqual(['The tag v1.0.0 is not the version 1.0.0-rc.1.']);
  const behind = JSON.stringify({ version: '1.0.0-rc.1', packages: { '': { version: '0.1.0' } } });
  expect(tagFaults({ ...release, lock: behind })).toEqual([expect.stringContaining('version 0.1.0')]);
  for (const changelog of ['## [1.0.0] - 2026-11-23\n\n- first\n', '## [1.0.0-rc.1] - 2026-11-23\n\n'])
    expect(tagFaults({ ...release, changelog })).toEqual([expect.stringContaining('no notes')]);
});

test.concurrent('this checkout can be tagged with its version, and with no other', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  expect(await run('check-tag.ts', [], { GITHUB_REF_NAME: `v${version}` })).toContain(version);
  const other = await start('check-tag.ts', [], { GITHUB_REF_NAME: 'v0.0.0' });
  expect(other).toEqual({ code: 1, output: expect.stringContaining('v0.0.0 is not the version') });
});

test.concurrent('seats with a candidate are offered first the files, then the lists, then their signatures', async () => {
  const names = [
    'latest.yml.sig',
    'latest.yml',
    'latest-linux.yml',
    'latest-linux.yml.sig',
    'Caja-Setup-1.0.0.exe',
    'caja_1.0.0_amd64.deb',
    'Caja-1.0.0.msi',
    'SHA256SUMS',
    'Caja-Setup-1.0.0.exe.blockmap',
  ];
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(path.join(folder, name), name);
  const offer = () => run('offer-to-candidates.ts', [folder, '--dry-run'], { GITHUB_REF_NAME: 'v1.0.0' });
  const uploads = (await offer()).split('\n').filter((line) => line.includes('release upload candidates --clobber'));
  expect(uploads.map((line) => line.split('--clobber ')[1])).toEqual([
    'Caja-Setup-1.0.0.exe caja_1.0.0_amd64.deb',
    'latest-linux.yml latest.yml',
    'latest-linux.yml.sig latest.yml.sig',
  ]);
  for (const name of names.filter((each) => each.endsWith('.sig'))) rmSync(path.join(folder, name));
  expect(await offer()).toBe('v1.0.0 has no signed list: no seat is offered it.');
});
