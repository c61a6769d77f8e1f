/**
 * The deb on a fresh Debian 12 without Node: apt installs it with what it depends on, a user who is not root sets it up,
 * starts it from its desktop entry, makes a payment in training on a display, finds it again after a second start, and keeps
 * it when the program goes. Then the rpm, beside the same libraries.
 */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Platform } from 'electron-builder';
import { commandOfEntry, startsIn, titleOnX11 } from '#build/ci/parts/customer-start.ts';
import { buildInstallers, builtFile } from '../build-installers.ts';
import { outcomes } from '#shared/locales/en/payments/outcomes.ts';
import type { Checks } from '../checks.ts';
import { runCommand } from '../command.ts';
import { cashier } from './cashier.ts';
import { openDisplay, type Display } from './display.ts';
import { FreshDebian } from './fresh-debian.ts';
import { paymentsIn } from './recorded-payments.ts';
import { makeWholeStandIn } from './whole-stand-in.ts';

const formattedAmount = '1,182.00';

export async function tryFreshDebian(checks: Checks, folder: string): Promise<void> {
  const debian = await FreshDebian.open(path.join(folder, 'debian'));
  try {
    await checkBare(checks, debian);
    const { deb, rpm } = await buildPackages(debian, folder);
    await checkInstalled(checks, debian, deb);
    const display = await openDisplay();
    try {
      await checkSetUp(checks, debian, display);
      await checkCustomerStart(checks, debian, display, 'deb');
      await checkPayment(checks, debian, display, folder);
      await checkRemoved(checks, debian);
      await checkRpm(checks, debian, display, rpm);
    } finally {
      await display.close();
    }
  } finally {
    await debian.close();
  }
}

async function buildPackages(debian: FreshDebian, folder: string): Promise<{ deb: string; rpm: string }> {
  process.env['CUSTOM_FPM_PATH'] = path.join(import.meta.dirname, '../linux/package-maker.ts');
  const built = await buildInstallers({
    platform: Platform.LINUX,
    targets: ['deb', 'rpm'],
    version: '1.0.0',
    electron: await makeWholeStandIn(debian, path.join(folder, 'electron')),
    output: path.join(folder, 'built'),
    // Faster than what is shipped.
    adapt: (configuration) => ({ ...configuration, deb: { ...configuration.deb, compression: 'gz' } }),
  });
  return { deb: builtFile(built, '.deb'), rpm: builtFile(built, '.rpm') };
}

async function checkBare(checks: Checks, debian: FreshDebian): Promise<void> {
  const found = await debian.run(
    'command -v node nodejs npm chromium electron; ls -d /usr/lib/node_modules 2>/dev/null',
  );
  checks.equal('has no Node, Chromium or Electron before', found.output, '');
  const network = await debian.run("tail --lines=+3 /proc/net/dev | cut --delimiter=: --fields=1 | tr -d ' '");
  checks.equal('reaches nothing but itself', network.output, 'lo');
}

async function checkInstalled(checks: Checks, debian: FreshDebian, deb: string): Promise<void> {
  await copyFile(deb, debian.outside('root/caja.deb'));
  // What is only recommended is not there, so the program runs on what it depends on.
  const installed = await debian.runOnline('cd /root && apt-get install --yes --no-install-recommends ./caja.deb');
  checks.that('is installed by apt with its dependencies', installed.code === 0, installed.output);
  const audit = await debian.run(
    "dpkg --audit; apt-get check -qq; dpkg-query --show --showformat '${db:Status-Abbrev}' caja",
  );
  checks.equal('leaves nothing half installed', audit.output, 'ii');
  const missing = await debian.run(
    'LD_LIBRARY_PATH=/opt/Caja/chromium/built-in ldd /opt/Caja/chromium/chromium | grep "not found"',
  );
  checks.equal('finds every library of Chromium among its dependencies', missing.output, '');
  const node = await debian.run('command -v node nodejs; dpkg-query --list | grep -E " (nodejs|chromium)"');
  checks.equal('brings no Node and no Chromium to the system', node.output, '');
}

async function checkSetUp(checks: Checks, debian: FreshDebian, display: Display): Promise<void> {
  const secrets = { cclw: 'C'.repeat(128), apiKey: 'PARTONE|PARTTWO' };
  const merchant = { name: 'Ferretería El Martillo', environment: 'test', baseUrl: 'https://localhost:1', ...secrets };
  const file = debian.outside('srv/seats.json');
  await writeFile(file, JSON.stringify({ version: 1, merchants: [merchant] }));
  const env = { DISPLAY: display.name, LANGUAGE: 'en' };
  const provisioned = debian.start('caja --provision /srv/seats.json --exit', env);
  checks.equal('is provisioned', await provisioned.ended, 0);
  checks.that('reports what it applied', provisioned.output().includes('1 merchant was set up'), provisioned.output());
  await writeFile(file, JSON.stringify({ version: 1, merchants: [{ ...merchant, taxRate: 'seven' }] }));
  const refused = debian.start('caja --provision /srv/seats.json --exit', env);
  checks.equal('refuses a wrong file', await refused.ended, 3);
  checks.that('names the wrong field', refused.output().includes('merchants[0].taxRate'), refused.output());
}

/** Returns what the installed desktop entry starts. */
async function clicked(debian: FreshDebian): Promise<string> {
  return commandOfEntry(await readFile(debian.outside('usr/share/applications/caja.desktop'), 'utf8'));
}

