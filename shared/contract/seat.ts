/** This seat: its settings, its program and its window. */
import { z } from 'zod';
import { seatSettingsSchema } from '#shared/seat/settings.ts';
import { call, type Group } from './call.ts';

export const seat = {
  calls: {
    /** Returns the seat's settings. A locked seat needs its language and colour scheme. */
    settings: call(null, z.void(), seatSettingsSchema),
    save: call('cashier', seatSettingsSchema, seatSettingsSchema),
    /** Returns the program's version, and the platform by Node's name. */
    program: call('cashier', z.void(), z.strictObject({ version: z.string(), platform: z.string() })),
    /** Tells main that a card number or security code stands on the screen, or stands there no more. */
    cardOnScreen: call('cashier', z.strictObject({ shown: z.boolean() }), z.void()),
    /** Tells main that the screen has a layout for paper, or has none any more. */
    printable: call('cashier', z.strictObject({ printable: z.boolean() }), z.void()),
  },
  events: {
    /** The seat's settings changed. */
    'seat.changed': z.strictObject({}),
  },
} as const satisfies Group;
