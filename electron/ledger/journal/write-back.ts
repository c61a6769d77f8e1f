/**
 * Writes attempts of this seat back to a ledger that has lost them or their answers, each in one transaction, so that no other seat
 * sees half of it. Only adds: what the ledger knows since stays.
 */
import type { CompiledQuery } from 'kysely';
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import {
  finishLate,
  lockedForAnswer,
  rawAnswerOf,
  recordableAnswers,
  referring,
} from '#electron/ledger/attempts/finish.ts';
import { holdMoves, linkSettled, takesHold } from '#electron/ledger/attempts/hold-moves.ts';
import { lockReferences, referencesOf } from '#electron/ledger/attempts/used-references.ts';
import { addMissing, freePositions, inTurn } from '#electron/ledger/engine/statements.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { liveSiblings, lockedRow, onceMore, resolveAttempt } from '#electron/ledger/attempts/resolutions.ts';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import { lacksAnswer, lacksResolution } from './lost-commits.ts';
import type { OwnCommit, OwnStep } from './own-commits.ts';
import type { OwnServices } from './own-services.ts';
import { countWrittenBack } from './awaited-seats.ts';
import { isWithoutEffect } from '#shared/payments/outcome.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { abandoned, answeredRow, contestedRow, unindexed, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';

type Writing = Pick<OwnServices, 'engine' | 'makeEvent' | 'noteEvent' | 'now'>;
type Answered = Extract<OwnStep, { readonly kind: 'answered' }>;

/**
 * `same`: the server lacks nothing. `waits`: its hold, or the attempt that another seat began, is not back yet. `quiet`: the
 * server never had the answer, because the connection or this program ended first.
 */
export type WrittenBack = 'same' | 'waits' | 'quiet' | 'written-back';

type Lacking = readonly [id: string, commit: OwnCommit];

/**
 * Writes attempts back, all that don't depend on each other in one transaction.
 * @param noted told what became of each, once that is committed
 */
export async function writeBack(
  parts: Writing,
  commits: readonly Lacking[],
  noted: (id: string, result: WrittenBack) => void,
): Promise<void> {
  for (let rest = commits; rest.length > 0;) {
    const [now, later] = apart(rest);
    const absent = await onceMore(() => parts.engine.write((trx) => putRows(parts, trx, now)));
    const changed: string[] = [];
    for (const [id, { steps }] of now) {
      let result = absent.get(id) ?? 'same';
      const open = result === 'written-back' && answerIn(steps) !== null ? steps.slice(1) : steps;
      for (const step of result === 'waits' ? [] : open) {
        const isTold = result === 'written-back';
        const done = await (step.kind === 'answered'
          ? putAnswer(parts, id, step, isTold)
          : putResolution(parts, id, step, isTold));
        if (done === 'written-back' || result === 'same') result = done;
      }
      if (result === 'written-back' || result === 'quiet') changed.push(id);
      noted(id, result);
    }
    if (changed.length > 0) parts.engine.changed({ attemptIds: changed });
    rest = later;
  }
}

/** Stands for the hold of what another seat began: only its row names that hold. */
const anyHold = '';

/** Takes those from the list that depend on none before them: by their hold, another operation on it, or a reference. */
function apart(commits: readonly Lacking[]): readonly [now: readonly Lacking[], later: readonly Lacking[]] {
  const [now, later]: [Lacking[], Lacking[]] = [[], []];
  const before = new Set<string>();
  for (const each of commits) {
    const [id, { begun, steps }] = each;
    const answer = answerIn(steps);
    const references = begun === null || answer === null ? [] : referencesOf(referring(begun, answer.answer));
    const own = [id, begun?.hold_id ?? id, ...references];
    const after = begun?.hold_id == null ? own : [...own, anyHold];
    (after.some((key) => before.has(key)) ? later : now).push(each);
    for (const key of begun === null ? [...own, anyHold] : own) before.add(key);
  }
  return [now, later];
}

