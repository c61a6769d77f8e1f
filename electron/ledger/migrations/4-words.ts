/**
 * The fourth schema: search indexes that give the newest finds first, made in the pauses or before the first search, and the
 * merchants of the holds that wait.
 */
import { sql, type Kysely } from 'kysely';
import type { EngineKind } from './engine-kind.ts';

export async function addWords(db: Kysely<unknown>, engine: EngineKind): Promise<void> {
  for (const statement of [...(engine === 'sqlite' ? sqlite : postgres), merchants])
    await sql.raw(statement).execute(db);
}

/** The queue asks for the currency of each merchant, which its first and last hold tell. */
const merchants = `create index holds_merchants on holds (profile_id, id)
  where state in ('open', 'capturing', 'capture-unknown')`;

/**
 * SQLite reads its full-text index forwards in two thirds of the time of backwards: its row numbers are the positions with a
 * minus before them. And the ends of references are terms like beginnings, so that a word is one term to look up.
 */
const sqlite = [
  `drop table attempt_words`,
  `create virtual table attempt_words using fts5 (words, content = '', contentless_delete = 1, detail = none,
   tokenize = "ascii tokenchars '=$'")`,
  `drop index attempts_unindexed`,
  // 1 was the former index. No row has to be written now.
  `create index attempts_unindexed on attempts (position) where indexed < 2`,
];

/**
 * PostgreSQL's words are in a narrow table of their own, which follows the attempts as SQLite's index does. Nobody who pays
 * waits for it, and a search reads few and dense pages.
 */
const postgres = [
  // What was written is noted in the transaction that wrote it, and taken from here when its words are in the index.
  `create table attempts_unindexed (
     number bigint generated always as identity primary key,
     position bigint not null
   )`,
  `create table attempt_words (position bigint primary key, words tsvector not null)`,
  // Not `fastupdate`: each search would read through the list of what is yet to be sorted in.
  `create index attempt_words_words on attempt_words using gin (words) with (fastupdate = off)`,
  `create or replace function caja_attempts_changed() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'DELETE' then insert into attempts_unindexed (position) select position from changed; end if;
     if current_setting('caja.quiet', true) = 'on' then return null; end if;
     perform pg_notify('caja_attempts',
       case when count(*) between 1 and 50 then string_agg(id, ',') else '' end) from changed;
     return null;
   end $$`,
  // The words of the column are made anew in the table; what the filters ask for is among them.
  `drop index attempts_words`,
  `drop index attempts_standing`,
  `drop index attempts_operator`,
  `alter table attempts drop column words`,
  `alter table attempts add column words text`,
  `insert into attempts_unindexed (position) select position from attempts order by position`,
];
