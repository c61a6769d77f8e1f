/** The steps of a payment in order: its attempts, what people found out about them, and the estimated end of its hold. */
import { latestState, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { SentReceipt } from '#shared/ledger/sent-receipts.ts';
import type { Attempt, Resolution } from '#shared/payments/attempt.ts';

export type PaymentStep =
  | { readonly kind: 'attempt'; readonly at: string; readonly attempt: Attempt }
  | { readonly kind: 'resolution'; readonly at: string; readonly attempt: Attempt; readonly resolution: Resolution }
  /** A seat wrote the attempt again, because the server had lost it. */
  | { readonly kind: 'restoration'; readonly at: string; readonly attempt: Attempt }
  /** A receipt that left the program. */
  | { readonly kind: 'sent'; readonly at: string; readonly sent: SentReceipt }
  /** Estimated, so it is no attempt of anybody. */
  | { readonly kind: 'expiry'; readonly at: string };

export type StepAt<Kind extends PaymentStep['kind']> = Extract<PaymentStep, { readonly kind: Kind }>;

/**
 * Returns the steps, oldest first. Every attempt of the payment is one, whatever its operation, so that a later kind of
 * attempt takes its place without a change here.
 * @param past whether the time of the hold has run out, from `timeIsUp`
 */
export function stepsOf(
  { timeline, payment, sent }: Pick<ShownAttempt, 'timeline' | 'payment' | 'sent'>,
  past: boolean,
): readonly PaymentStep[] {
  const steps = timeline.flatMap((attempt): readonly PaymentStep[] => [
    { kind: 'attempt', at: attempt.startedAt, attempt },
    ...(attempt.resolution === null
      ? []
      : [{ kind: 'resolution', at: attempt.resolution.at, attempt, resolution: attempt.resolution } as const]),
    ...(attempt.restoredAt === null ? [] : [{ kind: 'restoration', at: attempt.restoredAt, attempt } as const]),
  ]);
  const first = timeline.find(({ id }) => id === payment?.holdId);
  const ranOut =
    payment !== null && first !== undefined && latestState({ ...first, payment }, past) === 'expired'
      ? [{ kind: 'expiry', at: payment.expiresAt } as const]
      : [];
  const receipts = sent.map((each) => ({ kind: 'sent', at: each.at, sent: each }) as const);
  return [...steps, ...receipts, ...ranOut].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
