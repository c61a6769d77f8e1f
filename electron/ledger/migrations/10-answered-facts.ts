/**
 * Schema 10: the page of a 3-D Secure challenge, the text on the cardholder's statement, and the index by which an `idtx` is
 * recognized as that of another payment. Additive: seats of schema 6 to 9 go on, and leave both columns empty.
 */
import type { Migration } from './migration.ts';

const columns = [
  `alter table attempts add column challenge_url text`,
  `alter table attempts add column statement_descriptor text`,
];

export const answeredFacts: Migration = {
  name: 'answered-facts',
  usableFrom: 6,
  statements: {
    sqlite: [...columns, `create index attempts_idtx on attempts (idtx) where family = 'json' and idtx is not null`],
    postgres: [
      ...columns,
      // A hash index, because a B-tree refuses keys of more than 2,704 bytes, and with them the answer.
      `create index attempts_idtx on attempts using hash (idtx) where family = 'json' and idtx is not null`,
    ],
  },
};
