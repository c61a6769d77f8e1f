/** Colours and icons for the latest state of a payment. */
import type { LatestState } from '#shared/ledger/listed-attempt.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { OutcomeWords } from '#shared/words/outcome-told.ts';

/** Colour and icon of a state. `over` is a hold that ended without a charge. */
export type Tone = AttemptState | 'over';

export type PaymentWords = Omit<OutcomeWords, 'tone'> & { readonly tone: Tone };

const tones = {
  held: 'approved',
  charged: 'approved',
  captured: 'approved',
  refunded: 'approved',
  'part-returned': 'approved',
  returned: 'over',
  unlisted: 'approved',
  sending: 'sending',
  capturing: 'sending',
  voiding: 'sending',
  unknown: 'unknown',
  'already-charged': 'unknown',
  'capture-unknown': 'unknown',
  'void-unknown': 'unknown',
  'moved-on': 'unknown',
  expired: 'over',
  voided: 'over',
  declined: 'declined',
  rejected: 'rejected',
  'not-sent': 'not-sent',
} as const satisfies Readonly<Record<LatestState, Tone>>;

export const toneOf = (state: LatestState): Tone => tones[state];