/** Returns the answer that came first, unless a person resolved the attempt before. */
const answerIn = ([first]: OwnCommit['steps']): Answered | null => (first?.kind === 'answered' ? first : null);

type LostRow = OwnCommit & { readonly begun: ListedRow };

/** Inserts rows that the server has lost, with the answers that came first. @returns what became of them */
async function putRows(
  parts: Writing,
  trx: Work,
  commits: readonly Lacking[],
): Promise<ReadonlyMap<string, WrittenBack>> {
  const { engine } = parts;
  const ids = commits.map(([id]) => id);
  const found = await trx.selectFrom('attempts').select('id').where('id', 'in', ids).execute();
  const there = new Set(found.map(({ id }) => id));
  const results = new Map<string, WrittenBack>(ids.flatMap((id) => (there.has(id) ? [] : [[id, 'waits']])));
  const known = commits.flatMap(([id, { begun, steps }]) =>
    begun === null || there.has(id) ? [] : [{ begun, steps }],
  );
  // In the order of every writer of answers: references, then holds.
  const locks = known.flatMap(({ begun, steps }) => {
    const answer = answerIn(steps);
    return answer === null ? [] : lockReferences(engine, referring(begun, answer.answer));
  });
  await inTurn(trx, locks);
  const holds = await lockedHolds(engine, trx, known);
  const lost = known.filter(({ begun }) => begun.hold_id === null || holds.has(begun.hold_id));
  if (lost.length > 0) await insertRows(parts, trx, await firstStates(engine, trx, await atFreePositions(trx, lost)));
  for (const { begun } of lost) results.set(begun.id, 'written-back');
  return results;
}

