/** Calls about updates of the program. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';

export const updateCalls = ({ updates }: Services): Works['updates'] => ({
  state: () => ok(updates.state()),
  look: async () => ok(await updates.look()),
  restart: () => updates.restart(),
});
