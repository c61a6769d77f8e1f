/** Edits by somebody who owns the database, each found out with the first broken link by its name. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { linkHash, type LinkRow } from '#electron/ledger/trail/link.ts';
import { createTrailKey } from '#electron/ledger/trail/trail-key.ts';
import { newId } from '#shared/new-id.ts';
import { merchant, newAttempt, record } from '#test/fixtures/examples.ts';
import { enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import {
  byHand,
  closeToday,
  deed,
  gist,
  restoreDeed,
  sell,
  signingSeatOfTest,
  whole,
  type SigningSeat,
} from './signing-seat.ts';

// One would write back what was taken out of the ledger of a running seat.
withoutHeartbeats();

type Database = Parameters<Parameters<typeof byHand>[1]>[0];

/** Copies the rows of a table, with these changes, into it. */
async function addCopy(db: Database, table: string, changes: RawBuilder<unknown>): Promise<void> {
  await sql`create table copied as select * from ${sql.table(table)}`.execute(db);
  await sql`update copied set ${changes}`.execute(db);
  await sql`insert into ${sql.table(table)} select * from copied`.execute(db);
  await sql`drop table copied`.execute(db);
}

describe.each(enginesOfSameSql)('the audit trail on %s, edited by hand', (engine) => {
  let seat: SigningSeat;
  let ledger: StoredLedger;
  let saleId: string;
  beforeEach(async () => {
    seat = await signingSeatOfTest(engine);
    ledger = await seat.open();
    // Links 1 to 7: three entries, a payment as begun and as answered, two entries.
    for (let index = 0; index < 3; index++) await ledger.note('Ana', deed);
    expect(gist(await ledger.checkTrail())).toEqual(whole);
    saleId = await sell(ledger);
    expect(gist(await ledger.checkTrail())).toEqual(whole);
    for (let index = 0; index < 2; index++) await ledger.note('Sol', deed);
    expect(await ledger.checkTrail()).toMatchObject({ links: 7, chains: 1, breaks: 0 });
    await ledger.close();
  });

  const edit = (work: Parameters<typeof byHand>[1]) => byHand(seat.store, work);
  const found = async () => {
    ledger = await seat.open();
    return gist(await ledger.checkTrail());
  };
  /** Else the seat writes again what its server has lost. */
  const forgetJournal = () => rm(path.join(seat.folder, 'journal.db'), { force: true });
  const links = async (db: Database) => (await sql<LinkRow>`select * from audit_links order by link`.execute(db)).rows;
  const entry = (number: number) =>
    sql`(select subject_id from audit_links where link = ${number} and subject = 'event')`;

  it('is whole when nobody has touched it, also after two more starts', async () => {
    expect(await found()).toEqual(whole);
    await ledger.close();
    expect(await found()).toEqual(whole);
  });

  /** Writes the chain anew, as somebody without the key can. */
  async function rewrite(db: Database, change: (link: LinkRow) => LinkRow): Promise<void> {
    let before = '';
    for (const link of await links(db)) {
      const changed = change(link);
      const hash = linkHash(before, changed);
      await sql`update audit_links set signer = ${changed.signer}, facts = ${changed.facts}, digest = ${changed.digest},
        hash = ${hash}, signature = ${changed.signature} where link = ${link.link}`.execute(db);
      before = hash;
    }
  }

  const inserted = () => ({ id: newId(), at: new Date().toISOString(), seat: 'Till', facts: JSON.stringify(deed) });
  const run =
    (...statements: readonly RawBuilder<unknown>[]) =>
    async (db: Database): Promise<void> => {
      for (const statement of statements) await statement.execute(db);
    };
  /** Name of the edit, the first break, the edit, and the number of breaks where there is more than one. */
  const edits: [string, string, (db: Database) => Promise<unknown>, number?][] = [
    [
      'an entry that was edited',
      'edited at 2',
      (db) => run(sql`update ledger_events set operator_name = 'Eve' where id = ${entry(2)}`)(db),
    ],
    [
      'an entry that was deleted',
      'missing at 3',
      (db) => run(sql`delete from ledger_events where id = ${entry(3)}`)(db),
    ],
    [
      'an entry that was inserted in the name of the seat',
      'forged at 0',
      (db) =>
        db
          .insertInto('ledger_events')
          .values({ ...inserted(), operator_name: 'Eve', kind: 'printed' })
          .execute(),
    ],
    [
      'a payment that was edited',
      'payment-differs at 5',
      (db) => run(sql`update attempts set amount = 1 where id = ${saleId}`)(db),
    ],
    [
      'a payment that was deleted',
      'missing at 5',
      (db) => run(sql`delete from attempts where id = ${saleId}`)(db).then(forgetJournal),
    ],
    [
      'a payment that was inserted in the name of the seat',
      'unlinked at 0',
      (db) =>
        addCopy(db, 'attempts', sql`id = ${newId()}, position = position + 9000000, cod_oper = 'X', auth_token = 'X'`),
    ],
    [
      'a link that was edited',
      'edited at 5',
      run(sql`update audit_links set linked_at = '2020-01-01T00:00:00.000Z' where link = 5`),
    ],
    ['a link that was deleted', 'missing at 2', run(sql`delete from audit_links where link = 2`), 2],
    [
      'the first of two links that changed places',
      'reordered at 2',
      run(
        ...[
          [2, 100],
          [3, 2],
          [100, 3],
        ].map(([from, to]) => sql`update audit_links set link = ${to} where link = ${from}`),
      ),
      3,
    ],
    [
      'the first link that was edited, when all hashes after it were made anew',
      'forged at 4',
      (db) => rewrite(db, (link) => (link.link === 4 ? { ...link, facts: '{}' } : link)),
      4,
    ],
    [
      'a chain that was signed anew by another key',
      'forged at 1',
      async (db) => {
        const other = createTrailKey(new Uint8Array(32).fill(9)).signerOf('embedded');
        await rewrite(db, (link) => ({ ...link, signer: other.signer }));
        for (const { link, hash } of await links(db))
          await sql`update audit_links set signature = ${other.sign(hash)} where link = ${link}`.execute(db);
        await forgetJournal();
      },
      2,
    ],
  ];

  it.each(edits)('names %s', async (_what, first, change, breaks = 1) => {
    await edit(change);
    expect(await found()).toMatchObject({ breaks, first: `${first} of Till` });
    if (first.startsWith('payment-differs')) expect(ledger.trail()?.first).toMatchObject({ subjectId: saleId });
  });

  it.each(engine === 'SQLite' ? ['7.5', '6.5', `'x'`, '9223372036854775807'] : [])(
    'sends nothing, and says why, where its last link has the number %s',
    async (number) => {
      await edit((db) => sql`update audit_links set link = ${sql.raw(number)} where link = 7`.execute(db));
      ledger = await seat.open();
      await expect(sell(ledger)).rejects.toMatchObject({ reason: 'altered' });
      await expect(sell(ledger)).rejects.toMatchObject({ reason: 'altered' });
      await expect(ledger.checkTrail()).rejects.toMatchObject({ reason: 'altered' });
    },
  );

  if (engine === 'SQLite') {
    it('names a link with half a number, which a new journal does not take', async () => {
      await edit((db) => sql`update audit_links set link = 3.5 where link = 3`.execute(db));
      await forgetJournal();
      ledger = await seat.open();
      await sell(ledger);
      expect(gist(await ledger.checkTrail())).toEqual({ breaks: 2, first: 'missing at 3 of Till' });
    });
  }

  it('names an authorization that was given no instant at which it began', async () => {
    ledger = await seat.open();
    const id = await record(ledger, newAttempt());
    await ledger.close();
    await edit((db) => sql`update attempts set started_at = 'never' where id = ${id}`.execute(db));
    expect(await found()).toMatchObject({ breaks: 2, first: expect.stringContaining('payment-differs') });
  });

  it('names a close of a day that was changed, put in or removed', async () => {
    ledger = await seat.open();
    const closeId = await closeToday(ledger);
    expect(gist(await ledger.checkTrail())).toEqual(whole);
    const rename = (operator: string) => (db: Database) =>
      sql`update day_closes set operator_name = ${operator} where id = ${closeId}`.execute(db);
    const foundNow = async () => {
      const report = await ledger.checkTrail();
      return { ...gist(report), subject: report.first?.subjectId, merchant: report.first?.close?.merchant };
    };
    const ours = { subject: closeId, merchant: merchant.name };

    await edit(rename('Eve'));
    expect(await foundNow()).toEqual({
      breaks: 1,
      first: 'close-differs at 8 of Till',
      ...ours,
    });
    await edit(rename('Sol'));
    expect(await foundNow()).toMatchObject({ breaks: 0 });

    await edit((db) => addCopy(db, 'day_closes', sql`id = ${newId()}, day = 'never'`));
    expect(await foundNow()).toMatchObject({ breaks: 1, first: 'close-added at 0 of Till' });

    await edit((db) => sql`delete from day_closes where id = ${closeId}`.execute(db));
    expect(await foundNow()).toEqual({
      breaks: 2,
      first: 'close-missing at 8 of Till',
      ...ours,
    });
  });

  it('names the place at which its end was cut off, at every start', async () => {
    await edit(async (db) => {
      await sql`delete from ledger_events where id in (select subject_id from audit_links where link > 5)`.execute(db);
      await sql`delete from audit_links where link > 5`.execute(db);
    });
    await forgetJournal();
    expect(await found()).toMatchObject({ breaks: 1, first: 'cut-off at 6 of Till' });
    await ledger.note('Ana', deed);
    await ledger.close();
    expect(await found()).toMatchObject({ breaks: 1, first: 'cut-off at 6 of Till' });
  });

  it('says that its signed head was removed, at every start', async () => {
    await rm(path.join(seat.folder, 'trail.json'));
    expect(await found()).toMatchObject({ breaks: 1, first: 'no-head at 7 of Till' });
    await ledger.note('Ana', deed);
    await ledger.close();
    expect(await found()).toMatchObject({ breaks: 1, first: 'no-head at 8 of Till' });
  });

  it('keeps each file of its heads that can’t be read', async () => {
    for (const bytes of ['{', 'null']) {
      await writeFile(path.join(seat.folder, 'trail.json'), bytes);
      expect(await found()).toMatchObject({ breaks: 1 });
      await ledger.close();
    }
    const kept = (await readdir(seat.folder)).filter((name) => name.startsWith('trail.damaged-'));
    const contents = await Promise.all(kept.map((name) => readFile(path.join(seat.folder, name), 'utf8')));
    expect(contents.toSorted()).toEqual(['null', '{']);
  });

  it('signs nothing that was undone when its head was removed, though a supervisor has once restored a backup', async () => {
    ledger = await seat.open();
    await ledger.note('Sol', restoreDeed(1));
    expect(gist(await ledger.checkTrail())).toEqual(whole);
    await ledger.close();
    await edit((db) => sql`delete from attempts where id = ${saleId}`.execute(db));
    await forgetJournal();
    await rm(path.join(seat.folder, 'trail.json'));
    expect(await found()).toMatchObject({ breaks: 2, first: 'no-head at 8 of Till' });
  });
});
