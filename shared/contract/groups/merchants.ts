/** The merchants of this seat, and the active one. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { idSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { connectionReportSchema } from '#shared/seat/connection-check.ts';
import { keyedMerchantSchema, merchantSecretsChangeSchema, merchantViewSchema } from '#shared/seat/merchant.ts';
import { call, usualSize, type Group } from '#shared/contract/call.ts';
import { freeText } from '#shared/texts/text-kinds.ts';

const byMerchant = z.strictObject({ merchantId: merchantIdSchema });

export const merchants = {
  calls: {
    /** Returns the active merchant. A locked seat shows its name and environment. */
    active: call(null, z.void(), merchantViewSchema),
    list: call('cashier', z.void(), z.array(merchantViewSchema)),
    save: call(
      'supervisor',
      z.strictObject({
        merchant: keyedMerchantSchema,
        secrets: merchantSecretsChangeSchema,
        approvalId: idSchema.optional(),
      }),
      merchantViewSchema,
      // Authorities, and a client certificate with its key.
      { characters: 3 * textLimits.pem + usualSize.characters },
    ),
    remove: call('supervisor', byMerchant, z.void()),
    activate: call('cashier', byMerchant.extend({ approvalId: idSchema.optional() }), merchantViewSchema),
    /** Confirms the field that carries the AUTH_TOKEN (section 4.2). `field` is the one shown to the operator. */
    confirmCaptureField: call(
      'back-office',
      z.strictObject({ merchantId: merchantIdSchema, field: freeText(textLimits.wireName) }),
      merchantViewSchema,
    ),
    checkConnection: call('supervisor', byMerchant, connectionReportSchema),
  },
  events: {
    /** A merchant changed, or another one became active. */
    'merchants.changed': z.strictObject({}),
  },
} as const satisfies Group;
