/**
 * Keeps the card of one payment that certainly did not leave, in memory, for one more try (invariant 5): at most a minute,
 * under a random handle that serves once.
 */
import { randomUUID } from 'node:crypto';
import type { Actor, Clock } from '#electron/core/ports/host.ts';
import { oneSecond } from '#shared/durations.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { cardKeptSeconds, type CardRetry } from '#shared/payments/card-retry.ts';
import type { CardOperation } from '#shared/payments/operations.ts';

interface KeptPayment {
  readonly operation: CardOperation;
  readonly draft: PaymentDraft;
}

/** A payment's place in the memory, taken when it is submitted. */
export interface CardPlace {
  /** Keeps the payment. Returns null when the memory was wiped since, as by a lock while the payment was under way. */
  keep(payment: KeptPayment): CardRetry | null;
}

export interface KeptCard {
  /** Wipes the card of an earlier payment and takes its place. */
  place(actor: Actor): CardPlace;
  /** Hands the payment out and wipes it. Returns null for another handle or operator, and after a minute. */
  take(handle: string, actor: Actor): KeptPayment | null;
  /** Forgets the card, and refuses those of payments under way. */
  wipe(): void;
  /** Wipes unless this operator is the one whose card is kept. */
  onOperator(name: string | null): void;
}

const lifetime = cardKeptSeconds * oneSecond;

interface Kept {
  readonly handle: string;
  readonly operatorName: string;
  readonly since: number;
  /** The payment as bytes, because a string can't be overwritten. */
  readonly bytes: Buffer;
  readonly timer: NodeJS.Timeout;
}

export function createKeptCard(clock: Clock): KeptCard {
  let kept: Kept | null = null;
  /** Operator of the newest place. */
  let owner: string | null = null;
  /** Grows with each wipe, so that an older place keeps nothing. */
  let round = 0;

  function drop(): void {
    if (kept === null) return;
    clearTimeout(kept.timer);
    kept.bytes.fill(0);
    kept = null;
  }

  function wipe(): void {
    drop();
    owner = null;
    round++;
  }

  return {
    place(actor) {
      wipe();
      owner = actor.name;
      const own = round;
      return {
        keep(payment) {
          if (own !== round) return null;
          drop();
          const handle = randomUUID();
          kept = {
            handle,
            operatorName: actor.name,
            since: clock().getTime(),
            bytes: Buffer.from(JSON.stringify(payment)),
            timer: setTimeout(wipe, lifetime).unref(),
          };
          return { handle, seconds: cardKeptSeconds };
        },
      };
    },
    take(handle, actor) {
      if (kept === null || kept.handle !== handle) return null;
      const age = clock().getTime() - kept.since;
      const payment = JSON.parse(kept.bytes.toString()) as KeptPayment;
      const fits = kept.operatorName === actor.name && age >= 0 && age < lifetime;
      wipe();
      return fits ? payment : null;
    },
    wipe,
    onOperator(name) {
      if (owner !== null && owner !== name) wipe();
    },
  };
}
