/** Desktop notifications about holds that run out. */
import { Notification } from 'electron';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { HoldWarning, Warning } from './hold-warnings.ts';
import type { Words } from './words.ts';

const titles = {
  first: 'shell:notification.title48h',
  second: 'shell:notification.title24h',
} as const satisfies Record<Warning, string>;

/** One notification per threshold: how many holds and how much money, never whose. Nothing where the system has none. */
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
  notification.on('click', onClick);
  notification.show();
}
