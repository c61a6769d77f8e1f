/** An engine whose transactions append the links of what they write to this seat's hash chain. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Engine, Linking, Work, WrittenPayment, Written } from '#electron/ledger/engine/engine.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { linkColumns, type EventRow } from '#electron/ledger/rows/tables.ts';
import { aboutEvent, aboutPayment, inOrder, linksAbout, type About, type ChainEnd, type LinkRow } from './link.ts';
import { isWritten } from '#electron/ledger/engine/statements.ts';
import { begunDigest, isSameRow, linkedColumns, linkedFacts, readFacts } from './linked-payments.ts';
import type { TrustAmong } from './linked-deeds.ts';
import { provedAmong } from './proved-payments.ts';
import type { Tail } from './tail.ts';

/** Links of one transaction, with the entries that it has written. */
export interface Appended {
  readonly links: LinkRow[];
  readonly events: EventRow[];
}

interface Pending extends Appended {
  /** Ids of those that were proved before they were changed, or put in. */
  readonly payments: Set<string>;
  /** Payments as the transaction leaves them. */
  readonly left: Map<string, ListedRow>;
  /** Links that don't follow from what the transaction has written. */
  readonly others: About[];
}

/**
 * @param trustAmong tells which keys this seat goes by
 * @param onCommitted called after each transaction with links
 */
export function createLinkedEngines(tail: Tail, trustAmong: TrustAmong, onCommitted: (appended: Appended) => void) {
  const pendings = new WeakMap<Work, Pending>();

  function committed(appended: Appended): void {
    const last = appended.links.at(-1);
    if (last === undefined) return;
    tail.committed(last);
    onCommitted(appended);
  }

  /** Runs a transaction of statements that are sent at once. */
  const transact = (on: Engine, build: (linking: Linking) => readonly CompiledQuery[]): Promise<readonly number[]> =>
    tail.atEnd(on, async () => {
      let sent = noLinks(on, tail);
      let statements: readonly CompiledQuery[] = [];
      try {
        const written = await on.transact(() => {
          sent = noLinks(on, tail);
          statements = build(sent.linking);
          return statements;
        });
        if (sent.isWritten(statements, written)) committed(sent.appended);
        else sent.takeBack();
        return written;
      } catch (error) {
        if (sent.appended.links.length > 0) tail.forget();
        throw error;
      }
    });

  /** Runs a transaction of several steps. Its links are made after the last one. */
  const write = <Value>(on: Engine, work: (trx: Work) => Promise<Value>): Promise<Value> =>
    tail.atEnd(on, async () => {
      const pending: Pending = { links: [], events: [], payments: new Set(), left: new Map(), others: [] };
      try {
        const value = await on.write(async (trx) => {
          pendings.set(trx, pending);
          const done = await work(trx);
          await appendAll(trx, pending);
          return done;
        });
        committed(pending);
        return value;
      } catch (error) {
        if (pending.links.length > 0) tail.forget();
        throw error;
      }
    });

  async function appendAll(trx: Work, pending: Pending): Promise<void> {
    const about = [
      ...pending.events.map(aboutEvent),
      ...(await aboutPayments(trx, [...pending.payments], pending.left)),
      ...pending.others,
    ];
    if (about.length === 0) return;
    const before = tail.end();
    for (const each of about) pending.links.push(tail.make(pending.links.at(-1) ?? before, each));
    await appendLinks(trx, pending.links, before.there);
    const last = pending.links.at(-1);
    if (last !== undefined) tail.advance(last);
  }

  function pendingOf(trx: Work): Pending {
    const pending = pendings.get(trx);
    if (pending === undefined) throw new Error('A link needs a transaction of the chain.');
    return pending;
  }

  return {
    on: (engine: Engine): Engine => ({
      ...engine,
      write: (work) => write(engine, work),
      transact: (build) => transact(engine, build),
      link: (trx, written) => addProved(trx, pendingOf(trx), written, trustAmong),
    }),
    /** Appends links alone. */
    append: (engine: Engine, about: readonly About[]): Promise<void> =>
      write(engine, (trx) => {
        pendingOf(trx).others.push(...about);
        return Promise.resolve();
      }),
  };
}

