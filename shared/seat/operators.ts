/** Operators of this seat, their passcodes and the seat's access state. Never contains a stored passcode or a hash. */
import { z } from 'zod';
import { holdsCardNumber } from '#shared/payments/card.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { roleSchema } from './role.ts';

/** Name as recorded. Names that differ only in case are the same operator. */
export const operatorNameSchema = z
  .string()
  .trim()
  .normalize()
  .min(1)
  .max(60)
  .refine((name) => !holdsCardNumber(name), 'card-number-here');

/** Returns the form by which names are compared. */
export const operatorNameKey = (name: string): string => name.trim().normalize().toLowerCase();

export const sameOperatorName = (one: string, other: string): boolean =>
  operatorNameKey(one) === operatorNameKey(other);

export const passcodeLimits = { min: 6, max: 200 } as const;

/** True for one repeated character, or for a run such as 123456 and fedcba. */
export function isTooEasy(passcode: string): boolean {
  const codes = Array.from(passcode, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 0);
}

/** A passcode to set. Goes in over the bridge, never out. */
export const newPasscodeSchema = z
  .string()
  .min(passcodeLimits.min)
  .max(passcodeLimits.max)
  .refine((passcode) => !isTooEasy(passcode), 'passcode-too-easy');

/** A passcode to check, exactly as typed. */
export const triedPasscodeSchema = z.string().min(1).max(passcodeLimits.max);

/** Minutes without a key or a pointer after which the seat locks. PCI DSS 8.2.8 asks for 15 at most. */
export const idleMinutesSchema = z.int().min(1).max(15);
export const usualIdleMinutes = 10;

/** Wrong passcodes in a row before an operator has to wait. */
export const triesBeforeWait = 5;

/** An operator as the settings list them. */
export const operatorSchema = z.strictObject({
  id: idSchema,
  name: operatorNameSchema,
  role: roleSchema,
  /** False for an operator who can't sign in any more. The name stays reserved because the ledger contains it. */
  active: z.boolean(),
  /** The next sign-in asks for a new passcode. */
  mustChange: z.boolean(),
  /** End of the lockout after wrong passcodes; null when there is none. */
  lockedUntil: instantSchema.nullable(),
});
export type Operator = z.infer<typeof operatorSchema>;

export const operatorsSchema = z.strictObject({
  operators: z.array(operatorSchema).readonly(),
  idleMinutes: idleMinutesSchema,
});
export type OperatorsView = z.infer<typeof operatorsSchema>;

const names = z.array(z.string()).readonly();

/** Access state of the seat. Calls outside of `session` are served only while it is `open` or `working`. */
export const accessSchema = z.discriminatedUnion('kind', [
  /** No operators are kept, so the system's user works here as a supervisor. Never with a merchant that charges. */
  z.strictObject({ kind: z.literal('open') }),
  /** The active merchant charges real cards and there are no operators, so a supervisor has to be created first. */
  z.strictObject({ kind: z.literal('first-supervisor') }),
  /** `replaced`: the operators of the shared ledger took the place of those among whom the last one had signed in. */
  z.strictObject({ kind: z.literal('signed-out'), names, replaced: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('working') }),
  z.strictObject({ kind: z.literal('locked'), name: z.string(), names }),
  /** Signed in with a passcode that another person knows. It has to be replaced before anything else. */
  z.strictObject({ kind: z.literal('new-passcode'), name: z.string() }),
  /** The file of the operators can't be read. No sign-in is possible until an administrator has repaired it. */
  z.strictObject({ kind: z.literal('damaged'), file: z.string() }),
  /** A newer version of the program wrote the file of the operators. No sign-in is possible with this version. */
  z.strictObject({ kind: z.literal('newer'), file: z.string() }),
]);
export type Access = z.infer<typeof accessSchema>;
