/** Finds the cards of earlier payments that may be charged again, and forgets them. The fingerprint stays in the main process. */
import { sql } from 'kysely';
import type { EarlierCard } from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { holdById } from './holds-by-id.ts';

const forgetting = 'card-forgotten' satisfies LedgerDeedKind;

/**
 * Condition for a card that was forgotten after it was keyed for the attempt. The mark is an entry of the audit trail that names an
 * attempt of the card, so that it moves with the ledger and has an author.
 */
const isForgotten = sql<boolean>`exists (
    select 1 from ledger_events join attempts as own on ledger_events.facts like '%"' || own.id || '"%'
    where ledger_events.kind = ${forgetting} and ledger_events.at >= first.started_at
      and own.card_fingerprint = first.card_fingerprint and own.profile_id = first.profile_id
  )`;

const rowOf = (db: Database, id: string): Promise<ListedRow | undefined> =>
  db.selectFrom('attempts').select(listedColumns).where('id', '=', id).executeTakeFirst();

/** Reads the payment for which the card was keyed: this one, that of its hold, or the one whose card it charged again. */
async function firstOf(db: Database, attemptId: string): Promise<ListedRow | null> {
  const row = await rowOf(db, attemptId);
  const firstId = row?.card_of ?? row?.hold_id ?? attemptId;
  const first = firstId === attemptId ? row : await rowOf(db, firstId);
  return first !== undefined && operationFacts(recorded.operation(first)).keysCard ? first : null;
}

export const cardOf = (engine: Engine, attemptId: string): Promise<EarlierCard | null> =>
  engine.decide(async (db) => {
    const row = await firstOf(db, attemptId);
    if (row === null) return null;
    const hold = await holdById(engine, db, row.id);
    const forgotten = await db
      .selectFrom('attempts as first')
      .select('first.id')
      .where('first.id', '=', row.id)
      .where(isForgotten)
      .executeTakeFirst();
    return {
      first: toAttempt(row),
      fingerprint: row.card_fingerprint,
      hold: hold?.state ?? null,
      isForgotten: forgotten !== undefined,
    };
  });

/** Names the last payment of the card, because a purge, which goes by age, removes it after all others. */
export const forgetCard = (
  engine: Engine,
  noteEvent: NoteEvent,
  attemptId: string,
  operatorName: string,
): Promise<boolean> =>
  engine.write(async (trx) => {
    const first = await firstOf(trx, attemptId);
    if (first === null) return false;
    const last = await trx
      .selectFrom('attempts')
      .select('id')
      .where('card_fingerprint', '=', first.card_fingerprint)
      .where('profile_id', '=', first.profile_id)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    await noteEvent(trx, operatorName, { kind: forgetting, attemptId: last?.id ?? first.id });
    return true;
  });
