/** Wires the updates of this installation. */
import { app } from 'electron';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import { createUpdates, type Updates, type UpdatesParts } from '#electron/core/updates/updates.ts';
import { oneMinute } from '#shared/durations.ts';
import type { UpdateRules } from '#shared/updates/updates.ts';
import { openUpdater } from './open-updater.ts';

/** Longest time in ms that a download waits for payments under way. */
const longestQuiet = 10 * oneMinute;

interface OpenUpdatesParts extends Omit<UpdatesParts, 'updater' | 'quiet' | 'quit'> {
  readonly log: { readonly info: (text: string) => void };
  readonly inFlight: Pick<InFlight, 'over'>;
}

/** Looks for updates from now on, if this installation takes any. */
export function openUpdates(rules: UpdateRules, { log, inFlight, ...parts }: OpenUpdatesParts): Updates {
  const updates = createUpdates({
    ...parts,
    updater: openUpdater(rules, (text) => log.info(`Update: ${text}`)),
    quiet: () => inFlight.over(longestQuiet),
    quit: () => app.quit(),
  });
  updates.start();
  return updates;
}
