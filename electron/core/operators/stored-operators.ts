/** The operators as they are kept: hashes of passcodes, never a passcode. */
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { idleMinutesSchema, operatorSchema, sameOperatorName } from '#shared/seat/operators.ts';
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
  /** The passcode that provisioning set last, because the same file applied again must not undo a change of passcode. */
  provisionedHash: hashSchema.nullable(),
  /** Wrong passcodes since the last right one; they outlive a restart. */
  wrong: z.strictObject({ count: z.int().min(1), at: instantSchema }).nullable(),
});
export type StoredOperator = z.infer<typeof storedOperatorSchema>;

export const isActiveSupervisor = ({ role, active }: Pick<StoredOperator, 'role' | 'active'>): boolean =>
  active && role === 'supervisor';

/** A file without an active supervisor counts as damaged, because nobody could put anything right. */
export const storedOperatorsSchema = z.strictObject({
  idleMinutes: idleMinutesSchema,
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
