/**
 * Schema 7: when a seat wrote an attempt again that a server had lost, and the oldest schema whose programs can still use the
 * ledger. Additive: both columns may be null, and seats of schema 6 go on.
 */
import type { Migration } from './migration.ts';

const columns = [
  `alter table attempts add column restored_at text`,
  `alter table schema_version add column usable_from integer`,
];

export const manySeats: Migration = {
  name: 'many-seats',
  usableFrom: 6,
  statements: { sqlite: columns, postgres: columns },
};
