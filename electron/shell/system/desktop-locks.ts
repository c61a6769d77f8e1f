/**
 * Tells when the session of a Linux desktop is locked, which Electron tells on Windows and macOS alone. systemd's logind says so on
 * the system bus (`loginctl lock-session`, the lid, GNOME, KDE), screen savers on the session's own bus.
 */
import type { Log } from '#electron/shell/log.ts';
import { listenToBus, type GetProperty } from './bus.ts';
import type { BusMessage } from './dbus-wire.ts';

const logind = 'org.freedesktop.login1';
const sessionInterface = `${logind}.Session`;
const properties = 'org.freedesktop.DBus.Properties';
const systemRules = [
  `type='signal',sender='${logind}',interface='${sessionInterface}',member='Lock'`,
  `type='signal',sender='${logind}',interface='${properties}',member='PropertiesChanged',arg0='${sessionInterface}'`,
] as const;

const sessionRules = [`type='signal',member='ActiveChanged'`] as const;
/** Screen savers of the desktops. Each has the same signal under its own name. */
const screenSaver = /^org\.(?:freedesktop|gnome|cinnamon|mate|xfce)\.ScreenSaver$/;

const systemAddress = ({ DBUS_SYSTEM_BUS_ADDRESS: given }: NodeJS.ProcessEnv): string =>
  given ?? 'unix:path=/run/dbus/system_bus_socket';
export const sessionAddress = ({
  DBUS_SESSION_BUS_ADDRESS: given,
  XDG_RUNTIME_DIR: folder,
}: NodeJS.ProcessEnv): string => given ?? (folder === undefined ? '' : `unix:path=${folder}/bus`);

const savesScreen = ({ interface: name, member, value }: BusMessage): boolean =>
  screenSaver.test(name) && member === 'ActiveChanged' && value === true;

/**
 * Tells whether a signal of logind means that a session of this account was locked. Without an answer `Lock` counts, because the
 * seat is then rather locked for nothing.
 */
async function locksOurs({ path, member }: BusMessage, get: GetProperty): Promise<boolean> {
  const property = (name: string) => get({ of: logind, path, interface: sessionInterface, name }).catch(() => null);
  const [user, isLocked] = await Promise.all([property('User'), property('LockedHint')]);
  return (user === null || user === process.getuid?.()) && (member === 'Lock' || isLocked === true);
}

/**
 * Calls `locked` whenever a session of this account is locked. A bus that is not there, or goes away, is said in the log alone.
 * @returns the function that stops it
 */
export function listenToDesktopLocks(
  env: NodeJS.ProcessEnv,
  log: Pick<Log, 'info' | 'warn'>,
  locked: () => void,
): () => void {
  const saying = (bus: 'system' | 'session') => ({
    onListening: () => log.info(`The seat locks with the desktop, by the ${bus} bus`),
    onLost: (why: string) => log.warn(`The seat does not lock with the desktop by the ${bus} bus: ${why}`),
  });
  const stops = [
    listenToBus({
      address: systemAddress(env),
      rules: systemRules,
      onSignal(signal, get) {
        void locksOurs(signal, get).then((ours) => ours && locked());
      },
      ...saying('system'),
    }),
    listenToBus({
      address: sessionAddress(env),
      rules: sessionRules,
      onSignal: (signal) => savesScreen(signal) && locked(),
      ...saying('session'),
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
