/** THE table of hold states: where a hold can stand, and what each state means for the queue and for copies. */
import { z } from 'zod';

interface HoldStateFacts {
  /** Money is still reserved as far as is known, so the hold is in the queue and its payment is never purged. */
  readonly waits: boolean;
  /** An operation on the hold is in flight or unknown. Its outcome moves the hold on. */
  readonly settling: boolean;
}

/**
 * open → capturing → captured | capture-unknown. `voided` is set when the service says so (codes 661 and 623).
 * That a hold has run out is our estimate and no state: see `expiresAt`.
 */
export const holdStateTable = {
  open: { waits: true, settling: false },
  capturing: { waits: true, settling: true },
  captured: { waits: false, settling: false },
  'capture-unknown': { waits: true, settling: true },
  voided: { waits: false, settling: false },
} as const satisfies Readonly<Record<string, HoldStateFacts>>;

export type HoldState = keyof typeof holdStateTable;
export const holdStates = Object.keys(holdStateTable) as readonly HoldState[];

/** States of which the table says this, in the table's order. */
export const holdStatesThat = (are: (facts: HoldStateFacts) => boolean): readonly HoldState[] =>
  holdStates.filter((state) => are(holdStateTable[state]));

/** As a ledger shows it: a newer version of the program may have written a state that is not in this table. */
export const recordedHoldStateSchema = z.enum([...holdStates, 'unlisted']);
export type RecordedHoldState = z.infer<typeof recordedHoldStateSchema>;

/** Whether money is still reserved as far as this version of the program knows. */
export const stillWaits = (state: RecordedHoldState): boolean => state !== 'unlisted' && holdStateTable[state].waits;
