/** Reads payments beside what the audit trail says of them, in pages. */
import { setImmediate } from 'node:timers/promises';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { latestOf, linkColumns, type LinkRow } from './link.ts';
import { linkedColumns, saysSame, type LinkedRow } from './payment-facts.ts';

export interface LinkedPaymentRow {
  readonly id: string;
  /** The last link about it, of any seat. */
  readonly latest: LinkRow;
  /** Undefined for a payment that is not in the ledger. */
  readonly row: LinkedRow | undefined;
}

/** Payments per page. */
const portion = 200;

/** True when the payment is as its last link says, or gone as it says. */
export const isAsLinked = ({ latest, row }: LinkedPaymentRow): boolean =>
  row === undefined ? latest.facts === null : saysSame(latest.facts, row);

/** Reads these payments, if a link is about them. */
export async function linkedPaymentsOf(db: Database, ids: readonly string[]): Promise<readonly LinkedPaymentRow[]> {
  if (ids.length === 0) return [];
  // Before the payments, because a link is made after its payment has changed.
  const links = await db
    .selectFrom('audit_links')
    .select(linkColumns)
    .where('subject_id', 'in', ids)
    .where('subject', '=', 'payment')
    .execute();
  const rows = await db.selectFrom('attempts').select(linkedColumns).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...Map.groupBy(links, (link) => link.subject_id)].flatMap(([id, about]) => {
    const latest = latestOf(about);
    return latest === undefined ? [] : [{ id, latest, row: byId.get(id) }];
  });
}

/** Yields every payment that a link is about. */
export async function* linkedPayments(engine: Reader): AsyncGenerator<readonly LinkedPaymentRow[]> {
  for (let after = ''; ;) {
    const subjects = await engine.read((db) =>
      db
        .selectFrom('audit_links')
        .select('subject_id')
        .distinct()
        .where('subject', '=', 'payment')
        .where('subject_id', '>', after)
        .orderBy('subject_id')
        .limit(portion)
        .execute(),
    );
    const ids = subjects.map((row) => row.subject_id);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield await engine.read((db) => linkedPaymentsOf(db, ids));
    after = last;
    await setImmediate();
  }
}

/**
 * Returns the payments that are still as these links say while a link of another seat with a later instant says what was before. Both
 * seats have read the clock and the payment while neither saw the other's link, and the slower one had the earlier instant.
 * @param links links that were just committed to a shared ledger, all of one chain
 */
export async function overtaken(engine: Reader, links: readonly LinkRow[]): Promise<readonly string[]> {
  const ours = new Map(links.filter(({ subject }) => subject === 'payment').map((link) => [link.subject_id, link]));
  if (ours.size === 0) return [];
  const payments = await engine.read((db) => linkedPaymentsOf(db, [...ours.keys()]));
  const isStill = ({ id, row }: LinkedPaymentRow): boolean =>
    row !== undefined && saysSame(ours.get(id)?.facts ?? null, row);
  return payments.filter((payment) => isStill(payment) && !isAsLinked(payment)).map(({ id }) => id);
}
