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

const approvalId = idSchema.optional();

export const operators = {
  calls: {
    list: call('supervisor', z.void(), operatorsSchema),
    add: call(
      'supervisor',
      z.strictObject({ name: operatorNameSchema, role: roleSchema, passcode: newPasscodeSchema, approvalId }),
      operatorsSchema,
      { stepUp: { act: 'operators', about: ({ name, role }) => (role === 'supervisor' ? `${role} ${name}` : null) } },
    ),
    /** Changes the role and the right to sign in, and sets a passcode if there is one. */
    change: call(
      'supervisor',
      z.strictObject({
        id: idSchema,
        role: roleSchema,
        active: z.boolean(),
        passcode: newPasscodeSchema.optional(),
        approvalId,
      }),
      operatorsSchema,
      {
        stepUp: {
          act: 'operators',
          about: ({ id, role, active, passcode }, { roleOf }) => {
            const also = passcode === undefined ? '' : ' passcode';
            const isGuarded = active && role === 'supervisor';
            return isGuarded || (also !== '' && roleOf(id) === 'supervisor') ? `${role} ${id}${also}` : null;
          },
        },
      },
    ),
    resetPasscode: call(
      'supervisor',
      z.strictObject({ id: idSchema, passcode: newPasscodeSchema, approvalId }),
      operatorsSchema,
      {
        stepUp: {
          act: 'operators',
          about: ({ id }, { roleOf }) => (roleOf(id) === 'supervisor' ? `passcode ${id}` : null),
        },
      },
    ),
    setIdleMinutes: call('supervisor', z.strictObject({ minutes: idleMinutesSchema }), operatorsSchema),
    setLimits: call('supervisor', limitsOfRoleSchema.extend({ approvalId }), operatorsSchema, {
      stepUp: { act: 'operators', about: ({ approvalId: _approvalId, ...limits }) => limits },
    }),
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