/** Starts the program with nothing that a test needs, and looks at it from outside. */
async function checkCustomerStart(
  checks: Checks,
  debian: FreshDebian,
  { name }: Display,
  kind: 'deb' | 'rpm',
): Promise<void> {
  const env = { DISPLAY: name, LANGUAGE: 'en' };
  await writeFile(debian.outside('srv/nothing.json'), JSON.stringify({ version: 1, merchants: [] }));
  const data = debian.outside(debian.home('.config/Caja'));
  const before = startsIn(data);
  const script = debian.start('caja --provision /srv/nothing.json --exit', env);
  const end = await script.ended;
  checks.equal(`${kind}: a script's start ends with 0, and is in the log`, [end, startsIn(data) - before], [0, 1]);
  const program = debian.start(await clicked(debian), env);
  const [command, ...args] = titleOnX11;
  const title = await runCommand(command, args, { env: { ...process.env, DISPLAY: name } });
  checks.that(`${kind}: shows its window, seen from outside`, title.output.endsWith('Caja'), title.output);
  await checkSandbox(checks, debian, `${kind}, as its user starts it`);
  await debian.run('kill -TERM $(pidof node)');
  const last = await program.ended;
  checks.that(`${kind}: ends well with the session`, last === 0, `${last}\n${program.output()}`);
}

/** Chromium does not start where it finds no sandbox, unless it is told to do without. */
async function checkSandbox(checks: Checks, debian: FreshDebian, when: string): Promise<void> {
  const open = await debian.run("grep --text --files-with-matches -e '--no-sandbo[x]' /proc/[0-9]*/cmdline");
  checks.equal(`runs with Chromium's sandbox (${when})`, open.output, '');
}

/** Starts the program from its desktop entry, lets the window be driven, and waits for its end. Returns what the screen said. */
async function atTheScreen(
  checks: Checks,
  debian: FreshDebian,
  { display, deed, picture }: { display: Display; deed: 'pay' | 'read'; picture: string },
): Promise<string> {
  const command = await clicked(debian);
  const env = { DISPLAY: display.name, LANGUAGE: 'en', CAJA_DEVTOOLS_PORT: '9222' };
  const program = debian.start(command, env);
  const listening = Promise.withResolvers<string>();
  program.process.stderr?.on('data', () => {
    const [, address] = /DevTools listening on (\S+)/.exec(program.output()) ?? [];
    if (address !== undefined) listening.resolve(address);
  });
  void program.ended.then(() => listening.reject(new Error(`${command} ended early:\n${program.output()}`)));
  const address = await listening.promise;
  await checkSandbox(checks, debian, deed);
  const said = await debian.runBeside(path.join(import.meta.dirname, 'drive-window.ts'), [address, deed, picture]);
  const end = await program.ended;
  checks.that(`ends well after the window is closed (${deed})`, end === 0, `${end}\n${program.output()}`);
  return said;
}

async function checkPayment(checks: Checks, debian: FreshDebian, display: Display, folder: string): Promise<void> {
  const picture = (name: string): string => path.join(folder, `${name}.png`);
  const result = await atTheScreen(checks, debian, { display, deed: 'pay', picture: picture('result') });
  const says = [outcomes.charged.title, formattedAmount].every((words) => result.includes(words));
  checks.that('says on the screen that the payment was charged', says, result);
  const expected = [
    { operation: 'sell', state: 'approved', environment: 'training', amount: 118_200, concept: cashier.concept },
  ];
  const data = debian.outside(debian.home('.config/Caja'));
  checks.equal('has the payment in its ledger', await paymentsIn(data, path.join(folder, 'after-payment')), expected);
  const rows = await atTheScreen(checks, debian, { display, deed: 'read', picture: picture('history') });
  checks.that(
    'shows the payment in its history after a second start',
    [outcomes.badge.charged, formattedAmount].every((words) => rows.includes(words)),
    rows,
  );
}

async function checkRemoved(checks: Checks, debian: FreshDebian): Promise<void> {
  const data = debian.outside(debian.home('.config/Caja'));
  const before = await readdir(data);
  for (const verb of ['remove', 'purge']) {
    const removed = await debian.run(`apt-get ${verb} --yes caja`);
    checks.that(`apt can ${verb} it`, removed.code === 0, removed.output);
  }
  const left = await debian.run("ls -d /opt/Caja 2>/dev/null; find /etc /usr /var/lib/dpkg -xdev -iname '*caja*'");
  checks.equal('leaves nothing of the program behind', left.output, '');
  checks.equal("keeps the user's data", await readdir(data), before);
}

async function checkRpm(checks: Checks, debian: FreshDebian, display: Display, rpm: string): Promise<void> {
  await copyFile(rpm, debian.outside('root/caja.rpm'));
  await debian.runOnline('apt-get install --yes --no-install-recommends rpm');
  // Nothing that it requires is a package of rpm here. The deb brought the same libraries, which stayed.
  const installed = await debian.run('rpm --install --nodeps /root/caja.rpm');
  checks.that('rpm: is installed', installed.code === 0, installed.output);
  await checkCustomerStart(checks, debian, display, 'rpm');
  const removed = await debian.run('rpm --erase caja && ls -d /opt/Caja');
  checks.that('rpm: is removed', removed.output.includes('No such file'), removed.output);
}