/** Returns the holds that are there. Locks them, so that no other seat captures one meanwhile. */
async function lockedHolds(engine: Engine, trx: Work, lost: readonly LostRow[]): Promise<ReadonlySet<string>> {
  const ids = lost.flatMap(({ begun }) => begun.hold_id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('holds')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine.kind === 'postgres', (query) => query.forUpdate())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function atFreePositions(trx: Work, lost: readonly LostRow[]): Promise<readonly LostRow[]> {
  const wanted = lost.map(({ begun }) => positionAt(begun.started_at));
  const positions = await freePositions(trx, wanted);
  return lost.map(({ begun, steps }, index) => ({
    begun: { ...begun, position: positions[index] ?? begun.position },
    steps,
  }));
}

interface FirstState {
  readonly row: ListedRow;
  readonly answer: GatewayAnswer | null;
  readonly moves: readonly CompiledQuery[];
}

/**
 * Returns rows as they are inserted. The database admits one live operation on a hold. When another one was recorded meanwhile,
 * this one counts as nothing until a person has looked it up: it is contested, as after an answer against a resolution.
 */
async function firstStates(engine: Engine, trx: Work, lost: readonly LostRow[]): Promise<readonly FirstState[]> {
  const rows = lost.map(({ begun }) => begun);
  const contested = await liveSiblings(trx, rows);
  const answered = lost.flatMap(({ begun, steps }) => {
    const answer = contested.has(begun.id) ? null : answerIn(steps);
    return answer === null ? [] : [{ row: begun, answer: answer.answer }];
  });
  const answers = await recordableAnswers(engine, trx, answered);
  return lost.map(({ begun, steps }): FirstState => {
    const step = answerIn(steps);
    if (contested.has(begun.id)) return { row: rivalRow(begun, step), answer: step?.answer ?? null, moves: [] };
    if (step !== null) {
      const answer = answers.get(begun.id) ?? step.answer;
      const row = answeredRow(begun, applyAnswer(writtenAttempt(begun), answer, step.at));
      return { row, answer, moves: [...takesHold(engine, begun, answer), ...holdMoves(engine, row)] };
    }
    // A person resolves only what recovery has made unknown.
    const row = steps[0]?.kind === 'resolved' ? { ...begun, ...abandoned } : begun;
    return { row, answer: null, moves: takesHold(engine, row, null) };
  });
}

function rivalRow(begun: ListedRow, step: Answered | null): ListedRow {
  const after =
    step === null
      ? { ...begun, ...abandoned }
      : answeredRow(begun, applyAnswer(writtenAttempt(begun), step.answer, step.at));
  return isWithoutEffect(after.state) ? after : contestedRow(after);
}

async function insertRows(parts: Writing, trx: Work, states: readonly FirstState[]): Promise<void> {
  const { engine, now } = parts;
  const restored_at = now().toISOString();
  const raw = ({ row, answer }: FirstState) =>
    answer === null || row.answered_at === null ? null : rawAnswerOf(answer);
  // Fails where another program of this seat was first, and is done again then.
  await trx
    .insertInto('attempts')
    .values(states.map((each) => ({ ...each.row, raw_answer: raw(each), restored_at, ...unindexed })))
    .execute();
  const names = [...new Set(states.map(({ row }) => row.operator_name))].map((name) => ({ name }));
  await addMissing(trx, 'operator_names', names);
  const ids = states.map(({ row }) => row.id);
  await engine.link(trx, { begun: ids, left: states.map(({ row }) => ({ ...row, restored_at })) });
  await linkSettled(engine, trx, ...states.flatMap(({ row, moves }) => (moves.length === 0 ? [] : [row])));
  await inTurn(
    trx,
    states.flatMap(({ moves }) => moves),
  );
  await noteLoss(parts, trx, ids);
}

/** @param isTold the loss of the attempt is told already */
function putAnswer(
  parts: Writing,
  id: string,
  { answer, at, confirmed }: Answered & { readonly confirmed: boolean },
  isTold: boolean,
): Promise<WrittenBack> {
  const { engine, noteEvent } = parts;
  return onceMore(() =>
    engine.write(async (trx) => {
      const row = await lockedForAnswer(engine, trx, id, answer);
      if (row === undefined) return 'waits';
      if (!lacksAnswer(row, at)) return 'same';
      await engine.link(trx, { lost: [id] });
      await inTurn(trx, takesHold(engine, row, answer));
      const { row: after, written } = await finishLate(engine, trx, noteEvent, id, answer, at);
      if (!written) return 'same';
      if (!confirmed) return 'quiet';
      await markRestored(parts, trx, after, isTold);
      return 'written-back';
    }),
  );
}

/** Writes a resolution again, unless the service has answered otherwise since or another payment took its place. */
async function putResolution(
  parts: Writing,
  id: string,
  { resolution, knows }: Extract<OwnStep, { readonly kind: 'resolved' }>,
  isTold: boolean,
): Promise<WrittenBack> {
  const { engine, noteEvent } = parts;
  const row = await engine.read((db) =>
    db.selectFrom('attempts').select(listedColumns).where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined) return 'waits';
  if (!lacksResolution(row, resolution.at)) return 'same';
  const resolved = await resolveAttempt(engine, id, { resolution, knows, isSigned: true, isLost: true }, noteEvent);
  if (!resolved.ok) return 'same';
  await engine.write(async (trx) => {
    const after = await lockedRow(engine, trx, id, () => null);
    if (after !== undefined) await markRestored(parts, trx, after, isTold);
  });
  return 'written-back';
}

async function markRestored(parts: Writing, trx: Work, row: ListedRow, isTold: boolean): Promise<void> {
  const restored_at = parts.now().toISOString();
  await parts.engine.link(trx, { payments: [row.id], left: [{ ...row, restored_at }] });
  await trx
    .updateTable('attempts')
    .set({ restored_at, ...unindexed })
    .where('id', '=', row.id)
    .execute();
  if (!isTold) await noteLoss(parts, trx, [row.id]);
}

/** Says losses on the audit trail, and on every seat until a supervisor has seen them. */
async function noteLoss({ engine, makeEvent }: Writing, trx: Work, ids: readonly string[]): Promise<void> {
  const events = ids.map((attemptId) => makeEvent(null, { kind: 'written-back', attemptId }));
  await trx.insertInto('ledger_events').values(events).execute();
  await engine.link(trx, { events });
  await countWrittenBack(trx, ids.length);
}
