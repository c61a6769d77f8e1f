/** Locks the seat when the computer goes to sleep and when the system's own session is locked. */
import type { LockCause } from '#electron/core/operators/session.ts';
import type { Log } from './log.ts';
import { listenToDesktopLocks } from './system/desktop-locks.ts';

type PowerEvent = 'suspend' | 'resume' | 'lock-screen' | 'user-did-resign-active';

/** The part of Electron's `powerMonitor` that tells of it. */
interface PowerEvents {
  on(event: PowerEvent, listener: () => void): unknown;
  removeListener(event: PowerEvent, listener: () => void): unknown;
}

export interface SystemLockParts {
  readonly power: PowerEvents;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly platform?: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv;
}

/** @returns the function that stops it */
export function lockWithSystem(
  { power, log, platform = process.platform, env = process.env }: SystemLockParts,
  lock: (why: LockCause) => void,
): () => void {
  const asleep = (): void => lock('suspend');
  const screenLocked = (): void => lock('system');
  power.on('suspend', asleep);
  // Some systems go to sleep without a word before it.
  power.on('resume', asleep);
  // Electron has no such event on Linux.
  const stopDesktop = platform === 'linux' ? listenToDesktopLocks(env, log, screenLocked) : null;
  if (stopDesktop === null) power.on('lock-screen', screenLocked);
  // Another account takes the screen, which locks this one's session on Windows alone.
  if (platform === 'darwin') power.on('user-did-resign-active', screenLocked);
  return () => {
    power.removeListener('suspend', asleep);
    power.removeListener('resume', asleep);
    power.removeListener('lock-screen', screenLocked);
    power.removeListener('user-did-resign-active', screenLocked);
    stopDesktop?.();
  };
}
