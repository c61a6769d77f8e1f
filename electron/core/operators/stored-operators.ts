/** Stored form of the operators: hashes of passcodes, never a passcode. */
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import {
  amountLimitsSchema,
  idleMinutesSchema,
  noLimits,
  operatorSchema,
  sameOperatorName,
} from '#shared/seat/operators.ts';
import { z } from 'zod';
import { isPasscodeHash } from './passcodes.ts';

const hashSchema = z.string().refine(isPasscodeHash);

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
  wrong: z.strictObject({ count: z.int().min(1), at: instantSchema }).nullable(),
});
export type StoredOperator = z.infer<typeof storedOperatorSchema>;

export const isActiveSupervisor = ({ role, active }: Pick<StoredOperator, 'role' | 'active'>): boolean =>
  active && role === 'supervisor';

/** Schema of the operators' file. Without an active supervisor the file counts as damaged, because nobody could repair it. */
export const storedOperatorsSchema = z.strictObject({
  idleMinutes: idleMinutesSchema,
  /** Absent in files from before there were limits. */
  limits: amountLimitsSchema.default(noLimits),
  operators: z
    .array(storedOperatorSchema)
    .refine((operators) => operators.some(isActiveSupervisor))
    .refine((operators) =>
      operators.every(
        ({ id, name }, index) =>
          !operators.slice(0, index).some((other) => other.id === id || sameOperatorName(other.name, name)),
      ),
    )
    .readonly(),
});
export type StoredOperators = z.infer<typeof storedOperatorsSchema>;
