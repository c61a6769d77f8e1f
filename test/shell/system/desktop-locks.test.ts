/** Locks of a Linux desktop's session, heard on real buses from somebody else's client. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { socketOf } from '#electron/shell/system/bus.ts';
import { listenToDesktopLocks } from '#electron/shell/system/desktop-locks.ts';
import { buses, connectTo, type MessageBus } from '#test/shell/message-bus.ts';
import { soon } from '#test/support/soon.ts';

const ours = '/org/freedesktop/login1/session/_32';
const theirs = '/org/freedesktop/login1/session/_33';
const onScreen = '/org/gnome/ScreenSaver';
const account = process.getuid?.() ?? 0;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A seat that listens, with another program on each of its buses. */
async function seatOn(start: () => Promise<MessageBus>) {
  const [system, session] = await Promise.all([start(), start()]);
  const [logind, desktop, impostor] = [connectTo(system), connectTo(session), connectTo(system)];
  const sessions = { [ours]: { user: account, locked: false }, [theirs]: { user: account + 1, locked: true } };
  await logind.serveLogind(sessions);
  let locks = 0;
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  const stop = listenToDesktopLocks(
    { DBUS_SYSTEM_BUS_ADDRESS: system.address, DBUS_SESSION_BUS_ADDRESS: session.address },
    { info: say, warn: say },
    () => void (locks += 1),
  );
  open.push(system.stop, session.stop, logind.close, desktop.close, impostor.close, stop);
  await vi.waitFor(() => expect(said.filter((line) => line.includes('locks with')).length).toBe(2), soon);
  said.length = 0;
  const active = (name: string, is: boolean) => desktop.signal(onScreen, name, 'ActiveChanged', 'b', [is]);
  return { system, session, logind, impostor, sessions, active, count: () => locks, said, stop };
}

describe.each(buses)('on %s, a seat', (_name, start) => {
  test('locks with the screen saver of each desktop, when it begins and not when it ends', async () => {
    const { active, count } = await seatOn(start);
    for (const name of ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce']) {
      active('com.example.Player', true);
      active(`org.${name}.ScreenSaver`, false);
      active(`org.${name}.ScreenSaver`, true);
    }
    await vi.waitFor(() => expect(count()).toBe(5), soon);
  });

  test('locks when logind locks a session of this account, or was told that it is locked, and with no other', async () => {
    const { logind, impostor, sessions, count } = await seatOn(start);
    logind.lock(theirs);
    logind.hint(theirs, true);
    impostor.lock(ours);
    logind.hint(ours, false);
    logind.lock(ours);
    await vi.waitFor(() => expect(count()).toBe(1), soon);
    sessions[ours].locked = true;
    logind.hint(ours, true);
    await vi.waitFor(() => expect(count()).toBe(2), soon);
  });

  test('says once that a bus went away, and goes on with the other', async () => {
    const { session, logind, count, said, stop } = await seatOn(start);
    await session.stop();
    await vi.waitFor(
      () => expect(said).toEqual([expect.stringContaining('not lock with the desktop by the session bus')]),
      soon,
    );
    logind.lock(ours);
    await vi.waitFor(() => expect(count()).toBe(1), soon);
    stop();
    logind.lock(ours);
    await logind.serveLogind({});
    expect([count(), said.length]).toEqual([1, 1]);
  });
});

test.each<[string, NodeJS.ProcessEnv]>([
  [
    'no bus',
    { DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent/a', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/b' },
  ],
  [
    'addresses without a socket',
    { DBUS_SYSTEM_BUS_ADDRESS: 'tcp:host=127.0.0.1,port=1', DBUS_SESSION_BUS_ADDRESS: '' },
  ],
])('with %s a seat says so for each, and works', async (_what, env) => {
  const warnings: string[] = [];
  const log = { info: () => expect.unreachable(), warn: (message: string) => void warnings.push(message) };
  open.push(listenToDesktopLocks(env, log, () => undefined));
  await vi.waitFor(() => expect(warnings).toHaveLength(2), soon);
});

test.each<[string, string | null]>([
  ['unix:path=/run/user/1000/bus', '/run/user/1000/bus'],
  ['unix:path=/run/dbus/system_bus_socket,guid=1f', '/run/dbus/system_bus_socket'],
  ['unix:guid=1f,path=/tmp/a%20b%2cc', '/tmp/a b,c'],
  ['tcp:host=127.0.0.1,port=1;unix:abstract=/tmp/dbus-1,guid=1f', '\0/tmp/dbus-1'],
  ['unix:tmpdir=/tmp', null],
  ['autolaunch:', null],
  ['unix:path=/tmp/%zz', null],
])('the socket of %j is %j', (address, socket) => {
  expect(socketOf(address)).toBe(socket);
});
