/** Finds the cards of earlier payments that may be charged again, and forgets them. The fingerprint stays in the main process. */
import { sql } from 'kysely';
import type { EarlierCard } from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { keyedPaymentOf } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { holdsById } from './by-id.ts';

const forgetting = 'card-forgotten' satisfies LedgerDeedKind;

/**
 * Condition for a card that was forgotten after it was keyed for the attempt. The mark is an entry of the audit trail that names an
 * attempt of the card, so that it moves with the ledger and has an author. That was the card's last one, so no clock is asked.
 */
const isForgotten = sql<boolean | number>`exists (
    select 1 from ledger_events join attempts as own on ledger_events.facts like '%"' || own.id || '"%'
    where ledger_events.kind = ${forgetting} and own.position >= first.position
      and own.card_fingerprint = first.card_fingerprint and own.merchant_id = first.merchant_id
  )`;

/** Reads the card of each payment: the one keyed for it, for its hold, or for the one whose card it charged again. */
export async function cardsOf(
  engine: Engine,
  db: Database,
  payments: readonly Pick<ListedRow, 'id' | 'hold_id' | 'card_of'>[],
): Promise<ReadonlyMap<string, EarlierCard>> {
  if (payments.length === 0) return new Map();
  const firstId = ({ id, hold_id: holdId, card_of: cardOf }: (typeof payments)[number]): string =>
    keyedPaymentOf({ id, holdId, cardOf });
  const firstIds = [...new Set(payments.map(firstId))];
  const rows = await db
    .selectFrom('attempts as first')
    .select([...listedColumns, isForgotten.as('isForgotten')])
    .where('id', 'in', firstIds)
    .execute();
  const holds = new Map((await holdsById(engine, db, firstIds)).map((hold) => [hold.id, hold]));
  const cards = new Map(
    rows
      .filter((row) => operationFacts(recorded.operation(row)).keysCard)
      .map((row): [string, EarlierCard] => [
        row.id,
        {
          first: toAttempt(row),
          fingerprint: row.card_fingerprint,
          hold: holds.get(row.id)?.state ?? null,
          // SQLite answers with 0 or 1.
          isForgotten: Boolean(row.isForgotten),
        },
      ]),
  );
  return new Map(
    payments.flatMap((row) => {
      const card = cards.get(firstId(row));
      return card === undefined ? [] : [[row.id, card] as const];
    }),
  );
}

async function cardIn(engine: Engine, db: Database, attemptId: string): Promise<EarlierCard | null> {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'hold_id', 'card_of'])
    .where('id', '=', attemptId)
    .execute();
  return (await cardsOf(engine, db, rows)).get(attemptId) ?? null;
}

export const cardOf = (engine: Engine, attemptId: string): Promise<EarlierCard | null> =>
  engine.decide((db) => cardIn(engine, db, attemptId));

/** Names the last payment of the card, because a purge, which goes by age, removes it after all others. */
export const forgetCard = (
  engine: Engine,
  noteEvent: NoteEvent,
  attemptId: string,
  operatorName: string,
): Promise<boolean> =>
  engine.write(async (trx) => {
    const card = await cardIn(engine, trx, attemptId);
    if (card === null) return false;
    const last = await trx
      .selectFrom('attempts')
      .select('id')
      .where('card_fingerprint', '=', card.fingerprint)
      .where('merchant_id', '=', card.first.merchantId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    await noteEvent(trx, operatorName, { kind: forgetting, attemptId: last?.id ?? card.first.id });
    return true;
  });
