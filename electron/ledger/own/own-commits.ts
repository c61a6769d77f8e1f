/**
 * Commits of this seat to a shared ledger, kept on its own disk: each attempt as begun, its answer, and its resolution by a
 * person here. A server that has lost some of them (an asynchronous failover, a restore) gets them back from here.
 *
 * A note that the server has answered is `confirmed`. A confirmed one that the server no longer has was lost; another may
 * never have got there, because the connection or this program ended first. Contains no card number: rows and answers are
 * stored as the ledger stores them.
 */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { answerSchema } from '#electron/documents/payments/answer-document.ts';
import { oneDay } from '#shared/durations.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { resolutionSchema } from '#shared/payments/attempt.ts';
import { outcomeSchema } from '#shared/payments/outcome.ts';
import { z } from 'zod';
import type { OwnFile, OwnRow, Run } from './own-file.ts';
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
  readonly startedAt: string;
  /** False for an attempt of another seat that was only answered or resolved here. */
  readonly isBegun: boolean;
  readonly answeredAt: string | null;
  readonly resolvedAt: string | null;
  /** True once a supervisor has seen that the server lacks it. */
  readonly seen: boolean;
}

export interface OwnCommit {
  /** The row as it was begun; null for an attempt that another seat began, or whose note is damaged. */
  readonly begun: ListedRow | null;
  readonly confirmed: boolean;
  /** In the order in which they were committed. */
  readonly steps: readonly (OwnStep & { readonly confirmed: boolean })[];
}

/** Attempts that are kept, and days for which they are. */
const kept = { attempts: 5_000, days: 30 } as const;

