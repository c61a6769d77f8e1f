/**
 * Keeps one card in memory, of a payment that certainly did not leave or of a form that was left for a moment (invariant 5): at most a
 * minute, under a random handle that serves once.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Actor, Clock } from '#electron/core/ports/host.ts';
import { oneSecond } from '#shared/durations.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { brandOf, type keptCardSchema, type typedCardSchema } from '#shared/payments/card.ts';
import { cardKeptSeconds, type CardRetry } from '#shared/payments/card-retry.ts';
import type { CardOperation } from '#shared/payments/operations.ts';

interface KeptPayment {
  readonly operation: CardOperation;
  readonly draft: PaymentDraft;
}

export interface TypedCard {
  readonly merchantId: string;
  readonly card: z.infer<typeof typedCardSchema>;
}

type KeptCardReference = z.infer<typeof keptCardSchema>;

/** Keeps a payment in its place. Returns null when the memory was wiped since, as by a lock while the payment was under way. */
export type KeepCard = (kept: KeptPayment | TypedCard) => CardRetry | null;

export type KeptCard = ReturnType<typeof createKeptCard>;

const lifetime = cardKeptSeconds * oneSecond;

interface Kept {
  readonly handle: string;
  readonly operatorName: string;
  readonly since: number;
  /** The payment as bytes, because a string can't be overwritten. */
  readonly bytes: Buffer;
  readonly timer: NodeJS.Timeout;
}

export function createKeptCard(clock: Clock) {
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

  function read(handle: string, actor: Actor): KeptPayment | TypedCard | null {
    if (kept === null || kept.handle !== handle) return null;
    const age = clock().getTime() - kept.since;
    const fits = kept.operatorName === actor.name && age >= 0 && age < lifetime;
    return fits ? (JSON.parse(kept.bytes.toString()) as KeptPayment | TypedCard) : null;
  }

  function take(handle: string, actor: Actor): KeptPayment | TypedCard | null {
    const found = read(handle, actor);
    if (kept?.handle === handle) wipe();
    return found;
  }

  return {
    /** Wipes the card of an earlier payment and takes its place. @returns what keeps the payment there */
    place(actor: Actor): KeepCard {
      wipe();
      owner = actor.name;
      const own = round;
      return (payload) => {
        if (own !== round) return null;
        drop();
        const handle = randomUUID();
        kept = {
          handle,
          operatorName: actor.name,
          since: clock().getTime(),
          bytes: Buffer.from(JSON.stringify(payload)),
          timer: setTimeout(wipe, lifetime).unref(),
        };
        return { handle, seconds: cardKeptSeconds };
      };
    },
    /** Hands out what is kept and wipes it. Returns null for another handle or operator, and after a minute. */
    take,
    /** Hands out the card of an unfinished form, with what was keyed since, and wipes it. Null where `take` is, or without a code. */
    takeTyped({ handle, ...keyed }: KeptCardReference, merchantId: string, actor: Actor): PaymentDraft['card'] | null {
      const found = take(handle, actor);
      const typed = found !== null && 'card' in found && found.merchantId === merchantId ? found.card : null;
      const brand = brandOf(typed?.number ?? '');
      const securityCode = keyed.securityCode ?? typed?.securityCode ?? null;
      if (typed === null || brand === null || securityCode === null) return null;
      return { ...keyed, number: typed.number, securityCode, brand };
    },
    /** Returns the number of a kept typed card, which stays kept; null as `take` does. */
    numberOf(handle: string, actor: Actor): string | null {
      const found = read(handle, actor);
      return found !== null && 'card' in found ? found.card.number : null;
    },
    /** Forgets the card, and refuses those of payments under way. */
    wipe,
    /** Wipes unless this operator is the one whose card is kept. */
    onOperator(name: string | null) {
      if (owner !== null && owner !== name) wipe();
    },
  };
}
