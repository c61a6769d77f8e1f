/** Calls about updates of the program. */
import type { Updates } from '#electron/core/updates/updates.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { ok } from '#shared/failure.ts';

export interface UpdateCallsParts {
  readonly updates: Pick<Updates, 'state' | 'look' | 'restart'>;
}

export const updateCalls = ({ updates }: UpdateCallsParts): Works['updates'] => ({
  state: () => ok(updates.state()),
  look: async () => ok(await updates.look()),
  restart: () => updates.restart(),
});
