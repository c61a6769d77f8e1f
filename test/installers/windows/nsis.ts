/** Builds two versions of the Windows installer and runs them under wine, for one account and for all. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { trialOf } from '#build/ci/parts/installers.ts';
import { programId, toastActivator } from '#shared/program-id.ts';
import type { Checks } from '../checks.ts';
import { runChecked } from '../command.ts';
import { checkIntegrity, checkPackedProgram } from '../packed-program.ts';
import { integrityOf, machineOf, partsOf } from './windows-program.ts';
import { windowsStage, buildNsis } from './windows-stage.ts';
import type { Wine } from './wine.ts';

const program = /\/Caja\.exe$/;
const remover = /\/Uninstall Caja\.exe$/;
type Hive = 'HKCU' | 'HKLM';

const installedVersion = (wine: Wine, hive: Hive): Promise<string | null> =>
  wine.registry(`${hive}\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall`, '/s', '/v', 'DisplayVersion');

const linkCommand = (wine: Wine, hive: Hive): Promise<string | null> =>
  wine.registry(`${hive}\\Software\\Classes\\caja\\shell\\open\\command`, '/ve');

export async function tryNsis(checks: Checks, folder: string): Promise<void> {
  const { wine, electron } = await windowsStage(path.join(path.dirname(folder), 'windows'));
  const first = await buildNsis(electron, '1.0.0', path.join(folder, 'first'));
  const second = await buildNsis(electron, '1.1.0', path.join(folder, 'second'));
  await checkProcessors(checks, first);
  await checkOneAccount(checks, wine, first);
  await checkUpgrade(checks, wine, second);
  await checkRemoval(checks, wine);
  await checkAllAccounts(checks, wine, second);
  await checkChosenFolder(checks, wine, second);
}

/** Takes both archives out of the installer and looks at what each of them would install. */
async function checkProcessors(checks: Checks, setup: string): Promise<void> {
  const work = path.join(path.dirname(setup), 'inside');
  const inside = (await partsOf(setup)).filter((name) => /app-.*\.7z$/.test(name));
  checks.equal('has an archive for each processor', inside.toSorted(), [
    '$PLUGINSDIR/app-64.7z',
    '$PLUGINSDIR/app-arm64.7z',
  ]);
  for (const [processor, archive] of Object.entries({ x64: 'app-64.7z', arm64: 'app-arm64.7z' })) {
    const folder = path.join(work, processor);
    await runChecked('7z', ['e', `-o${work}`, setup, `$PLUGINSDIR/${archive}`]);
    await runChecked('7z', ['x', `-o${folder}`, path.join(work, archive)]);
    const executable = path.join(folder, 'Caja.exe');
    checks.equal(`the one for ${processor} has its program`, machineOf(await readFile(executable)), processor);
    const unpacked = { folder, platform: 'win32', version: '1.0.0' } as const;
    await checkPackedProgram(checks, unpacked);
    await checkIntegrity(checks, unpacked, await integrityOf(executable), work);
  }
}

