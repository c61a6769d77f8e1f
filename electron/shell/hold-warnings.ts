/** Selects the open holds to warn about: once when 48 hours are left, once more when 24 are. Knows no Electron. */
import { oneHour } from '#shared/durations.ts';
import { accountOf } from '#shared/ledger/account.ts';
import { heldAmount, holdWarningHours, type Hold } from '#shared/ledger/holds.ts';
import type { Words } from './words.ts';

export type Warning = keyof typeof holdWarningHours;

export interface HoldWarning {
  readonly warning: Warning;
  readonly holds: readonly Hold[];
}

/**
 * Creates a selector that remembers its warnings while the program runs, so that each hold is named once per threshold.
 * A hold first seen with less than 24 hours left is named once. An expired hold is left to the screen.
 */
export function createHoldWarnings(): (open: readonly Hold[], now: Date) => readonly HoldWarning[] {
  const warned = new Map<string, Warning>();
  return (open, now) => {
    const due: Record<Warning, Hold[]> = { first: [], second: [] };
    for (const hold of open) {
      if (hold.state !== 'open') continue;
      const left = Date.parse(hold.expiresAt) - now.getTime();
      const warning = warningFor(left);
      if (warning === null || warned.get(hold.id) === warning || warned.get(hold.id) === 'second') continue;
      warned.set(hold.id, warning);
      due[warning].push(hold);
    }
    return (['second', 'first'] as const)
      .filter((warning) => due[warning].length > 0)
      .map((warning) => ({ warning, holds: due[warning] }));
  };
}

/** Says how many holds run out, their sum by currency, and how many of them have an unconfirmed amount. */
export function warningText(holds: readonly Hold[], { t, money }: Pick<Words, 't' | 'money'>): string {
  const sums = new Map<string, number>();
  for (const { authorization } of holds) {
    sums.set(authorization.currencySign, (sums.get(authorization.currencySign) ?? 0) + heldAmount(authorization));
  }
  const amount = [...sums].map(([sign, sum]) => money(sum, sign)).join(' + ');
  const unclear = holds.filter(({ authorization }) => accountOf(authorization, false).amountDoubt !== null).length;
  return [
    t('shell:notification.body', { count: holds.length, amount }),
    ...(unclear === 0 ? [] : [t('shell:notification.unclear', { count: unclear })]),
  ].join(' ');
}

function warningFor(left: number): Warning | null {
  if (left <= 0) return null;
  if (left <= holdWarningHours.second * oneHour) return 'second';
  return left <= holdWarningHours.first * oneHour ? 'first' : null;
}
