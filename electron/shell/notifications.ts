/** Desktop notifications about expiring holds. */
import { Notification } from 'electron';
import { warningText, type HoldWarning, type Warning } from './hold-warnings.ts';
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
export function notifyOfHolds({ warning, holds }: HoldWarning, words: Words, onClick: () => void): void {
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
