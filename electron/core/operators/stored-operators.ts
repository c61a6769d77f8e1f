/** Stored form of the operators: hashes of passcodes, never a passcode. */
import { oneDay } from '#shared/durations.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import {
  amountLimitsSchema,
  idleMinutesSchema,
  noLimits,
  operatorNameKey,
  operatorSchema,
} from '#shared/seat/operators.ts';
import { z } from 'zod';
import { isPasscodeHash } from './passcodes.ts';

const hashSchema = z.string().refine(isPasscodeHash);

const wrongTriesSchema = z.strictObject({ count: z.int().min(1), at: instantSchema });

const storedOperatorSchema = z.strictObject({
  id: idSchema,
  name: operatorSchema.shape.name,
  role: operatorSchema.shape.role,
  active: z.boolean(),
  mustChange: z.boolean(),
  hash: hashSchema,
  /** Hash that provisioning set last, because applying the same file again must not undo a change of passcode. */
  provisionedHash: hashSchema.nullable(),
  /** Wrong passcodes since the last right one. They survive a restart. */
  wrong: wrongTriesSchema.nullable(),
});
export type StoredOperator = z.infer<typeof storedOperatorSchema>;

export const isActiveSupervisor = ({ role, active }: Pick<StoredOperator, 'role' | 'active'>): boolean =>
  active && role === 'supervisor';

/** Policy about all operators. A shared ledger keeps it as one value; each field needs a default for values from before it. */
export const operatorsPolicySchema = z.strictObject({
  idleMinutes: idleMinutesSchema,
  /** Absent in files from before there were limits. */
  limits: amountLimitsSchema.default(noLimits),
});

/** Signature of a shared ledger's operators by the seat that changed them last. Changes are numbered. */
export const operatorsSignatureSchema = z.strictObject({
  number: z.int().min(1),
  signer: z.string(),
  signature: z.string(),
});
export type OperatorsSignature = z.infer<typeof operatorsSignatureSchema>;

/** The operators and their policy. Without an active supervisor they count as damaged, because nobody could repair them. */
export const operatorsContentSchema = operatorsPolicySchema.extend({
  operators: z
    .array(storedOperatorSchema)
    .refine((operators) => operators.some(isActiveSupervisor))
    .refine((operators) =>
      [operators.map(({ id }) => id), operators.map(({ name }) => operatorNameKey(name))].every(
        (keys) => new Set(keys).size === keys.length,
      ),
    )
    .readonly(),
});
export type OperatorsContent = z.infer<typeof operatorsContentSchema>;

/** An operator of a provisioning file that was applied while the shared ledger was away. */
const unwrittenOperatorSchema = storedOperatorSchema
  .pick({ id: true, name: true, role: true, active: true, mustChange: true, hash: true })
  .extend({
    /** `provisionedHash` as this seat knew it before the file; absent when it did not know the operator. */
    before: hashSchema.nullable().optional(),
    /** As this seat knew the operator before the file; absent as well. */
    was: storedOperatorSchema.pick({ role: true, active: true }).optional(),
  });
export type UnwrittenOperator = z.infer<typeof unwrittenOperatorSchema>;

/** Schema of the operators' file: the operators of this seat, or its copy of those of a shared ledger. */
export const storedOperatorsSchema = operatorsContentSchema.extend({
  /** The shared ledger and the state of its operators that this is a copy of; null for operators of this seat. */
  copyOf: z
    .strictObject({
      ledger: z.string(),
      revision: z.string(),
      number: z.int().min(0).default(0),
      /** When the ledger confirmed the copy last, within the hour. */
      at: instantSchema.default(new Date(0).toISOString()),
    })
    .nullable()
    .default(null),
  /** Ids of operators whose wrong tries were counted here while the shared ledger was away. */
  uncounted: z.array(idSchema).readonly().default([]),
  /** Wrong passcodes of supervisors that operators keyed at this seat for their own acts, by their id. */
  stepUps: z.record(idSchema, wrongTriesSchema).default({}),
  /** A provisioning file that the shared ledger has yet to get. */
  unwritten: z
    .strictObject({
      by: z.string(),
      idleMinutes: idleMinutesSchema.nullable(),
      operators: z.array(unwrittenOperatorSchema).readonly(),
    })
    .nullable()
    .default(null),
});
export type StoredOperators = z.infer<typeof storedOperatorsSchema>;

/** State that a copy of a shared ledger's operators keeps beside them. */
export type CopyState = Pick<StoredOperators, 'copyOf' | 'uncounted' | 'unwritten'>;

const noCopy: CopyState = { copyOf: null, uncounted: [], unwritten: null };
export const copyStateOf = (stored: StoredOperators | null): CopyState => stored ?? noCopy;

/**
 * True for a copy that its ledger has not confirmed for a day, by a clock that may have been set back. Who may still do more than a
 * cashier is not known then.
 */
export const isOutdated = (copyOf: CopyState['copyOf'], now: Date): boolean =>
  copyOf !== null && Math.abs(now.getTime() - Date.parse(copyOf.at)) > oneDay;

/** Returns the part that a shared ledger keeps. */
export const contentOf = ({ idleMinutes, limits, operators }: OperatorsContent): OperatorsContent => ({
  idleMinutes,
  limits,
  operators,
});

/** Returns the operators with the state of the copy in place of the one that they may have. */
export const asCopy = (content: OperatorsContent, { copyOf, uncounted, unwritten }: CopyState): StoredOperators => ({
  ...contentOf(content),
  copyOf,
  uncounted,
  unwritten,
  stepUps: {},
});

export const asOwn = (content: OperatorsContent): StoredOperators => asCopy(content, noCopy);
