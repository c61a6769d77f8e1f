/**
 * Conversion between rows of `attempts` and the program's attempts. A row that is not as Caja wrote it (a bit of the disk has
 * changed, or somebody edited the database) becomes an unlisted operation with an unknown outcome, so that its page stays
 * visible, and can't be acted on.
 */
import { parsedJson } from '#shared/parsed-json.ts';
import { sql } from 'kysely';
import type { SumDoubt } from '#electron/core/ports/day-figures.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { crc32 } from 'node:zlib';
import {
  listedColumns,
  type ListedRow,
  attemptColumns,
  stepColumns,
  type AttemptsTable,
  type BegunAttempt,
  type ColumnsOf,
  type FieldColumns,
  type KeptResolution,
  type StepName,
} from './attempt-columns.ts';
import { instantSchema } from '#shared/identifiers.ts';
import type { Attempt, AttemptDetails } from '#shared/payments/attempt.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { DetailField, KeptFields, ListedField } from '#shared/payments/payment-fields.ts';
import { instantOf } from './position.ts';
import { recorded } from './recorded-values.ts';

/** True when every value is one that Caja writes. */
export const isReadable = (row: ListedRow): boolean =>
  row.standing === (row.resolved_outcome ?? row.state) &&
  listedColumns.every((name) => attemptColumns[name].isSound(row[name]));

/** True when the row is as Caja wrote it, as far as its checksum or, without one, its values tell. */
export const isSound = (row: ListedRow): boolean =>
  row.checksum === null ? isReadable(row) : row.checksum === checksumOf(row) && Number.isSafeInteger(row.position);

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
    merchantId: row.merchant_id,
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
    risk: row.risk === null ? null : (storedJson(row.risk) as Attempt['risk']),
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    holdId: row.hold_id,
    chargeId: row.charge_id,
    cardOf: row.card_of,
    batchId: row.batch_id,
    overrideReason: row.override_reason,
    differences: toDifferences(row),
    resolution: toResolution(row),
    contradiction: toContradiction(row),
    restoredAt: row.restored_at,
  };
}

/** Reads a stored JSON text; null for a damaged one, whose row `isSound` marks. */
const storedJson = (text: string): unknown => parsedJson(text) ?? null;

const noItems: readonly never[] = [];
const itemsOf = (text: string) =>
  text === '[]' ? noItems : ((storedJson(text) as KeptFields['customFieldValues'] | null) ?? noItems);

const listedFields = (row: FieldColumns): Pick<KeptFields, ListedField> => ({
  amount: row.amount,
  taxAmount: row.tax_amount,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  concept: row.concept,
  description: row.description,
  customFieldValues: itemsOf(row.custom_fields),
});

const detailFields = (row: FieldColumns): Pick<KeptFields, DetailField> => ({
  ipCheck: typeof row.ip_check === 'string' ? row.ip_check : null,
  lang: recorded.lang(row.lang),
});

/** Returns what only the details of an attempt show. */
export const toDetails = (row: ListedRow & Pick<AttemptsTable, 'raw_answer'>): Omit<AttemptDetails, keyof Attempt> => ({
  rawAnswer: typeof row.raw_answer === 'string' ? row.raw_answer : null,
  ...detailFields(row),
});

export const toDifferences = ({ differences }: Pick<ListedRow, 'differences'>): Attempt['differences'] =>
  differences === null ? [] : ((storedJson(differences) as Attempt['differences'] | null) ?? []);

export const toContradiction = ({ contradiction }: Pick<ListedRow, 'contradiction'>): Attempt['contradiction'] =>
  contradiction === null ? null : (storedJson(contradiction) as Attempt['contradiction']);

