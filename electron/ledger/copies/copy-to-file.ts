/** A copy of the shared ledger as an SQLite file: the same kind of backup that an embedded ledger makes. */
import { existsSync } from 'node:fs';
import { removeCopy } from './backup.ts';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import type { LedgerFigures } from './figures.ts';
import { inThread } from './file-thread.ts';
import type { LedgerParts } from '#electron/ledger/ledger.ts';
import { copyLedger } from './move.ts';
import { openSqliteLedger } from '#electron/ledger/sqlite/open-sqlite.ts';

/** @param target must not exist; it appears under its name only when it is whole and verified */
export async function copyToFile(engine: Engine, target: string, parts: LedgerParts): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`There is already a file ${target}.`);
  const partial = `${target}.partial`;
  try {
    await removeCopy(partial);
    const file = await openSqliteLedger({ ...parts, file: partial });
    try {
      // One moment of the shared ledger, while other seats go on.
      const { verified } = await engine.read((db) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute((trx) => copyLedger(trx, file.engine, () => undefined)),
      );
      if (!verified) throw new Error('The copy differs from the shared ledger.');
    } finally {
      await file.close();
    }
    // Its words are indexed here too: the machine that restores it has them at once.
    const figures = await inThread({ kind: 'seal', file: partial });
    await putInPlace(partial, target);
    return figures;
  } finally {
    await removeCopy(partial);
  }
}
