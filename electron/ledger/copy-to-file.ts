/** Backs up the shared ledger as an SQLite file, in the same format as an embedded ledger. */
import { existsSync } from 'node:fs';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import { removeCopy } from '#electron/ledger/copies/backup.ts';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { LedgerFigures } from '#electron/ledger/copies/figures.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import type { LedgerParts } from '#electron/ledger/stored-ledger.ts';
import { copyLedger } from '#electron/ledger/copies/move.ts';
import { openSqliteLedger } from './open-sqlite.ts';

/** @param target must not exist; appears only when complete and verified */
export async function copyToFile(
  engine: Pick<Engine, 'read'>,
  target: string,
  parts: LedgerParts,
  course: Course = unwatched,
): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`The file ${target} exists already.`);
  const partial = `${target}.partial`;
  try {
    course.begin('copy', null);
    await removeCopy(partial);
    // A copy has no signer.
    const { trail: _heads, ...unsigned } = parts;
    const file = await openSqliteLedger({ ...unsigned, file: partial });
    try {
      // A snapshot of one moment while other seats go on.
      const { verified } = await engine.read((db) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute((trx) => copyLedger(trx, file.engine, { ...unwatched, progress: course.progress })),
      );
      if (!verified) throw new Error('The copy differs from the shared ledger.');
    } finally {
      await file.close();
    }
    course.begin('check', null);
    // Indexes the words as well, so that search works right after a restore.
    const figures = await inThread({ kind: 'seal', file: partial }, { signal: course.signal });
    await putInPlace(partial, target);
    return figures;
  } finally {
    await removeCopy(partial);
  }
}
