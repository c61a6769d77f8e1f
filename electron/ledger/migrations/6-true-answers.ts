/**
 * Schema 6: differences between request and answer, answers that contradict a resolution, a checksum of each row, and the
 * references by which an answer is recognized as that of another payment. Additive: every column may be null.
 */
import type { Migration } from './migration.ts';

const columns = [
  `alter table attempts add column differences text`,
  `alter table attempts add column contradiction text`,
  // CRC-32 of the row's other columns; null for rows from before this schema.
  `alter table attempts add column checksum bigint`,
];

/** Captures whose contradicted resolution has to stay, because another capture of their hold counts (`late-answers.ts`). */
const contested = `create index attempts_contested on attempts (position) where resolved_how = 'contested'`;

const sqlite = [
  ...columns,
  `create index attempts_cod_oper on attempts (cod_oper) where cod_oper is not null`,
  `create index attempts_auth_token on attempts (auth_token) where family = 'form' and auth_token is not null`,
  contested,
];

const postgres = [
  ...columns,
  // Hash indexes, because a B-tree refuses keys of more than 2,704 bytes, and with them the answer.
  `create index attempts_cod_oper on attempts using hash (cod_oper) where cod_oper is not null`,
  `create index attempts_auth_token on attempts using hash (auth_token)
   where family = 'form' and auth_token is not null`,
  contested,
];

export const trueAnswers: Migration = { name: 'true-answers', statements: { sqlite, postgres } };
