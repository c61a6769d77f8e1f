/**
 * `npm run test:prompt`: shows with a real Chromium and a real keyring what the stand-in's key store that asks is made after. Without
 * a keyring of its own the account is asked for a password, and Chromium waits for the answer as long as it takes; Electron has the
 * same part of Chromium. Exit codes: 1 the belief is wrong, 3 this machine can't try it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { patience } from '#electron/vault/os-cipher.ts';

/** Programs that it takes, with the Debian packages that bring them. */
const tools = {
  chromium: 'chromium',
  'gnome-keyring-daemon': 'gnome-keyring',
  'dbus-run-session': 'dbus',
  'xvfb-run': 'xvfb',
  xdotool: 'xdotool',
} as const;
const answers = ['password', 'closed'] as const;
type Answer = (typeof answers)[number];

/** Longest wait for a window or a request, in ms. */
const longest = 60_000;

function isThere(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs one trial on a display, a session bus and a home folder of its own. */
function tryWith(answer: Answer): boolean {
  const home = mkdtempSync(path.join(tmpdir(), 'caja-prompt-'));
  const { DBUS_SESSION_BUS_ADDRESS: _bus, GNOME_KEYRING_CONTROL: _control, ...rest } = process.env;
  const folders = { HOME: home, XDG_RUNTIME_DIR: path.join(home, 'run') };
  const xdg = {
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_CACHE_HOME: home,
  };
  mkdirSync(folders.XDG_RUNTIME_DIR, { mode: 0o700 });
  const command = ['-a', 'dbus-run-session', '--', process.execPath, import.meta.filename, answer];
  const env = { ...rest, ...folders, ...xdg, XDG_CURRENT_DESKTOP: 'GNOME' };
  const { status } = spawnSync('xvfb-run', command, {
    env,
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: 4 * longest,
  });
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return status === 0;
}

/** The trial, inside the session: Chromium opens a page, whose request needs the key of its cookies. */
async function trial(answer: Answer): Promise<void> {
  let asked = 0;
  const arrived = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    asked += 1;
    arrived.resolve();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const profile = `--user-data-dir=${process.env['HOME']}/profile`;
  const options = ['--no-sandbox', '--no-first-run', '--password-store=gnome-libsecret', profile, page];
  const chromium = spawn('chromium', options, { stdio: 'ignore' });
  const xdotool = (...order: readonly string[]): string => {
    const { status, stdout } = spawnSync('xdotool', order, { encoding: 'utf8', timeout: longest });
    if (status !== 0) throw new Error(`xdotool ${order[0]} failed`);
    return stdout.trim();
  };
  try {
    const [window = ''] = xdotool('search', '--sync', '--onlyvisible', '--class', 'gcr-prompter').split('\n');
    // Longer than the program waits. That nothing happens in this time is what is shown.
    await setTimeout(2 * patience);
    if (asked > 0) throw new Error('Chromium did not wait for the keyring');
    xdotool('windowfocus', '--sync', window);
    if (answer === 'closed') xdotool('key', 'Escape');
    else
      for (const keys of [
        ['type', 'palanca'],
        ['key', 'Tab'],
        ['type', 'palanca'],
        ['key', 'Return'],
      ])
        xdotool(...keys);
    await Promise.race([
      arrived.promise,
      setTimeout(longest).then(() => {
        throw new Error('Chromium did not go on after the answer');
      }),
    ]);
  } finally {
    chromium.kill('SIGKILL');
    server.close();
  }
}

const given = answers.find((answer) => answer === process.argv[2]);
if (given !== undefined) {
  await trial(given).then(
    () => process.exit(0),
    (error: unknown) => {
      console.log(String(error));
      process.exit(1);
    },
  );
}
const missing = Object.entries(tools).filter(([tool]) => !isThere(tool));
if (missing.length > 0) {
  const [programs, packages] = [missing.map(([tool]) => tool), missing.map(([, from]) => from)];
  console.error(
    `Not tried: this machine lacks ${programs.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`,
  );
  process.exit(3);
}
const wrong = answers.filter((answer) => !tryWith(answer));
for (const answer of answers) {
  const end = answer === 'closed' ? 'the question was closed' : 'a password was given';
  console.log(
    `${wrong.includes(answer) ? 'FAILED' : 'ok'}: the keyring asked, Chromium waited, and went on once ${end}`,
  );
}
process.exit(wrong.length > 0 ? 1 : 0);
