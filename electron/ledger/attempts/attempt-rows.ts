/** Conversion between rows of `attempts` and the program's attempts. */
import type { Attempt, AttemptDetails } from '#shared/payments/attempt.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { sql, type Selectable } from 'kysely';
import { holdDays } from '#electron/ledger/holds/hold-days.ts';
import { detailFields, fieldColumns, listedFields, storedFields, storedJson } from './field-columns.ts';
import type { AttemptsTable } from '#electron/ledger/tables.ts';
import { damagedAttempt, isSound } from '#electron/ledger/damage/damaged-rows.ts';
import { recorded } from './recorded-values.ts';

export type AttemptRow = Selectable<AttemptsTable>;
/** Columns that lists read: all but the raw answer and the search words. */
export type ListedRow = Omit<AttemptRow, 'raw_answer' | 'words' | 'indexed'>;

const keyedColumns = Object.values(fieldColumns);

export const listedColumns = [
  'position',
  'id',
  'operation',
  'family',
  'environment',
  'profile_id',
  'merchant_name',
  'currency_sign',
  'seat',
  'instance_id',
  'operator_name',
  ...keyedColumns,
  'answered_amount',
  'brand',
  'last_four',
  'card_fingerprint',
  'state',
  'standing',
  'not_sent_cause',
  'unknown_cause',
  'cod_oper',
  'auth_token',
  'idtx',
  'card_token',
  'related_tx',
  'receipt_url',
  'service_code',
  'service_text',
  'auth_status',
  'server_time',
  'http_status',
  'risk',
  'started_at',
  'answered_at',
  'hold_id',
  'hold_days',
  'batch_id',
  'override_reason',
  'resolved_outcome',
  'resolved_how',
  'resolved_by',
  'resolved_at',
  'resolved_reference',
  'resolved_note',
  'differences',
  'contradiction',
  'checksum',
  'restored_at',
  'challenge_url',
  'statement_descriptor',
] as const satisfies readonly (keyof ListedRow)[];

/** Converts a row that was read. A damaged one becomes an attempt that can't be acted on. */
export const toAttempt = (row: ListedRow): Attempt => (isSound(row) ? writtenAttempt(row) : damagedAttempt(row));

/** Converts a row that this process has just written, so that nothing can have damaged it. */
export function writtenAttempt(row: ListedRow): Attempt {
  const brand = recorded.brand(row.brand);
  return {
    id: row.id,
    operation: recorded.operation(row),
    family: recorded.family(row.family),
    environment: recorded.environment(row.environment),
    merchantId: row.profile_id,
    merchantName: row.merchant_name,
    currencySign: row.currency_sign,
    seat: row.seat,
    operatorName: row.operator_name,
    ...listedFields(row),
    answeredAmount: row.answered_amount,
    card: brand === null || row.last_four === null ? null : { brand, lastFour: row.last_four },
    state: recorded.state(row.state),
    notSentCause: recorded.notSentCause(row.not_sent_cause),
    unknownCause: recorded.unknownCause(row.unknown_cause),
    references: {
      codOper: row.cod_oper,
      authToken: row.auth_token,
      idtx: row.idtx,
      cardToken: row.card_token,
      relatedTx: row.related_tx,
    },
    receiptUrl: row.receipt_url,
    challengeUrl: row.challenge_url,
    statementDescriptor: row.statement_descriptor,
    service: {
      code: row.service_code,
      text: row.service_text,
      authStatus: row.auth_status,
      serverTime: row.server_time,
      httpStatus: row.http_status,
    },
    risk: row.risk === null ? null : (storedJson(row.risk) as NonNullable<Attempt['risk']>),
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    holdId: row.hold_id,
    batchId: row.batch_id,
    overrideReason: row.override_reason,
    differences: toDifferences(row),
    resolution: toResolution(row),
    contradiction: toContradiction(row),
    restoredAt: row.restored_at,
  };
}

export const toDifferences = ({ differences }: Pick<ListedRow, 'differences'>): Attempt['differences'] =>
  differences === null ? [] : (storedJson(differences) as Attempt['differences']);

export const toContradiction = ({ contradiction }: Pick<ListedRow, 'contradiction'>): Attempt['contradiction'] =>
  contradiction === null ? null : (storedJson(contradiction) as NonNullable<Attempt['contradiction']>);

/** A contested resolution is none: its attempt is unknown until a supervisor settles it. */
export function toResolution(row: ListedRow): Attempt['resolution'] {
  if (row.resolved_outcome === null || row.resolved_how === null || row.resolved_how === 'contested') return null;
  if (!recorded.isResolution(row.resolved_outcome, row.resolved_how)) return null;
  return {
    outcome: row.resolved_outcome,
    how: row.resolved_how,
    operatorName: row.resolved_by ?? '',
    at: row.resolved_at ?? '',
    reference: row.resolved_reference ?? '',
    note: row.resolved_note ?? '',
  };
}

