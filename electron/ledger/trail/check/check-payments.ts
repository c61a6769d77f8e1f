/** Compares each payment with what the trail says of it last. */
import type { Course } from '#electron/core/ports/course.ts';
import type { Reader } from '#electron/ledger/engine/engine.ts';
import { presentAmong } from '#electron/ledger/engine/statements.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { unlinkedPayments, withFormer } from '#electron/ledger/trail/link.ts';
import { isInPlace, purgesOf, type LinkedPurge } from '#electron/ledger/trail/linked-deeds.ts';
import { breakAt, type CheckedPages } from './walk-chain.ts';
import {
  isAsLinked,
  isOfLockedRun,
  linkedPayments,
  linkedPaymentsOf,
  linksOfPayments,
  readFacts,
  settledFacts,
  type LinkedPaymentRow,
} from '#electron/ledger/trail/linked-payments.ts';

interface PaymentsCheck extends Pick<CheckedPages, 'engine' | 'findings'> {
  readonly course: Course;
  /** UTC instant from which payments without a link are looked for; null for all. */
  readonly from: string | null;
  /** Signers of the chains whose removals of payments count. */
  readonly known: ReadonlySet<string>;
  /** Signers of the chains that this check walks along. */
  readonly walked: readonly string[];
  /** Signers of runs in which the vault stayed locked, as an unsigned list has it. */
  readonly unvouched: readonly string[];
}

/** Checks the payments with these ids; null for all. */
export async function checkPayments(check: PaymentsCheck, ids: readonly string[] | null): Promise<void> {
  const { engine, findings } = check;
  const differing: LinkedPaymentRow[] = [];
  const pages = ids === null ? linkedPayments(engine) : [await engine.read((db) => linkedPaymentsOf(db, ids))];
  let compared = 0;
  for await (const page of pages) {
    differing.push(...page.filter((payment) => !isAsLinked(payment)));
    compared += page.length;
    check.course.progress(compared);
  }
  const purges =
    differing.length === 0
      ? []
      : await engine.read((db) => purgesOf(db, () => Promise.resolve({ trusted: check.known, cuts: [] })));
  const still = await stillDiffering(engine, differing);
  const settled = still.flatMap(({ latest }) => settledOf(latest) ?? []);
  const left = settled.length === 0 ? new Set<string>() : await engine.read((db) => presentAmong(db, settled));
  for (const { latest, row } of still) {
    if (row === undefined && isPurged(latest, purges) && !left.has(settledOf(latest) ?? '')) continue;
    findings.found(breakAt(row === undefined ? 'missing' : 'payment-differs', latest));
  }
  if (ids !== null) await findPlanted(check, ids);
  if (check.unvouched.length > 0) await findUnvouched(check);
  await findUnlinked(check);
}

/**
 * Reads the payments again that may have changed between the reading of their links and theirs. One is judged when the same link is
 * its last one before and after.
 */
async function stillDiffering(
  { read }: Reader,
  payments: readonly LinkedPaymentRow[],
): Promise<readonly LinkedPaymentRow[]> {
  const found: LinkedPaymentRow[] = [];
  for (let open = payments; open.length > 0;) {
    const ids = open.map(({ id }) => id);
    const before = new Map(open.map(({ id, latest }) => [id, latest.hash]));
    const again = await read((db) => linkedPaymentsOf(db, ids));
    const differing = again.filter((payment) => !isAsLinked(payment));
    found.push(...differing.filter(({ id, latest }) => latest.hash === before.get(id)));
    open = differing.filter(({ id, latest }) => latest.hash !== before.get(id));
  }
  return found;
}

/** Finds links about these payments in chains beside the walked ones that the key of their chain has not signed for their place. */
async function findPlanted({ engine, findings, walked }: PaymentsCheck, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const links = await engine.read((db) =>
    withFormer(db)
      .where('own.subject', '=', 'payment')
      .where('own.subject_id', 'in', ids)
      .$if(walked.length > 0, (query) => query.where('own.signer', 'not in', walked))
      .execute(),
  );
  for (const { before, ...link } of links) {
    if (!isInPlace(link, before ?? '', [])) findings.found(breakAt('forged', link));
  }
}

const ofOthers: ReadonlySet<string> = new Set(
  operationsThat(({ refersTo }) => refersTo === 'hold' || refersTo === 'charge'),
);

/** Returns the hold or charge of a payment, which is removed with it; null for none. */
function settledOf({ facts }: LinkedPaymentRow['latest']): string | null {
  const read = readFacts(facts);
  return read !== null && ofOthers.has(read.operation) ? read.refersTo : null;
}

/** True for a settled payment from before a removal, also in the order of one chain, which no clock changes. */
function isPurged(latest: LinkedPaymentRow['latest'], purges: readonly LinkedPurge[]): boolean {
  const facts = settledFacts(latest.facts);
  if (facts === null) return false;
  return purges.some(
    ({ link, before, at }) =>
      facts.startedAt < before && (link.signer === latest.signer ? link.link > latest.link : at >= latest.linked_at),
  );
}

/**
 * Finds payments of which a run with a locked vault says what no such run could have done: it moves no real money, and resolves and
 * removes none. It finds what was under way when a program ended, and makes that unconfirmed.
 */
async function findUnvouched({ engine, findings, unvouched }: PaymentsCheck): Promise<void> {
  const signers = new Set(unvouched);
  for await (const page of linksOfPayments(engine, unvouched)) {
    for (const links of page) {
      const forged = links.find((link, index) => signers.has(link.signer) && !isOfLockedRun(links, index));
      if (forged !== undefined) findings.found(breakAt('forged', forged));
    }
  }
}

/** Finds payments that nobody has linked, whatever their seat's name. */
async function findUnlinked({ engine, findings, from }: PaymentsCheck): Promise<void> {
  const start = from === null ? Number.MIN_SAFE_INTEGER : positionAt(from);
  for await (const rows of unlinkedPayments(engine, start)) {
    for (const { id, seat, started_at: at } of rows) {
      findings.found({ kind: 'unlinked', seat, link: 0, at, subjectId: id });
    }
  }
}
