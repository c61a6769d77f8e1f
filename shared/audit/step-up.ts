/** Acts that a supervisor allows at the seat, one at a time, with their passcode. */
import { z } from 'zod';
import type { MinorUnits } from '#shared/payments/money.ts';
import { opaqueText } from '#shared/texts/text-kinds.ts';

const guardedActs = [
  'lookalike',
  'amount',
  'reversal',
  'purge',
  'restore',
  'export',
  'production',
  'secrets',
  'passphrase',
  'ledger',
  'server',
  'seat',
  'provision',
  'damaged-file',
  'operators',
] as const;
export const guardedActSchema = z.enum(guardedActs);
export type GuardedAct = z.infer<typeof guardedActSchema>;

/**
 * What one approval is for: the act and its subject. The subject names the payment, the file or the change, so that the approval
 * serves for nothing else. It holds no secret.
 */
export const guardedSchema = z.strictObject({ act: guardedActSchema, subject: opaqueText(300) });
export type Guarded = z.infer<typeof guardedSchema>;

/** Returns the subject of `lookalike` and `amount`: what may be known of a payment once its card has left the form. */
export const paymentSubject = (payment: {
  readonly merchantId: string;
  readonly amount: MinorUnits;
  readonly lastFour: string;
}): string => `${payment.lastFour} ${payment.amount} ${payment.merchantId}`;