/** A contested resolution is none: its attempt is unknown until a supervisor settles it. */
function toResolution(row: ListedRow): Attempt['resolution'] {
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

/** Columns that a damaged row still shows, where they can be read. */
const shownOfDamaged: ReadonlySet<string> = new Set([
  ...stepColumns('begin'),
  'cod_oper',
  'auth_token',
  'idtx',
  'related_tx',
]);

/** The same id at each reading for a row whose own can't be read. */
const standInId = (position: number): string =>
  `00000000-0000-7000-8000-${(Math.abs(Math.trunc(position) || 0) % 2 ** 48).toString(16).padStart(12, '0')}`;

/** Returns the readable part of a damaged row. Its instant comes from its place in the history, by which pages are cut. */
export function damagedAttempt(row: Pick<ListedRow, 'position'> & Partial<ListedRow>): Attempt {
  const readable = Object.fromEntries(
    listedColumns.map((name) => {
      const { isSound, blank } = attemptColumns[name];
      return [name, shownOfDamaged.has(name) && isSound(row[name]) ? row[name] : blank];
    }),
  ) as ListedRow;
  const startedAt = instantSchema.safeParse(instantOf(row.position));
  return {
    ...writtenAttempt(readable),
    id: readable.id === '' ? standInId(row.position) : readable.id,
    operation: 'unlisted',
    state: 'unknown',
    unknownCause: 'damaged',
    startedAt: startedAt.data ?? '1970-01-01T00:00:00.000Z',
  };
}

export const isDamaged = ({ unknownCause, operation }: Pick<Attempt, 'unknownCause' | 'operation'>): boolean =>
  unknownCause === 'damaged' && operation === 'unlisted';

/** Returns the state that screens show. A contested capture is unknown until a supervisor settles it. */
export const shownState = ({
  resolved_how,
  standing,
}: Pick<AttemptsTable, 'resolved_how' | 'standing'>): AttemptState =>
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

interface SourceOf {
  readonly begin: BegunAttempt;
  readonly answer: Attempt;
  readonly resolution: KeptResolution;
}

function written<Step extends keyof SourceOf>(step: Step, source: SourceOf[Step]) {
  const values: Record<string, unknown> = {};
  for (const name of stepColumns(step)) {
    const { of } = attemptColumns[name] as unknown as { readonly of: (from: SourceOf[Step]) => unknown };
    values[name] = of(source);
  }
  return values as Pick<AttemptsTable, ColumnsOf<Step>>;
}

/** Columns of steps that an attempt has not been through. */
const empty = <const Step extends StepName>(...steps: readonly Step[]) =>
  Object.fromEntries(steps.flatMap(stepColumns).map((name) => [name, null])) as {
    readonly [Name in ColumnsOf<Step>]: null;
  };

const unresolved = empty('resolution');
const untouched = { ...empty('answer'), ...unresolved, checksum: null, restored_at: null } as const;

/** Builds the row of a new attempt, `sending` and unanswered. */
export const newRow = (attempt: BegunAttempt): Omit<ListedRow, 'position'> => ({
  ...written('begin', attempt),
  state: 'sending',
  standing: 'sending',
  ...untouched,
});

/** Columns of an attempt whose program ended before its answer came. */
export const abandoned = { state: 'unknown', standing: 'unknown', unknown_cause: 'crash', checksum: null } as const;

/** Returns the row of a settlement whose hold another one has settled: it counts as nothing until a person has looked it up. */
export const contestedRow = <Row extends ListedRow>(row: Row): Row => ({
  ...row,
  state: 'unknown',
  unknown_cause: 'settled-elsewhere',
  standing: 'not-sent',
  resolved_outcome: 'not-sent',
  resolved_how: 'contested',
});

export const answeredColumns = [...stepColumns('answer'), ...stepColumns('state')] as const;

/** Returns the row of an attempt that an answer has changed. Its resolution stays (`resolvedRow`). */
export const answeredRow = (before: ListedRow, attempt: Attempt): ListedRow => ({
  ...before,
  ...written('answer', attempt),
  state: attempt.state,
  standing: before.resolved_outcome ?? attempt.state,
  checksum: null,
});

export const resolutionColumns = (resolution: KeptResolution | null) =>
  resolution === null ? unresolved : written('resolution', resolution);

export const resolvedRow = (before: ListedRow, resolution: KeptResolution | null): ListedRow => ({
  ...before,
  ...resolutionColumns(resolution),
  standing: resolution?.outcome ?? before.state,
  checksum: null,
});

export const changedValues = (row: ListedRow, ...steps: readonly StepName[]) =>
  Object.fromEntries(
    steps.flatMap(stepColumns).map((name) => [name, row[name as keyof ListedRow]]),
  ) as Partial<ListedRow>;

/**
 * Columns of a row's checksum in SQLite, which does not notice a changed bit within a value. It is written when the row is indexed, in a
 * pause after each change, so that no payment waits for it. PostgreSQL has checksums of its pages. The position is left out, because a copy of
 * the row may get another one.
 */
const summedColumns = listedColumns.filter((name) => name !== 'position' && name !== 'checksum');

/**
 * Returns the CRC-32 of all columns that lists read. An empty one is skipped, so that a later column leaves the checksums of
 * earlier rows valid. It does not tell a number from its text.
 */
export function checksumOf(row: ListedRow): number {
  const values: unknown[] = [];
  for (const name of summedColumns) if (row[name] !== null) values.push(name, row[name]);
  return crc32(values.join('\u0000'));
}

const settling = sql.join(operationsThat(({ settles }) => settles !== null).map((operation) => sql.lit(operation)));

/**
 * Tells payments in doubt apart in SQL, as `accountOf` does for one. A text inside the JSON has its quotation marks escaped, so that the pattern
 * finds the field alone.
 */
export const doubtColumn = sql<SumDoubt | null>`case
  when ${shownStateColumn} = 'approved' and (attempts.differences like '%"field":"amount"%'
    or attempts.state = 'approved' and attempts.answered_amount is distinct from attempts.amount) then 'amount'
  when ${shownStateColumn} = 'rejected' and attempts.family = 'json' and attempts.service_code = '622'
    and attempts.operation in (${settling}) then 'elsewhere' end`;