/** Returns what only the details of an attempt show. */
export const toDetails = (row: ListedRow & Pick<AttemptRow, 'raw_answer'>): Omit<AttemptDetails, keyof Attempt> => ({
  rawAnswer: typeof row.raw_answer === 'string' ? row.raw_answer : null,
  ...detailFields(row),
  lang: recorded.lang(row.lang),
});

/** Returns the state that screens show. A contested capture is unknown until a supervisor settles it. */
export const shownState = ({ resolved_how, standing }: Pick<AttemptRow, 'resolved_how' | 'standing'>): AttemptState =>
  resolved_how === 'contested' ? 'unknown' : standing;
/** The same in SQL. */
export const shownStateColumn = sql<AttemptState>`case when attempts.resolved_how = 'contested' then 'unknown' else attempts.standing end`;

/** Condition of the index `attempts_pending`. SQLite uses it only for a query that has these very words. */
export const pending = sql<boolean>`standing in ('sending', 'unknown')`;

/**
 * Marks a row whose words are not in the search index yet. They get there in a pause, or before the next search, and the row
 * gets its checksum. Every change of a row sets it.
 */
export const unindexed = { words: null, indexed: 0, checksum: null } as const;

/** Builds the row of a new attempt, `sending` and unanswered. */
export function newRow(attempt: NewAttempt, instanceId: string): Omit<ListedRow, 'position'> {
  const { merchant } = attempt;
  return {
    id: attempt.id,
    operation: attempt.operation,
    family: attempt.family,
    environment: merchant.environment,
    profile_id: merchant.id,
    merchant_name: merchant.name,
    currency_sign: merchant.currencySign,
    seat: attempt.seat,
    instance_id: instanceId,
    operator_name: attempt.operatorName,
    ...storedFields(attempt),
    brand: attempt.card?.brand ?? null,
    last_four: attempt.card?.lastFour ?? null,
    card_fingerprint: attempt.cardFingerprint,
    state: 'sending',
    standing: 'sending',
    started_at: attempt.startedAt,
    hold_id: attempt.holdId,
    hold_days: holdDays(attempt),
    batch_id: attempt.batchId,
    override_reason: attempt.overrideReason,
    ...untouched,
  };
}

const unanswered = {
  answered_amount: null,
  not_sent_cause: null,
  unknown_cause: null,
  cod_oper: null,
  auth_token: null,
  idtx: null,
  card_token: null,
  related_tx: null,
  receipt_url: null,
  challenge_url: null,
  statement_descriptor: null,
  service_code: null,
  service_text: null,
  auth_status: null,
  server_time: null,
  http_status: null,
  risk: null,
  answered_at: null,
  differences: null,
  checksum: null,
} as const;

/** Columns of a resolution, without one. */
export const unresolved = {
  resolved_outcome: null,
  resolved_how: null,
  resolved_by: null,
  resolved_at: null,
  resolved_reference: null,
  resolved_note: null,
} as const;

/** Columns that are empty in a new row. */
const untouched = { ...unanswered, ...unresolved, contradiction: null, restored_at: null } as const;
/** Columns that a new row fills in. Binding the others too would take a tenth of an insert's processor time on SQLite. */
export const newColumns = listedColumns.filter((name) => !(name in untouched));

/** Columns that an answer fills in. */
export const answeredColumns = [
  ...(Object.keys(unanswered) as readonly (keyof typeof unanswered)[]),
  'state',
  'standing',
  'raw_answer',
] as const;

/** Column values that an answer writes. */
export function answerColumns(answer: GatewayAnswer, answeredAt: string) {
  if (answer.outcome === 'not-sent') {
    return {
      ...unanswered,
      state: answer.outcome,
      not_sent_cause: answer.cause,
      answered_at: answeredAt,
      raw_answer: null,
    } as const;
  }
  const { references, service } = answer;
  return {
    state: answer.outcome,
    not_sent_cause: null,
    unknown_cause: answer.outcome === 'unknown' ? answer.cause : null,
    answered_amount: answer.answeredAmount,
    cod_oper: references.codOper,
    auth_token: references.authToken,
    idtx: references.idtx,
    card_token: references.cardToken,
    related_tx: references.relatedTx,
    receipt_url: answer.receiptUrl,
    challenge_url: answer.challengeUrl,
    statement_descriptor: answer.statementDescriptor,
    service_code: service.code,
    service_text: service.text,
    auth_status: service.authStatus,
    server_time: service.serverTime,
    http_status: service.httpStatus,
    risk: answer.risk === null ? null : JSON.stringify(answer.risk),
    differences: answer.differences.length === 0 ? null : JSON.stringify(answer.differences),
    answered_at: answeredAt,
    checksum: null,
    raw_answer: answer.rawAnswer,
  } as const;
}
