/** The first schema: attempts, holds, instances, batches, and the constraint that no hold is captured twice. */
import { sql, type Kysely } from 'kysely';
import type { EngineKind } from './engine-kind.ts';
import { addSearch } from './1-search.ts';

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw<boolean>(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

const states = ['sending', 'approved', 'declined', 'rejected', 'not-sent', 'unknown'];

export async function first(db: Kysely<unknown>, engine: EngineKind): Promise<void> {
  await db.schema
    .createTable('holds')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('expiry_is_estimate', 'integer', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('profile_id', 'text', (column) => column.notNull())
    .addColumn('capture_id', 'text')
    .addCheckConstraint('hold_state', oneOf('state', ['open', 'capturing', 'captured', 'capture-unknown', 'voided']))
    .execute();
  await createAttempts(db, engine);
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seat', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('pid', 'bigint', (column) => column.notNull())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seat', 'text', (column) => column.notNull())
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('batch_rows')
    .addColumn('batch_id', 'text', (column) => column.notNull().references('batches.id'))
    .addColumn('row_number', 'integer', (column) => column.notNull())
    .addColumn('hold_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('skip_reason', 'text')
    .addColumn('attempt_id', 'text')
    .addPrimaryKeyConstraint('batch_rows_key', ['batch_id', 'hold_id'])
    .execute();
  await db.schema
    .createTable('operator_names')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await createIndexes(db);
  await addSearch(db, engine);
}

async function createAttempts(db: Kysely<unknown>, engine: EngineKind): Promise<void> {
  const text = (name: string) => [name, 'text'] as const;
  const required = ['profile_id', 'merchant_name', 'currency_sign', 'seat', 'instance_id', 'operator_name'];
  const customer = ['first_name', 'last_name', 'email', 'phone', 'concept', 'description', 'custom_fields'];
  const answer = ['cod_oper', 'auth_token', 'idtx', 'card_token', 'related_tx', 'receipt_url', 'service_code'];
  const said = ['service_text', 'auth_status', 'server_time', 'risk', 'not_sent_cause', 'unknown_cause'];
  const resolved = ['outcome', 'how', 'by', 'at', 'reference', 'note'].map((name) => `resolved_${name}`);
  const optional = ['brand', 'last_four', 'card_fingerprint', 'address', 'ip_check', 'lang', ...answer, ...said];
  // SQLite's row number is the key only when the type is literally `integer`.
  let table = db.schema
    .createTable('attempts')
    .addColumn('position', engine === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('answered_amount', 'bigint')
    .addColumn('tax_amount', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .addColumn('http_status', 'integer')
    .addColumn('hold_days', 'integer')
    .addColumn('hold_id', 'text', (column) => column.references('holds.id'))
    .addColumn('batch_id', 'text')
    .addColumn('override_reason', 'text')
    .addCheckConstraint('attempt_operation', oneOf('operation', ['authorize', 'sell', 'capture']))
    .addCheckConstraint('attempt_state', oneOf('state', states))
    .addCheckConstraint('attempt_standing', sql`standing = coalesce(resolved_outcome, state)`)
    .addCheckConstraint('attempt_hold', sql`(operation = 'capture') = (hold_id is not null)`)
    .addCheckConstraint('attempt_last_four', sql`length(last_four) = 4`);
  for (const name of [...required, ...customer]) table = table.addColumn(...text(name), (column) => column.notNull());
  for (const name of [...optional, ...resolved]) table = table.addColumn(...text(name));
  await table
    .addColumn('words', engine === 'sqlite' ? 'text' : sql`tsvector`)
    .addColumn('indexed', 'integer', (column) => column.notNull())
    // Last, so that reading the other columns never touches the pages of a long answer.
    .addColumn('raw_answer', 'text')
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const create = (statement: string) => sql.raw(statement).execute(db);
  // Invariant 3: in flight, unknown or approved, a hold has one capture at most, whoever asks.
  await create(
    `create unique index one_live_capture on attempts (hold_id)
     where operation = 'capture' and standing in ('sending', 'unknown', 'approved')`,
  );
  await create(
    `create index attempts_pending on attempts (standing, position) where standing in ('sending', 'unknown')`,
  );
  await create(`create index attempts_card on attempts (card_fingerprint, amount) where card_fingerprint is not null`);
  await create(`create index attempts_hold on attempts (hold_id) where hold_id is not null`);
  await create(`create index attempts_batch on attempts (batch_id) where batch_id is not null`);
  await create(
    `create index holds_waiting on holds (expires_at, id, state, amount, environment, profile_id)
     where state in ('open', 'capturing', 'capture-unknown')`,
  );
  await create(`create index holds_all on holds (expires_at, id)`);
  await create(`create index batches_unfinished on batches (seat) where finished = 0`);
}
