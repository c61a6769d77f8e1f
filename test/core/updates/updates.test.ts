/** Rules of updates: nothing is installed while money moves, and nothing that was refused or taken back. */
import { expect, test, vi } from 'vitest';
import { UpdateRefused, type Updater } from '#electron/core/ports/updater.ts';
import { packedAddress, updateFolder } from '#electron/core/updates/update-address.ts';
import { isFileFor } from '#electron/core/updates/update-list.ts';
import { createUpdates } from '#electron/core/updates/updates.ts';
import { plainNotes } from '#electron/updates/signed-updater.ts';
import { failed, ok } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { OfferedUpdate } from '#shared/updates/updates.ts';
import { soon } from '#test/support/soon.ts';

const offered: OfferedUpdate = { version: '0.2.0', notes: 'Faster' };

function seat({ installsAlone = true, startsAgain = false, notInstalledAt = null as string | null } = {}) {
  const quiet = Promise.withResolvers<void>();
  const deeds: LedgerDeed[] = [];
  const world = { busy: false, answer: (): Promise<OfferedUpdate | null> => Promise.resolve(offered) };
  const install = vi.fn<Updater['install']>(() => Promise.resolve());
  const download = vi.fn<Updater['download']>((onPercent) => {
    onPercent(41.7);
    return Promise.resolve();
  });
  const quit = vi.fn<() => void>();
  const relaunch = vi.fn<() => void>();
  const noteNotInstalled = vi.fn<() => void>();
  const updates = createUpdates({
    updater: { installsAlone, startsAgain, look: () => world.answer(), download, install },
    busy: () => world.busy,
    quiet: () => (world.busy ? quiet.promise : Promise.resolve()),
    quit,
    relaunch,
    memory: { noteNotInstalled, takeNotInstalled: () => notInstalledAt },
    audit: { noteSoon: (_who, deed) => deeds.push(deed) },
    account: 'rosa',
    clock: () => new Date('2026-11-20T10:00:00Z'),
    emit: () => undefined,
    reportBug: () => undefined,
  });
  async function end(): Promise<void> {
    updates.noteEnd();
    await updates.installAtEnd();
  }
  async function ready(): Promise<void> {
    await updates.look();
    await vi.waitFor(() => expect(updates.state().kind).toBe('ready'), soon);
  }
  return {
    world,
    updates,
    install,
    download,
    quit,
    relaunch,
    noteNotInstalled,
    deeds,
    quiet: quiet.resolve,
    end,
    ready,
  };
}

test('an update that was found is downloaded and installed at the end, without starting again', async () => {
  const { updates, install, relaunch, deeds, end, ready } = seat();
  await ready();
  expect(updates.state()).toEqual({ kind: 'ready', ...offered, atEnd: true });
  await end();
  expect(install.mock.calls).toEqual([[false]]);
  expect(relaunch).not.toHaveBeenCalled();
  expect(deeds).toEqual([{ kind: 'update-begun', version: '0.2.0' }]);
});

test('a restart is refused while a payment is under way, and ends the program otherwise', async () => {
  const { world, updates, quit, install, end, ready } = seat();
  expect(updates.restart()).toEqual(failed({ kind: 'not-found' }));
  await ready();
  world.busy = true;
  expect(updates.restart()).toEqual(failed({ kind: 'busy' }));
  expect(quit).not.toHaveBeenCalled();
  world.busy = false;
  expect(updates.restart()).toEqual(ok({ version: '0.2.0' }));
  expect(quit).toHaveBeenCalledOnce();
  await end();
  expect(install.mock.calls).toEqual([[true]]);
});

test('a download waits for the payments under way', async () => {
  const { world, updates, download, quiet } = seat();
  world.busy = true;
  expect(await updates.look()).toEqual({ kind: 'found', ...offered });
  expect(download).not.toHaveBeenCalled();
  quiet();
  await vi.waitFor(() => expect(updates.state().kind).toBe('ready'), soon);
});

test('a payment that begins after the entry in the audit trail still keeps it from being installed', async () => {
  const { world, updates, install, ready } = seat();
  await ready();
  updates.noteEnd();
  world.busy = true;
  await updates.installAtEnd();
  expect(install).not.toHaveBeenCalled();
});

type Seat = ReturnType<typeof seat>;

