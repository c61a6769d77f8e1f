/**
 * Looks unconfirmed payments up in the service's records while there are any. What isn't there stays with a person: a record may come
 * late, and declined payments have none.
 */
import { createRetry } from '#electron/core/retry.ts';
import { oneMinute, oneSecond } from '#shared/durations.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Clock, ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { LookUpPayment } from './look-up.ts';

export interface ResolveUnknownsParts {
  readonly ledger: Pick<Ledger, 'unknowns' | 'onChange'>;
  readonly lookUp: LookUpPayment;
  /** Returns the name of this seat. */
  readonly seat: () => string;
  readonly clock: Clock;
  readonly reportBug: ReportBug;
}

/** A record appears within seconds; a service that is down is asked ever less often. In ms. */
const pauses = { first: 5 * oneSecond, longest: 15 * oneMinute } as const;

/** Age in ms from which a seat also looks after the payments of others, which may be off. */
const othersAfter = 10 * oneMinute;

/** Looks now and again. @returns stops it */
export function resolveUnknowns({ ledger, lookUp, seat, clock, reportBug }: ResolveUnknownsParts): () => void {
  let stopped = false;
  let running: Promise<void> | null = null;
  let known: ReadonlySet<string> = new Set();
  const retry = createRetry(() => void look(), pauses);

  const isMine = ({ seat: begunAt, startedAt }: Attempt): boolean =>
    begunAt === seat() || clock().getTime() - Date.parse(startedAt) > othersAfter;

  async function lookAtAll(): Promise<void> {
    try {
      const unknowns = (await ledger.unknowns()).filter(isMine);
      if (unknowns.some(({ id }) => !known.has(id))) retry.reset();
      known = new Set(unknowns.map(({ id }) => id));
      for (const { id } of unknowns) if (!stopped) await lookUp(id);
      if (unknowns.length > 0) retry.later();
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) reportBug(error);
      retry.later();
    }
  }

  function look(): Promise<void> {
    running ??= lookAtAll().finally(() => {
      running = null;
    });
    return running;
  }

  const stopListening = ledger.onChange(({ attemptIds }) => {
    if (!stopped && (attemptIds === null || attemptIds.some((id) => !known.has(id)))) void look();
  });
  void look();
  return () => {
    stopped = true;
    stopListening();
    retry.stop();
  };
}
