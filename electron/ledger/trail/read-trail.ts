/** Reads the audit trail with its links, oldest first. */
import type { Engine } from '#electron/ledger/engine.ts';
import { allEvents, deedOf } from '#electron/ledger/events.ts';
import type { TrailEntry } from './trail-entry.ts';

export async function* readTrail(engine: Engine): AsyncIterable<TrailEntry> {
  for (const row of await engine.read(allEvents)) {
    yield {
      at: row.at,
      ledgerAt: null,
      seat: row.seat,
      operatorName: row.operator_name,
      subjectId: row.id,
      what: deedOf(row),
      link: null,
    };
  }
}
