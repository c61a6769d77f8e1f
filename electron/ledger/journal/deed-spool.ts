/** Keeps deeds in the seat's journal until the ledger has them. */
import type { DeedSpool } from '#electron/core/ports/audit.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { keptDeedSchema } from '#electron/documents/kept-deed.ts';
import type { SeatJournal } from './seat-journal.ts';

const waits = { ledger: '', kind: 'deed' } as const;

export function openDeedSpool(journal: SeatJournal, reportBug: ReportBug): DeedSpool {
  return {
    keep: (deed) => journal.write(({ replace }) => replace({ ...waits, subject: deed.id, at: deed.at, body: deed })),
    async all() {
      const isWhole = await journal.ready();
      const entries = journal.ofKind(waits.ledger, waits.kind).map(({ body }) => keptDeedSchema.safeParse(body));
      const deeds = entries.flatMap(({ data }) => data ?? []);
      // It stays, because it may be the only trace of a deed.
      if (isWhole && deeds.length < entries.length) reportBug(new Error(`A deed in ${journal.file} can't be read.`));
      return { deeds: deeds.toSorted((one, other) => (one.id < other.id ? -1 : 1)), isWhole };
    },
    forget: (id) => journal.write(({ remove }) => remove({ ...waits, subject: id })),
  };
}
