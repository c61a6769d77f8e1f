/** Reads the audit trail with its links, oldest first: each chain in its order, and between them the entries that nobody signed. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { LinkedPayment } from '#shared/ledger/trail.ts';
import { entriesOf, linksAfter, signersOf, unlinkedEvents, unlinkedPages, type LinkRow } from './link.ts';
import { readFacts } from './linked-payments.ts';

/** An entry of the audit trail with its link, as exported and as listed. */
export interface TrailEntry {
  /** UTC instant by the seat's clock. */
  readonly at: string;
  /** UTC instant of the link, by the seat's clock; null for an entry without one. */
  readonly linkedAt: string | null;
  readonly seat: string;
  readonly operatorName: string;
  readonly subjectId: string;
  readonly what: LedgerDeed | ({ readonly kind: 'payment' } & LinkedPayment);
  /** Null for an entry that no seat has signed. */
  readonly link: {
    readonly signer: string;
    readonly number: number;
    readonly hash: string;
    readonly signature: string;
  } | null;
}

/** The next entry of one sequence, and the rest of it. */
interface Cursor {
  readonly next: { readonly at: string; readonly entry: TrailEntry };
  readonly rest: AsyncIterator<Cursor['next']>;
}

export async function countTrail(db: Database): Promise<number> {
  const count = sql<number>`cast(count(*) as bigint)`.as('count');
  const links = await db.selectFrom('audit_links').select(count).executeTakeFirstOrThrow();
  const others = unlinkedEvents(db, '').clearSelect().clearOrderBy().select(count);
  return links.count + (await others.executeTakeFirstOrThrow()).count;
}

export async function* readTrail(engine: Engine): AsyncGenerator<TrailEntry> {
  const signers = await engine.read(signersOf);
  const sequences = [...signers.map((signer) => linkedEntries(engine, signer)), unlinkedEntries(engine)];
  let cursors = (await Promise.all(sequences.map(advanced))).flatMap((cursor) => cursor ?? []);
  while (cursors.length > 0) {
    const first = cursors.reduce((one, other) => (other.next.at < one.next.at ? other : one));
    yield first.next.entry;
    const following = await advanced(first.rest);
    cursors = cursors.flatMap((cursor) => (cursor === first ? (following ?? []) : cursor));
  }
}

async function advanced(rest: Cursor['rest']): Promise<Cursor | null> {
  const next = await rest.next();
  return next.done === true ? null : { next: next.value, rest };
}

async function* linkedEntries(engine: Engine, signer: string): AsyncGenerator<Cursor['next'], undefined> {
  const pages = linksAfter(engine.db, signer, 0);
  for (;;) {
    const next = await engine.read(() => pages.next());
    if (next.done === true) return undefined;
    const entries = await engine.read((db) => entriesOf(db, next.value));
    await setImmediate();
    for (const link of next.value) yield { at: link.linked_at, entry: linkedEntry(link, entries.get(link.subject_id)) };
  }
}

function linkedEntry(link: LinkRow, event: EventRow | undefined): TrailEntry {
  const { signer, link: number, hash, signature } = link;
  const facts = readFacts(link.facts);
  const common = { linkedAt: link.linked_at, subjectId: link.subject_id, link: { signer, number, hash, signature } };
  if (event !== undefined) {
    return { ...common, at: event.at, seat: event.seat, operatorName: event.operator_name, what: deedOf(event) };
  }
  const what = facts === null ? unlisted(link) : ({ kind: 'payment', ...facts } as const);
  return { ...common, at: link.linked_at, seat: link.seat, operatorName: facts?.operator ?? '', what };
}

/** An entry that was deleted, or a payment that a restored ledger lacks. */
const unlisted = ({ subject }: LinkRow) => ({ kind: 'unlisted', name: `${subject}-gone` }) as const;

async function* unlinkedEntries(engine: Engine): AsyncGenerator<Cursor['next'], undefined> {
  for await (const rows of unlinkedPages(engine, '')) {
    for (const row of rows) {
      const { at, seat, operator_name: operatorName } = row;
      yield {
        at,
        entry: { at, linkedAt: null, seat, operatorName, subjectId: row.id, what: deedOf(row), link: null },
      };
    }
  }
  return undefined;
}