async function checkOneAccount(checks: Checks, wine: Wine, setup: string): Promise<void> {
  const installed = await wine.run(setup, ['/S', '/currentuser']);
  checks.that('installs silently for one account', installed.code === 0, installed.output);
  checks.equal(
    "makes no policy's folder for one account",
    [wine.find(/ProgramData\/Caja/), await wine.rights()],
    [[], ''],
  );
  const files = wine.find(program);
  checks.that('is updated by itself', wine.find(/\/all-users$/).length === 0);
  checks.that(
    'lies in the account',
    files.length === 1 && /\/AppData\/Local\/Programs\//.test(files[0] ?? ''),
    files.join('\n'),
  );
  const executable = wine.disk(files[0]);
  checks.equal('installs the program for the processor', machineOf(await readFile(executable)), 'x64');
  const installedProgram = { folder: path.dirname(executable), platform: 'win32', version: '1.0.0' } as const;
  await checkPackedProgram(checks, installedProgram);
  await checkIntegrity(checks, installedProgram, await integrityOf(executable), path.dirname(setup));
  const icons = (await partsOf(executable)).filter((name) => name.startsWith('.rsrc/ICON/'));
  checks.that('brings icons of several sizes', icons.length > 4, icons.join('\n'));
  const shortcuts = (await wine.shortcuts()).split('\n').toSorted();
  const tied = `\\Caja.lnk = ${programId}`;
  checks.equal('ties the shortcuts of menu and desktop to its id', shortcuts, [tied, tied]);
  checks.equal('is in the list of programs', await installedVersion(wine, 'HKCU'), '1.0.0');
  const command = await linkCommand(wine, 'HKCU');
  checks.that('is registered for caja:// links', command?.endsWith('\\Caja.exe" -- "%1"') ?? false, String(command));
  await wine.run(executable, ['--flag', 'a b']);
  const started = await wine.started();
  checks.that('starts with its arguments', started.endsWith('[--flag][a b]'), started);
  await checkShortcut(checks, wine, setup);
}

/** Clicks the entry of the Start menu, which the workflow looks for in the same place. */
async function checkShortcut(checks: Checks, wine: Wine, setup: string): Promise<void> {
  const place = trialOf(setup, '', { APPDATA: String.raw`\Roaming` })?.shortcut?.replaceAll('\\', '/') ?? 'no shortcut';
  const [shortcut = 'none'] = wine.find(/\.lnk$/).filter((file) => file.endsWith(place));
  await wine.run('start', ['/wait', `C:\\${shortcut.replaceAll('/', '\\')}`]);
  const started = await wine.started();
  checks.that('is started from the Start menu, without arguments', /^\[[^\]]+\\Caja\.exe\]$/.test(started), started);
}

/** Files that the account must find again, below its own folder. */
const data = 'AppData/Roaming/Caja/ledger';
/** The updater's copy of an installer. */
const updaterCopy = 'AppData/Local/caja-updater/installer.exe';

/** Returns the path of a file in the folder of the account that wine runs as. */
function inAccount(wine: Wine, file: string): string {
  const [known = ''] = wine.find(/\/AppData\/Local$/, 'users').filter((name) => !name.includes('Public'));
  return path.join(wine.disk(known), '../..', file);
}

async function checkUpgrade(checks: Checks, wine: Wine, setup: string): Promise<void> {
  for (const file of [data, updaterCopy].map((name) => inAccount(wine, name))) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'kept');
  }
  await wine.start(wine.disk(wine.find(program)[0]), ['--stay']);
  // As the updater starts it. Waits until no program runs, so the old one has ended too.
  const upgraded = await wine.run(setup, ['--updated', '/S', '--force-run']);
  checks.that('upgrades while the program runs', upgraded.code === 0, upgraded.output);
  checks.equal('is the second version', await installedVersion(wine, 'HKCU'), '1.1.0');
  const [stayed = '', restarted = ''] = (await wine.started()).split('\n');
  checks.that(
    'ends the old program and starts the new one',
    stayed.includes('[--stay]') && restarted.includes('[--updated]'),
  );
  checks.that('keeps its links', (await linkCommand(wine, 'HKCU')) !== null);
  checks.that("keeps the account's data", existsSync(inAccount(wine, data)));
}

