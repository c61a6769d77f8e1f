/** A provisioning file that waits for a supervisor at a seat that has operators. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';
import { operatorNameSchema, triedPasscodeSchema } from '#shared/seat/operators.ts';

/** Change that needs a supervisor: of operators, of keys, of where keys go, or of what is allowed. Holds no value of a secret. */
const guardedChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('operators'), names: z.array(z.string()).readonly() }),
  z.strictObject({ kind: z.literal('idle-lock') }),
  /** `new` merchants and `replaced` ones have keys and an address as well. */
  z.strictObject({
    kind: z.literal('merchant'),
    name: z.string(),
    what: z.enum(['new', 'replaced', 'address', 'keys', 'rules']),
    /** Origin to which the keys go. */
    origin: z.string(),
  }),
  z.strictObject({ kind: z.literal('in-use'), name: z.string() }),
  z.strictObject({ kind: z.literal('ledger'), host: z.string() }),
  z.strictObject({ kind: z.literal('card-key') }),
  z.strictObject({ kind: z.literal('signing-key') }),
]);
export type GuardedChange = z.infer<typeof guardedChangeSchema>;

export const waitingProvisioningSchema = z.strictObject({
  /** Name of the file, without its folder. */
  file: z.string(),
  since: instantSchema,
  changes: z.array(guardedChangeSchema).min(1).readonly(),
  /** Mistakes that were found when a supervisor had allowed it, each with its place in the file. */
  issues: z.array(z.string()).readonly(),
});
export type WaitingProvisioning = z.infer<typeof waitingProvisioningSchema>;

/** A supervisor's word for the file that waits since this instant, which is the one that they saw. */
export const allowedFileSchema = z.strictObject({
  name: operatorNameSchema,
  passcode: triedPasscodeSchema,
  since: instantSchema,
});
export type AllowedFile = z.infer<typeof allowedFileSchema>;
