/** Compares each hold with the payments that it follows from, which the trail proves. */
import { pagesOf } from '#electron/ledger/engine/statements.ts';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { holdAfter, holdEnd } from '#electron/ledger/rows/hold-after.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { operationFacts, operationsThat } from '#shared/payments/operations.ts';
import { withoutEffect } from '#shared/payments/outcome.ts';
import type { CheckedPages } from './walk-chain.ts';

/** Holds per page. */
const portion = 500;

const opening = operationsThat(({ opens }) => opens === 'hold');

/** Reads holds with their authorization and what settled them last, in one statement a page. */
const followed = (db: Database, after: string) =>
  db
    .selectFrom('holds')
    .leftJoin('attempts as own', 'own.id', 'holds.id')
    .leftJoin('attempts as settlement', 'settlement.id', 'holds.settlement_id')
    .select([
      'own.seat',
      'own.operation',
      'own.standing',
      'own.amount',
      'own.answered_amount',
      'own.started_at',
      'own.hold_days',
      'own.family',
      'own.environment',
      'own.merchant_id',
      'holds.id as hold_id',
      'holds.state as hold_state',
      'holds.amount as held',
      'holds.expires_at',
      'holds.expiry_is_estimate',
      'holds.environment as hold_environment',
      'holds.merchant_id as hold_merchant_id',
      'holds.settlement_id',
      'settlement.hold_id as settled_hold',
      'settlement.operation as settling',
      'settlement.family as settling_family',
      'settlement.standing as settling_standing',
      'settlement.service_code',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('attempts as live')
          .select('live.id')
          .whereRef('live.hold_id', '=', 'holds.id')
          .where('live.standing', 'not in', withoutEffect),
      ).as('is_settled'),
    )
    .where('holds.id', '>', after)
    .orderBy('holds.id')
    .limit(portion);

/** Approved authorizations without a hold after this position. */
const withoutHold = (db: Database, position: number) =>
  db
    .selectFrom('attempts')
    .select(['id', 'position', 'seat', 'started_at'])
    .where('position', '>', position)
    .where('operation', 'in', opening)
    .where('standing', '=', 'approved')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('holds').select('holds.id').whereRef('holds.id', '=', 'attempts.id'))),
    )
    .orderBy('position')
    .limit(portion);

type FollowedRow = Awaited<ReturnType<ReturnType<typeof followed>['execute']>>[number];

/** Checks all holds, and that each approved authorization has one. */
export async function checkHolds({ engine, findings, pause }: CheckedPages): Promise<void> {
  const readHolds = (after: string) => engine.read((db) => followed(db, after).execute());
  for await (const page of pagesOf('', ({ hold_id }: FollowedRow) => hold_id, readHolds)) {
    for (const row of page.filter((each) => !isAsFollows(each))) {
      findings.found({
        kind: 'hold-differs',
        seat: row.seat ?? '',
        link: 0,
        at: row.started_at,
        subjectId: row.hold_id,
      });
    }
    await setTimeout(pause, undefined, { ref: false });
  }
  const readOthers = (position: number) => engine.read((db) => withoutHold(db, position).execute());
  for await (const page of pagesOf(Number.MIN_SAFE_INTEGER, ({ position }) => position, readOthers)) {
    for (const { id, seat, started_at: at } of page) {
      findings.found({ kind: 'hold-differs', seat, link: 0, at, subjectId: id });
    }
  }
}

function isAsFollows(row: FollowedRow): boolean {
  const { amount, started_at, hold_days, operation } = row;
  // A hold belongs to an authorization.
  if (amount === null || started_at === null || operation === null) return false;
  if (!opening.includes(operation)) return false;
  if (row.hold_environment !== row.environment || row.hold_merchant_id !== row.merchant_id) return false;
  if (row.expires_at !== holdEnd({ started_at, hold_days })) return false;
  if (row.expiry_is_estimate !== (row.family === 'form' ? 0 : 1)) return false;
  const held = heldAmount({ amount, answeredAmount: row.answered_amount });
  if (row.hold_state === 'open' && (row.held !== held || Boolean(row.is_settled))) return false;
  if (row.settlement_id === null) return row.hold_state === 'open' || row.standing !== 'approved';
  const { settling_standing: standing, settling_family: family, settling } = row;
  if (row.settled_hold !== row.hold_id || standing === null || family === null || settling === null) return false;
  const { settles } = operationFacts(
    recorded.operation({ operation: settling, family, environment: row.hold_environment }),
  );
  return (
    settles !== null && row.hold_state === holdAfter({ standing, family, service_code: row.service_code }, settles)
  );
}
