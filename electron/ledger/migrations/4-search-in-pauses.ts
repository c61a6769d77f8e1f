/** Schema 4: search indexes that read the newest finds first and are filled in the pauses; the merchants of waiting holds. */
import type { Migration } from './migration.ts';

/** The holds queue asks for the currency of each merchant, which its first and last hold tell. */
const merchants = `create index holds_merchants on holds (profile_id, id)
   where state in ('open', 'capturing', 'capture-unknown')`;

export const searchInPauses: Migration = {
  name: 'search-in-pauses',
  statements: {
    /**
     * Row numbers of the index are negative positions, because SQLite reads a full-text index forwards in two thirds of the
     * time of backwards. Ends of references become terms too, so that a word is one term to look up.
     */
    sqlite: [
      `drop table attempt_words`,
      `create virtual table attempt_words using fts5 (words, content = '', contentless_delete = 1, detail = none,
       tokenize = "ascii tokenchars '=$'")`,
      `drop index attempts_unindexed`,
      // 1 marked the former index. No row has to be written now.
      `create index attempts_unindexed on attempts (position) where indexed < 2`,
      merchants,
    ],
    /** Words move to a narrow table of their own. Nobody who pays waits for it, and a search reads few, dense pages. */
    postgres: [
      // A write leaves a note here in its own transaction. Indexing removes it.
      `create table attempts_unindexed (
         number bigint generated always as identity primary key,
         position bigint not null
       )`,
      `create table attempt_words (position bigint primary key, words tsvector not null)`,
      // Without `fastupdate`, because each search would read through the list of entries that are not sorted in yet.
      `create index attempt_words_words on attempt_words using gin (words) with (fastupdate = off)`,
      `create or replace function caja_attempts_changed() returns trigger language plpgsql as $$
       begin
         if tg_op <> 'DELETE' then insert into attempts_unindexed (position) select position from changed; end if;
         if current_setting('caja.quiet', true) = 'on' then return null; end if;
         perform pg_notify('caja_attempts',
           case when count(*) between 1 and 50 then string_agg(id, ',') else '' end) from changed;
         return null;
       end $$`,
      // The table holds the words of the column anew, with the terms of the filters among them.
      `drop index attempts_words`,
      `drop index attempts_standing`,
      `drop index attempts_operator`,
      `alter table attempts drop column words`,
      `alter table attempts add column words text`,
      `insert into attempts_unindexed (position) select position from attempts order by position`,
      merchants,
    ],
  },
};
