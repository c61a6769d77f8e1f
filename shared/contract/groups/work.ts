/** Long work of this seat: how far it is, its end, and the way to stop it. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { workSchema } from '#shared/work/long-work.ts';
import { call, type Group } from '#shared/contract/call.ts';

const byId = z.strictObject({ id: idSchema });
const works = z.array(workSchema).readonly();

export const work = {
  calls: {
    /** Returns the work that runs, and the operator's latest that has ended until it is dismissed. */
    current: call('cashier', z.void(), works),
    /** Stops work before it has changed anything. Served to whoever started it, and to supervisors. */
    cancel: call('back-office', byId, z.void()),
    /** Forgets work that has ended. */
    dismiss: call('back-office', byId, z.void()),
    /** Shows the file of the operator's latest work in the system's file manager. The path is main's own. */
    showFile: call('back-office', byId, z.void()),
  },
  events: {
    /** Work began, went on or ended, at most ten times a second: what `current` returns now. */
    'work.progress': works,
  },
} as const satisfies Group;
