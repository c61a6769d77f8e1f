/**
 * The victim of the tests of interrupted migrations: a later version that migrates a ledger, and announces start and end. With a
 * second argument it kills itself before that step of the migration, which no machine is too slow for.
 */
import { migrateFile } from '#electron/ledger/migrations/migrate.ts';
import { connectUnhurried, migrateShared } from '#electron/ledger/postgres/shared-schema.ts';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { laterMigrations } from '#test/fixtures/ledger/later-schema.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import type { StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

const [text = '', lastStep = 'none'] = process.argv.slice(2);
const address = JSON.parse(text) as StoreAddress;
process.stdout.write('begun\n');
await onDatabase(address, async (db) => {
  if (address.engine === 'SQLite') {
    return migrateFile(
      db as never,
      (progress) => {
        if (progress.kind === 'step' && String(progress.step) === lastStep) process.kill(process.pid, 'SIGKILL');
      },
      laterMigrations,
    );
  }
  const [config] = connectionConfigs({ ...address, ca: null });
  return migrateShared(
    db as never,
    () => connectUnhurried(config),
    () => undefined,
    undefined,
    laterMigrations,
  );
});
process.stdout.write('done\n');
