/**
 * Finds what a former run of the program wrote to the ledger and could not link, because it was killed in between: entries with this
 * seat's mark and, when it did not end orderly, its payments of the last minutes.
 */
import type { Database } from '#electron/ledger/engine/engine.ts';
import { deedOf, type EventRow } from '#electron/ledger/events.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import { oneDay, oneMinute } from '#shared/durations.ts';
import { isMarked } from './event-mark.ts';
import type { TrailKey } from './trail-key.ts';

/** Time before the head in which something may have been written without a link. A link follows within seconds. */
const span = 10 * oneMinute;
/** The same before now, where the head lies in the future: the clock was set back since, so the head says nothing. */
const spanAfterSetBack = 7 * oneDay;

export interface Unlinked {
  readonly events: readonly EventRow[];
  readonly payments: readonly string[];
  /** Id of the latest restore when its payments were not linked anew yet; null for none. */
  readonly restore: string | null;
}

/** @param seat present name of the seat */
export async function findUnlinked(
  db: Database,
  key: TrailKey,
  head: TrailHead,
  seat: string,
  now: Date,
): Promise<Unlinked> {
  const names = [...new Set([seat, head.seat])];
  const [at, present] = [Date.parse(head.at), now.getTime()];
  const since = at > present ? present - spanAfterSetBack : at - span;
  const events = (await unlinkedEvents(db, idAt(since)).where('seat', 'in', names).execute()).filter((row) =>
    isMarked(row, key),
  );
  const named = events.flatMap((row) => {
    const deed = deedOf(row);
    return 'attemptId' in deed ? [deed.attemptId] : [];
  });
  const rows = !head.open
    ? []
    : await db
        .selectFrom('attempts')
        .select('id')
        .where('position', '>=', positionAt(new Date(since).toISOString()))
        .where('seat', 'in', names)
        .where('standing', '!=', 'sending')
        .execute();
  const restore = await latestRestore(db, head.signer);
  return {
    events,
    payments: [...new Set([...named, ...rows.map(({ id }) => id)])],
    restore: restore === head.restored ? null : restore,
  };
}

/** Returns the id of the latest restore in a chain; null for none. */
async function latestRestore(db: Database, signer: string): Promise<string | null> {
  const row = await db
    .selectFrom('ledger_events')
    .innerJoin('audit_links', 'audit_links.subject_id', 'ledger_events.id')
    .select('ledger_events.id')
    .where('ledger_events.kind', '=', 'restore')
    .where('audit_links.signer', '=', signer)
    .orderBy('ledger_events.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Entries without a link from this id on, in order. */
export const unlinkedEvents = (db: Database, from: string) =>
  db
    .selectFrom('ledger_events')
    .select(['id', 'at', 'operator_name', 'seat', 'kind', 'facts'])
    .where('id', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_links')
            .select('audit_links.link')
            .whereRef('audit_links.subject_id', '=', 'ledger_events.id')
            .where('audit_links.subject', '=', 'event'),
        ),
      ),
    )
    .orderBy('id');

/** Returns the smallest id that was made at an instant, in ms since 1970. */
export function idAt(instant: number): string {
  const digits = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
