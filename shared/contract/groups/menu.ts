/** The application menu. It calls the screens; the screens never call it. */
import { z } from 'zod';
import type { Group } from '#shared/contract/call.ts';

export const menu = {
  calls: {},
  events: {
    /** A command of the application menu, or what a notification leads to. */
    'menu.command': z.strictObject({
      command: z.enum(['charge', 'holds', 'history', 'reports', 'settings', 'new-payment', 'print']),
      /** True for a key of the menu, and not for a click. */
      byKey: z.boolean().optional(),
    }),
  },
} as const satisfies Group;
