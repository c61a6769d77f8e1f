/** Wires the updates of this installation. */
import { app } from 'electron';
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { createUpdateMemory } from '#electron/core/updates/update-memory.ts';
import { createUpdates, type Updates, type UpdatesParts } from '#electron/core/updates/updates.ts';
import { lastingArguments } from '#electron/shell/command-line.ts';
import { oneMinute } from '#shared/durations.ts';
import type { UpdateRules } from '#shared/updates/updates.ts';
import { openUpdater } from './open-updater.ts';

/** Longest time in ms that a download waits for payments under way. */
const longestQuiet = 10 * oneMinute;

interface OpenUpdatesParts extends Omit<UpdatesParts, 'updater' | 'quiet' | 'quit' | 'relaunch' | 'memory'> {
  readonly policy: { readonly updates: UpdateRules };
  readonly log: { readonly info: (text: string) => void };
  readonly inFlight: Pick<InFlight, 'over'>;
  readonly documents: { readonly program: DocumentStore<LastProgram> };
}

/** Looks for updates from now on, if this installation takes any. */
export function openUpdates({ policy, log, inFlight, documents, ...parts }: OpenUpdatesParts): Updates {
  const memory = createUpdateMemory(documents.program, parts.clock);
  const updates = createUpdates({
    ...parts,
    updater: openUpdater(policy.updates, memory.takeList, (text) => log.info(`Update: ${text}`)),
    quiet: () => inFlight.over(longestQuiet),
    quit: () => app.quit(),
    relaunch: () => app.relaunch({ args: lastingArguments() }),
    memory,
  });
  updates.start();
  return updates;
}
