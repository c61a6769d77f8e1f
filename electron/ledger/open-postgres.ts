/** Opens the shared ledger on PostgreSQL. */
import type { Course } from '#electron/core/ports/course.ts';
import type { Kysely } from 'kysely';
import { copyToFile } from '#electron/ledger/copies/backup.ts';
import { createLedger } from './ledger.ts';
import { ledgerId } from '#electron/ledger/journal/known-server.ts';
import { connectionConfigs, type PostgresAddress } from '#electron/ledger/postgres/connection/connection-config.ts';
import { openingReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import { connectLink, usualPatience, type LinkPatience } from '#electron/ledger/postgres/connection/link.ts';
import { createReadsPool } from '#electron/ledger/postgres/connection/reads-pool.ts';
import { connectUnhurried, migrateShared } from '#electron/ledger/postgres/migrate-shared.ts';
import { postgresEngine, type PostgresEngineParts } from '#electron/ledger/postgres/postgres-engine.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import type { LedgerParts, StoredLedger } from './stored-ledger.ts';
import { serverPromises } from '#shared/seat/settings.ts';

export interface PostgresLedgerOptions extends LedgerParts, PostgresAddress, Pick<PostgresEngineParts, 'required'> {
  /** Most connections of this seat: one that records payments, and the others, at least one, for everything else. */
  readonly poolSize: number;
  readonly patience?: Partial<LinkPatience>;
}

/** Rejects with `LedgerUnavailable` when the server can't be used or has a newer ledger. */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<StoredLedger> {
  const { reportBug, journal, required = serverPromises } = options;
  const patience = { ...usualPatience, ...options.patience };
  const link = await connectLink({ configs: connectionConfigs(options), required, patience, reportBug });
  const reads = createReadsPool(link, required, Math.max(1, options.poolSize - 1), patience.idle);
  const db = queriesOn(reads, () => reads.end());

  /** Copies over a connection of its own, because a copy is one transaction of minutes, and the screens go on. */
  const backUp = (file: string, course?: Course): Promise<number> => {
    const { types: _readers, ...config } = link.config();
    return copyToFile({ config, identity: link.facts().identity }, file, course);
  };
  try {
    const asked = queriesOn(link.lend('payment'));
    await migrateShared(
      asked as Kysely<unknown>,
      () => connectUnhurried(link.config()),
      options.onMigration ?? (() => undefined),
    );
    const engine = await postgresEngine(db, link, reads, options);
    const own = await ledgerId(asked, journal, addressOf(options.url), options.makeId);
    return await createLedger(engine, options, backUp, { own, name: own.ledger });
  } catch (error) {
    await link.close();
    await db.destroy();
    throw openingReason(error);
  }
}

/** Returns the address without a password, which it may carry although it is ignored. */
function addressOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.password = '';
  return parsed.href;
}
