/** The session at this seat: signing in and out, locking, passcodes. Every call is served to a locked seat too. */
import { z } from 'zod';
import { amountSchema } from '#shared/payments/money.ts';
import { accessSchema, newPasscodeSchema, operatorNameSchema, triedPasscodeSchema } from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/role.ts';
import { call, type Group } from '#shared/contract/call.ts';
import { merchantInUse } from '#shared/contract/deeds.ts';

export const session = {
  calls: {
    /** Returns the current operator and the seat's access state. */
    current: call(
      null,
      z.void(),
      z.strictObject({
        operator: z
          .strictObject({
            name: z.string(),
            role: roleSchema,
            /** Largest payment without a supervisor, in minor units; null for no limit. */
            paymentLimit: amountSchema.nullable(),
          })
          .nullable(),
        access: accessSchema,
      }),
    ),
    /** Signs in or unlocks. The operator whose name and passcode are given works here from then on. */
    signIn: call(null, z.strictObject({ name: operatorNameSchema, passcode: triedPasscodeSchema }), z.void()),
    signOut: call(null, z.void(), z.void()),
    lock: call(null, z.void(), z.void()),
    /** Postpones the idle lock on input from the operator. */
    keepAwake: call(null, z.void(), z.void()),
    /** Changes the operator's own passcode. `current` is null right after the sign-in that asks for a new one. */
    changePasscode: call(
      null,
      z.strictObject({ current: triedPasscodeSchema.nullable(), next: newPasscodeSchema }),
      z.void(),
    ),
    /** Creates the first operator and signs them in. Refused once there are operators. */
    createSupervisor: call(null, z.strictObject({ name: operatorNameSchema, passcode: newPasscodeSchema }), z.void()),
    /** Switches to training while a first supervisor is asked for. */
    practise: call(null, z.void(), z.void(), { leaves: (_input, seat) => () => merchantInUse(seat.activeMerchant()) }),
  },
  events: {
    /**
     * The session changed, or something that a locked seat shows. The only event that a locked seat receives. `anew`: a new
     * session began, and events were withheld before it, so everything has to be refetched.
     */
    'session.changed': z.strictObject({ anew: z.boolean() }),
  },
} as const satisfies Group;
