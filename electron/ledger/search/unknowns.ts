/** Reads the unresolved unknown attempts, oldest first. */
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { prepared } from '#electron/ledger/engine/prepared.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';

const unknownRows = prepared<ListedRow>((db) =>
  db.selectFrom('attempts').select(listedColumns).where(isUnknown).orderBy('position'),
);

export const unknownsOf = (engine: Engine): Promise<readonly Attempt[]> =>
  engine.read(async (db) => (await unknownRows(engine, db, {})).rows.map(toAttempt));
