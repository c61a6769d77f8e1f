/** Desktop notifications about expiring holds. */
import { Notification } from 'electron';
import { holdsAtRisk } from '#electron/core/holds/holds-at-risk.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { type Ledger, unlessAway } from '#electron/core/ports/ledger.ts';
import { oneMinute } from '#shared/durations.ts';
import type { Environment } from '#shared/environment.ts';
import { createHoldWarnings, warningText, type HoldWarning, type Warning } from './hold-warnings.ts';
import { desktopNotifies } from './system/desktop-notices.ts';
import type { Words } from './words.ts';

const titles = {
  first: 'shell:notification.title48h',
  second: 'shell:notification.title24h',
} as const satisfies Record<Warning, string>;

/** Shown notifications. Electron holds them weakly, and a click on a collected one is lost. */
const kept = new Set<Notification>();

/**
 * Shows one notification per threshold with the number of holds and their sum, never a name. Does nothing where the
 * system has no notifications.
 */
function notifyOfHolds({ warning, holds }: HoldWarning, words: Words, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title: words.t(titles[warning]),
    body: warningText(holds, words),
  });
  kept.add(notification);
  const release = (): void => void kept.delete(notification);
  notification.on('click', () => {
    release();
    onClick();
  });
  notification.on('close', release);
  notification.on('failed', release);
  notification.show();
}

/** Interval of the check for expiring holds, in ms. */
const checkInterval = 10 * oneMinute;

export interface HoldWatchParts {
  readonly ledger: Pick<Ledger, 'holds'>;
  /** Environment in use. Holds of other environments are not checked. */
  readonly environment: () => Environment;
  readonly words: () => Words;
  readonly onClick: () => void;
  readonly reportBug: ReportBug;
}

/**
 * Notifies the desktop of expiring holds, now and every ten minutes.
 * @returns a function that stops the checks
 */
export function watchHolds({ ledger, environment, words, onClick, reportBug }: HoldWatchParts): () => void {
  const warnings = createHoldWarnings();
  const check = async (): Promise<void> => {
    const now = new Date();
    const due = await holdsAtRisk(ledger, environment(), now);
    const untold = warnings(due, now);
    if (untold.length === 0 || (process.platform === 'linux' && !(await desktopNotifies(process.env)))) return;
    for (const warning of untold) notifyOfHolds(warning, words(), onClick);
  };
  const checkSafely = (): void => {
    // A banner already reports an unavailable ledger, and the next check finds the same holds.
    check().catch(unlessAway(reportBug));
  };
  const timer = setInterval(checkSafely, checkInterval);
  timer.unref();
  checkSafely();
  return () => clearInterval(timer);
}
