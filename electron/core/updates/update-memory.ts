/** What a seat remembers of updates from start to start. */
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import type { Clock } from '#electron/core/ports/host.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { UpdateRefused } from '#electron/core/ports/updater.ts';
import type { ListStamp } from './update-list.ts';

export type UpdateMemory = ReturnType<typeof createUpdateMemory>;

export function createUpdateMemory(store: DocumentStore<LastProgram>, clock: Clock) {
  /** Throws where the start could not write its own version, because nothing could be remembered. */
  function read(): LastProgram {
    const known = store.read();
    if (known === null) throw new UpdateRefused('list', 'The seat can’t remember what it has seen');
    return known;
  }
  return {
    /** Remembers a signed list durably, before anything of it is used. @throws UpdateRefused for an older or expired one */
    takeList({ number, signedAt, validUntil }: ListStamp) {
      const known = read();
      const told = `The list number ${number} of ${signedAt}`;
      if (number < known.newestList)
        throw new UpdateRefused('older', `${told} is older than number ${known.newestList}, which was seen before`);
      const now = clock().toISOString();
      if (now >= validUntil) throw new UpdateRefused('expired', `${told} ran out at ${validUntil}, and it is ${now}`);
      if (number > known.newestList) store.write({ ...known, newestList: number });
    },
    /** Notes for the next start that an update was not installed. Throws when it can't be written. */
    noteNotInstalled() {
      store.write({ ...read(), notInstalledAt: clock().toISOString() });
    },
    /** Returns the instant at which an update was not installed, once; null for none. Throws when it can't be written. */
    takeNotInstalled(): string | null {
      const known = store.read();
      if (known === null || known.notInstalledAt === null) return null;
      store.write({ ...known, notInstalledAt: null });
      return known.notInstalledAt;
    },
  };
}
