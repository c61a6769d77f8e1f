/**
 * Schema 6: differences between request and answer, answers that contradict a resolution, and a checksum of each row. Additive:
 * every column may be null.
 */
import type { Migration } from './migration.ts';

const columns = [
  `alter table attempts add column differences text`,
  `alter table attempts add column contradiction text`,
  // CRC-32 of the row's other columns; null for rows from before this schema.
  `alter table attempts add column checksum bigint`,
];

export const trueAnswers: Migration = { name: 'true-answers', statements: { sqlite: columns, postgres: columns } };
