/** Reads the unresolved unknown attempts, oldest first. */
import { listedColumns, toAttempt, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import { prepared } from '#electron/ledger/prepared.ts';
import type { Attempt } from '#shared/payments/attempt.ts';

const unknownRows = prepared<ListedRow>((db) =>
  db.selectFrom('attempts').select(listedColumns).where(isUnknown).orderBy('position'),
);

export const unknownsOf = (engine: Engine): Promise<readonly Attempt[]> =>
  engine.read(async (db) => (await unknownRows(engine, db, {})).rows.map(toAttempt));
