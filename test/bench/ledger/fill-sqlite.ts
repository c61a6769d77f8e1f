/** Fills the ledgers on SQLite in a thread of its own, while PostgreSQL is being filled. */
import { workerData } from 'node:worker_threads';
import { fillSqlite } from './sqlite.ts';

export interface SqliteToFill {
  readonly folder: string;
  readonly sizes: readonly number[];
  /** Durations of the fillings in ms, in memory shared with the starter of the thread. */
  readonly loads: Float64Array;
}

const { folder, sizes, loads } = workerData as SqliteToFill;
for (const [index, size] of sizes.entries()) loads[index] = (await fillSqlite(folder, size)).load;
