/** Prepares a runner for windows: packages, a display, a key store, the sandbox. */
import type { Command } from './run-commands.ts';

export type KeyStore = 'keyring' | 'none';

/** @param option the value of `--key-store` @returns the keyring unless there shall be none */
export const keyStoreOf = (option: string): KeyStore => (option === 'none' ? 'none' : 'keyring');

export interface Needs {
  /** Linux: user namespaces for Chromium's sandbox, which Ubuntu 24.04 keeps for programs with a profile of their own. */
  readonly sandbox: boolean;
  /** Linux: what building and trying all installers takes. */
  readonly installers: boolean;
  readonly keyStore: KeyStore;
}

const desktopPackages = 'xvfb xdotool rpm dbus-x11 libsecret-1-0 libgbm1 libasound2t64'.split(' ');
/** A session bus starts an installed keyring, which asks for a password. So it is absent where there shall be none. */
const keyStorePackages = { keyring: ['gnome-keyring'], none: [] } as const satisfies Record<
  KeyStore,
  readonly string[]
>;
const installerPackages = (
  'nsis gcc-mingw-w64-x86-64 wine wine64 rpm p7zip-full lintian binutils dpkg-dev osslsigncode ' +
  'desktop-file-utils zip unzip iproute2 mmdebstrap debian-archive-keyring'
).split(' ');
/** Password of the runner's own keychain, which is deleted with the runner and holds nothing but the test's key. */
const keychain = ['caja-tests.keychain', 'only for this runner'] as const;

/** @returns the commands that make the runner ready */
export function preparation(platform: NodeJS.Platform, { sandbox, installers, keyStore }: Needs): readonly Command[] {
  const [name, password] = keychain;
  switch (platform) {
    case 'linux':
      return [
        ['sudo', 'apt-get', 'update'],
        [
          ...(['sudo', 'apt-get', 'install', '--yes', '--no-install-recommends'] as const),
          ...desktopPackages,
          ...keyStorePackages[keyStore],
          ...(installers ? installerPackages : []),
        ],
        ...(sandbox ? [['sudo', 'sysctl', 'kernel.apparmor_restrict_unprivileged_userns=0'] as const] : []),
      ];
    case 'darwin':
      return [
        ['security', 'create-keychain', '-p', password, name],
        ['security', 'set-keychain-settings', name],
        ['security', 'unlock-keychain', '-p', password, name],
        ['security', 'list-keychains', '-d', 'user', '-s', name],
        ['security', 'default-keychain', '-s', name],
      ];
    case 'win32':
      return [['pwsh', '-NoProfile', '-Command', 'Set-DisplayResolution -Width 1920 -Height 1080 -Force']];
    default:
      return [];
  }
}

/** Unlocks a new keyring with an empty password, then becomes the command. The arguments are the command's. */
const withKeyring = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets > /dev/null && exec "$@"';

/** @returns the command within a desktop: on Linux a virtual display and a session bus, with or without a keyring */
export function inDesktop(platform: NodeJS.Platform, keyStore: KeyStore, command: Command): Command {
  if (platform !== 'linux') return command;
  const display = ['xvfb-run', '-a', '-s', '-screen 0 1920x1080x24', 'dbus-run-session', '--'] as const;
  return keyStore === 'keyring'
    ? [...display, 'bash', '-c', withKeyring, 'keyring', ...command]
    : [...display, ...command];
}

/** @returns what a desktop with or without a key store says of itself */
export const desktopEnvironment = (platform: NodeJS.Platform, keyStore: KeyStore): Readonly<Record<string, string>> => {
  if (platform !== 'linux') return {};
  return keyStore === 'keyring' ? { XDG_CURRENT_DESKTOP: 'GNOME' } : { XDG_CURRENT_DESKTOP: 'none' };
};
