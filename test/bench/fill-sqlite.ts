/** Fills the ledgers on SQLite in a thread of its own, beside the filling of PostgreSQL. */
import { workerData } from 'node:worker_threads';
import { fillSqlite } from './sqlite.ts';

export interface SqliteToFill {
  readonly folder: string;
  readonly sizes: readonly number[];
  /** Shared with who started the thread: takes how long each took, in ms. */
  readonly loads: Float64Array;
}

const { folder, sizes, loads } = workerData as SqliteToFill;
for (const [index, size] of sizes.entries()) loads[index] = (await fillSqlite(folder, size)).load;
