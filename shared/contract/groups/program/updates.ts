/** Updates of the program on this seat. */
import { z } from 'zod';
import { updateStateSchema } from '#shared/updates/updates.ts';
import { call, type Group } from '#shared/contract/call.ts';
import { lookedForUpdate } from '#shared/contract/deeds.ts';

export const updates = {
  calls: {
    state: call('cashier', z.void(), updateStateSchema),
    /** Looks for an update now. One that is found is downloaded by itself afterwards. */
    look: call('supervisor', z.void(), updateStateSchema, { leaves: () => lookedForUpdate }),
    /** Ends the program, installs the downloaded update and starts again. Refused while a payment is under way. */
    restart: call('supervisor', z.void(), z.strictObject({ version: z.string() }), {
      leaves:
        () =>
        ({ version }) => ({ kind: 'update-asked', version }),
    }),
  },
  events: {
    'updates.changed': z.strictObject({}),
  },
} as const satisfies Group;
