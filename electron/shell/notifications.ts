/** Desktop notifications about expiring holds. */
import { Notification } from 'electron';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { HoldWarning, Warning } from './hold-warnings.ts';
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
export function notifyOfHolds({ warning, holds }: HoldWarning, { t, money }: Words, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const sums = new Map<string, number>();
  for (const { authorization } of holds) {
    sums.set(authorization.currencySign, (sums.get(authorization.currencySign) ?? 0) + heldAmount(authorization));
  }
  const amount = [...sums].map(([sign, sum]) => money(sum, sign)).join(' + ');
  const notification = new Notification({
    title: t(titles[warning]),
    body: t('shell:notification.body', { count: holds.length, amount }),
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
