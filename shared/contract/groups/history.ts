/** The recorded attempts: search, details, resolutions, exports. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import {
  changeSchema,
  historyFilterSchema,
  historyPageSchema,
  historyQuerySchema,
  historySumsSchema,
} from '#shared/ledger/history.ts';
import { reachSchema } from '#shared/seat/reach.ts';
import { lookUpOfSchema, lookUpSchema } from '#shared/ledger/service-records.ts';
import { savedViewSchema, savedViewsSchema, viewNameSchema } from '#shared/ledger/saved-views.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { attemptSchema, keyedResolutionSchema } from '#shared/payments/attempt.ts';
import { call, exportShape, needs, writtenFileSchema, type Group } from '#shared/contract/call.ts';
import { writtenAs } from '#shared/contract/deeds.ts';

const byId = z.strictObject({ id: idSchema });

export const history = {
  calls: {
    search: call('cashier', historyQuerySchema, historyPageSchema),
    /** Counts what a filter finds and sums its money. */
    sums: call('cashier', historyFilterSchema, historySumsSchema),
    show: call('cashier', byId, shownAttemptSchema),
    /**
     * Returns unresolved unknown attempts, oldest first, at most `mostUnknowns` of each environment. They stay on top of every screen, and
     * are the latest of their payment.
     */
    unknowns: call('cashier', z.void(), z.array(attemptSchema)),
    /**
     * Looks an attempt up in the service's own records, where its merchant has their address. Resolves an unconfirmed one whose record
     * is certain. Of its customer: all of the last year under the same e-mail address. Never sends a payment.
     */
    lookUp: call('cashier', byId.extend({ of: lookUpOfSchema.default('payment') }), lookUpSchema, {
      refuses: ({ of }, role) => (of === 'customer' ? needs('back-office', role) : null),
      // May resolve the attempt, so it is counted like `resolve`.
      movesMoney: true,
    }),
    resolve: call('supervisor', z.strictObject({ id: idSchema, resolution: keyedResolutionSchema }), attemptSchema, {
      movesMoney: true,
    }),
    /** Asks where to save and writes a masked file; null when the operator closed the dialog. */
    export: call('back-office', z.strictObject({ filter: historyFilterSchema, ...exportShape }), writtenFileSchema, {
      stepUp: { act: 'export', about: ({ filter, format }) => ({ filter, format }) },
      leaves: writtenAs('history'),
    }),
    /** Returns how far the operator sees, for the words of empty lists. */
    reach: call('cashier', z.void(), reachSchema),
    /** Returns the names of operators with payments in the ledger. A cashier who sees only own payments gets their own. */
    operators: call('cashier', z.void(), z.array(z.string())),
    views: call('cashier', z.void(), savedViewsSchema),
    /** Saves a view in place of the one with its name, and of `former`, which it was before. Returns the operator's views. */
    saveView: call(
      'cashier',
      z.strictObject({ view: savedViewSchema, former: viewNameSchema.nullable().default(null) }),
      savedViewsSchema,
    ),
    /** Removes a view. Returns the operator's others. */
    removeView: call('cashier', z.strictObject({ name: viewNameSchema }), savedViewsSchema),
    /** Opens the receipt link of an attempt in the system's browser (training: in a window of the program). */
    openReceipt: call('cashier', byId, z.void(), {
      leaves:
        ({ id }) =>
        () => ({ kind: 'receipt-opened', attemptId: id }),
    }),
  },
  events: {
    /** Attempts changed, on this seat unless another is named. */
    'history.changed': changeSchema.extend({ by: z.enum(['this-seat', 'another']).optional() }),
  },
} as const satisfies Group;
