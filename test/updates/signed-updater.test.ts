/** The whole way of an update against a server on this computer: AppImage, deb and NSIS, as far as plain Node goes. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AppImageUpdater, DebUpdater, NsisUpdater, type BaseUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isFileFor } from '#electron/core/updates/update-file.ts';
import { installDeb, replaceAppImage } from '#electron/updates/install-on-linux.ts';
import { createSignedUpdater } from '#electron/updates/signed-updater.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';

const own = generateKeyPairSync('ed25519');
const foreign = generateKeyPairSync('ed25519');
const sha512 = (bytes: Uint8Array | string): string => createHash('sha512').update(bytes).digest('base64');

const kinds = {
  AppImage: {
    kind: 'AppImage',
    Updater: AppImageUpdater,
    platform: 'linux',
    file: 'Caja-0.2.0.AppImage',
    list: 'latest-linux.yml',
  },
  deb: { kind: 'deb', Updater: DebUpdater, platform: 'linux', file: 'caja_0.2.0_amd64.deb', list: 'latest-linux.yml' },
  NSIS: { kind: 'exe', Updater: NsisUpdater, platform: 'win32', file: 'Caja Setup 0.2.0.exe', list: 'latest.yml' },
} as const;
type Kind = keyof typeof kinds;
const each = Object.keys(kinds) as readonly Kind[];

/** Files of the server. `cut` is the number of bytes after which it hangs up. */
const files = new Map<string, { readonly bytes: Buffer; readonly cut?: number }>();
const asked: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((wanted, answer) => {
    const name = path.basename(decodeURIComponent(wanted.url ?? ''));
    asked.push(name);
    const file = wanted.url?.startsWith('/caja/') === true ? files.get(name) : undefined;
    if (file === undefined) answer.writeHead(404).end();
    else {
      answer.writeHead(200, { 'content-length': file.bytes.length });
      if (file.cut === undefined) answer.end(file.bytes);
      else answer.write(file.bytes.subarray(0, file.cut), () => answer.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  vi.stubEnv('TEST_UPDATER_ARCH', 'x64');
  files.clear();
  asked.length = 0;
});

const program = Buffer.alloc(200_000, 'the new program');

interface Offer {
  readonly version?: string;
  readonly key?: KeyObject | null;
  /** Members of the list that are other than usual. */
  readonly more?: string;
  readonly notes?: string;
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly cut?: number;
}

/** Puts a signed list with its file on the server. */
function offer(
  kind: Kind,
  {
    version = '0.2.0',
    key = own.privateKey,
    more = '',
    notes = 'releaseNotes: Faster\n',
    bytes = program,
    name,
    cut,
  }: Offer = {},
) {
  const { file, list } = kinds[kind];
  const entry = `  - url: ${name ?? file}\n    sha512: ${sha512(bytes)}\n    size: ${bytes.length}\n`;
  const text = Buffer.from(`version: ${version}\nfiles:\n${entry}${notes}${more}`);
  files.set(list, { bytes: text });
  if (key !== null) files.set(`${list}.sig`, { bytes: Buffer.from(sign(null, text, key).toString('base64')) });
  files.set(file, { bytes, ...(cut === undefined ? {} : { cut }) });
}

class OverNode extends ElectronHttpExecutor {
  override createRequest(...[options, callback]: Parameters<ElectronHttpExecutor['createRequest']>) {
    return request(options, callback) as unknown as ReturnType<ElectronHttpExecutor['createRequest']>;
  }
  override addRedirectHandlers() {
    return undefined;
  }
}

/** @param trusted answers in place of Windows, which alone can check its signatures */
function seat(kind: Kind, { trusted = true, version = '0.1.0' } = {}) {
  const folder = temporaryFolder();
  const { Updater, platform } = kinds[kind];
  const present = path.join(folder, 'Caja.AppImage');
  writeFileSync(present, 'the present program');
  vi.stubEnv('APPIMAGE', present);
  const appUpdateConfigPath = path.join(folder, 'app-update.yml');
  writeFileSync(appUpdateConfigPath, 'provider: generic\nupdaterCacheDirName: caja-updater\npublisherName: [Caja]\n');
  const electronUpdater: BaseUpdater = new Updater(null, {
    version,
    name: 'caja',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: path.join(folder, 'data'),
    baseCachePath: path.join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Object.assign(electronUpdater, { httpExecutor: new OverNode(), _testOnlyOptions: { platform } });
  if (electronUpdater instanceof NsisUpdater)
    electronUpdater.verifyUpdateCodeSignature = () => Promise.resolve(trusted ? null : 'another publisher');
  const install = vi.fn<(file: string, sha512: string, restart: boolean) => void>();
  const updater = createSignedUpdater({
    electronUpdater,
    installsAlone: true,
    install,
    folder: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/caja/`),
    key: own.publicKey,
    fits: isFileFor(kinds[kind].kind, 'x64'),
    fetch: (url, options) => fetch(url, options),
    log: () => undefined,
  });
  const take = async () => {
    const found = await updater.look();
    if (found !== null) await updater.download(() => undefined);
    return found;
  };
  return { updater, install, take, present, folder };
}

describe.each(each)('%s', (kind) => {
  const { file, list } = kinds[kind];

  test('a signed update is downloaded and handed over as it was signed', async () => {
    offer(kind);
    const { updater, install, take } = seat(kind);
    expect(await take()).toEqual({ version: '0.2.0', notes: 'Faster' });
    await updater.install(true);
    const [handed = '', digest] = install.mock.lastCall ?? [];
    expect(readFileSync(handed).equals(program)).toBe(true);
    expect(digest).toBe(sha512(program));
    expect(asked).toEqual([list, `${list}.sig`, file]);
  });

  test.each(['0.1.0', '0.0.9'])('version %s is no update', async (version) => {
    offer(kind, { version });
    expect(await seat(kind).take()).toBe(null);
    expect(asked).not.toContain(file);
  });

  test('an exchanged file is refused', async () => {
    offer(kind);
    files.set(file, { bytes: Buffer.concat([program.subarray(1), Buffer.from('!')]) });
    await expect(seat(kind).take()).rejects.toMatchObject({ why: 'file' });
  });

  test('an exchanged file with its list is refused before the file is asked for', async () => {
    offer(kind);
    const signature = files.get(`${list}.sig`)?.bytes ?? Buffer.alloc(0);
    offer(kind, { bytes: Buffer.alloc(200_000, 'another program') });
    files.set(`${list}.sig`, { bytes: signature });
    await expect(seat(kind).take()).rejects.toMatchObject({ why: 'signature' });
    expect(asked).not.toContain(file);
  });

  test.each([
    ['by another key', foreign.privateKey],
    ['by nobody', null],
  ])('a list signed %s is refused before the file is asked for', async (_by, key) => {
    offer(kind, { key });
    await expect(seat(kind).take()).rejects.toMatchObject({ why: 'signature' });
    expect(asked).not.toContain(file);
  });

  test('a download that breaks off is no update', async () => {
    offer(kind, { cut: 1_000 });
    await expect(seat(kind).take()).rejects.toMatchObject({ why: 'unreachable' });
  });

  test('a file that was exchanged after its download is not installed', async () => {
    offer(kind);
    const { updater, install, take, folder } = seat(kind);
    await take();
    writeFileSync(path.join(folder, 'cache/caja-updater/pending', file), 'exchanged');
    await expect(updater.install(false)).rejects.toMatchObject({ why: 'file' });
    expect(install).not.toHaveBeenCalled();
  });
});

test('an installer of another publisher is refused, although our own signature is right', async () => {
  offer('NSIS');
  await expect(seat('NSIS', { trusted: false }).take()).rejects.toMatchObject({ why: 'publisher' });
});

test.each([
  ['a file elsewhere', { name: '../Caja-0.2.0.AppImage' }],
  ['no file for this kind of installation', { name: 'Caja Setup 0.2.0.exe' }],
  ['no file for this processor', { name: 'Caja-0.2.0-arm64.AppImage' }],
  ['no version', { version: 'newest' }],
])('a signed list with %s is refused', async (_what, given) => {
  offer('AppImage', given);
  await expect(seat('AppImage').take()).rejects.toMatchObject({ why: 'list' });
});

test('a list without a word on what is new is as good, and one member of a later tool more does not matter', async () => {
  offer('AppImage', { notes: '', more: "releaseDate: '2026-11-22T00:00:00.000Z'\nlater: [1]\n" });
  expect(await seat('AppImage').take()).toEqual({ version: '0.2.0', notes: '' });
});

test.each([
  ['1.0.0-rc.1', '1.0.0-rc.2', true],
  ['1.0.0-rc.2', '1.0.0-rc.10', true],
  ['1.0.0-rc.1', '1.0.0', true],
  ['1.0.0-rc.1', '1.0.0-rc.1', false],
  ['1.0.0-rc.2', '1.0.0-rc.1', false],
  ['1.0.0-rc.1', '0.9.0', false],
  ['1.0.0', '1.0.0-rc.2', false],
  ['1.0.0', '1.1.0-rc.1', false],
  ['1.0.0', '1.0.1', true],
])('a seat with %s that is shown %s takes it: %s', async (version, shown, taken) => {
  offer('AppImage', { version: shown });
  const found = await seat('AppImage', { version }).take();
  expect(found?.version ?? null).toBe(taken ? shown : null);
  expect(asked.includes('latest-linux.yml')).toBe(true);
});

test('a rollout that has not begun reaches no seat, and a complete one every seat', async () => {
  offer('AppImage', { more: 'stagingPercentage: 0\n' });
  expect(await seat('AppImage').take()).toBe(null);
  offer('AppImage', { more: 'stagingPercentage: 100\n' });
  expect(await seat('AppImage').take()).not.toBe(null);
});

test('a server without a list, and one that is not there, are unreachable', async () => {
  await expect(seat('AppImage').take()).rejects.toMatchObject({ why: 'unreachable' });
});

test('a list that does not end is not read to its end', async () => {
  offer('AppImage');
  files.set('latest-linux.yml', { bytes: Buffer.alloc(300 * 1024, '#') });
  await expect(seat('AppImage').take()).rejects.toMatchObject({ why: 'unreachable' });
});

test('an AppImage is replaced as one step, and stays when the new file is another', () => {
  const folder = temporaryFolder();
  const [present, next] = [path.join(folder, 'Caja.AppImage'), path.join(folder, 'next')];
  writeFileSync(present, 'old');
  writeFileSync(next, 'new');
  expect(() => replaceAppImage(present, next, sha512('signed'))).toThrow('not the file');
  expect(readFileSync(present, 'utf8')).toBe('old');
  replaceAppImage(present, next, sha512('new'));
  expect(readFileSync(present, 'utf8')).toBe('new');
  expect(existsSync(`${present}.update`)).toBe(false);
});

test.runIf(process.platform === 'linux')('a package is compared once more by root, who installs its own copy', () => {
  const folder = temporaryFolder();
  const bin = path.join(folder, 'bin');
  const [deb, installed] = [path.join(folder, 'caja 0.2.0.deb'), path.join(folder, 'installed')];
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'dpkg'), `#!/bin/sh\ntest "$2" != '${deb}' && cp "$2" '${installed}'\n`);
  chmodSync(path.join(bin, 'dpkg'), 0o755);
  writeFileSync(deb, 'new');
  const asRoot = ['/usr/bin/env', `PATH=${bin}:${process.env['PATH']}`] as const;
  expect(() => installDeb(deb, sha512('signed'), asRoot)).toThrow('not installed');
  expect(existsSync(installed)).toBe(false);
  installDeb(deb, sha512('new'), asRoot);
  expect(readFileSync(installed, 'utf8')).toBe('new');
});
