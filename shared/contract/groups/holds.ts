/** Holds and their captures, one by one and in batches. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import {
  batchDraftSchema,
  batchLimit,
  batchProgressSchema,
  blockedHoldSchema,
  captureCheckSchema,
  holdSchema,
  holdsPageSchema,
  holdsQuerySchema,
} from '#shared/ledger/holds.ts';
import { attemptSchema, captureDraftSchema, voidDraftSchema } from '#shared/payments/attempt.ts';
import { call, exportShape, writtenFileSchema, type Group } from '#shared/contract/call.ts';
import { writtenAs } from '#shared/contract/deeds.ts';

const byBatch = z.strictObject({ batchId: idSchema });

/** A batch of captures, each with a hold, an amount and a description. */
const size = { characters: batchLimit * 300, values: batchLimit * 6 };

export const holds = {
  calls: {
    list: call('cashier', holdsQuerySchema, holdsPageSchema),
    capture: call('back-office', captureDraftSchema, attemptSchema, { movesMoney: true }),
    /** Gives a whole hold back. A supervisor's passcode allows it above the operator's limit. */
    void: call('back-office', voidDraftSchema, attemptSchema, { movesMoney: true }),
    /** Returns those captures that would be refused now, each with its reason. Sends and records nothing. */
    check: call('back-office', captureCheckSchema, z.array(blockedHoldSchema), { size }),
    /** Captures many holds. A row that can't be sent is skipped with its reason, and the others go. Answers when the batch has ended; progress comes as `holds.batch`. */
    captureMany: call('back-office', batchDraftSchema, batchProgressSchema, {
      size,
      movesMoney: true,
      leaves:
        ({ batchId }) =>
        ({ rows }) => {
          const sent = rows.filter(({ status }) => status === 'done').length;
          return sent === 0 ? null : { kind: 'batch-captured', batchId, rows: sent };
        },
    }),
    /** Stops the batch before its next row. */
    stopBatch: call('back-office', byBatch, z.void()),
    /**
     * Returns this seat's batches whose results nobody has closed, oldest first: running, ended here, or interrupted when the
     * program ended. Every row of them is accounted for.
     */
    unseenBatches: call('back-office', z.void(), z.array(batchProgressSchema)),
    /** Notes that an operator has seen the results of a batch that has ended. It is reported no more, nor at the next start. */
    dismissBatch: call('back-office', byBatch, z.void()),
    /** Asks where to save and writes every row of a batch; null when the operator closed the dialog. */
    exportBatch: call('back-office', byBatch.extend(exportShape), writtenFileSchema, {
      stepUp: { act: 'export', about: ({ batchId }) => batchId },
      leaves: writtenAs('batch'),
    }),
    /** Finds holds by id, for rows of a batch that no list has read; unknown ids are left out. */
    find: call('cashier', z.strictObject({ ids: z.array(idSchema).max(batchLimit) }), z.array(holdSchema), { size }),
  },
  events: {
    'holds.batch': batchProgressSchema,
  },
} as const satisfies Group;
