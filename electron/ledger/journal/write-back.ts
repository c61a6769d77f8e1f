/**
 * Writes an attempt of this seat back to a server that has lost it or its answer, in one transaction, so that no other seat sees
 * half of it. Only adds: what the server knows since stays.
 */
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { finishLate, lockedForAnswer, rawAnswerOf } from '#electron/ledger/attempts/finish.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { hasLiveSibling, onceMore, resolveAttempt } from '#electron/ledger/attempts/resolutions.ts';
import type { RecordedClose } from '#electron/ledger/days/close-rows.ts';
import { addClose } from '#electron/ledger/days/day-closes.ts';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import type { NoteDeed, NoteEvent } from '#electron/ledger/events.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { lacksAnswer, lacksResolution } from './lost-commits.ts';
import type { OwnCommit, OwnStep } from './own-commits.ts';
import { countWrittenBack } from './written-back.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { abandoned, answeredRow, unindexed, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';

export interface WriteBackParts {
  readonly engine: Engine;
  /** Appends to the audit trail in the name of this seat. */
  readonly noteDeed: NoteDeed;
  readonly noteEvent: NoteEvent;
  readonly now: () => Date;
}

type Answered = Extract<OwnStep, { readonly kind: 'answered' }>;
type Resolved = Extract<OwnStep, { readonly kind: 'resolved' }>;

/**
 * `same`: the server lacks nothing. `waits`: its hold, or the attempt that another seat began, is not back yet. `quiet`: the
 * server never had the answer, because the connection or this program ended first.
 */
export type WrittenBack = 'same' | 'waits' | 'quiet' | 'written-back';

export async function writeBack(parts: WriteBackParts, id: string, commit: OwnCommit): Promise<WrittenBack> {
  const first = commit.steps[0];
  let result = await onceMore(() => parts.engine.write((trx) => putRow(parts, trx, id, commit, first)));
  if (result === 'waits') return result;
  for (const step of commit.steps) {
    const done = await putStep(parts, id, step);
    if (done === 'written-back' || result === 'same') result = done;
  }
  if (result !== 'same') parts.engine.changed([id]);
  return result;
}

