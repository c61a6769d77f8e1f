/**
 * Looks unconfirmed payments up in the service's records while there are any. What isn't there stays with a person: a record may come
 * late, and declined payments have none.
 */
import { createRetry } from '#electron/core/retry.ts';
import { oneMinute, oneSecond } from '#shared/durations.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { LedgerUnavailable, type Ledger, unlessAway } from '#electron/core/ports/ledger.ts';
import type { LookUpPayment } from './look-up.ts';

/** A record appears within seconds; a service that is down is asked ever less often. In ms. */
const pauses = { first: 5 * oneSecond, longest: 15 * oneMinute } as const;

/** Age in ms from which a seat also looks after the payments of others, which may be off. */
const othersAfter = 10 * oneMinute;

/**
 * Looks now, at once after a payment of this seat became unconfirmed, and again at ever longer pauses. A change of another payment asks
 * the service nothing.
 * @returns stops it
 */
export function resolveUnknowns({
  ledger,
  lookUp,
  seat,
  clock,
  reportBug,
}: Pick<Ports, 'seat' | 'clock' | 'reportBug'> & {
  readonly ledger: Pick<Ledger, 'unknownIds' | 'onChange'>;
  readonly lookUp: LookUpPayment;
}): () => void {
  let stopped = false;
  let looking = false;
  /** A payment of this seat changed while others were looked up. */
  let changed = false;
  let known: ReadonlySet<string> = new Set();
  const retry = createRetry(() => void look('all'), pauses);

  const isMine = ({ seat: begunAt, startedAt }: Pick<Attempt, 'seat' | 'startedAt'>): boolean =>
    begunAt === seat() || clock().getTime() - Date.parse(startedAt) > othersAfter;

  async function lookUpUnknowns(which: 'all' | 'fresh'): Promise<void> {
    const unknowns = (await ledger.unknownIds()).filter(isMine);
    const fresh = unknowns.filter(({ id }) => !known.has(id));
    known = new Set(unknowns.map(({ id }) => id));
    if (fresh.length > 0) {
      retry.cancel();
      retry.reset();
    }
    for (const { id } of which === 'all' ? unknowns : fresh) if (!stopped) await lookUpOne(id);
  }

  /** Looks one up. A bug at it must not keep the others unconfirmed. */
  async function lookUpOne(id: string): Promise<void> {
    try {
      await lookUp(id);
    } catch (error) {
      if (error instanceof LedgerUnavailable) throw error;
      reportBug(error);
    }
  }

  async function look(which: 'all' | 'fresh'): Promise<void> {
    if (looking) {
      changed = true;
      return;
    }
    [looking, changed] = [true, false];
    try {
      await lookUpUnknowns(which);
    } catch (error) {
      unlessAway(reportBug)(error);
    }
    looking = false;
    if (changed && !stopped) return look('fresh');
    retry.later();
  }

  const stopListening = ledger.onChange(({ by }) => {
    if (by === 'this-seat') void look('fresh');
  });
  void look('all');
  return () => {
    stopped = true;
    stopListening();
    retry.stop();
  };
}
