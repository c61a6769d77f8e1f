/** This seat: its settings and its program. */
import { z } from 'zod';
import { insidePackageSchema } from '#shared/seat/inside-packages.ts';
import { seatSettingsSchema } from '#shared/seat/settings.ts';
import { call, type Group } from './call.ts';

export const seat = {
  calls: {
    /** Returns the seat's settings. A locked seat needs its language and colour scheme. */
    settings: call(null, z.void(), seatSettingsSchema),
    save: call('cashier', seatSettingsSchema, seatSettingsSchema),
    /** Returns the program's version, and the platform by Node's name. */
    program: call('cashier', z.void(), z.strictObject({ version: z.string(), platform: z.string() })),
    /** Returns the packages of others inside the program; null where the build left no list. */
    insidePackages: call('cashier', z.void(), z.array(insidePackageSchema).readonly().nullable()),
    /** Shows the bill of materials and the licences in the system's file manager. */
    showLegalFiles: call('cashier', z.void(), z.void()),
  },
  events: {
    /** The seat's settings changed. */
    'seat.changed': z.strictObject({}),
  },
} as const satisfies Group;