test.each<[string, (seat: Seat) => unknown, Parameters<typeof seat>[0]?]>([
  ['a payment is under way', ({ world }) => (world.busy = true)],
  ['its package asks for a password, and nobody wanted it', () => undefined, { installsAlone: false }],
  ['the system shuts down, which would end the installer half way', ({ updates }) => updates.leaveUninstalled()],
  [
    'its version is offered no more',
    async ({ world, updates }) => {
      world.answer = () => Promise.resolve(null);
      expect(await updates.look()).toMatchObject({ kind: 'newest' });
    },
  ],
  [
    'the server has refused it, which being unreachable does not',
    async ({ world, updates, deeds }) => {
      world.answer = () => Promise.reject(new UpdateRefused('unreachable', 'down'));
      expect(await updates.look()).toMatchObject({ kind: 'ready' });
      world.answer = () => Promise.reject(new UpdateRefused('signature', 'wrong'));
      expect(await updates.look()).toMatchObject({ kind: 'failed', why: 'signature' });
      await updates.look();
      expect(deeds).toEqual([{ kind: 'update-refused', why: 'signature' }]);
    },
  ],
])('an update is not installed at the end when %s', async (_why, happens, options) => {
  const one = seat(options);
  await one.ready();
  await happens(one);
  const deeds = [...one.deeds];
  await one.end();
  expect(one.install).not.toHaveBeenCalled();
  expect(one.deeds).toEqual(deeds);
});

test('a package that asks for a password is installed when somebody wants it', async () => {
  const { updates, install, end, ready } = seat({ installsAlone: false });
  await ready();
  updates.restart();
  await end();
  expect(install.mock.calls).toEqual([[true]]);
});

test.each([
  ['is started again', { startsAgain: false }, true],
  ['is left to an installer that starts it', { startsAgain: true }, false],
])('after a restart with an update the program %s', async (_what, kind, again) => {
  const { updates, relaunch, noteNotInstalled, end, ready } = seat(kind);
  await ready();
  updates.restart();
  await end();
  expect(relaunch).toHaveBeenCalledTimes(again ? 1 : 0);
  expect(noteNotInstalled).not.toHaveBeenCalled();
});

test.each([true, false])(
  'an update that the system did not install is noted, and a restart happens all the same',
  async (startsAgain) => {
    const { updates, install, relaunch, noteNotInstalled, end, ready } = seat({ installsAlone: false, startsAgain });
    install.mockRejectedValue(new Error('pkexec ended with 126'));
    await ready();
    updates.restart();
    await end();
    expect(noteNotInstalled).toHaveBeenCalledOnce();
    expect(relaunch).toHaveBeenCalledOnce();
  },
);

test('the start after that says so, until the next look', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const { updates, deeds, ready } = seat({ notInstalledAt: at });
  updates.start();
  expect(updates.state()).toEqual({ kind: 'failed', why: 'install', at });
  expect(deeds).toEqual([{ kind: 'update-refused', why: 'install' }]);
  await ready();
  updates.stop();
});

test.each([
  ['deb', 'x64', 'caja_0.2.0_amd64.deb', 'caja_0.2.0_arm64.deb'],
  ['deb', 'arm64', 'caja_0.2.0_arm64.deb', 'caja_0.2.0_amd64.deb'],
  ['deb', 'x64', 'caja_0.2.0_amd64.deb', 'Caja Setup 0.2.0.exe'],
  ['exe', 'arm64', 'Caja Setup 0.2.0.exe', 'Caja-Setup-0.2.0-x64.exe'],
] as const)('an installation of kind %s on %s takes %s and not %s', (kind, arch, right, wrong) => {
  expect([right, wrong].map(isFileFor(kind, arch))).toEqual([true, false]);
});

test('addresses are https, or plain http on this computer', () => {
  expect(updateFolder('https://updates.example.com/caja?a#b')?.href).toBe('https://updates.example.com/caja/');
  expect(updateFolder('http://127.0.0.1:8080')?.href).toBe('http://127.0.0.1:8080/');
  for (const text of ['http://updates.example.com/', 'file:///srv/', 'https://ana:pw@example.com/', 'updates'])
    expect(updateFolder(text), text).toBe(null);
});

test.each([
  ['url: https://updates.example.com/caja/', 'https://updates.example.com/caja/'],
  ["url: 'https://updates.example.com/caja/'", 'https://updates.example.com/caja/'],
  ["url: ''", null],
  ['url:', null],
  ['provider: generic', null],
])('a program that was packed with %s asks %s', (line, address) => {
  expect(packedAddress(`provider: generic\n${line}\nupdaterCacheDirName: caja-updater\n`)).toBe(address);
});

test('what is new is plain text of a bounded length', () => {
  expect(plainNotes('One\r\n<b>two</b>\u202E\u0007')).toBe('One\n<b>two</b>');
  expect(plainNotes([{ version: '0.2.0', note: 'One' }, { version: '0.1.9', note: null }, 7])).toBe('One');
  expect(plainNotes('a'.repeat(9_000))).toHaveLength(4_001);
});
