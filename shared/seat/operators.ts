/** Operators: who may work at this seat, how they prove it, and where the seat stands between them. No passcode and no hash is in any of it. */
import { z } from 'zod';
import { holdsCardNumber } from '#shared/payments/card.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { roleSchema } from './role.ts';

/** As it stands on the record. Upper and lower case make no other person of it. */
export const operatorNameSchema = z
  .string()
  .trim()
  .normalize()
  .min(1)
  .max(60)
  .refine((name) => !holdsCardNumber(name), 'card-number-here');

export const sameOperatorName = (one: string, other: string): boolean =>
  one.trim().normalize().toLowerCase() === other.trim().normalize().toLowerCase();

export const passcodeLimits = { min: 6, max: 200 } as const;

/** One character again and again, or a run such as 123456 and fedcba. */
export function isTooEasy(passcode: string): boolean {
  const codes = Array.from(passcode, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 0);
}

/** A passcode that is being set. Goes in over the bridge, never out. */
export const newPasscodeSchema = z
  .string()
  .min(passcodeLimits.min)
  .max(passcodeLimits.max)
  .refine((passcode) => !isTooEasy(passcode), 'passcode-too-easy');

/** A passcode that is tried: whatever was typed. */
export const triedPasscodeSchema = z.string().min(1).max(passcodeLimits.max);

/** Minutes without a key or a pointer after which the seat locks; PCI DSS 8.2.8 asks for 15 at most. */
export const idleMinutesSchema = z.int().min(1).max(15);
export const usualIdleMinutes = 10;

/** Wrong passcodes in a row before an operator has to wait. */
export const triesBeforeWait = 5;

/** An operator as the settings list them. */
export const operatorSchema = z.strictObject({
  id: idSchema,
  name: operatorNameSchema,
  role: roleSchema,
  /** Who is not active can't sign in; their name stays theirs, since it is on the record. */
  active: z.boolean(),
  /** A new passcode is asked for at the next sign-in. */
  mustChange: z.boolean(),
  /** Until when wrong passcodes keep them out; null when they don't. */
  lockedUntil: instantSchema.nullable(),
});
export type Operator = z.infer<typeof operatorSchema>;

export const operatorsSchema = z.strictObject({
  operators: z.array(operatorSchema).readonly(),
  idleMinutes: idleMinutesSchema,
});
export type OperatorsView = z.infer<typeof operatorsSchema>;

const names = z.array(z.string()).readonly();

/** Where the seat stands between its operators. Calls other than those of `session` are served while it is `open` or `working`. */
export const accessSchema = z.discriminatedUnion('kind', [
  /** No operators are kept: whoever signed in to the system works here as a supervisor. Never with a merchant that charges. */
  z.strictObject({ kind: z.literal('open') }),
  /** The merchant in use charges real cards and there are no operators: a supervisor has to be created first. */
  z.strictObject({ kind: z.literal('first-supervisor') }),
  z.strictObject({ kind: z.literal('signed-out'), names }),
  z.strictObject({ kind: z.literal('working') }),
  z.strictObject({ kind: z.literal('locked'), name: z.string(), names }),
  /** Signed in with a passcode that somebody else knows: it has to be replaced before anything else. */
  z.strictObject({ kind: z.literal('new-passcode'), name: z.string() }),
  /** The file of the operators can't be read: nobody gets in until an administrator has put it right. */
  z.strictObject({ kind: z.literal('damaged'), file: z.string() }),
  /** A newer version of the program made the file of the operators: nobody gets in with this one. */
  z.strictObject({ kind: z.literal('newer'), file: z.string() }),
]);
export type Access = z.infer<typeof accessSchema>;
