/** The merchants of this seat, and the active one. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { idSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { connectionReportSchema } from '#shared/seat/connection-check.ts';
import {
  keyedMerchantSchema,
  merchantSecretsChangeSchema,
  merchantViewSchema,
  type Merchant,
  type MerchantSecretsChange,
} from '#shared/seat/merchant.ts';
import { call, usualSize, type Group, type SeatBefore } from '#shared/contract/call.ts';
import { merchantInUse, merchantSaved } from '#shared/contract/deeds.ts';
import type { Failure } from '#shared/failure.ts';
import type { Role } from '#shared/role.ts';
import { freeText } from '#shared/texts/text-kinds.ts';

const byMerchant = z.strictObject({ merchantId: merchantIdSchema });

const of = (merchants: readonly Merchant[], id: string): Merchant | null =>
  merchants.find((merchant) => merchant.id === id) ?? null;

function setByPolicy(_input: unknown, _role: Role, seat: SeatBefore): Failure | null {
  const rule = seat.merchantsRule();
  return rule && { kind: 'set-by-policy', rule };
}

/** Returns what needs a passcode: secrets of a known merchant that change, or the place that they go to. */
async function changedSecrets(
  { merchant, secrets }: { merchant: Merchant; secrets: MerchantSecretsChange },
  seat: SeatBefore,
) {
  const before = of(await seat.merchants(), merchant.id);
  if (before === null) return null;
  const keyed = Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const place = seat.secretsPlace(merchant);
  const stays = keyed.length === 0 && JSON.stringify(place) === JSON.stringify(seat.secretsPlace(before));
  return stays ? null : { id: merchant.id, place, keyed };
}

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
      {
        // Authorities, and a client certificate with its key.
        size: { characters: 3 * textLimits.pem + usualSize.characters },
        refuses: setByPolicy,
        stepUp: { act: 'secrets', about: changedSecrets },
        leaves: async ({ secrets }, seat) => {
          const before = await seat.merchants();
          return ({ merchant }) =>
            merchantSaved(of(before, merchant.id), merchant, seat.originOf(merchant.baseUrl), secrets);
        },
      },
    ),
    remove: call('supervisor', byMerchant, z.void(), {
      refuses: setByPolicy,
      leaves: async ({ merchantId }, seat) => {
        const gone = of(await seat.merchants(), merchantId);
        return () => gone && { kind: 'merchant-removed', name: gone.name, environment: gone.environment };
      },
    }),
    activate: call('cashier', byMerchant.extend({ approvalId: idSchema.optional() }), merchantViewSchema, {
      stepUp: {
        act: 'production',
        about: async ({ merchantId }, seat) =>
          of(await seat.merchants(), merchantId)?.environment === 'production' ? merchantId : null,
      },
      leaves: (_input, seat) => {
        const { id } = seat.activeMerchant();
        return ({ merchant }) => (merchant.id === id ? null : merchantInUse(merchant));
      },
    }),
    /** Confirms the field that carries the AUTH_TOKEN (section 4.2). `field` is the one shown to the operator. */
    confirmCaptureField: call(
      'back-office',
      z.strictObject({ merchantId: merchantIdSchema, field: freeText(textLimits.wireName) }),
      merchantViewSchema,
      {
        leaves:
          ({ field }) =>
          ({ merchant: { name } }) => ({ kind: 'capture-field-confirmed', name, field }),
      },
    ),
    checkConnection: call('supervisor', byMerchant, connectionReportSchema),
  },
  events: {
    /** A merchant changed, or another one became active. */
    'merchants.changed': z.strictObject({}),
  },
} as const satisfies Group;
