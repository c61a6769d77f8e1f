/** Finds what a server lacks of this seat's own commits. Reads ids and instants only, hundreds at a time. */
import { awaitsAnswer, wasResolvedFirst } from '#electron/core/payments/answered-attempt.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { OwnCommit, OwnCommits, OwnMark } from './own-commits.ts';
import { presentAmong } from '#electron/ledger/engine/statements.ts';
import type { AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';
import { shownState, toContradiction } from '#electron/ledger/rows/attempt-rows.ts';

/** Ids per query. */
const portion = 500;

const comparedColumns = [
  'id',
  'state',
  'standing',
  'unknown_cause',
  'answered_at',
  'resolved_outcome',
  'resolved_how',
  'resolved_at',
  'contradiction',
] as const satisfies readonly (keyof AttemptsTable)[];
export type ComparedRow = Pick<AttemptsTable, (typeof comparedColumns)[number]>;

/** True when the server lacks the answer, or has the attempt as it was before the answer. */
export function lacksAnswer(row: ComparedRow, answeredAt: string): boolean {
  const { state, unknown_cause: unknownCause, resolved_outcome: resolution } = row;
  const seen = { state, unknownCause, resolution, answeredAt: row.answered_at };
  return row.answered_at !== answeredAt && (awaitsAnswer(seen) || wasResolvedFirst(seen));
}

/** True when the server lacks the resolution, and no later answer has contradicted it. */
export const lacksResolution = (row: ComparedRow, resolvedAt: string): boolean =>
  row.resolved_at !== resolvedAt && shownState(row) === 'unknown' && toContradiction(row)?.resolution.at !== resolvedAt;

/** True when the ledger once had what it lacks now: an attempt as this seat began it, or a step that it has answered. */
function wasThere(row: ComparedRow | undefined, commit: OwnCommit | null): boolean {
  if (commit === null || row === undefined) return (commit?.begun ?? null) !== null;
  return commit.steps.some(
    (step) =>
      step.confirmed &&
      (step.kind === 'answered' ? lacksAnswer(row, step.at) : lacksResolution(row, step.resolution.at)),
  );
}

const lacks = (row: ComparedRow | undefined, { answeredAt, resolvedAt }: OwnMark): boolean =>
  row === undefined ||
  (answeredAt !== null && lacksAnswer(row, answeredAt)) ||
  (resolvedAt !== null && lacksResolution(row, resolvedAt));

/**
 * Returns those of these attempts that a supervisor has begun to remove, by a seat's signed word. It stands on the audit trail before the
 * first one goes. A ledger restored from before a removal has neither the entry nor the gap.
 */
export type PurgedAmong = (
  db: Database,
  absent: readonly Pick<OwnMark, 'id' | 'startedAt'>[],
) => Promise<ReadonlySet<string>>;

/**
 * Compares further as long as something is lost: a server that was put back has all from before, and how far is not known.
 * @param most attempts compared, the last begun first, when nothing is lost
 * @param isUnderWay true for an attempt whose `begin` the server has not answered
 * @returns marks, the oldest first, so that an authorization comes before its capture, what a supervisor has removed, and whether the
 * ledger had some of the others
 */
export async function findLost(
  engine: Engine,
  own: Pick<OwnCommits, 'marks' | 'commit'>,
  most: number,
  isUnderWay: (id: string) => boolean,
  purgedAmong: PurgedAmong,
) {
  const lost: OwnMark[] = [];
  const absent: OwnMark[] = [];
  const certain = new Set<string>();
  let compared = 0;
  const unseen = (): number => lost.filter(({ seen }) => !seen).length;
  for (let before = Number.MAX_SAFE_INTEGER, found = 0; compared < most || unseen() > found;) {
    found = unseen();
    // Read before the server is asked, so that what is noted meanwhile is not missed there.
    const marks = own.marks(before, compared < most ? Math.min(portion, most - compared) : portion);
    const last = marks.at(-1);
    if (last === undefined) break;
    before = last.number;
    compared += marks.length;
    const settled = marks.filter(({ id }) => !isUnderWay(id));
    const ids = settled.map(({ id }) => id);
    if (ids.length === 0) continue;
    const rows = await engine.read((db) =>
      db.selectFrom('attempts').select(comparedColumns).where('id', 'in', ids).execute(),
    );
    const there = new Map(rows.map((row) => [row.id, row]));
    for (const mark of settled) {
      const row = there.get(mark.id);
      if (row === undefined) absent.push(mark);
      if (!lacks(row, mark)) continue;
      lost.push(mark);
      if (!mark.seen && wasThere(row, own.commit(mark.id))) certain.add(mark.id);
    }
  }
  const purged =
    absent.length === 0 ? new Set<string>() : await engine.read((db) => wholeAmong(db, own, absent, purgedAmong));
  return {
    marks: lost.filter(({ id }) => !purged.has(id)).toReversed(),
    purged: [...purged],
    isCertain: [...certain].some((id) => !purged.has(id)),
  };
}

/** Returns those that were removed. What refers to a hold or charge leaves with it: where that is still there, nobody has removed the other. */
async function wholeAmong(
  db: Database,
  own: Pick<OwnCommits, 'commit'>,
  absent: readonly OwnMark[],
  purgedAmong: PurgedAmong,
): Promise<ReadonlySet<string>> {
  const purged = [...(await purgedAmong(db, absent))].map((id) => {
    const begun = own.commit(id)?.begun;
    return { id, refersTo: begun?.hold_id ?? begun?.charge_id ?? '' };
  });
  const left = await presentAmong(
    db,
    purged.map(({ refersTo }) => refersTo),
  );
  return new Set(purged.flatMap(({ id, refersTo }) => (left.has(refersTo) ? [] : [id])));
}
