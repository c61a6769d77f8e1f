/** The built-in training gateway: its received requests, and orders for faults. */
import { z } from 'zod';
import { faultOrderSchema, trainingStatusSchema } from '#shared/seat/training.ts';
import { call, type Group } from '#shared/contract/call.ts';

export const training = {
  calls: {
    status: call('cashier', z.void(), trainingStatusSchema),
    order: call('cashier', faultOrderSchema, trainingStatusSchema, {
      size: { characters: 400_000, values: 400 },
    }),
  },
  events: {},
} as const satisfies Group;
