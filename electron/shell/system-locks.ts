/** Locks the seat when the computer goes to sleep and when the system's own session is locked. */
import type { LockCause } from '#electron/core/operators/session.ts';

/** The part of Electron's `powerMonitor` that tells of it. */
export interface PowerEvents {
  on(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown;
  removeListener(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown;
}

/** @returns the function that stops it */
export function lockWithSystem(power: PowerEvents, lock: (why: LockCause) => void): () => void {
  const asleep = (): void => lock('suspend');
  const screenLocked = (): void => lock('system');
  power.on('suspend', asleep);
  // Some systems go to sleep without a word before it.
  power.on('resume', asleep);
  power.on('lock-screen', screenLocked);
  return () => {
    power.removeListener('suspend', asleep);
    power.removeListener('resume', asleep);
    power.removeListener('lock-screen', screenLocked);
  };
}
