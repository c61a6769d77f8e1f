/** The operators of this seat, and a supervisor's approvals. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import {
  idleMinutesSchema,
  limitsOfRoleSchema,
  newPasscodeSchema,
  operatorNameSchema,
  operatorsSchema,
  triedPasscodeSchema,
} from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/role.ts';
import { guardedSchema } from '#shared/audit/step-up.ts';
import { call, type Group } from '#shared/contract/call.ts';

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
    setLimits: call('supervisor', limitsOfRoleSchema, operatorsSchema),
    /** Approves, with a supervisor's passcode, one act that the operator may not do alone. Supervisors key their own. */
    approve: call(
      'cashier',
      guardedSchema.extend({ name: operatorNameSchema, passcode: triedPasscodeSchema }),
      z.strictObject({ approvalId: idSchema }),
    ),
  },
  events: {
    /** An operator changed, the minutes until the idle lock, or a limit. */
    'operators.changed': z.strictObject({}),
  },
} as const satisfies Group;
