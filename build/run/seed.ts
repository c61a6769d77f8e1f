/** `npm run seed -- [COUNT] --user-data-dir DIR`: fills a new data folder's ledger with two years of a made-up shop. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Shop } from '#build/seed/generate.ts';
import { loadSqlite } from '#build/seed/load-sqlite.ts';
import { readSeedArguments } from '#build/seed/seed-arguments.ts';
import { workOn } from '#electron/ledger/copies/file-work.ts';
import { errorText } from '#shared/error-text.ts';
import { merchantSchema, trainingMerchantId } from '#shared/seat/merchant.ts';

const usage = 'npm run seed -- [COUNT] --user-data-dir DIR';

function refuse(why: string): never {
  console.error(`${why}\n${usage}`);
  process.exit(1);
}

function readOrRefuse(): ReturnType<typeof readSeedArguments> {
  try {
    return readSeedArguments(process.argv.slice(2));
  } catch (error) {
    return refuse(errorText(error));
  }
}

const { count, folder } = readOrRefuse();
const file = path.join(folder, 'ledger.db');
// Made-up payments could never be told from real ones again, and nothing may be deleted.
if (existsSync(file)) refuse(`${file} is there already. Seed a folder that has no ledger.`);
mkdirSync(folder, { recursive: true });

const shop: Shop = {
  merchant: merchantSchema.parse({
    id: trainingMerchantId,
    name: 'Training',
    environment: 'training',
    baseUrl: 'https://localhost:8443',
  }),
  end: new Date().toISOString(),
};
await workOn({ kind: 'migrate', file }, () => undefined);
loadSqlite(file, count, shop);
console.log(`${count} made-up attempts in ${file}. Open them: npm start -- --user-data-dir ${folder}`);
