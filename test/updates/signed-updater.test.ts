/** The whole way of an update against a server on this computer: deb and NSIS, as far as plain Node goes. */
import { createHash, generateKeyPairSync, sign, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DebUpdater, NsisUpdater, type BaseUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isFileFor } from '#electron/core/updates/update-list.ts';
import { createUpdateMemory } from '#electron/core/updates/update-memory.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { programDocument } from '#electron/documents/seat-documents.ts';
import { installExe } from '#electron/updates/install.ts';
import { createSignedUpdater } from '#electron/updates/signed-updater.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

/** The key that signs, the one that follows it, one that came before and one of somebody else. */
const [own, next, former, foreign] = [0, 1, 2, 3].map(() => generateKeyPairSync('ed25519')) as [Pair, Pair, Pair, Pair];
type Pair = KeyPairKeyObjectResult;
const sha512 = (bytes: Uint8Array | string): string => createHash('sha512').update(bytes).digest('base64');

const kinds = {
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
  vi.unstubAllEnvs();
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
  readonly number?: number;
  readonly validUntil?: string;
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
    number = 7,
    validUntil = '2027-05-20T10:00:00.000Z',
    more = '',
    notes = 'releaseNotes: Faster\n',
    bytes = program,
    name,
    cut,
  }: Offer = {},
) {
  const { file, list } = kinds[kind];
  const entry = `  - url: ${name ?? file}\n    sha512: ${sha512(bytes)}\n    size: ${bytes.length}\n`;
  const stamp = `number: ${number}\nsignedAt: '2026-11-20T10:00:00.000Z'\nvalidUntil: '${validUntil}'\n`;
  const text = Buffer.from(`version: ${version}\nfiles:\n${entry}${notes}${more}${stamp}`);
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

interface Seat {
  /** Answers in place of Windows, which alone can check its signatures. */
  readonly trusted?: boolean;
  readonly version?: string;
  readonly keys?: readonly Pair[];
  /** Data of an earlier start. */
  readonly folder?: string;
  readonly clock?: string;
}

function seat(kind: Kind, given: Seat = {}) {
  const { trusted = true, version = '0.1.0', keys = [own, next], folder = temporaryFolder() } = given;
  const clock = () => new Date(given.clock ?? '2026-11-23T10:00:00Z');
  const store = openDocument({ folder, now: clock, open: openConf }, programDocument);
  if (store.read() === null && store.unread === null)
    store.write({ lastVersion: version, newestList: 0, notInstalledAt: null });
  const { Updater, platform } = kinds[kind];
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
    startsAgain: false,
    install,
    takeList: createUpdateMemory(store, clock).takeList,
    folder: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/caja/`),
    keys: keys.map(({ publicKey }) => publicKey),
    fits: isFileFor(kinds[kind].kind, 'x64'),
    fetch: (url, options) => fetch(url, options),
    log: () => undefined,
  });
  const take = async () => {
    const found = await updater.look();
    if (found !== null) await updater.download(() => undefined);
    return found;
  };
  return { updater, install, take, folder };
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

  test('a download outlives a server that is away at the next look', async () => {
    offer(kind);
    const { updater, install, take } = seat(kind);
    await take();
    files.delete(list);
    await expect(updater.look()).rejects.toMatchObject({ why: 'unreachable' });
    await updater.install(false);
    expect(install).toHaveBeenCalledOnce();
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

test.each([
  ['is started by its installer', ['--updated'], true],
  ['with a folder of its own is not, because the installer would open another seat', ['--user-data-dir', 'two'], false],
  ['with a folder of its own in one argument is not either', ['--user-data-dir=two'], false],
])('a program on Windows %s', (_what, args, again) => {
  const install = vi.fn<(isSilent: boolean, startsAgain: boolean) => boolean>(() => true);
  installExe({ install }, true, args);
  expect(install.mock.calls).toEqual([[true, again]]);
});

test('an installer of another publisher is refused, although our own signature is right', async () => {
  offer('NSIS');
  await expect(seat('NSIS', { trusted: false }).take()).rejects.toMatchObject({ why: 'publisher' });
});

test.each([
  ['a file elsewhere', { name: '../caja_0.2.0_amd64.deb' }],
  ['no file for this kind of installation', { name: 'Caja Setup 0.2.0.exe' }],
  ['no file for this processor', { name: 'caja_0.2.0_arm64.deb' }],
  ['no version', { version: 'newest' }],
])('a signed list with %s is refused', async (_what, given) => {
  offer('deb', given);
  await expect(seat('deb').take()).rejects.toMatchObject({ why: 'list' });
});

test('a list without a word on what is new is as good, and one member of a later tool more does not matter', async () => {
  offer('deb', { notes: '', more: "releaseDate: '2026-11-22T00:00:00.000Z'\nlater: [1]\n" });
  expect(await seat('deb').take()).toEqual({ version: '0.2.0', notes: '' });
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
  offer('deb', { version: shown });
  const found = await seat('deb', { version }).take();
  expect(found?.version ?? null).toBe(taken ? shown : null);
  expect(asked.includes('latest-linux.yml')).toBe(true);
});

test('a rollout that has not begun reaches no seat, and a complete one every seat', async () => {
  offer('deb', { more: 'stagingPercentage: 0\n' });
  expect(await seat('deb').take()).toBe(null);
  offer('deb', { more: 'stagingPercentage: 100\n' });
  expect(await seat('deb').take()).not.toBe(null);
});

describe('a list that was once signed and is shown again', () => {
  test.each([
    ['of an older version', { version: '0.2.0' }, { version: '0.3.0' }],
    ['of a rollout that was stopped', { more: 'stagingPercentage: 100\n' }, { more: 'stagingPercentage: 0\n' }],
    ['of a version that was taken back', { version: '0.3.0' }, { version: '0.1.0' }],
  ])('is refused, %s, also after the next start', async (_what, older, newer) => {
    const folder = temporaryFolder();
    offer('deb', { ...newer, number: 8 });
    await seat('deb', { folder }).take();
    offer('deb', { ...older, number: 7 });
    asked.length = 0;
    await expect(seat('deb', { folder }).take()).rejects.toMatchObject({ why: 'older' });
    expect(asked).not.toContain(kinds.deb.file);
    // The same one is looked at again and again.
    offer('deb', { ...newer, number: 8 });
    await seat('deb', { folder }).take();
  });

  test('is refused once it has run out by the clock of the seat, and counts as not seen', async () => {
    const [ends, folder] = ['2026-12-01T00:00:00.000Z', temporaryFolder()];
    offer('deb', { validUntil: ends, number: 9 });
    await expect(seat('deb', { clock: ends, folder }).take()).rejects.toMatchObject({
      why: 'expired',
      message: `The list number 9 of 2026-11-20T10:00:00.000Z ran out at ${ends}, and it is ${ends}`,
    });
    expect(asked).not.toContain(kinds.deb.file);
    offer('deb', { number: 8 });
    expect(await seat('deb', { folder }).take()).not.toBe(null);
    offer('deb', { validUntil: ends, number: 9 });
    expect(await seat('deb', { clock: '2026-11-30T23:59:59.999Z', folder }).take()).not.toBe(null);
  });

  test('is not used where the seat can’t remember it', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'program.json'), '{"version":99}');
    offer('deb');
    await expect(seat('deb', { folder }).take()).rejects.toMatchObject({ why: 'list' });
    expect(asked).not.toContain(kinds.deb.file);
  });
});

test.each([
  ['of before a change of keys takes the first release after it', [own, next], next, null],
  ['of after a change of keys refuses what the former key signs', [own, next], former, 'signature'],
  ['that was off over two changes refuses the release', [former, own], next, 'signature'],
] as const)('a seat %s', async (_what, keys, signer, why) => {
  offer('deb', { key: signer.privateKey });
  const taken = seat('deb', { keys }).take();
  if (why === null) expect(await taken).toEqual({ version: '0.2.0', notes: 'Faster' });
  else await expect(taken).rejects.toMatchObject({ why });
});

test('a server without a list, and one that is not there, are unreachable', async () => {
  await expect(seat('deb').take()).rejects.toMatchObject({ why: 'unreachable' });
});

test('a list that does not end is not read to its end', async () => {
  offer('deb');
  files.set('latest-linux.yml', { bytes: Buffer.alloc(300 * 1024, '#') });
  await expect(seat('deb').take()).rejects.toMatchObject({ why: 'unreachable' });
});
