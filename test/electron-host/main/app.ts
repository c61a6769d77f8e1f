/** `app`: paths, life cycle and their events. */
import os from 'node:os';
import path from 'node:path';
import { browser } from '../chromium/browser.ts';
import { launch, ownSwitches } from '../launch.ts';
import { mayGoOn, StandInEmitter } from '../not-implemented.ts';
import { SingleInstance } from './single-instance.ts';
import { openWindows } from '../windows/open-windows.ts';

const userFolders: Record<string, string> = {
  home: '',
  downloads: 'Downloads',
  documents: 'Documents',
  desktop: 'Desktop',
  music: 'Music',
  pictures: 'Pictures',
  videos: 'Videos',
};

/** The command line switches, as Chromium would see them. */
class CommandLineSwitches {
  /** By the program. */
  readonly added = new Map<string, string>();
  readonly removed = new Set<string>();

  private given(name: string): string | undefined {
    if (this.removed.has(name)) return undefined;
    const argument = [...ownSwitches, ...launch.programArguments].find(
      (each) => each === `--${name}` || each.startsWith(`--${name}=`),
    );
    return argument?.slice(name.length + 3);
  }
  appendSwitch(name: string, value = ''): void {
    this.added.set(name, value);
    this.removed.delete(name);
  }
  removeSwitch(name: string): void {
    this.added.delete(name);
    this.removed.add(name);
  }
  hasSwitch(name: string): boolean {
    return this.added.has(name) || this.given(name) !== undefined;
  }
  getSwitchValue(name: string): string {
    return this.added.get(name) ?? this.given(name) ?? '';
  }
}

class App extends StandInEmitter {
  readonly commandLine = new CommandLineSwitches();
  readonly isPackaged = launch.packaged;
  name = launch.manifest.productName ?? launch.manifest.name ?? 'Electron';
  quitting = false;
  /** True when the program quit before it was ready. */
  quitEarly = false;
  private readonly paths = new Map<string, string>();
  private readonly becameReady = Promise.withResolvers<void>();
  private readonly instance = new SingleInstance();
  private ready = false;

  getName = (): string => this.name;
  getVersion = (): string => launch.manifest.version ?? '0.0.0';
  getAppPath = (): string => launch.folder;
  getLocale = (): string => this.commandLine.getSwitchValue('lang') || 'en-US';
  isReady(): boolean {
    return this.ready;
  }
  whenReady(): Promise<void> {
    return this.becameReady.promise;
  }
  /** Called once Chromium runs and the entry module has been evaluated. */
  becomeReady(): void {
    this.ready = true;
    hearSignals();
    this.becameReady.resolve();
    this.emit('ready', {}, {});
  }

  getPath(name: string): string {
    const set = this.paths.get(name);
    if (set !== undefined) return set;
    const appData = process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config');
    switch (name) {
      case 'appData':
        return appData;
      case 'temp':
        return os.tmpdir();
      case 'exe':
        return launch.executable;
      case 'userData':
        return path.resolve(
          this.commandLine.getSwitchValue('user-data-dir') || path.join(this.getPath('appData'), this.name),
        );
      case 'sessionData':
        return this.getPath('userData');
      case 'logs':
        return path.join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return path.join(this.getPath('userData'), 'Crashpad');
      default: {
        const folder = userFolders[name];
        const lost = process.env['CAJA_HOST_UNREACHABLE']?.split(',').includes(name) === true;
        if (folder === undefined || lost) throw new Error(`Failed to get '${name}' path`);
        return path.join(os.homedir(), folder);
      }
    }
  }
  setPath(name: string, folder: string): void {
    this.paths.set(name, folder);
  }

  requestSingleInstanceLock(additionalData: unknown = null): boolean {
    return this.instance.request(this.getPath('userData'), additionalData, (argv, workingDirectory, data) => {
      this.emit('second-instance', {}, argv, workingDirectory, data);
    });
  }

  quit(): void {
    if (this.quitting) return;
    this.quitting = true;
    this.quitEarly = !this.ready;
    const closed = (): boolean => {
      for (const window of Array.from(openWindows)) {
        window.close();
        if (openWindows.has(window)) return false;
      }
      return true;
    };
    if (mayGoOn(this, 'before-quit') && closed() && mayGoOn(this, 'will-quit')) this.exit(0);
    else this.quitting = false;
  }
  exit(code = 0): void {
    this.quitting = true;
    this.emit('quit', {}, code);
    this.instance.release();
    void Promise.all([this.instance.delivered, browser.close()]).then(() => process.exit(code));
  }

  focus(): void {}
  show(): void {}
}

export const app = new App();

/**
 * Puts Electron's own handlers in place of all that were there. Each is gone after its first signal, so that the next one ends the
 * process, and gives way to one that the program puts there later.
 */
function hearSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    const quit = (): void => app.quit();
    process.once(signal, quit);
    process.on('newListener', (name, listener) => {
      if (name === signal && listener !== quit) process.off(signal, quit);
    });
  }
}
process.once('SIGTERM', () => app.quit());
process.once('SIGINT', () => app.quit());
process.on('exit', () => browser.kill());
