/** The merchants of this seat, and the active one. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { connectionReportSchema } from '#shared/seat/connection-check.ts';
import { merchantSchema, merchantSecretsChangeSchema, merchantViewSchema } from '#shared/seat/merchant.ts';
import { call, type Group } from './call.ts';

const byMerchant = z.strictObject({ merchantId: z.string() });

export const merchants = {
  calls: {
    /** Returns the active merchant. A locked seat shows its name and environment. */
    active: call(null, z.void(), merchantViewSchema),
    list: call('cashier', z.void(), z.array(merchantViewSchema)),
    save: call(
      'supervisor',
      z.strictObject({
        merchant: merchantSchema,
        secrets: merchantSecretsChangeSchema,
        approvalId: idSchema.optional(),
      }),
      merchantViewSchema,
    ),
    remove: call('supervisor', byMerchant, z.void()),
    activate: call('cashier', byMerchant.extend({ approvalId: idSchema.optional() }), merchantViewSchema),
    /** Confirms the field that carries the AUTH_TOKEN (section 4.2). `field` is the one shown to the operator. */
    confirmCaptureField: call(
      'back-office',
      z.strictObject({ merchantId: z.string(), field: z.string() }),
      merchantViewSchema,
    ),
    checkConnection: call('supervisor', byMerchant, connectionReportSchema),
  },
  events: {
    /** A merchant changed, or another one became active. */
    'merchants.changed': z.strictObject({}),
  },
} as const satisfies Group;
