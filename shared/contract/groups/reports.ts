/** Reports: the figures of days, and the close of a day. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { exportFormatSchema } from '#shared/ledger/history.ts';
import { dayCloseSchema, dayClosesSchema } from '#shared/reports/day-close.ts';
import { figuresQuerySchema, merchantDaySchema, reportSchema } from '#shared/reports/figures.ts';
import { reconcileQuerySchema, reconciliationSchema } from '#shared/reports/reconciliation.ts';
import { call, type Group } from '#shared/contract/call.ts';
import { writtenAs } from '#shared/contract/deeds.ts';

export const reports = {
  calls: {
    figures: call('back-office', figuresQuerySchema, reportSchema),
    /** Records that the operator closes the day, with its figures. Closing again keeps the earlier close. */
    close: call('back-office', merchantDaySchema, dayCloseSchema),
    closes: call(
      'back-office',
      merchantDaySchema.extend({ merchantId: merchantDaySchema.shape.merchantId.nullable() }),
      dayClosesSchema,
    ),
    /** Asks where to save and writes the figures; null when the operator closed the dialog. */
    export: call(
      'back-office',
      z.strictObject({ query: figuresQuerySchema, format: exportFormatSchema, approvalId: idSchema.optional() }),
      z.strictObject({ path: z.string(), rows: z.int() }).nullable(),
      {
        stepUp: { act: 'export', about: ({ query, format }) => ({ query, format }) },
        leaves: writtenAs('day-close'),
      },
    ),
    /** Compares days with the service's own records; null when it was stopped. Never sends a payment. */
    reconcile: call('back-office', reconcileQuerySchema, reconciliationSchema.nullable()),
    /** Asks where to save and writes the money of a comparison as a journal; null when the operator closed the dialog. */
    exportJournal: call(
      'back-office',
      z.strictObject({ id: idSchema, format: exportFormatSchema, approvalId: idSchema.optional() }),
      z.strictObject({ path: z.string(), rows: z.int() }).nullable(),
      {
        stepUp: { act: 'export', about: ({ id, format }) => ({ id, format }) },
        leaves: writtenAs('reconciliation'),
      },
    ),
  },
  events: {},
} as const satisfies Group;
