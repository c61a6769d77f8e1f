/** Message buses of Linux for tests: a real dbus-daemon where it is installed, and one of dbus-native everywhere, with logind on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createBroker, createClient } from 'dbus-native';

export interface MessageBus {
  readonly address: string;
  /** Ends it, as a crash would. */
  readonly stop: () => Promise<void>;
}

/** Path of the program, or null where it is not installed. */
export const dbusDaemon =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'dbus-daemon'))
    .find((file) => existsSync(file)) ?? null;

/** Whoever is on it may do everything. The one of a system is stricter about sending, not about hearing logind. */
const configuration = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`;

export async function startDaemon(): Promise<MessageBus> {
  if (dbusDaemon === null) throw new Error('dbus-daemon is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'caja-bus-'));
  const file = join(folder, 'bus.conf');
  writeFileSync(file, configuration(join(folder, 'socket')));
  const child = spawn(dbusDaemon, [`--config-file=${file}`, '--nofork', '--print-address=1']);
  // It prints the address once it listens.
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const ended = once(child, 'exit');
  return {
    address: printed.toString().trim(),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startBroker(): Promise<MessageBus> {
  const broker = createBroker();
  const address = await new Promise<string>((resolve, reject) => {
    broker.listen((error, listening) => (error === null ? resolve(listening) : reject(error)));
  });
  return { address, stop: () => new Promise((resolve) => void broker.close(resolve)) };
}

export const buses: readonly (readonly [string, () => Promise<MessageBus>])[] = [
  ...(dbusDaemon === null ? [] : [['dbus-daemon', startDaemon] as const]),
  ['dbus-native', startBroker],
];

const logind = 'org.freedesktop.login1';
const sessionInterface = `${logind}.Session`;

/** A client of the bus, as another program of the desktop is one. */
export function connectTo({ address }: MessageBus) {
  const bus = createClient({ busAddress: address });
  // A bus that ends before it has read everything resets the connection, and an error without a listener ends the process.
  bus.connection.on('error', () => undefined);
  return {
    signal: (path: string, name: string, member: string, types: string, values: readonly unknown[]): void =>
      bus.sendSignal(path, name, member, types, [...values]),
    /** Sends `Lock`, as `loginctl lock-session` makes logind do. */
    lock: (path: string): void => bus.sendSignal(path, sessionInterface, 'Lock'),
    /** Tells that a session was locked or unlocked, as a desktop makes logind do. */
    hint(path: string, locked: boolean): void {
      const changed = [['LockedHint', ['b', locked]]];
      const told = [sessionInterface, changed, []];
      bus.sendSignal(path, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', told);
    },
    /** Becomes logind, with sessions by their path. */
    async serveLogind(sessions: Readonly<Record<string, { readonly user: number; locked: boolean }>>): Promise<void> {
      for (const [path, session] of Object.entries(sessions)) {
        const served = {
          User: [session.user, `/org/freedesktop/login1/user/_${session.user}`],
          get LockedHint() {
            return session.locked;
          },
        };
        const properties = { User: '(uo)', LockedHint: 'b' };
        bus.exportInterface(served, path, {
          name: sessionInterface,
          methods: {},
          signals: { Lock: ['', ''] },
          properties,
        });
      }
      await bus.requestName(logind, 0);
    },
    /** Becomes the desktop's server of notifications. @param information what it says of itself */
    async serveNotifications(information: () => unknown): Promise<void> {
      bus.exportInterface({ GetServerInformation: information }, '/org/freedesktop/Notifications', {
        name: 'org.freedesktop.Notifications',
        methods: { GetServerInformation: ['', 's', [], ['name']] },
        signals: {},
        properties: {},
      });
      await bus.requestName('org.freedesktop.Notifications', 0);
    },
    close: (): unknown => bus.connection.end(),
  };
}
