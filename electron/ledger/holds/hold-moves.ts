/** The hold that an authorization opens, and where a capture leaves it. */
import { oneDay } from '#shared/durations.ts';
import { heldAmount, type HoldState } from '#shared/ledger/holds.ts';
import type { CompiledQuery } from 'kysely';
import type { ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import { prepared } from '#electron/ledger/prepared.ts';

/**
 * Both look whether the attempt stands as it was to be written, since they are sent together with what writes it: an answer
 * that comes after a person has resolved the attempt, and after the hold has gone on, moves nothing.
 */
const openHold = prepared((db, param) =>
  db
    .insertInto('holds')
    .columns(['id', 'state', 'amount', 'expires_at', 'expiry_is_estimate', 'environment', 'profile_id', 'capture_id'])
    .expression(
      db
        .selectFrom('attempts')
        .select(({ val, lit }) => [
          'id',
          val('open' as const).as('state'),
          val(param('held')).as('amount'),
          val(param('expires_at')).as('expires_at'),
          val(param('estimate')).as('expiry_is_estimate'),
          'environment',
          'profile_id',
          lit(null).as('capture_id'),
        ])
        .where('position', '=', param('position'))
        .where('standing', '=', 'approved'),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const moveHold = prepared((db, param) =>
  db
    .updateTable('holds')
    .set({ state: param('moved') })
    .where('id', '=', param('hold_id'))
    .where('capture_id', '=', param('id'))
    .where(({ exists }) =>
      exists(
        db
          .selectFrom('attempts')
          .select('position')
          .where('position', '=', param('position'))
          .where('standing', '=', param('standing')),
      ),
    ),
);

/** What the standing of an authorization or a capture means for its hold; to be run after the attempt is written. */
export function holdMoves(engine: Engine, row: ListedRow): readonly CompiledQuery[] {
  if (row.hold_id !== null) return [moveHold.bind(engine, { ...row, moved: holdAfter(row) })];
  if (row.operation !== 'authorize' || row.standing !== 'approved') return [];
  const expiresAt = new Date(Date.parse(row.started_at) + (row.hold_days ?? 0) * oneDay).toISOString();
  const held = heldAmount({ amount: row.amount, answeredAmount: row.answered_amount });
  const estimate = row.family === 'form' ? 0 : 1;
  return [openHold.bind(engine, { position: row.position, held, expires_at: expiresAt, estimate })];
}

/**
 * The hold after a capture. When the service refuses because the authorization was captured already (622), reversed (623)
 * or voided (661; field notes), the hold can't be captured again, whoever did it: it leaves the queue with the refused
 * capture as its last, which says why.
 */
function holdAfter(row: ListedRow): HoldState {
  switch (row.standing) {
    case 'sending':
      return 'capturing';
    case 'approved':
      return 'captured';
    case 'unknown':
      return 'capture-unknown';
    case 'rejected':
      if (row.family !== 'json') return 'open';
      if (row.service_code === '622') return 'captured';
      return row.service_code === '623' || row.service_code === '661' ? 'voided' : 'open';
    case 'declined':
    case 'not-sent':
      return 'open';
  }
}
