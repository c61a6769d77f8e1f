/** THE table of hold states, and the meaning of each for the queue and for copies. */
import { z } from 'zod';

interface HoldStateFacts {
  /** True while the money is still reserved as far as known. The hold is in the queue, and its payment is never purged. */
  readonly waits: boolean;
  /** True while an operation on the hold is in flight or unknown. Its outcome moves the hold on. */
  readonly settling: boolean;
  /** True while no sure answer has come to an operation on the hold. */
  readonly unknown: boolean;
}

/**
 * States of a hold: open → capturing → captured | capture-unknown, or open → voiding → voided | void-unknown. The service's
 * codes 661 and 623 set `voided` too.
 * Expiry is our estimate and not a state; see `expiresAt`.
 */
export const holdStateTable = {
  open: { waits: true, settling: false, unknown: false },
  capturing: { waits: true, settling: true, unknown: false },
  captured: { waits: false, settling: false, unknown: false },
  'capture-unknown': { waits: true, settling: true, unknown: true },
  voiding: { waits: true, settling: true, unknown: false },
  'void-unknown': { waits: true, settling: true, unknown: true },
  voided: { waits: false, settling: false, unknown: false },
} as const satisfies Readonly<Record<string, HoldStateFacts>>;

export type HoldState = keyof typeof holdStateTable;
export const holdStates = Object.keys(holdStateTable) as readonly HoldState[];

/** Returns the states whose facts match, in the table's order. */
export const holdStatesThat = (matches: (facts: HoldStateFacts) => boolean): readonly HoldState[] =>
  holdStates.filter((state) => matches(holdStateTable[state]));

/**
 * State as shown. `doubtful`: open, but a late answer contradicts the resolution that opened it, so that nothing may be captured
 * until a supervisor settles it. `altered`: open, but no known seat has signed its authorization as it is, as a read on the way of money
 * finds. `unlisted` stands for a state that a newer version of the program wrote.
 */
export const recordedHoldStateSchema = z.enum([...holdStates, 'doubtful', 'altered', 'unlisted']);
export type RecordedHoldState = z.infer<typeof recordedHoldStateSchema>;

/** True while money is still reserved, as far as this version of the program knows. */
export const stillWaits = (state: RecordedHoldState): boolean =>
  state === 'doubtful' || state === 'altered' || (state !== 'unlisted' && holdStateTable[state].waits);
