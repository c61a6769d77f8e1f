/** Rows of a batch: how each begins, why one is skipped, and what an ended one says. Pure. */
import type { Failure } from '#shared/failure.ts';
import {
  heldAmount,
  namedHold,
  type AskedCapture,
  type BatchProgress,
  type BatchRow,
  type Hold,
  type KeptBatch,
  type SkipReason,
} from '#shared/ledger/holds.ts';
import type { RecordedHoldState } from '#shared/payments/hold-state.ts';
import { captureDraftSchema, effectiveState, type Attempt, type CaptureDraft } from '#shared/payments/attempt.ts';

/** A row at the start of a batch. Without a draft it is skipped already. */
export interface FirstRow {
  readonly row: BatchRow;
  readonly draft: CaptureDraft | null;
  /** False for a further row of the same hold, of which the ledger keeps one. */
  readonly kept: boolean;
}

/** Reads each asked capture by itself, so that a wrong one is skipped alone. */
export function firstRows(captures: readonly AskedCapture[], holds: readonly Hold[]): readonly FirstRow[] {
  const known = new Map(holds.map((hold) => [hold.id, hold]));
  const listed = new Set<string>();
  return captures.map((capture) => {
    const { holdId } = capture;
    const hold = known.get(holdId);
    const parsed = captureDraftSchema.safeParse(capture);
    const kept = !listed.has(holdId);
    listed.add(holdId);
    const reason = !kept
      ? 'twice'
      : parsed.success
        ? null
        : unreadable(parsed.error.issues.map(({ path }) => String(path[0] ?? '')));
    const row: BatchRow = {
      holdId,
      authorization: hold === undefined ? null : namedHold(hold.authorization),
      amount: parsed.success ? parsed.data.amount : hold === undefined ? 0 : heldAmount(hold.authorization),
      status: reason === null ? 'waiting' : 'skipped',
      skipReason: reason,
      attempt: null,
      unrecorded: null,
    };
    return { row, draft: reason === null && parsed.success ? parsed.data : null, kept };
  });
}

function unreadable(fields: readonly string[]): SkipReason {
  if (fields.includes('amount')) return 'amount';
  return fields.includes('description') ? 'description' : 'refused';
}

const heldBack: Readonly<Record<RecordedHoldState, SkipReason>> = {
  open: 'refused',
  capturing: 'capturing',
  captured: 'taken',
  'capture-unknown': 'capture-unknown',
  doubtful: 'doubtful',
  voiding: 'voiding',
  'void-unknown': 'voiding',
  voided: 'voided',
  altered: 'altered',
  unlisted: 'unlisted',
};

export function skipReasonOf(failure: Failure): SkipReason {
  switch (failure.kind) {
    case 'hold-not-open':
      return heldBack[failure.state];
    case 'amount-not-allowed':
      return 'amount';
    case 'capture-field-unconfirmed':
      return 'field-unconfirmed';
    case 'invalid':
      return failure.issues.some(({ code }) => code === 'no-reference')
        ? 'no-reference'
        : unreadable(failure.issues.map(({ path }) => path));
    case 'ledger':
    case 'not-found':
    case 'seats-awaited':
    case 'merchant-missing':
    case 'merchant-incomplete':
    case 'merchant-changed':
    case 'other-environment':
    case 'vault':
    case 'secrets-elsewhere':
      return failure.kind;
    default:
      return 'refused';
  }
}

/** True when every row is charged and on the record, so that the next start has nothing to report. */
export const isClean = (rows: readonly BatchRow[]): boolean =>
  rows.every(
    ({ attempt, unrecorded }) => attempt !== null && unrecorded === null && effectiveState(attempt) === 'approved',
  );

/** Reasons that another capture may have settled since. */
const passing: ReadonlySet<SkipReason | null> = new Set<SkipReason | null>(['capturing', 'capture-unknown', 'voiding']);

/** Returns the holds whose present state may say more than the reason of their row. */
export const passingHolds = (rows: readonly BatchRow[]): readonly string[] =>
  rows.filter(({ skipReason }) => passing.has(skipReason)).map(({ holdId }) => holdId);

/** Gives rows that another capture held back the reason that counts by now. */
export function withHoldStates(rows: readonly BatchRow[], holds: readonly Hold[]): readonly BatchRow[] {
  const states = new Map(holds.map(({ id, state }) => [id, state]));
  return rows.map((row) => {
    const state = passing.has(row.skipReason) ? states.get(row.holdId) : undefined;
    return state === undefined || state === 'open' ? row : { ...row, skipReason: heldBack[state] };
  });
}

/** The attempts of a batch by their holds. A later one of the same hold, after one that was not sent, replaces the earlier. */
const byHold = (made: readonly Attempt[]): ReadonlyMap<string | null, Attempt> =>
  new Map(made.map((attempt) => [attempt.holdId, attempt]));

/** Brings the rows of an ended batch up to date with the ledger, where an answer may have been recorded or resolved since. */
export function upToDate(ended: BatchProgress, made: readonly Attempt[]): BatchProgress {
  const attempts = byHold(made);
  const rows = ended.rows.map((row): BatchRow => {
    const attempt = row.status === 'done' ? (attempts.get(row.holdId) ?? null) : null;
    return attempt === null || attempt.state === 'sending' ? row : { ...row, attempt, unrecorded: null };
  });
  return { ...ended, rows };
}

/** Ends a batch of a process that is gone, by the present state of its holds: a row without an attempt was never sent. */
export function interruptedProgress(
  { batchId, startedAt, rows }: KeptBatch,
  holds: readonly Hold[],
  made: readonly Attempt[],
): BatchProgress {
  const known = new Map(holds.map((hold) => [hold.id, hold]));
  const attempts = byHold(made);
  const ended = rows.map(({ holdId, amount, skipReason }): BatchRow => {
    const hold = known.get(holdId);
    const attempt = attempts.get(holdId) ?? null;
    return {
      holdId,
      authorization: hold === undefined ? null : namedHold(hold.authorization),
      amount,
      status: attempt === null ? 'skipped' : attempt.state === 'sending' ? 'sending' : 'done',
      skipReason: attempt === null ? (skipReason ?? 'interrupted') : null,
      attempt,
      unrecorded: null,
    };
  });
  return { batchId, startedAt, finished: true, rows: withHoldStates(ended, holds) };
}

/** Ends a batch of a process that is gone without knowing what became of its rows. None is called unsent but those left out. */
export const unreadProgress = ({ batchId, startedAt, rows }: KeptBatch): BatchProgress => ({
  batchId,
  startedAt,
  finished: true,
  rows: rows.map((row) => ({
    ...row,
    authorization: null,
    status: row.skipReason === null ? 'done' : 'skipped',
    attempt: null,
    unrecorded: null,
  })),
});