export interface OwnCommits {
  /** Notes an attempt that is being begun, durably. @returns false when one with this id is kept already */
  begun(row: Omit<ListedRow, 'position'>): Promise<boolean>;
  /** Keeps another attempt under the id of one that the server has refused. */
  replaced(row: Omit<ListedRow, 'position'>): Promise<void>;
  /** Forgets an attempt whose `begin` failed here, so that nothing of it was sent. */
  refused(id: string, startedAt: string): Promise<void>;
  /** Notes an answer or a resolution, durably. */
  stepped(id: string, step: OwnStep, confirmed: boolean): Promise<void>;
  /** Notes that the server has committed the attempt, or its steps. */
  confirm(id: string): void;
  /** Lists attempts, the last begun first. */
  marks(before: number, limit: number): readonly OwnMark[];
  commit(id: string): OwnCommit | null;
  /** Forgets attempts that were removed from the ledger on purpose. */
  forget(ids: readonly string[]): Promise<void>;
  /** Notes that a supervisor has seen that the server lacks these. */
  markSeen(ids: readonly string[]): Promise<void>;
  /** Removes what is older than the kept ones. */
  prune(now: Date): Promise<void>;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toMark = (row: OwnRow): OwnMark => ({
  number: Number(row['number']),
  id: String(row['id']),
  startedAt: String(row['started_at']),
  isBegun: row['is_begun'] === 1,
  answeredAt: textOrNull(row['answered_at']),
  resolvedAt: textOrNull(row['resolved_at']),
  seen: row['seen'] === 1,
});

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** Reads a row as it was begun; null for a damaged one. */
function rowOf(text: unknown): ListedRow | null {
  if (text === null) return null;
  const row = parsed(text) as ListedRow | null;
  return row !== null && isReadable(row) ? row : null;
}

function stepsOf(rows: readonly OwnRow[]): OwnCommit['steps'] {
  return rows.flatMap((row) => {
    const step = stepSchema.safeParse(parsed(row['step']));
    return step.success ? [{ ...step.data, confirmed: row['confirmed'] === 1 }] : [];
  });
}

/** @param ledger id of the ledger, so that nothing is written back into another one */
export function createOwnCommits(file: OwnFile, ledger: string): OwnCommits {
  const numberOf = `(select number from commits where ledger = ? and id = ?)`;
  const eachOf = async (ids: readonly string[], statement: string): Promise<void> => {
    if (ids.length === 0) return;
    await file.write((run) => {
      for (const id of ids) run(statement, ledger, id);
    });
  };

  const noteBegun = (run: Run, row: Omit<ListedRow, 'position'>): number =>
    run(
      `insert into commits (ledger, id, started_at, begun) values (?, ?, ?, ?) on conflict do nothing`,
      ledger,
      row.id,
      row.started_at,
      JSON.stringify({ ...row, position: 0 }),
    );

  function noteStep(run: Run, id: string, step: OwnStep, confirmed: boolean): void {
    const at = step.kind === 'answered' ? step.at : step.resolution.at;
    // A request that never left and is not kept needs no record.
    const neverLeft = step.kind === 'answered' && step.answer.outcome === 'not-sent';
    if (neverLeft && file.read('select 1 from commits where ledger = ? and id = ?', ledger, id).length === 0) return;
    run(
      `insert into commits (ledger, id, started_at, confirmed) values (?, ?, ?, 1) on conflict do nothing`,
      ledger,
      id,
      at,
    );
    const column = step.kind === 'answered' ? 'answered_at' : 'resolved_at';
    run(`update commits set ${column} = ?, confirmed = 1 where ledger = ? and id = ?`, at, ledger, id);
    const text = JSON.stringify(step);
    // The same answer twice is one.
    const again = run(
      `update steps set confirmed = max(confirmed, ?) where of = ${numberOf} and step = ?`,
      confirmed ? 1 : 0,
      ledger,
      id,
      text,
    );
    if (again > 0) return;
    run(`insert into steps (of, step, confirmed) values (${numberOf}, ?, ?)`, ledger, id, text, confirmed ? 1 : 0);
  }

  return {
    async begun(row) {
      return (await file.write((run) => noteBegun(run, row))) === 1;
    },
    async replaced(row) {
      await file.write((run) => {
        run('delete from commits where ledger = ? and id = ?', ledger, row.id);
        noteBegun(run, row);
      });
    },
    async refused(id, startedAt) {
      await file.write((run) =>
        run(
          `delete from commits where ledger = ? and id = ? and started_at = ? and confirmed = 0`,
          ledger,
          id,
          startedAt,
        ),
      );
    },
    stepped: (id, step, confirmed) => file.write((run) => noteStep(run, id, withoutDetail(step), confirmed)),
    confirm(id) {
      file.writeSoon((run) => {
        run(`update commits set confirmed = 1 where ledger = ? and id = ?`, ledger, id);
        run(`update steps set confirmed = 1 where of = ${numberOf}`, ledger, id);
      });
    },
    marks: (before, limit) =>
      file
        .read(
          `select number, id, started_at, begun is not null as is_begun, answered_at, resolved_at, seen from commits
           where ledger = ? and number < ? order by number desc limit ?`,
          ledger,
          before,
          limit,
        )
        .map(toMark),
    commit(id) {
      const [row] = file.read(`select number, begun, confirmed from commits where ledger = ? and id = ?`, ledger, id);
      if (row === undefined) return null;
      const steps = file.read(`select step, confirmed from steps where of = ? order by number`, Number(row['number']));
      return { begun: rowOf(row['begun']), confirmed: row['confirmed'] === 1, steps: stepsOf(steps) };
    },
    forget: (ids) => eachOf(ids, `delete from commits where ledger = ? and id = ?`),
    markSeen: (ids) => eachOf(ids, `update commits set seen = 1 where ledger = ? and id = ?`),
    async prune(now) {
      const oldest = new Date(now.getTime() - kept.days * oneDay).toISOString();
      for (let removed = 1; removed > 0;) {
        removed = await file.write((run) =>
          run(
            `delete from commits where number in (
               select number from commits where ledger = ? and (
                 started_at < ? or
                 number <= (select number from commits where ledger = ? order by number desc limit 1 offset ?)
               ) limit 200)`,
            ledger,
            oldest,
            ledger,
            kept.attempts,
          ),
        );
      }
    },
  };
}

/** The ledger keeps only the cause of a request that never left. */
function withoutDetail(step: OwnStep): OwnStep {
  if (step.kind !== 'answered' || step.answer.outcome !== 'not-sent') return step;
  return { ...step, answer: { ...step.answer, detail: '' } satisfies GatewayAnswer };
}
