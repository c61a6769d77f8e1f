/**
 * The columns of `attempts`, each described once: its SQL, the values that Caja writes, the step that writes it, and the value
 * that it takes from an attempt. The schema, the types of queries, every list of columns, the checksum and the search for damage
 * derive from this table. `attempt-rows.ts` reads a row back.
 */
import { jsonAs } from '#shared/parsed-json.ts';
import type { z } from 'zod';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { attemptSchema, type Attempt, type Resolution } from '#shared/payments/attempt.ts';
import type { Brand } from '#shared/payments/card.ts';
import { fieldLimits, formHoldDays } from '#shared/payments/field-limits.ts';
import { answeredAmountSchema, amountSchema, taxAmountSchema } from '#shared/payments/money.ts';
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import type { AttemptState, Family, NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';
import type { KeptField, KeptFields, RecordedValue } from '#shared/payments/payment-fields.ts';
import type { Environment } from '#shared/environment.ts';
import { textLimits } from '#shared/text-limits.ts';

/** A new attempt and the running program that begins it. */
export type BegunAttempt = NewAttempt & { readonly instanceId: string };

/**
 * Returns the days for which an authorization freezes the funds: at most five in family B (section 2.3), the merchant's estimate in family
 * A; null without a hold.
 */
function holdDays({ operation, family, merchant }: BegunAttempt): number | null {
  if (operationTable[operation].opens !== 'hold') return null;
  return family === 'form' ? formHoldDays : merchant.jsonHoldDays;
}

/** `contested`: an answer contradicts the resolution, which stays because another capture of the hold counts. */
export type KeptResolution = Omit<Resolution, 'how'> & { readonly how: Resolution['how'] | 'contested' };

interface Kind<Value> {
  /** Type and constraints on PostgreSQL. SQLite differs in the key alone. */
  readonly sql: string;
  /** True for a value that Caja writes. Enumerations have their own rules (`recorded-values.ts`). */
  readonly isSound: (value: unknown) => boolean;
  /** Stands in for a value that can't be read. */
  readonly blank: Value;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const oneOf = <Value extends string>(isSound: (value: unknown) => boolean = isText): Kind<Value> => ({
  sql: 'text not null',
  isSound,
  blank: '' as Value,
});
const text = oneOf<string>();
const short = (max: number): Kind<string> => oneOf((value) => typeof value === 'string' && value.length <= max);
const matching = (pattern: RegExp): Kind<string> => oneOf((value) => typeof value === 'string' && pattern.test(value));

const id = matching(/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i);
const instants = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
/** UTC instant as ISO 8601 text with milliseconds. */
const instant = oneOf((value) => instants.isSound(value) && !Number.isNaN(Date.parse(String(value))));
const secureUrl = oneOf((value) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:');

/** Money in minor units. */
const amount = (lowest: number, highest: number | null | undefined): Kind<number> => ({
  sql: 'bigint not null',
  isSound: (value) =>
    Number.isSafeInteger(value) && Number(value) >= lowest && Number(value) <= (highest ?? Number.MAX_SAFE_INTEGER),
  blank: lowest,
});
const whole: Kind<number> = { sql: 'integer not null', isSound: Number.isSafeInteger, blank: 0 };
/** CRC-32 takes more than 31 bits. */
const large: Kind<number> = { ...whole, sql: 'bigint not null' };

const json = (schema: z.ZodType): Kind<string> =>
  oneOf((value) => typeof value === 'string' && jsonAs(schema, value) !== null);

const { shape } = attemptSchema;
const items = json(shape.customFieldValues);
const customFields: Kind<string> = {
  ...items,
  isSound: (value) => value === '[]' || items.isSound(value),
  blank: '[]',
};

const maybe = <Value>({ sql, isSound }: Kind<Value>): Kind<Value | null> => ({
  sql: sql.replace(' not null', ''),
  isSound: (value) => value === null || isSound(value),
  blank: null,
});

/** A column that `begin` writes. */
const begun = <Value>(kind: Kind<Value>, of: (attempt: BegunAttempt) => Value) =>
  ({ ...kind, step: 'begin', of }) as const;
/** A keyed field, as `begin` writes it. */
const keyed = <Name extends KeptField>(kind: Kind<RecordedValue<Name>>, field: Name) =>
  ({ ...begun(kind, (attempt: KeptFields) => attempt[field]), field }) as const;
const answered = <Value>(kind: Kind<Value>, of: (attempt: Attempt) => Value) =>
  ({ ...kind, step: 'answer', of }) as const;
/** An outcome, which every step writes. */
const moved = { ...oneOf<AttemptState>(), step: 'state' } as const;
const resolved = <Value>(kind: Kind<Value>, of: (resolution: KeptResolution) => Value) =>
  ({ ...maybe(kind), step: 'resolution', of }) as const;
/** A column that is empty until another part of the ledger writes it. */
const other = <Value>(kind: Kind<Value>) => ({ ...kind, step: 'other' }) as const;

const orNull = (list: readonly unknown[]): string | null => (list.length === 0 ? null : JSON.stringify(list));

export const attemptColumns = {
  /** Order of the history: see `position.ts`. */
  position: other<number>({ ...whole, sql: 'bigint primary key not null' }),
  id: begun({ ...id, sql: 'text not null unique' }, (attempt) => attempt.id),
  operation: begun(oneOf<Operation>(), (attempt) => attempt.operation),
  family: begun(oneOf<Family>(), (attempt) => attempt.family),
  environment: begun(oneOf<Environment>(), ({ merchant }) => merchant.environment),
  amount: keyed({ ...amount(1, amountSchema.maxValue), sql: 'bigint not null check (amount > 0)' }, 'amount'),
  answered_amount: answered(maybe(amount(0, answeredAmountSchema.maxValue)), (attempt) => attempt.answeredAmount),
  tax_amount: keyed(maybe(amount(0, taxAmountSchema.maxValue)), 'taxAmount'),
  state: moved,
  /** The outcome that counts: the resolution's when there is one, else the state. */
  standing: moved,
  started_at: begun(instant, (attempt) => attempt.startedAt),
  answered_at: answered(maybe(instant), (attempt) => attempt.answeredAt),
  http_status: answered(maybe(whole), ({ service }) => service.httpStatus),
  /** Days for which this authorization freezes the funds, by its merchant's setting at the time; null for other attempts. */
  hold_days: begun(maybe(whole), holdDays),
  hold_id: begun({ ...maybe(id), sql: 'text references holds (id)' }, (attempt) => attempt.holdId),
  charge_id: begun(maybe(id), (attempt) => attempt.chargeId),
  /** Attempt for which the card was keyed that this one charges again. */
  card_of: begun(maybe(id), (attempt) => attempt.cardOf),
  batch_id: begun(maybe(id), (attempt) => attempt.batchId),
  override_reason: begun(maybe(text), (attempt) => attempt.overrideReason),
  merchant_id: begun(text, ({ merchant }) => merchant.id),
  merchant_name: begun(text, ({ merchant }) => merchant.name),
  currency_sign: begun(text, ({ merchant }) => merchant.currencySign),
  seat: begun(text, (attempt) => attempt.seat),
  instance_id: begun(text, (attempt) => attempt.instanceId),
  operator_name: begun(text, (attempt) => attempt.operatorName),
  first_name: keyed(text, 'firstName'),
  last_name: keyed(text, 'lastName'),
  email: keyed(text, 'email'),
  phone: keyed(text, 'phone'),
  concept: keyed(text, 'concept'),
  description: keyed(text, 'description'),
  custom_fields: {
    ...begun(customFields, (attempt) => JSON.stringify(attempt.customFieldValues)),
    field: 'customFieldValues',
  } as const,
  brand: begun(maybe(oneOf<Brand>()), ({ card }) => card?.brand ?? null),
  last_four: begun(maybe(matching(/^\d{4}$/)), ({ card }) => card?.lastFour ?? null),
  card_fingerprint: begun(maybe(text), (attempt) => attempt.cardFingerprint),
  address: keyed(maybe(text), 'address'),
  ip_check: keyed(maybe(text), 'ipCheck'),
  lang: keyed(maybe(oneOf<NonNullable<RecordedValue<'lang'>>>()), 'lang'),
  cod_oper: answered(maybe(text), ({ references }) => references.codOper),
  auth_token: answered(maybe(text), ({ references }) => references.authToken),
  idtx: answered(maybe(text), ({ references }) => references.idtx),
  card_token: answered(maybe(text), ({ references }) => references.cardToken),
  related_tx: answered(maybe(text), ({ references }) => references.relatedTx),
  receipt_url: answered(maybe(secureUrl), (attempt) => attempt.receiptUrl),
  /** https link of the page on which the cardholder finishes 3-D Secure. */
  challenge_url: answered(maybe(secureUrl), (attempt) => attempt.challengeUrl),
  statement_descriptor: answered(maybe(text), (attempt) => attempt.statementDescriptor),
  service_code: answered(maybe(text), ({ service }) => service.code),
  service_text: answered(maybe(text), ({ service }) => service.text),
  auth_status: answered(maybe(text), ({ service }) => service.authStatus),
  server_time: answered(maybe(text), ({ service }) => service.serverTime),
  risk: answered(maybe(json(shape.risk)), ({ risk }) => (risk === null ? null : JSON.stringify(risk))),
  not_sent_cause: answered(maybe(oneOf<NotSentCause>()), (attempt) => attempt.notSentCause),
  unknown_cause: answered(maybe(oneOf<UnknownCause>()), (attempt) => attempt.unknownCause),
  /** JSON list of `Difference`; null without any. */
  differences: answered(maybe(json(shape.differences)), ({ differences }) => orNull(differences)),
  /**
   * JSON of a `Contradiction`; null without one. Until a supervisor settles it, the attempt is unknown, with
   * `contradicted-resolution`, and has no resolution.
   */
  contradiction: answered(maybe(json(shape.contradiction)), ({ contradiction }) =>
    contradiction === null ? null : JSON.stringify(contradiction),
  ),
  resolved_outcome: resolved(oneOf<Resolution['outcome']>(), (resolution) => resolution.outcome),
  resolved_how: resolved(oneOf<KeptResolution['how']>(), (resolution) => resolution.how),
  resolved_by: resolved(text, (resolution) => resolution.operatorName),
  resolved_at: resolved(instant, (resolution) => resolution.at),
  resolved_reference: resolved(short(fieldLimits.authToken), (resolution) => resolution.reference),
  resolved_note: resolved(short(textLimits.note), (resolution) => resolution.note),
  /** UTC instant at which a seat wrote this attempt again, because the server had lost it; null for others. */
  restored_at: other(maybe(instant)),
  /** SQLite: CRC-32 of the row (`attempt-rows.ts`); null until the row is indexed. */
  checksum: other(maybe(large)),
  /** SQLite: words for search (`search-tokens.ts`). PostgreSQL keeps them in a table of their own. */
  words: other(maybe(text)),
  /** SQLite: 0 until the words are in the full-text index, then the index's version. PostgreSQL uses a table of notes. */
  indexed: other(whole),
  /** The last column, so that reading the others never touches the pages of a long answer. */
  raw_answer: other(maybe(text)),
} as const;

type Table = typeof attemptColumns;
type ColumnName = keyof Table;
type ValueOf<Column> = Column extends Kind<infer Value> ? Value : never;
/** One attempt, as queries see it. */
export type AttemptsTable = { readonly [Name in ColumnName]: ValueOf<Table[Name]> };

/** Columns that only the details and the index of words read. */
const unlisted = ['words', 'indexed', 'raw_answer'] as const;
export type ListedRow = Omit<AttemptsTable, (typeof unlisted)[number]>;

export type StepName = Table[ColumnName]['step'];
export type ColumnsOf<Step extends StepName> = {
  [Name in ColumnName]: Table[Name]['step'] extends Step ? Name : never;
}[ColumnName];

const columnNames = Object.keys(attemptColumns) as readonly ColumnName[];

export const listedColumns = columnNames.filter(
  (name): name is keyof ListedRow => !(unlisted as readonly string[]).includes(name),
);

const byStep = Map.groupBy(columnNames, (name) => attemptColumns[name].step);
export const stepColumns = <Step extends StepName>(step: Step) =>
  (byStep.get(step) ?? []) as readonly string[] as readonly ColumnsOf<Step>[];

type FieldColumn<Field extends KeptField> = {
  [Name in ColumnName]: Table[Name] extends { readonly field: Field } ? Name : never;
}[ColumnName];
export const fieldColumns = Object.fromEntries(
  columnNames.flatMap((name) => {
    const column = attemptColumns[name];
    return 'field' in column ? [[column.field, name]] : [];
  }),
) as { readonly [Field in KeptField]: FieldColumn<Field> };
export type FieldColumns = Pick<AttemptsTable, FieldColumn<KeptField>>;
