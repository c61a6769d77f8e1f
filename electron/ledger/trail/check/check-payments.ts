/** Compares each payment with what the trail says of it last. */
import type { Course } from '#electron/core/ports/course.ts';
import { setTimeout } from 'node:timers/promises';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { unlinkedEvents } from '#electron/ledger/trail/adopt.ts';
import type { Findings } from './findings.ts';
import {
  isAsLinked,
  linkedPayments,
  linkedPaymentsOf,
  type LinkedPaymentRow,
} from '#electron/ledger/trail/linked-payments.ts';
import type { LinkRow } from '#electron/ledger/trail/link.ts';
import { readFacts, type LinkedRow } from '#electron/ledger/trail/payment-facts.ts';

export interface PaymentsCheck {
  readonly course: Course;
  readonly engine: Reader;
  readonly findings: Findings;
  /** Name of this seat. */
  readonly seat: string;
  /** Instant of the first link of each seat, by the ledger's clock. */
  readonly seatSince: ReadonlyMap<string, string>;
  /** Last link of each chain; undefined for a chain without one. */
  readonly ends: readonly (LinkRow | undefined)[];
  /** Instant of this seat's first link; null for none. */
  readonly since: string | null;
  readonly waits: (id: string) => boolean;
  /** Links what waits. */
  readonly seal: () => Promise<void>;
}

/** Longest time until another seat has linked a payment that it has just changed, in ms. */
const otherSeats = 2_500;
/** Payments per page. */
const portion = 500;

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
  if (differing.length > 0) {
    // A payment may have changed since its link, and its next link is under way.
    await check.seal();
    if (engine.kind === 'postgres' && differing.some(hasMoved)) await setTimeout(otherSeats, undefined, { ref: false });
    const again = await engine.read((db) =>
      linkedPaymentsOf(
        db,
        differing.map(({ id }) => id),
      ),
    );
    const excuses = await engine.read(excusesOf);
    for (const payment of again) {
      if (isAsLinked(payment) || check.waits(payment.id) || isExcused(check, excuses, payment)) continue;
      const { latest, row } = payment;
      if (row !== undefined && isAwaited(check, latest, row)) {
        findings.awaits(row.seat);
        continue;
      }
      const place = { seat: latest.seat, link: latest.link, at: latest.linked_at, subjectId: payment.id };
      findings.found({ kind: row === undefined ? 'missing' : 'payment-differs', ...place });
    }
  }
  if (check.since !== null) await checkUnlinked(check, check.since);
}

/** True for a payment that was answered or resolved after its link. */
const hasMoved = ({ latest, row }: LinkedPaymentRow): boolean =>
  (row?.answered_at ?? '') > latest.linked_at || (row?.resolved_at ?? '') > latest.linked_at;

interface Excuses {
  /** Removals of old payments by the program: payments before `before`, after the instant `at`. */
  readonly purges: readonly { readonly before: string; readonly at: string }[];
  /** Payments that an entry of a seat with an older version names, and when. */
  readonly named: ReadonlyMap<string, string>;
}

/** Reads what explains that a payment differs from its link. */
async function excusesOf(db: Database): Promise<Excuses> {
  const purges = await db
    .selectFrom('ledger_events')
    .innerJoin('audit_links', 'audit_links.subject_id', 'ledger_events.id')
    .select(['ledger_events.at', 'ledger_events.kind', 'ledger_events.facts'])
    .where('ledger_events.kind', '=', 'purge-begun')
    .execute();
  const unlinked = await unlinkedEvents(db, '')
    .where('kind', 'in', ['resolve', 'contradiction', 'written-back'])
    .execute();
  const named = unlinked.flatMap((row) => {
    const deed = deedOf(row);
    return 'attemptId' in deed ? [[deed.attemptId, row.at] as const] : [];
  });
  return {
    purges: purges.flatMap((row) => {
      const deed = deedOf(row);
      return deed.kind === 'purge-begun' ? [{ before: deed.before, at: row.at }] : [];
    }),
    named: new Map(named),
  };
}

function isExcused({ seat, seatSince }: PaymentsCheck, { purges, named }: Excuses, payment: LinkedPaymentRow): boolean {
  const { id, latest, row } = payment;
  const facts = readFacts(latest.facts);
  if (row === undefined) {
    const isSettled = facts !== null && facts.standing !== 'unknown' && facts.standing !== 'sending';
    return isSettled && purges.some(({ before, at }) => facts.startedAt < before && at >= latest.linked_at);
  }
  // A seat with an older version answers and resolves payments without a link.
  if (row.seat !== seat && row.seat !== latest.seat) {
    const from = seatSince.get(row.seat);
    if (from === undefined || from > latest.ledger_at) return true;
  }
  return (named.get(id) ?? '') > latest.linked_at;
}

/**
 * True when another seat has abandoned a payment, and the seat that sent it came back with its answer and ended before it could link
 * that: it has linked nothing since.
 */
function isAwaited({ seat, ends }: PaymentsCheck, latest: LinkRow, row: LinkedRow): boolean {
  const isAnswered = readFacts(latest.facts)?.standing === 'unknown' && row.standing !== 'unknown';
  if (!isAnswered || row.resolved_by !== null || row.seat === seat || row.seat === latest.seat) return false;
  return !ends.some((end) => end?.seat === row.seat && end.ledger_at > latest.ledger_at);
}

/** Finds payments in this seat's name that it has not linked. Those that recovery has abandoned may be another seat's work. */
async function checkUnlinked({ engine, findings, seat, waits, seal }: PaymentsCheck, since: string): Promise<void> {
  const isLinked = async (ids: readonly string[]): Promise<(id: string) => boolean> => {
    const linked = new Set((await engine.read((db) => linkedPaymentsOf(db, ids))).map(({ id }) => id));
    return (id) => linked.has(id) || waits(id);
  };
  const suspects: { readonly id: string; readonly started_at: string }[] = [];
  for (let position = positionAt(since); ;) {
    const rows = await engine.read((db) =>
      db
        .selectFrom('attempts')
        .select(['id', 'position', 'seat', 'standing', 'unknown_cause', 'started_at'])
        .where('position', '>', position)
        .orderBy('position')
        .limit(portion)
        .execute(),
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    position = last.position;
    const ours = rows.filter(
      (row) => row.seat === seat && row.standing !== 'sending' && row.unknown_cause !== 'crash' && !waits(row.id),
    );
    const has = await isLinked(ours.map(({ id }) => id));
    suspects.push(...ours.filter(({ id }) => !has(id)));
    await setTimeout(0, undefined, { ref: false });
  }
  if (suspects.length === 0) return;
  // The link of a payment that has just been answered may be under way.
  await seal();
  const has = await isLinked(suspects.map(({ id }) => id));
  for (const { id, started_at: at } of suspects) {
    if (!has(id)) findings.found({ kind: 'forged', seat, link: 0, at, subjectId: id });
  }
}
