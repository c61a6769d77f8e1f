/** This seat: its settings and its program. */
import { z } from 'zod';
import { printedScreenSchema } from '#shared/audit/seat-deeds.ts';
import { seatSettingsSchema } from '#shared/seat/settings.ts';
import { call, type Group } from './call.ts';

export const seat = {
  calls: {
    /** Returns the seat's settings. A locked seat needs its language and colour scheme. */
    settings: call(null, z.void(), seatSettingsSchema),
    save: call('cashier', seatSettingsSchema, seatSettingsSchema),
    /** Says that a screen was sent to the printer's dialog, for the audit trail. */
    printed: call('cashier', z.strictObject({ screen: printedScreenSchema }), z.void()),
    /** Returns the program's version, and the platform by Node's name. */
    program: call('cashier', z.void(), z.strictObject({ version: z.string(), platform: z.string() })),
  },
  events: {
    /** The seat's settings changed. */
    'seat.changed': z.strictObject({}),
  },
} as const satisfies Group;
