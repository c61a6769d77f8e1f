/** The company's policy of this computer, as the screens show it. Holds no secret: every account may read the file. */
import { z } from 'zod';
import { ledgerUrlSchema } from '#shared/seat/ledger-address.ts';
import { textLimits } from '#shared/text-limits.ts';
import { managedPartSchema } from './policy-rules.ts';
import { fileText } from '#shared/texts/text-kinds.ts';

/** The ledger that a policy names: this computer's, or a shared one with the authority of its server (PEM). */
export const ledgerRuleSchema = z.discriminatedUnion('engine', [
  z.strictObject({ engine: z.literal('sqlite') }),
  z.strictObject({
    engine: z.literal('postgres'),
    /** Address without a password. */
    url: ledgerUrlSchema,
    /** Null for the authorities of the system. */
    ca: fileText(textLimits.pem).nullable().default(null),
  }),
]);
export type LedgerRule = z.output<typeof ledgerRuleSchema>;

export const shownPolicySchema = z.strictObject({
  /** Path of the file; null where there is none. */
  file: z.string().nullable(),
  /** Path of a file that is not obeyed, because not only administrators could have written it; null for none. */
  foreign: z.string().nullable(),
  /** False for a file that can't be used. What it may fix can't be changed then. */
  usable: z.boolean(),
  /** Parts that it fixes. A file that can't be used fixes all that it could. */
  managed: z.array(managedPartSchema).readonly(),
  /** The ledger that it names; null for none. */
  ledger: ledgerRuleSchema.nullable(),
  /** Which merchants can be added and changed at the seat; `none` also while the file can't be used. */
  merchants: z.enum(['any', 'listed', 'none']),
});
export type ShownPolicy = z.infer<typeof shownPolicySchema>;
