/** Desktops with a server of notifications, without one, and with one that never answers, on real buses. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchHolds } from '#electron/shell/notifications.ts';
import { desktopNotifies } from '#electron/shell/system/desktop-notices.ts';
import { electronIs } from '#test/fixtures/electron.ts';
import { hoursFrom } from '#test/fixtures/examples.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { buses, connectTo, type MessageBus } from '#test/shell/message-bus.ts';
import { soon } from '#test/support/soon.ts';

const shown: string[] = [];
electronIs({
  Notification: class {
    static isSupported = () => true;
    readonly title: string;
    constructor({ title }: { title: string }) {
      this.title = title;
    }
    on(): void {}
    show(): void {
      shown.push(this.title);
    }
  },
});

const open: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of open.splice(0).reverse()) await close();
});

async function desktopOn(start: () => Promise<MessageBus>) {
  const bus = await start();
  const desktop = connectTo(bus);
  open.push(bus.stop, desktop.close);
  return { env: { DBUS_SESSION_BUS_ADDRESS: bus.address }, serve: desktop.serveNotifications };
}

describe.each(buses)('on %s, a desktop', (_name, start) => {
  test('notifies with a server that answers', async () => {
    const { env, serve } = await desktopOn(start);
    await serve(() => 'server');
    expect(await desktopNotifies(env)).toBe(true);
  });

  test('does not without a server, nor with one that never answers', async () => {
    const { env, serve } = await desktopOn(start);
    expect(await desktopNotifies(env)).toBe(false);
    await serve(() => new Promise(() => undefined));
    expect(await desktopNotifies(env, 200)).toBe(false);
  });

  // Electron would stand still with every payment until the server answers, or the bus gives it up.
  test('is told of holds only once its server has answered', async () => {
    const { env, serve } = await desktopOn(start);
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', env.DBUS_SESSION_BUS_ADDRESS);
    const watch = (): void =>
      void open.push(
        watchHolds({
          ledger: { holds: async (_, now) => holdsPage([hold(1, 40, { expiresAt: hoursFrom(now)(40) })]) },
          environment: () => 'training',
          words: () => ({ t: (key: string) => key, money: String }) as never,
          onClick: () => undefined,
          reportBug: (error) => {
            throw error;
          },
        }),
      );
    shown.length = 0;
    watch();
    expect(await desktopNotifies(env)).toBe(false);
    expect(shown).toEqual([]);
    await serve(() => 'server');
    watch();
    // The first look may be answered by that server too.
    await vi.waitFor(() => expect(shown).toContain('shell:notification.title48h'), soon);
  });
});

test('a desktop without a bus notifies of nothing', async () => {
  expect(await desktopNotifies({})).toBe(false);
  expect(await desktopNotifies({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' })).toBe(false);
});
