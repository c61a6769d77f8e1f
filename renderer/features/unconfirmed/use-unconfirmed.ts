/** The payments that count as unconfirmed here, oldest first, and their sums. */
import { mostUnknowns } from '#shared/ledger/history.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { useCall } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';

/** Key that opens the queue. */
export const unconfirmedKeys = 'F10';

/** The read of all of them, whatever their environment. */
export function useUnknowns() {
  const { operator } = useSession();
  return useCall('history', 'unknowns', undefined, { enabled: operator !== null });
}

/** Unconfirmed training and test payments show in their own environment only, real ones everywhere. */
export function useUnconfirmed(): readonly Attempt[] {
  const { merchant } = useSession();
  const all = useUnknowns().data ?? [];
  // One that this page knows to be settled is left out before the list is read again.
  return all.filter(
    (attempt) =>
      effectiveState(attempt) === 'unknown' &&
      (attempt.environment === 'production' || attempt.environment === merchant.merchant.environment),
  );
}

/** True when there may be more of them than are read. */
export const isCut = (unconfirmed: readonly Attempt[]): boolean => unconfirmed.length >= mostUnknowns;

/** Returns one sum for each currency sign, in the order in which the signs appear. */
export function sumsOf(
  attempts: readonly Pick<Attempt, 'amount' | 'currencySign'>[],
): readonly { readonly currencySign: string; readonly amount: MinorUnits }[] {
  const signs = [...new Set(attempts.map(({ currencySign }) => currencySign))];
  return signs.map((currencySign) => ({
    currencySign,
    amount: attempts
      .filter((attempt) => attempt.currencySign === currencySign)
      .reduce((sum, { amount }) => sum + amount, 0),
  }));
}
