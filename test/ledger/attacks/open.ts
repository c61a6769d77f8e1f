/**
 * What nobody is told of yet when it is changed by hand. Each entry is asserted to be untold, so that whoever closes a hole takes its
 * entry out. A column stands for its change to another value and to none.
 */
import type { EngineName } from '#test/fixtures/ledger/engines.ts';

interface Open extends Readonly<Record<EngineName, readonly string[]>> {
  readonly both: readonly string[];
}

const on = (both: readonly string[], SQLite: readonly string[] = [], PostgreSQL: readonly string[] = []): Open => ({
  both,
  SQLite,
  PostgreSQL,
});

/** Columns that say nothing about money: the index of words, a checksum against flipped bits, tries, and what a later signature covers. */
export const steersNothing: Readonly<Record<string, readonly string[]>> = {
  attempts: ['checksum', 'words', 'indexed'],
  audit_links: ['signature'],
  operators: ['wrong_count', 'wrong_at', 'last_try'],
};

const tills = ['Till', 'TillB', 'TillC', 'Old till'];

export const open = {
  attempts: on([
    'position',
    'family',
    'tax_amount',
    'http_status',
    'hold_days',
    'batch_id',
    'override_reason',
    'profile_id',
    'currency_sign',
    'seat',
    'instance_id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'concept',
    'description',
    'custom_fields',
    'brand',
    'last_four',
    'card_fingerprint',
    'address',
    'ip_check',
    'lang',
    'idtx',
    'card_token',
    'related_tx',
    'receipt_url',
    'challenge_url',
    'statement_descriptor',
    'service_text',
    'auth_status',
    'server_time',
    'risk',
    'not_sent_cause',
    'unknown_cause',
    'differences',
    'contradiction',
    'resolved_outcome',
    'resolved_how',
    'resolved_at',
    'resolved_reference',
    'resolved_note',
    'restored_at',
    'raw_answer',
  ]),
  holds: on([
    'id',
    'state',
    'amount',
    'expires_at',
    'expiry_is_estimate',
    'environment',
    'profile_id',
    'settlement_id',
  ]),
  ledger_events: on([]),
  audit_links: on([]),
  day_closes: on([]),
  batches: on(['id', 'seat', 'instance_id', 'started_at', 'finished']),
  batch_rows: on(['batch_id', 'row_number', 'hold_id', 'amount', 'status', 'skip_reason', 'attempt_id']),
  operators: on(['id', 'name', 'name_key', 'role', 'active', 'must_change', 'hash', 'provisioned_hash']),
  ledger_settings: on(['name', 'value']),
  excuses: on(
    [
      'the seat is unknown',
      'the seat is another',
      ...['Old till', 'TillB'].flatMap((seat) =>
        ['written-back', 'resolve', 'contradiction'].map((kind) => `an unsigned entry ${kind} of ${seat}`),
      ),
    ],
    [],
    [],
  ),
  acts: on(
    [
      ...tills.flatMap((seat) =>
        [...(seat === 'Till' ? [] : ['approved']), 'unknown', 'being sent', 'of last year'].map(
          (state) => `a payment ${state} inserted in the name of ${seat}`,
        ),
      ),
      'a hold removed',
      'a hold inserted',
      ...['TillB', 'TillC', 'Old till'].map((seat) => `an entry inserted in the name of ${seat}`),
      'a close inserted, with an unsigned entry',
      'a row of a batch removed',
      'a batch removed',
    ],
    [],
    [
      'a payment removed, with an entry purge-begun that a made-up seat has signed',
      'a payment inserted with a link of a made-up seat',
      'an entry inserted that a made-up seat has signed',
      'a supervisor inserted',
      'an operator removed',
      'the limits of amounts removed',
      'a seat put among those that are awaited',
    ],
  ),
  replays: on([
    'an older ledger and folder',
    'links and heads removed, as at a first start',
    'links and heads removed, with a key that can’t be read',
  ]),
};