async function addProved(
  trx: Work,
  pending: Pending,
  { events = [], payments = [], lost = [], begun = [], left = [] }: Written,
  trustAmong: TrustAmong,
): Promise<void> {
  pending.events.push(...events);
  for (const row of left) pending.left.set(row.id, row);
  const others = payments.filter((id) => !pending.payments.has(id));
  const proved = [
    ...(await provedAmong(trx, others, 'now', trustAmong)),
    ...(await provedAmong(trx, lost, 'begun', trustAmong)),
  ];
  for (const id of [...begun, ...proved]) pending.payments.add(id);
}

/** Collects the links of statements that are sent at once. All of them are written, or none, because all have one condition. */
function noLinks(engine: Engine, tail: Tail) {
  const appended: Appended = { links: [], events: [] };
  let first: { readonly statement: CompiledQuery; readonly before: ChainEnd } | null = null;
  function append(about: About, of: WrittenPayment): CompiledQuery {
    const before = tail.end();
    const link = tail.make(before, about);
    const statement = linkIfWritten(engine, link, before.there, of);
    first ??= { statement, before };
    appended.links.push(link);
    tail.advance(link);
    return statement;
  }
  const linking: Linking = {
    payment: (of) => [append(aboutPayment(of.row.id, of.revision, linkedFacts(of.row)), of)],
    event(event, of) {
      appended.events.push(event);
      return [append(aboutEvent(event), of)];
    },
  };
  return {
    appended,
    linking,
    isWritten: (statements: readonly CompiledQuery[], written: readonly number[]): boolean =>
      first === null || written[statements.indexOf(first.statement)] === 1,
    takeBack(): void {
      const last = appended.links.at(-1);
      if (first !== null && last !== undefined) tail.takeBack(last, first.before);
    },
  };
}

/** The number of a link where the chain ends as the program believes; else null, which the table refuses. */
const numberAtEnd = (link: unknown, there: unknown, signer: unknown): RawBuilder<number> =>
  sql`(select cast(${link} as bigint) where ${there} = coalesce(
    (select hash from audit_links where signer = ${signer} order by link desc limit 1), ''))`;

const columnList = sql.join(linkColumns.map((name) => sql.ref(name)));

/** Returns the statement that appends the link of a payment if it was written as expected. The condition is needed as that of `openHold` is. */
function linkIfWritten({ db }: Engine, link: LinkRow, there: string, { row }: WrittenPayment): CompiledQuery {
  const number = numberAtEnd(link.link, there, link.signer);
  const values = sql.join(linkColumns.map((name) => (name === 'link' ? number : link[name])));
  return sql`insert into audit_links (${columnList}) select ${values} where ${isWritten(row)}`.compile(db);
}

/** Appends links in one statement, which fails where the chain has another end. */
async function appendLinks(trx: Work, links: readonly LinkRow[], there: string): Promise<void> {
  const [first] = links;
  if (first === undefined) return;
  await trx
    .insertInto('audit_links')
    .values([{ ...first, link: numberAtEnd(first.link, there, first.signer) }, ...links.slice(1)])
    .execute();
}

/**
 * Reads what is to be linked of payments, after all that a transaction has written.
 * @param left payments as the transaction means to leave them, by their ids
 */
async function aboutPayments(
  trx: Work,
  ids: readonly string[],
  left: ReadonlyMap<string, ListedRow>,
): Promise<readonly About[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('attempts')
    .select(linkedColumns)
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  const linksById = Map.groupBy(await linksAbout(trx, ids).execute(), (link) => link.subject_id);
  return rows.flatMap((row) => {
    const latest = inOrder(linksById.get(row.id) ?? []).at(-1);
    const facts = linkedFacts(row);
    const begun = readFacts(latest?.facts ?? null)?.begun ?? begunDigest(row);
    const isNews = latest?.facts !== facts && begun === begunDigest(row) && isSameRow(row, left.get(row.id) ?? row);
    return isNews ? [aboutPayment(row.id, (latest?.revision ?? 0) + 1, facts)] : [];
  });
}
