/** Fills the ledgers on SQLite in a thread of its own, while PostgreSQL is being filled. */
import { workerData } from 'node:worker_threads';
import { fillSqlite } from './sqlite.ts';

export interface SqliteToFill {
  readonly folder: string;
  readonly sizes: readonly number[];
}

const { folder, sizes } = workerData as SqliteToFill;
for (const size of sizes) await fillSqlite(folder, size);
