/**
 * Checksum of a row in SQLite, which does not notice a changed bit within a value. It is written when the row is indexed, in a
 * pause after each change, so that no payment waits for it. PostgreSQL has checksums of its pages.
 */
import { crc32 } from 'node:zlib';
import type { Selectable } from 'kysely';
import type { AttemptsTable } from '#electron/ledger/tables.ts';

/** A row as lists read it. */
export type SummedRow = Omit<Selectable<AttemptsTable>, 'raw_answer' | 'words' | 'indexed'>;

/**
 * Columns of schema 6, in an order that never changes. A later column is summed with its name and skipped while it is null, so
 * that checksums of earlier rows stay valid. The position is left out, because a copy of the row may get another one.
 */
const summedColumns = [
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
  'amount',
  'tax_amount',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'concept',
  'description',
  'ip_check',
  'lang',
  'custom_fields',
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
] as const satisfies readonly (keyof SummedRow)[];

const laterColumns = [
  'restored_at',
  'challenge_url',
  'statement_descriptor',
] as const satisfies readonly (keyof SummedRow)[];

/** Returns the CRC-32 of all columns that lists read. It tells null from an empty text, but not a number from its text. */
export function checksumOf(row: SummedRow): number {
  const values: unknown[] = [];
  for (const name of summedColumns) values.push(row[name] ?? '\u0001');
  for (const name of laterColumns) if (row[name] !== null) values.push(name, row[name]);
  return crc32(values.join('\u0000'));
}