/** Inserts a row that the server has lost, with the answer that came first. */
async function putRow(
  parts: WriteBackParts,
  trx: Work,
  id: string,
  { begun }: OwnCommit,
  first: OwnStep | undefined,
): Promise<WrittenBack> {
  const there = await trx.selectFrom('attempts').select('id').where('id', '=', id).executeTakeFirst();
  if (there !== undefined) return 'same';
  if (begun === null) return 'waits';
  if (begun.hold_id !== null && !(await hasHold(parts.engine, trx, begun.hold_id))) return 'waits';
  const answer = first?.kind === 'answered' ? first : null;
  const row = { ...(await firstState(trx, begun, first)), position: await freePosition(trx, begun) };
  const raw_answer = answer === null || row.answered_at === null ? null : rawAnswerOf(answer.answer);
  const restored_at = parts.now().toISOString();
  const inserted = await trx
    .insertInto('attempts')
    .values({ ...row, raw_answer, restored_at, ...unindexed })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  // Another program of this seat was first.
  if (inserted.numInsertedOrUpdatedRows !== 1n) return 'same';
  await trx
    .insertInto('operator_names')
    .values({ name: row.operator_name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await takeHold(trx, row, answer?.answer ?? null);
  await parts.engine.link(trx, { begun: [id] });
  if (row.standing === 'sending' && answer !== null) {
    await finishLate(parts.engine, trx, parts.noteDeed, id, answer.answer, answer.at);
  }
  await noteLoss(parts, trx, id);
  return 'written-back';
}

/** True when the hold is there. Locks it, so that no other seat captures it meanwhile. */
async function hasHold(engine: Engine, trx: Work, id: string): Promise<boolean> {
  const hold = await trx
    .selectFrom('holds')
    .select('id')
    .where('id', '=', id)
    .$if(engine.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Returns the columns in which a row is inserted, where they differ from those of `begin`. The database admits one live operation
 * on a hold. When another one was recorded meanwhile, this one counts as nothing until a person has looked it up: it is
 * contested, as after an answer against a resolution.
 */
async function firstState(trx: Work, begun: ListedRow, first: OwnStep | undefined): Promise<ListedRow> {
  const contested = begun.hold_id !== null && (await hasLiveSibling(trx, begun));
  // A person resolves only what recovery has made unknown.
  if (!contested) return first?.kind === 'resolved' ? { ...begun, ...abandoned } : begun;
  const after =
    first?.kind === 'answered'
      ? answeredRow(begun, applyAnswer(writtenAttempt(begun), first.answer, first.at))
      : { ...begun, ...abandoned };
  const isDead = after.state === 'declined' || after.state === 'rejected' || after.state === 'not-sent';
  if (isDead) return after;
  return {
    ...after,
    state: 'unknown',
    unknown_cause: 'settled-elsewhere',
    standing: 'not-sent',
    resolved_outcome: 'not-sent',
    resolved_how: 'contested',
  };
}

/** Takes the hold as `begin` does. An approved operation also takes one that a refusal has closed (622). */
async function takeHold(trx: Work, row: ListedRow, answer: GatewayAnswer | null): Promise<void> {
  const { settles } = operationFacts(recorded.operation(row));
  if (settles === null || (row.standing !== 'sending' && row.standing !== 'unknown')) return;
  await trx
    .updateTable('holds')
    .set({ state: row.standing === 'sending' ? settles.sending : settles.unknown, settlement_id: row.id })
    .where('id', '=', row.hold_id)
    .$if(answer?.outcome !== 'approved', (query) => query.where('state', '=', 'open'))
    .execute();
}

/** Returns the row's position, or the next free one. */
async function freePosition(trx: Work, { started_at }: ListedRow): Promise<number> {
  const first = positionAt(started_at);
  const rows = await trx
    .selectFrom('attempts')
    .select('position')
    .where('position', '>=', first)
    .where('position', '<', first + 4 * slots)
    .execute();
  const taken = new Set(rows.map(({ position }) => position));
  let position = first;
  while (taken.has(position)) position += 1;
  return position;
}

function putStep(parts: WriteBackParts, id: string, step: OwnCommit['steps'][number]): Promise<WrittenBack> {
  return step.kind === 'answered' ? putAnswer(parts, id, step) : putResolution(parts, id, step);
}

function putAnswer(
  parts: WriteBackParts,
  id: string,
  { answer, at, confirmed }: Answered & { readonly confirmed: boolean },
): Promise<WrittenBack> {
  const { engine, noteDeed } = parts;
  return onceMore(() =>
    engine.write(async (trx) => {
      const row = await lockedForAnswer(engine, trx, id, answer);
      if (row === undefined) return 'waits';
      if (!lacksAnswer(row, at)) return 'same';
      await takeHold(trx, row, answer);
      const { written } = await finishLate(engine, trx, noteDeed, id, answer, at);
      if (!written) return 'same';
      if (!confirmed) return 'quiet';
      await markRestored(parts, trx, row);
      await noteLoss(parts, trx, id);
      return 'written-back';
    }),
  );
}

/** Writes a resolution again, unless the service has answered otherwise since or another payment took its place. */
async function putResolution(parts: WriteBackParts, id: string, { resolution, knows }: Resolved): Promise<WrittenBack> {
  const { engine, noteEvent } = parts;
  const row = await engine.read((db) =>
    db.selectFrom('attempts').select(listedColumns).where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined) return 'waits';
  if (!lacksResolution(row, resolution.at)) return 'same';
  const resolved = await resolveAttempt(engine, id, resolution, knows, noteEvent);
  if (!resolved.ok) return 'same';
  await engine.write(async (trx) => {
    await markRestored(parts, trx, row);
    await noteLoss(parts, trx, id);
  });
  return 'written-back';
}

async function markRestored({ now }: WriteBackParts, trx: Work, row: ListedRow): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ restored_at: now().toISOString(), ...unindexed })
    .where('id', '=', row.id)
    .execute();
}

/** Says the loss on the audit trail, and on every seat until a supervisor has seen it. */
async function noteLoss({ noteDeed }: WriteBackParts, trx: Work, attemptId: string): Promise<void> {
  await noteDeed(trx, { kind: 'written-back', attemptId });
  await countWrittenBack(trx);
}

/** Appends a close again that the server has lost, with its deed, and says so on the audit trail. */
export const writeCloseBack = ({ engine, noteDeed, noteEvent }: WriteBackParts, close: RecordedClose): Promise<void> =>
  engine.write(async (trx) => {
    if (!(await addClose(trx, noteEvent, close))) return;
    const { id, merchant_name: merchant, day } = close.row;
    await noteDeed(trx, { kind: 'close-written-back', closeId: id, merchant, day });
  });
