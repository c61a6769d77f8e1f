/** Reads payments beside what the audit trail says of them, in pages. */
import { setImmediate } from 'node:timers/promises';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { inOrder, linkColumns, type LinkRow } from './link.ts';
import { linkedColumns, linkedFacts, type LinkedRow } from './payment-facts.ts';

export interface LinkedPaymentRow {
  readonly id: string;
  /** The last link about it, of any seat. */
  readonly latest: LinkRow;
  /** Undefined for a payment that is not in the ledger. */
  readonly row: LinkedRow | undefined;
}

/** Payments per page. */
const portion = 200;

/** Milliseconds by which a payment may stand behind its beginning in the history, where others have taken the places before. */
const displaced = 8;

/** True when the payment is as its last link says, in its place of the history, or gone as the link says. */
export function isAsLinked({ latest, row }: Pick<LinkedPaymentRow, 'latest' | 'row'>): boolean {
  if (row === undefined) return latest.facts === null;
  const behind = row.position - positionAt(row.started_at);
  return behind >= 0 && behind < displaced * slots && latest.facts === linkedFacts(row);
}

const linksAbout = (db: Database, ids: readonly string[]) =>
  db.selectFrom('audit_links').select(linkColumns).where('subject_id', 'in', ids).where('subject', '=', 'payment');

/** Reads these payments, if a link is about them. */
export async function linkedPaymentsOf(db: Database, ids: readonly string[]): Promise<readonly LinkedPaymentRow[]> {
  if (ids.length === 0) return [];
  const links = await linksAbout(db, ids).execute();
  const rows = await db.selectFrom('attempts').select(linkedColumns).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...Map.groupBy(links, (link) => link.subject_id)].flatMap(([id, about]) => {
    const latest = inOrder(about).at(-1);
    return latest === undefined ? [] : [{ id, latest, row: byId.get(id) }];
  });
}

/** Yields every payment that a link is about. */
export async function* linkedPayments(engine: Reader): AsyncGenerator<readonly LinkedPaymentRow[]> {
  for await (const ids of linkedIds(engine, null)) yield await engine.read((db) => linkedPaymentsOf(db, ids));
}

/** Yields all links about each payment that one of these chains speaks of, in their order. */
export async function* linksOfPayments(
  engine: Reader,
  signers: readonly string[],
): AsyncGenerator<readonly (readonly LinkRow[])[]> {
  for await (const ids of linkedIds(engine, signers)) {
    const links = await engine.read((db) => linksAbout(db, ids).execute());
    yield [...Map.groupBy(links, (link) => link.subject_id).values()].map(inOrder);
  }
}

/** @param signers of the chains that are read; null for all */
async function* linkedIds(engine: Reader, signers: readonly string[] | null): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const subjects = await engine.read((db) =>
      db
        .selectFrom('audit_links')
        .select('subject_id')
        .distinct()
        .where('subject', '=', 'payment')
        .where('subject_id', '>', after)
        .$if(signers !== null, (query) => query.where('signer', 'in', signers))
        .orderBy('subject_id')
        .limit(portion)
        .execute(),
    );
    const ids = subjects.map((row) => row.subject_id);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
    await setImmediate();
  }
}
