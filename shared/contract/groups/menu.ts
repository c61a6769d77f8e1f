/** The application menu. It calls the screens; the screens never call it. */
import { z } from 'zod';
import type { Group } from '#shared/contract/call.ts';

export const menu = {
  calls: {},
  events: {
    /** A command or shortcut of the application menu. */
    'menu.command': z.strictObject({
      command: z.enum(['charge', 'holds', 'history', 'reports', 'settings', 'new-payment', 'print']),
    }),
  },
} as const satisfies Group;
