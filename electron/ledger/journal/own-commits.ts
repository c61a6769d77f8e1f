/**
 * Commits of this seat to its ledger, kept in the journal: each attempt as begun, its answer, and its resolution by a person here. A
 * ledger that has lost some of them (an asynchronous failover, a restore, an older file) gets them back from here.
 *
 * An attempt is kept once the ledger has committed it. A step that the ledger has answered is `confirmed`: one that it no longer has
 * was lost; another may never have got there, because the connection or this program ended first.
 */
import { answerSchema, withoutDetail, type JournalWork } from './journal-entries.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { resolutionSchema } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { outcomeSchema } from '#shared/payments/outcome.ts';
import { z } from 'zod';
import { namedCard } from './journal-file.ts';
import type { SeatJournal } from './seat-journal.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { lostRemovals, readSettings } from '#electron/ledger/engine/ledger-settings.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

const stepSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answered'), answer: answerSchema, at: instantSchema }),
  z.strictObject({ kind: z.literal('resolved'), resolution: resolutionSchema, knows: outcomeSchema.nullable() }),
]);
/** The service's answer to an attempt, or a person's resolution of it. */
export type OwnStep = z.infer<typeof stepSchema>;

/** One attempt as the comparison needs it. */
export interface OwnMark {
  readonly number: number;
  readonly id: string;
  /** Null for one that another seat began. */
  readonly startedAt: string | null;
  readonly answeredAt: string | null;
  readonly resolvedAt: string | null;
  /** True once a supervisor has seen that the ledger lacks it. */
  readonly seen: boolean;
}

export interface OwnCommit {
  /** The row as it was begun; null for an attempt that another seat began, or whose note is damaged. */
  readonly begun: ListedRow | null;
  /** In the order in which they were committed. */
  readonly steps: readonly (OwnStep & { readonly confirmed: boolean })[];
}

/** A capture, void or refund with the payment that it refers to. */
export interface Reference {
  readonly id: string;
  readonly refersTo: string;
}

/** Attempts that are kept, whatever the clock says: one that is ahead for a moment must not have them forgotten. */
const keptAttempts = 5_000;

export type OwnCommits = ReturnType<typeof createOwnCommits>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const latest = (kind: 'answered' | 'resolved'): string =>
  `(select max(at) from entries later where later.ledger = lead.ledger and later.subject = lead.subject and later.kind = '${kind}')`;

/** Writes to the journal what the ledger has committed. */
export type Keep = (work: (trx: JournalWork) => void) => Promise<void>;

/** @param ledger id of the ledger, so that nothing is written back into another one */
export function createOwnCommits(journal: SeatJournal, ledger: string, keep: Keep = journal.write) {
  const reads = readsOf(journal, ledger);
  const has = (id: string): boolean =>
    journal.read('select 1 from entries where ledger = ? and subject = ?', ledger, id).length > 0;
  const eachOf = async (ids: readonly string[], statement: string): Promise<void> => {
    if (ids.length === 0) return;
    await journal.write(({ run }) => {
      for (const id of ids) run(statement, ledger, id);
    });
  };
  function noteStep({ run, append }: JournalWork, id: string, step: OwnStep, isDelivered: boolean): void {
    // A request that never left and is not kept needs no record.
    if (step.kind === 'answered' && step.answer.outcome === 'not-sent' && !has(id)) return;
    const at = step.kind === 'answered' ? step.at : step.resolution.at;
    // The same step twice is one.
    const again = run(
      'update entries set delivered = max(delivered, ?) where ledger = ? and subject = ? and kind = ? and body = ?',
      isDelivered ? 1 : 0,
      ledger,
      id,
      step.kind,
      JSON.stringify(step),
    );
    if (again === 0) append({ ledger, kind: step.kind, subject: id, at, body: step, isDelivered });
  }

  return {
    ...reads,
    /** Keeps an attempt that the ledger has committed, before the first byte of its request leaves. */
    begun: (row: Omit<ListedRow, 'position'>) =>
      keep(({ append }) =>
        append({
          ledger,
          kind: 'begun',
          subject: row.id,
          at: row.started_at,
          body: { ...row, position: 0 },
          isDelivered: true,
        }),
      ),
    /** Notes an answer or a resolution. */
    stepped(id: string, step: OwnStep, isDelivered: boolean): Promise<void> {
      const kept = step.kind === 'answered' ? { ...step, answer: withoutDetail(step.answer) } : step;
      return keep((trx) => noteStep(trx, id, kept, isDelivered));
    },
    /** Notes that the ledger has committed the steps of the attempt. */
    confirm(id: string): void {
      journal.writeSoon(({ run }) => {
        run('update entries set delivered = 1 where ledger = ? and subject = ?', ledger, id);
      });
    },
    /** Forgets attempts that were removed from the ledger on purpose. */
    forget: (ids: readonly string[]) => eachOf(ids, 'delete from entries where ledger = ? and subject = ?'),
    /** Notes that the attempts of these removals are all forgotten. One that the ledger lacks later is lost. */
    async noteOver(purges: readonly string[], at: string): Promise<void> {
      const known = reads.overPurges();
      const fresh = purges.filter((id) => !known.has(id));
      if (fresh.length === 0) return;
      await journal.write(({ append }) => {
        for (const subject of fresh) append({ ledger, kind: 'purged', subject, at, body: null });
      });
    },
    /** Notes that a supervisor has seen that the ledger lacks these. */
    markSeen: (ids: readonly string[]) =>
      eachOf(ids, 'update entries set seen = 1 where ledger = ? and subject = ? and leads = 1'),
    /** Removes what is older than the kept ones. */
    async prune(): Promise<void> {
      for (let removed = 1; removed > 0;) {
        removed = await journal.write(({ run }) =>
          run(
            `delete from entries where ledger = ? and subject in (
               select subject from entries where ledger = ? and leads = 1 and
                 number <= (select number from entries where ledger = ? and leads = 1 order by number desc limit 1 offset ?)
               limit 200)`,
            ledger,
            ledger,
            ledger,
            keptAttempts,
          ),
        );
      }
    },
  };
}

