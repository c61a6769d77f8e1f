/** Locks of the seat that the computer causes: its sleep, its wake, and the lock of the system's own session. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { lockWithSystem } from '#electron/shell/system-locks.ts';
import { connectTo, startBroker } from '#test/shell/message-bus.ts';
import { soon } from '#test/support/soon.ts';

function seat(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) {
  const power = new EventEmitter();
  const locks: string[] = [];
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  const parts = { power, platform, env, log: { info: say, warn: say } };
  return { power, locks, said, stop: lockWithSystem(parts, (why) => void locks.push(why)) };
}

test.each(['win32', 'darwin'] as const)(
  'on %s locks before sleep, after a sleep that came without a word, and with the system’s session, until it is stopped',
  (platform) => {
    const { power, locks, said, stop } = seat(platform);
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) power.emit(event);
    expect(locks).toEqual(['suspend', 'suspend', 'system']);
    stop();
    for (const event of ['suspend', 'resume', 'lock-screen']) power.emit(event);
    expect([locks.length, said]).toEqual([3, []]);
  },
);

test('on macOS locks when another account takes the screen, until it is stopped', () => {
  const { power, locks, stop } = seat('darwin');
  for (const event of ['user-did-resign-active', 'user-did-become-active']) power.emit(event);
  stop();
  power.emit('user-did-resign-active');
  expect(locks).toEqual(['system']);
});

test('on Linux, where Electron has no such event, locks with the desktop’s session by its bus', async () => {
  const bus = await startBroker();
  const desktop = connectTo(bus);
  const addresses = { DBUS_SYSTEM_BUS_ADDRESS: bus.address, DBUS_SESSION_BUS_ADDRESS: bus.address };
  const { power, locks, said, stop } = seat('linux', addresses);
  await vi.waitFor(() => expect(said).toHaveLength(2), soon);
  power.emit('suspend');
  desktop.signal('/ScreenSaver', 'org.freedesktop.ScreenSaver', 'ActiveChanged', 'b', [true]);
  await vi.waitFor(() => expect(locks).toEqual(['suspend', 'system']), soon);
  expect(power.listenerCount('lock-screen')).toBe(0);
  stop();
  desktop.close();
  await bus.stop();
});
