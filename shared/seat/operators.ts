/** Operators of this seat, their passcodes and the seat's access state. Never contains a stored passcode or a hash. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema } from '#shared/payments/money.ts';
import { roleSchema, type Role } from '#shared/role.ts';
import { nameText, secretText } from '#shared/texts/text-kinds.ts';

/** Name as recorded. Names that differ only in case are the same operator. */
export const operatorNameSchema = nameText(textLimits.operatorName).normalize();

/** Name on the record while there are no operators. */
export const programName = 'Caja';

/** Returns the form by which names are compared. */
export const operatorNameKey = (name: string): string => name.trim().normalize().toLowerCase();

export const sameOperatorName = (one: string, other: string): boolean =>
  operatorNameKey(one) === operatorNameKey(other);

/** Characters of a passcode. One of digits alone may be shorter, because the lock-out stops guessing (PCI DSS 8.3.4, 8.3.6). */
export const passcodeLimits = { min: 12, minDigits: 8, max: 200 } as const;

/** True for 12 characters or more, and for 8 or more that are all digits. */
export function isLongEnough(passcode: string): boolean {
  const least = /^[0-9]+$/.test(passcode) ? passcodeLimits.minDigits : passcodeLimits.min;
  return Array.from(passcode).length >= least;
}

/** True for one repeated character, or for a run such as 123456 and fedcba. */
export function isTooEasy(passcode: string): boolean {
  const codes = Array.from(passcode, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 0);
}

/** A passcode to set. Goes in over the bridge, never out. */
export const newPasscodeSchema = secretText(passcodeLimits.max)
  .refine(isLongEnough, 'passcode-too-short')
  .refine((passcode) => !isTooEasy(passcode), 'passcode-too-easy');

/** True for a passcode that may be set today. The hash in a provisioning file may be of another one. */
export const isGoodPasscode = (passcode: string): boolean => newPasscodeSchema.safeParse(passcode).success;

/** A passcode to check, exactly as typed. */
export const triedPasscodeSchema = secretText(passcodeLimits.max).min(1);

/** Minutes without a key or a pointer after which the seat locks. PCI DSS 8.2.8 asks for 15 at most. */
export const idleMinutesSchema = z.int().min(1).max(15);
export const usualIdleMinutes = 5;

/** Roles whose amounts may be limited. A supervisor lets payments above a limit pass. */
export const limitedRoles = ['cashier', 'back-office'] as const satisfies readonly Role[];
export type LimitedRole = (typeof limitedRoles)[number];

/** Limits of a role in minor units of the merchant's currency. Null is no limit of a payment or a day. */
const amountLimitSchema = z.strictObject({
  /** Largest sale or authorization. */
  payment: amountSchema.nullable(),
  /** Largest sum of an operator's sales and authorizations of one local day, in one currency. */
  day: amountSchema.nullable(),
  /** Largest void or refund without a supervisor's passcode, which null asks for each time. A cashier sends none. */
  reversal: amountSchema.nullable(),
  /** Largest charge of an earlier card, whose holder keys nothing. Counts for the day and the payment too. */
  again: amountSchema.nullable(),
});
export type AmountLimit = z.infer<typeof amountLimitSchema>;

const noLimit: AmountLimit = { payment: null, day: null, reversal: null, again: null };

export const amountLimitsSchema = z.strictObject({ cashier: amountLimitSchema, 'back-office': amountLimitSchema });
export type AmountLimits = z.infer<typeof amountLimitsSchema>;

/** Limits of a seat that has set none. */
export const noLimits: AmountLimits = { cashier: noLimit, 'back-office': noLimit };

/** Returns the limits of a role. A supervisor has none for payments, and keys the passcode again for each reversal. */
export const limitOf = (limits: AmountLimits, role: Role): AmountLimit =>
  role === 'supervisor' ? noLimit : limits[role];

export const limitsOfRoleSchema = amountLimitSchema.extend({ role: z.enum(limitedRoles) });

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
  limits: amountLimitsSchema,
});
export type OperatorsView = z.infer<typeof operatorsSchema>;

const names = z.array(z.string()).readonly();

/** Access state of the seat. Calls outside of `session` are served only while it is `open` or `working`. */
export const accessSchema = z.discriminatedUnion('kind', [
  /** No operators are kept, so the system's user works here as a supervisor. Never with a merchant that charges. */
  z.strictObject({ kind: z.literal('open') }),
  /** The active merchant charges real cards and there are no operators, so a supervisor has to be created first. */
  z.strictObject({ kind: z.literal('first-supervisor') }),
  /**
   * `ended`: the last operator was made inactive while signed in, or the operators of the shared ledger took the place of those among
   * whom they had signed in.
   */
  z.strictObject({ kind: z.literal('signed-out'), names, ended: z.enum(['inactive', 'replaced']).optional() }),
  z.strictObject({ kind: z.literal('working') }),
  /** `refused`: too many wrong passcodes of a supervisor locked it. */
  z.strictObject({ kind: z.literal('locked'), name: z.string(), names, refused: z.literal(true).optional() }),
  /** The passcode has to be replaced before anything else: another person knows it, or it breaks today's rule. */
  z.strictObject({ kind: z.literal('new-passcode'), name: z.string(), why: z.enum(['known', 'weak']) }),
  /** The file of the operators can't be read. No sign-in is possible until an administrator has repaired it. */
  z.strictObject({ kind: z.literal('damaged'), file: z.string() }),
  /** A newer version of the program wrote the file of the operators. No sign-in is possible with this version. */
  z.strictObject({ kind: z.literal('newer'), file: z.string() }),
]);
export type Access = z.infer<typeof accessSchema>;