async function checkRemoval(checks: Checks, wine: Wine): Promise<void> {
  const removed = await wine.run(wine.disk(wine.find(remover)[0]), ['/S', '/currentuser']);
  checks.that('is removed', removed.code === 0, removed.output);
  checks.equal('takes its files with it', wine.find(/\/Programs\/Caja\//), []);
  checks.equal('leaves the list of programs', await installedVersion(wine, 'HKCU'), null);
  checks.equal('takes its links with it', await linkCommand(wine, 'HKCU'), null);
  checks.that("removes the updater's remains", !existsSync(path.dirname(inAccount(wine, updaterCopy))));
  checks.that("keeps the account's data after removal", existsSync(inAccount(wine, data)));
}

async function checkAllAccounts(checks: Checks, wine: Wine, setup: string): Promise<void> {
  const refused = await wine.run(setup, ['/S', '/allusers'], { CAJA_ACCOUNT: 'user' });
  checks.equal('is refused for all accounts without the right', [refused.code, wine.find(program)], [2, []]);
  const installed = await wine.run(setup, ['/S', '/allusers']);
  checks.that('installs silently for all accounts', installed.code === 0, installed.output);
  checks.equal('lies with the programs', wine.find(program), ['Program Files/Caja/Caja.exe']);
  await checkPolicyFolder(checks, wine);
  checks.that('is updated by an administrator', existsSync(wine.disk('Program Files/Caja/resources/all-users')));
  checks.equal('is in the list of programs of all', await installedVersion(wine, 'HKLM'), '1.1.0');
  await wine.run('start', ['caja://pay/1']);
  const started = await wine.started();
  checks.that('is started by a caja:// link', started.endsWith('[caja://pay/1]'), started);
  const again = await wine.run(setup, ['/S', '/allusers']);
  checks.equal("leaves a policy's folder that is there alone", [again.code, await wine.rights()], [0, '']);
  // As Electron does before the first notification, whatever shortcut there is for all.
  const ownShortcut = inAccount(wine, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Caja.lnk');
  await mkdir(path.dirname(ownShortcut), { recursive: true });
  await writeFile(ownShortcut, '');
  const woken = `HKCU\\Software\\Classes\\CLSID\\${toastActivator}\\LocalServer32`;
  await wine.run('reg', ['add', woken, '/ve', '/d', 'Caja.exe', '/f']);
  const hasOwn = async (): Promise<unknown> => [existsSync(ownShortcut), await wine.registry(woken, '/ve')];
  checks.equal('has what Electron writes for notifications', await hasOwn(), [true, 'Caja.exe']);
  const removed = await wine.run(wine.disk(wine.find(remover)[0]), ['/S', '/allusers']);
  checks.equal('removes what Electron wrote for notifications', await hasOwn(), [false, null]);
  checks.that('is removed for all accounts', removed.code === 0, removed.output);
  checks.that("keeps the policy's folder", existsSync(wine.disk('ProgramData/Caja')));
  const left = [
    wine.find(/\/Program Files\/Caja/),
    await installedVersion(wine, 'HKLM'),
    await linkCommand(wine, 'HKLM'),
  ];
  checks.equal('leaves nothing for all accounts', left, [[], null, null]);
}

const policyFolder = String.raw`C:\ProgramData\Caja`;
const administratorsWrite =
  '[/inheritance:r][/grant:r][*S-1-5-18:(OI)(CI)F][*S-1-5-32-544:(OI)(CI)F][*S-1-5-32-545:(OI)(CI)RX]';

/** An installation for one account came before, and may not have made it. */
async function checkPolicyFolder(checks: Checks, wine: Wine): Promise<void> {
  checks.that("makes the policy's folder", existsSync(wine.disk('ProgramData/Caja')));
  checks.equal('gives it to administrators', (await wine.rights()).split('\n'), [
    `[${policyFolder}]${administratorsWrite}`,
    `[${policyFolder}][/setowner][*S-1-5-32-544]`,
  ]);
}

async function checkChosenFolder(checks: Checks, wine: Wine, setup: string): Promise<void> {
  const installed = await wine.run(setup, ['/S', '/currentuser', '/D=C:\\Chosen Folder']);
  checks.equal('installs where /D= says', [installed.code, wine.find(program)], [0, ['Chosen Folder/Caja.exe']]);
  await wine.run(wine.disk(wine.find(remover)[0]), ['/S', '/currentuser']);
  checks.equal('is removed from there', wine.find(/\/Chosen Folder/), []);
}