function readsOf(journal: SeatJournal, ledger: string) {
  /** Returns the ids of the removals whose attempts are all forgotten. */
  const overPurges = (): ReadonlySet<string> => {
    const rows = journal.read("select subject from entries where ledger = ? and kind = 'purged'", ledger);
    return new Set(rows.map((row) => String(row['subject'])));
  };

  return {
    /** Lists attempts, the last begun first. */
    marks: (before: number, limit: number): readonly OwnMark[] =>
      journal
        .read(
          `select number, subject, iif(kind = 'begun', at, null) as started_at, seen,
             ${latest('answered')} as answered_at, ${latest('resolved')} as resolved_at
           from entries lead where ledger = ? and leads = 1 and number < ? order by number desc limit ?`,
          ledger,
          before,
          limit,
        )
        .map((row) => ({
          number: Number(row['number']),
          id: String(row['subject']),
          startedAt: textOrNull(row['started_at']),
          answeredAt: textOrNull(row['answered_at']),
          resolvedAt: textOrNull(row['resolved_at']),
          seen: row['seen'] === 1,
        })),
    /** Returns the attempts of this amount since an instant that name this card. */
    naming: (
      cardFingerprint: string,
      amount: MinorUnits,
      since: string,
    ): readonly Pick<OwnMark, 'id' | 'startedAt'>[] =>
      journal
        .read(
          `select subject, at from entries where ledger = ? and ${namedCard} = ? and at >= ? and kind = 'begun'
             and case when json_valid(body) then body ->> '$.amount' end = ?`,
          ledger,
          cardFingerprint,
          since,
          amount,
        )
        .map((row) => ({ id: String(row['subject']), startedAt: String(row['at']) })),
    /** Returns when the first attempt that is kept was begun; null for none. */
    since: () =>
      textOrNull(
        journal.read("select min(at) as at from entries where ledger = ? and kind = 'begun'", ledger)[0]?.['at'],
      ),
    commit(id: string): OwnCommit | null {
      const entries = journal.about(ledger, id);
      const [first] = entries;
      if (first === undefined) return null;
      const steps = entries.flatMap(({ body, isDelivered }) => {
        const step = stepSchema.safeParse(body);
        return step.success ? [{ ...step.data, confirmed: isDelivered }] : [];
      });
      return { begun: first.kind === 'begun' ? rowOf(first.body) : null, steps };
    },
    /** Returns the captures, voids and refunds of these payments that were begun here. */
    referring: (ids: readonly string[]): readonly Reference[] =>
      ids.flatMap((refersTo) =>
        journal
          .referring(ledger, refersTo)
          .flatMap(({ subject: id, body }) => (rowOf(body) === null ? [] : [{ id, refersTo }])),
      ),
    overPurges,
    /** True where the ledger lacks one of these removals, or has lost it before, so that this seat can't write back what went with it. */
    async hasForgotten({ read }: Pick<Engine, 'read'>): Promise<boolean> {
      const ids = [...overPurges()];
      if (ids.length === 0) return false;
      return read(async (db) => {
        const there = await db.selectFrom('ledger_events').select('id').where('id', 'in', ids).execute();
        const lost = await readSettings(db, lostRemovals);
        return there.length < ids.length || ids.some((id) => lost.has(lostRemovals + id));
      });
    },
  };
}

/** Reads a row as it was begun; null for a damaged one. */
function rowOf(body: unknown): ListedRow | null {
  const row = body as ListedRow | null;
  return row !== null && isReadable(row) ? row : null;
}
