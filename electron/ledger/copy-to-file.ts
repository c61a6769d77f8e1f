/** A copy of the shared ledger as an SQLite file: the same kind of backup that an embedded ledger makes. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { checkCopy } from './backup.ts';
import type { Engine } from './engine.ts';
import type { LedgerFigures } from './figures.ts';
import type { LedgerParts } from './ledger.ts';
import { copyLedger } from './move.ts';
import { openSqliteLedger } from './open-sqlite.ts';

/** @param target must not exist; it appears under its name only when it is whole and verified */
export async function copyToFile(engine: Engine, target: string, parts: LedgerParts): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`There is already a file ${target}.`);
  const partial = `${target}.partial`;
  try {
    await rm(partial, { force: true });
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
    const figures = await checkCopy(partial);
    await rename(partial, target);
    return figures;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(partial + suffix, { force: true });
  }
}
