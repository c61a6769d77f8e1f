/** Proves payments by the links about them, before a link or money follows from what they say. */
import { setImmediate } from 'node:timers/promises';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { isFormer, linkColumns, type LinkRow } from './link.ts';
import { isInPlace, type LostEnd } from './linked-entries.ts';
import { isAsLinked } from './linked-payments.ts';
import { begunDigest, isOfLockedRun, linkedColumns, readFacts, type LinkedRow } from './payment-facts.ts';

/** Payments that are proved in one go. */
const portion = 50;

/** A payment with one of the links about it. */
interface WithLink {
  readonly row: LinkedRow;
  readonly link: LinkRow;
  /** Hash of the link before; empty for none. */
  readonly before: string;
}

/** Reads payments with all links about each, the last one last, as one statement sees them. */
async function withLinks(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, readonly WithLink[]>> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('audit_links as own', 'own.subject_id', 'attempts.id')
    .leftJoin('audit_links as former', (join) => join.on(isFormer))
    .select(linkedColumns.map((name) => `attempts.${name}` as const))
    .select(linkColumns.map((name) => `own.${name} as own_${name}` as const))
    .select('former.hash as before')
    .where('attempts.id', 'in', ids)
    .where('own.subject', '=', 'payment')
    .orderBy('attempts.position')
    .orderBy('own.revision')
    .orderBy('own.link')
    .execute();
  const found = rows.map((row) => ({
    row,
    link: Object.fromEntries(linkColumns.map((name) => [name, row[`own_${name}`]])) as unknown as LinkRow,
    before: row.before ?? '',
  }));
  return Map.groupBy(found, ({ row }) => row.id);
}

/** Whose links count. */
interface Trust {
  readonly trusted: ReadonlySet<string>;
  /** Keys of runs with a locked vault: they may say of a payment with real money that it was left on its way, and nothing else. */
  readonly locked: ReadonlySet<string>;
  /** Stretches that the ledger has lost of this seat's chain. */
  readonly cuts: readonly LostEnd[];
}

/** @param all one payment with all links about it, in their order */
function isProved(all: readonly WithLink[], { trusted, locked, cuts }: Trust): boolean {
  const isOf = (each: WithLink | undefined, signers: ReadonlySet<string>): boolean =>
    each !== undefined && signers.has(each.link.signer) && isInPlace(each.link, each.before, cuts);
  const [former, last] = [all.at(-2), all.at(-1)];
  if (isOf(last, trusted)) return true;
  const links = all.map(({ link }) => link);
  const isOfLocked = isOf(last, locked) && isOfLockedRun(links, links.length - 1);
  return isOfLocked && (last?.row.environment === 'training' || isOf(former, trusted));
}

/** Tells which of these keys count. */
export type TrustAmong = (db: Database, signers: readonly string[]) => Promise<Trust>;

const signersIn = (found: ReadonlyMap<string, readonly WithLink[]>): readonly string[] => [
  ...new Set([...found.values()].flat().map(({ link }) => link.signer)),
];

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
  const found = await withLinks(db, ids);
  const trust = await trustAmong(db, signersIn(found));
  return [...found].flatMap(([id, all]) => {
    const last = all.at(-1);
    if (last === undefined || !isProved(all, trust)) return [];
    const isSame = as === 'now' ? isAsLast(last) : readFacts(last.link.facts)?.begun === begunDigest(last.row);
    return isSame ? [id] : [];
  });
}

const isAsLast = ({ row, link: latest }: WithLink): boolean => isAsLinked({ latest, row });

/** True for a payment of a seat that this one does not know, and may yet meet: its own links alone speak of it. */
function isOfStranger(all: readonly WithLink[], { trusted, locked }: Trust): boolean {
  const [first, ...others] = all;
  if (first === undefined || trusted.has(first.link.signer) || locked.has(first.link.signer)) return false;
  const isOfOne = others.every(({ link }) => link.signer === first.link.signer);
  return isOfOne && all.every(({ link, before }) => isInPlace(link, before, []));
}

/**
 * Returns those of these payments that are as they were last signed, by their ids, for a capture, void, refund or another charge of
 * their card. Somebody has put in, or edited, the others (invariant 12).
 */
export async function signedPayments(
  db: Database,
  ids: readonly string[],
  trustAmong: TrustAmong,
): Promise<ReadonlyMap<string, Attempt>> {
  const found = await withLinks(db, ids);
  const trust = await trustAmong(db, signersIn(found));
  const payments = new Map<string, Attempt>();
  let looked = 0;
  for (const [id, all] of found) {
    const last = all.at(-1);
    const isSigned = last !== undefined && isAsLast(last) && (isProved(all, trust) || isOfStranger(all, trust));
    if (isSigned) payments.set(id, toAttempt(last.row));
    // A thousand signatures must not hold up a payment.
    if (++looked % portion === 0) await setImmediate();
  }
  return payments;
}
