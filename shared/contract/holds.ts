/** Holds and their captures, one by one and in batches. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import {
  batchDraftSchema,
  batchProgressSchema,
  holdSchema,
  holdsPageSchema,
  holdsQuerySchema,
} from '#shared/ledger/holds.ts';
import { attemptSchema, captureDraftSchema } from '#shared/payments/attempt.ts';
import { call, type Group } from './call.ts';

const byBatch = z.strictObject({ batchId: idSchema });

export const holds = {
  calls: {
    list: call('cashier', holdsQuerySchema, holdsPageSchema),
    capture: call('back-office', captureDraftSchema, attemptSchema),
    /** Captures many holds. Answers when the batch has ended; progress comes as `holds.batch`. */
    captureMany: call('back-office', batchDraftSchema, batchProgressSchema),
    /** Stops the batch before its next row. */
    stopBatch: call('back-office', byBatch, z.void()),
    /** Returns this seat's batches that a crash interrupted, with every row accounted for, until they are dismissed. */
    interruptedBatches: call('back-office', z.void(), z.array(batchProgressSchema)),
    /** Dismisses an interrupted batch for good, also at the next start. */
    dismissBatch: call('back-office', byBatch, z.void()),
    /** Finds holds by id, for rows of a batch that no list has read; unknown ids are left out. */
    find: call('cashier', z.strictObject({ ids: z.array(idSchema).max(1000) }), z.array(holdSchema)),
  },
  events: {
    /** Progress of a batch. */
    'holds.batch': batchProgressSchema,
  },
} as const satisfies Group;
