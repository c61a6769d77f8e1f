/** Proves payments by the links about them, before a link or money follows from what they say. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import type { Reference } from '#electron/ledger/journal/own-commits.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { linkColumns } from '#electron/ledger/rows/tables.ts';
import { isFormer, type LinkRow } from './link.ts';
import { isInPlace, type Trust, type TrustAmong } from './linked-deeds.ts';
import { begunDigest, isAsLinked, isOfLockedRun, linkedColumns, readFacts, type LinkedRow } from './linked-payments.ts';

/** A link with the hash of the one before it; empty for none. */
interface Placed {
  readonly link: LinkRow;
  readonly before: string;
}

/** A payment with all links about it, the last one last. */
interface WithLinks {
  readonly row: LinkedRow;
  readonly links: readonly Placed[];
}

async function withLinks(db: Database, sought: RawBuilder<SqlBool>): Promise<readonly WithLinks[]> {
  const rows = await db
    .selectFrom('attempts')
    .leftJoin('audit_links as own', (join) =>
      join.onRef('own.subject_id', '=', 'attempts.id').on('own.subject', '=', 'payment'),
    )
    .leftJoin('audit_links as former', (join) => join.on(isFormer))
    .select(linkedColumns.map((name) => `attempts.${name}` as const))
    .select(linkColumns.map((name) => `own.${name} as own_${name}` as const))
    .select('former.hash as before')
    .where(sought)
    .orderBy('attempts.position')
    .orderBy('own.revision')
    .orderBy('own.link')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((found) => {
    const links = found.flatMap((row): readonly Placed[] => {
      if (row.own_link === null) return [];
      const link = Object.fromEntries(linkColumns.map((name) => [name, row[`own_${name}`]])) as unknown as LinkRow;
      return [{ link, before: row.before ?? '' }];
    });
    const [row] = found;
    return row === undefined ? [] : [{ row, links }];
  });
}

function isProved({ row, links }: WithLinks, { trusted, locked, cuts }: Trust): boolean {
  const isOf = (each: Placed | undefined, signers: ReadonlySet<string>): boolean =>
    each !== undefined && signers.has(each.link.signer) && isInPlace(each.link, each.before, cuts);
  const [former, last] = [links.at(-2), links.at(-1)];
  if (isOf(last, trusted)) return true;
  const all = links.map(({ link }) => link);
  const isOfLocked = isOf(last, locked) && isOfLockedRun(all, all.length - 1);
  return isOfLocked && (row.environment === 'training' || isOf(former, trusted));
}

const signersIn = (found: readonly WithLinks[]): readonly string[] => [
  ...new Set(found.flatMap(({ links }) => links.map(({ link }) => link.signer))),
];

const isAsLast = ({ row, links }: WithLinks): boolean => {
  const latest = links.at(-1)?.link;
  return latest !== undefined && isAsLinked({ latest, row });
};

/**
 * Returns those of these payments that may be linked once they are changed: another link would prove what somebody has put in or edited.
 * @param as `now`: as the last link says; `begun`: as it says that they were begun
 */
export async function provedAmong(
  db: Database,
  ids: readonly string[],
  as: 'now' | 'begun',
  trustAmong: TrustAmong,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const found = await withLinks(db, sql`attempts.id in (${sql.join(ids)})`);
  const trust = await trustAmong(db, signersIn(found));
  const isSame = (payment: WithLinks): boolean =>
    as === 'now'
      ? isAsLast(payment)
      : readFacts(payment.links.at(-1)?.link.facts ?? null)?.begun === begunDigest(payment.row);
  return found.filter((payment) => isProved(payment, trust) && isSame(payment)).map(({ row }) => row.id);
}

/**
 * Returns those of these payments that are as they were last signed, with what was captured, voided and refunded of them, by their
 * ids: for a capture, void, refund or another charge of their card. Somebody has put in, or edited, the others, or a seat that this
 * one does not know has signed them (invariant 12).
 * @param referring returns captures, voids and refunds that this seat’s own disk knows of, which links that were taken out don't show
 */
export async function signedPayments(
  db: Database,
  ids: readonly string[],
  trustAmong: TrustAmong,
  referring: (ids: readonly string[]) => readonly Reference[],
): Promise<ReadonlyMap<string, Attempt>> {
  if (ids.length === 0) return new Map();
  // Before the ledger, which has all of them: what is begun meanwhile would look as if it was taken out.
  const own = referring(ids);
  const list = sql.join(ids);
  const found = await withLinks(
    db,
    sql`(attempts.id in (${list}) or attempts.hold_id in (${list}) or attempts.charge_id in (${list}))`,
  );
  const trust = await trustAmong(db, signersIn(found));
  const payments = new Map<string, Attempt>();
  const altered = new Set<string | null>();
  for (const payment of found) {
    const { row, links } = payment;
    const isSigned = isAsLast(payment) && isProved(payment, trust) && !links.some(({ link }) => trust.mayLack(link));
    if (isSigned) payments.set(row.id, toAttempt(row));
    else for (const id of [row.id, row.hold_id, row.charge_id]) altered.add(id);
  }
  for (const { id, refersTo } of own) {
    const payment = payments.get(id);
    if (payment?.holdId !== refersTo && payment?.chargeId !== refersTo) altered.add(refersTo);
  }
  for (const id of altered) if (id !== null) payments.delete(id);
  return payments;
}
