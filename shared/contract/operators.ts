/** The operators of this seat, and a supervisor's approvals. */
import { z } from 'zod';
import { boundedText } from '#shared/bounded-text.ts';
import { idSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { amountSchema } from '#shared/payments/money.ts';
import {
  idleMinutesSchema,
  newPasscodeSchema,
  operatorNameSchema,
  operatorsSchema,
  triedPasscodeSchema,
} from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/seat/role.ts';
import { call, type Group } from './call.ts';

export const operators = {
  calls: {
    list: call('supervisor', z.void(), operatorsSchema),
    add: call(
      'supervisor',
      z.strictObject({ name: operatorNameSchema, role: roleSchema, passcode: newPasscodeSchema }),
      operatorsSchema,
    ),
    change: call(
      'supervisor',
      z.strictObject({ id: idSchema, role: roleSchema, active: z.boolean() }),
      operatorsSchema,
    ),
    resetPasscode: call('supervisor', z.strictObject({ id: idSchema, passcode: newPasscodeSchema }), operatorsSchema),
    setIdleMinutes: call('supervisor', z.strictObject({ minutes: idleMinutesSchema }), operatorsSchema),
    /** Approves, with a supervisor's passcode, one payment that the operator may not send alone. */
    approve: call(
      'cashier',
      z.strictObject({
        name: operatorNameSchema,
        passcode: triedPasscodeSchema,
        merchantId: merchantIdSchema,
        amount: amountSchema,
        lastFour: boundedText(4).regex(/^\d{4}$/),
      }),
      z.strictObject({ approvalId: idSchema }),
    ),
  },
  events: {
    /** An operator changed, or the minutes until the idle lock. */
    'operators.changed': z.strictObject({}),
  },
} as const satisfies Group;
