/** Mark of the ledger's attempts, cheap to read: it differs after each change, at the latest once the change is committed. */
import { sql } from 'kysely';

const sequence = `pg_get_serial_sequence('attempts_unindexed', 'number')`;
const counted = (kind: string): string => `pg_stat_get_tuples_${kind}('attempts'::regclass)`;

/**
 * A trigger numbers each insert and update for the index of the search. The server's statistics, which lag a little, count what
 * is deleted, and everything for a role that may not read the sequence.
 */
export const ledgerMark = sql.raw<string>(`concat_ws(' ',
  case when has_sequence_privilege(${sequence}, 'select, usage')
    then pg_sequence_last_value(${sequence}::regclass)
    else ${counted('inserted')} + ${counted('updated')}
  end,
  ${counted('deleted')})`);
