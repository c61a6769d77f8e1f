/** Moving, backing up and restoring a ledger: nothing is lost, and a damaged copy is never put in place. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwatched } from '#electron/core/ports/course.ts';
import { dropCopy, finishRestore, prepareRestore } from '#electron/ledger/copies/backup.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { engines, makeStore, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { checkCopy, restoreCopy } from '#test/fixtures/ledger/restore-copy.ts';
import {
  approved,
  capture,
  guard,
  lost,
  newAttempt,
  query,
  record,
  resolution,
  value,
} from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';

async function fill(ledger: StoredLedger, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const amount = 1_000 + index;
    const attempt = newAttempt({ amount, operatorName: index % 2 === 0 ? 'Ana' : 'Benito' });
    ids.push(await record(ledger, attempt, index % 5 === 0 ? lost : approved({ answeredAmount: amount })));
  }
  const amount = 1_001;
  return [...ids, await record(ledger, capture(ids[1] ?? '', { amount }), approved({ answeredAmount: amount }))];
}

it('gives the thread for a file little room for young objects, because this process keeps it afterwards', async () => {
  const ledger = await (await storeOfTest('SQLite')).open();
  const rooms: unknown[] = [];
  process.once('worker', ({ resourceLimits }) => rooms.push(resourceLimits?.maxYoungGenerationSizeMb));
  await ledger.backUp(join(temporaryFolder(), 'copy.db'));
  expect(rooms).toEqual([4]);
});

describe('moving the embedded ledger into the shared one', () => {
  let embedded: StoredLedger;
  let shared: StoredLedger;
  beforeEach(async () => {
    embedded = await (await storeOfTest('SQLite')).open();
    shared = await (await storeOfTest('PostgreSQL')).open('Till');
  });

  it('continues where it was interrupted, copies everything with later changes, and keeps the rows of another seat', async () => {
    const ids = await fill(embedded, 251);
    await fill(shared, 3);
    const theirs = await sumsOf(shared);
    const broken = moveLedger(embedded, shared, {
      ...unwatched,
      progress() {
        throw new Error('the plug was pulled');
      },
    });
    await expect(broken).rejects.toThrow('the plug was pulled');
    expect((await sumsOf(shared)).attempts).toBe(theirs.attempts + 250);
    expect(await shared.checkTrail()).toMatchObject({ first: { kind: 'unlinked' } });
    const looked = resolution('approved', { reference: 'R' });
    await embedded.resolve(ids[0] ?? '', looked);

    const progress: number[] = [];
    const steps: unknown[] = [];
    const result = await moveLedger(embedded, shared, {
      ...unwatched,
      begin: (step, total) => steps.push([step, total]),
      progress: (done) => progress.push(done),
    });
    expect(steps).toEqual([
      ['copy', 252],
      ['verify', 252],
    ]);
    const own = await sumsOf(embedded);
    expect(result).toEqual({ attempts: 252, amount: own.amount, verified: true });
    expect(progress).toEqual([250, 252, 252]);
    const moved = Object.entries(await sumsOf(shared)).map(([name, sum]) => [
      name,
      sum - theirs[name as keyof typeof theirs],
    ]);
    expect(Object.fromEntries(moved)).toEqual(own);
    for (const id of [ids[5], ids[1], ids.at(-1)]) {
      expect(await shared.show(id ?? '')).toEqual(await embedded.show(id ?? ''));
      expect(await shared.hold(id ?? '')).toEqual(await embedded.hold(id ?? ''));
    }
    expect(await shared.show(ids[0] ?? '')).toMatchObject({ resolution: looked });
    expect((await shared.search(query({ text: '10.07' }))).attempts).toHaveLength(1);
    expect(await shared.operators()).toEqual(['Ana', 'Benito']);
    expect(await shared.checkTrail()).toMatchObject({ breaks: 0 });
  });

  it('reverts nothing that has changed in the shared one since', async () => {
    const ids = await fill(embedded, 6);
    await moveLedger(embedded, shared);
    const [unknown = '', , held = ''] = ids;
    const looked = resolution('declined');
    value(await shared.resolve(unknown, looked));
    const captured = await record(shared, capture(held, { amount: 1_002 }), approved({ answeredAmount: 1_002 }));
    value(await shared.begin(newAttempt(), guard()));

    expect(await moveLedger(embedded, shared)).toMatchObject({ attempts: 7, verified: true });
    expect(await shared.show(unknown)).toMatchObject({ state: 'unknown', resolution: looked });
    expect(await shared.hold(held)).toMatchObject({
      state: 'captured',
      capture: { id: captured, state: 'approved' },
    });
  });

  it('leaves a capture for a person to look up whose hold was captured in both', async () => {
    const [, , held = ''] = await fill(embedded, 6);
    await moveLedger(embedded, shared);
    const captured = (ledger: StoredLedger) =>
      record(ledger, capture(held, { amount: 1_002 }), approved({ answeredAmount: 1_002 }));
    const [here, there] = [await captured(embedded), await captured(shared)];

    for (let run = 0; run < 2; run++) {
      expect(await moveLedger(embedded, shared)).toMatchObject({ attempts: 8, verified: true });
      expect(await shared.hold(held)).toMatchObject({ state: 'captured', capture: { id: there } });
      expect(await shared.show(here)).toMatchObject({ state: 'unknown', unknownCause: 'settled-elsewhere' });
      expect((await shared.unknowns()).map(({ id }) => id)).toContain(here);
      expect(await shared.checkTrail()).toMatchObject({ breaks: 0 });
    }
  });

  it('is not verified as long as an amount, an answered amount or a hold’s amount differs', async () => {
    const [, , held = ''] = await fill(embedded, 6);
    await moveLedger(embedded, shared);
    for (const [table, column] of [
      ['attempts', 'amount'],
      ['attempts', 'answered_amount'],
      ['holds', 'amount'],
    ] as const) {
      const put = (amount: number) =>
        shared.engine.write((trx) =>
          trx
            .updateTable(table)
            .set({ [column]: amount })
            .where('id', '=', held)
            .execute(),
        );
      await put(1);
      expect(await moveLedger(embedded, shared), `${table} ${column}`).toMatchObject({ verified: false });
      await put(1_002);
    }
    expect(await moveLedger(embedded, shared)).toMatchObject({ verified: true });
  });
});

it.each(engines)(
  'a backup of the ledger on %s is complete, of one moment though payments continue, and searchable',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    const folder = temporaryFolder();
    const ids = await fill(ledger, 12);
    const before = await sumsOf(ledger);
    const file = join(folder, 'copy.db');
    const [attempts] = await Promise.all([ledger.backUp(file), fill(ledger, 5)]);
    expect(await checkCopy(file)).toBe(attempts);
    expect(attempts).toBeGreaterThanOrEqual(before.attempts);
    await expect(ledger.backUp(file)).rejects.toThrow('already');
    // The copy itself is indexed, so that a search needs no time after a restore.
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('select count(*) as count from attempts where indexed = 0').get()).toEqual({ count: 0 });
    expect(copy.prepare('select count(*) as count from attempt_words').get()).toEqual({ count: attempts });
    copy.close();

    const place = join(folder, 'ledger.db');
    expect((await restoreCopy(file, place)).keptFile).toBeNull();
    const restored = await openLedger({ engine: 'SQLite', file: place }, 'Front desk');
    expect(await restored.show(ids[1] ?? '')).toEqual(await ledger.show(ids[1] ?? ''));
    expect((await restored.search(query({ text: '10.07' }))).attempts).toHaveLength(1);
    await restored.close();
  },
);

it('names the chosen file alone when a backup or a restored ledger can’t be put in place', async () => {
  const folder = temporaryFolder();
  const [target, copy, place] = [join(folder, 'taken.db'), join(folder, 'copy.db'), join(folder, 'gone/ledger.db')];
  const ledger = await (await storeOfTest('SQLite')).open();
  const takesPlace = { ...unwatched, begin: (step: string) => void (step === 'check' && mkdirSync(target)) };
  await expect(ledger.backUp(target, takesPlace)).rejects.toThrow(`rename '${target}' -> '${target}'`);
  await ledger.backUp(copy);
  await expect(restoreCopy(copy, place)).rejects.toThrow(`open '${place}'`);
});

describe('restoring a backup', () => {
  let backup: Buffer;
  let place: string;
  let copy: string;
  beforeAll(async () => {
    const store = await makeStore('SQLite');
    const ledger = await store.open();
    await fill(ledger, 6);
    const file = join(dirname(store.address.file), 'copy.db');
    await ledger.backUp(file);
    backup = await readFile(file);
    await store.drop();
  });
  beforeEach(async () => {
    const folder = temporaryFolder();
    place = join(folder, 'ledger.db');
    copy = join(folder, 'copy.db');
    await writeFile(copy, backup);
  });

  it('puts no damaged copy in place, and the current ledger stays', async () => {
    const bytes = await readFile(copy);
    await writeFile(copy, bytes.subarray(0, bytes.length / 2));
    await writeFile(place, 'the present one');
    await expect(restoreCopy(copy, place)).rejects.toMatchObject({ reason: 'corrupt' });
    expect(await readFile(place, 'utf8')).toBe('the present one');
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });

  it('indexes the words of the copy before it replaces the ledger', async () => {
    const unindexed = new DatabaseSync(copy);
    unindexed.exec('update attempts set indexed = 0, words = null; delete from attempt_words');
    unindexed.close();
    await restoreCopy(copy, place);
    const restored = new DatabaseSync(place, { readOnly: true });
    expect(restored.prepare('select count(*) as count from attempts where indexed = 0').get()).toEqual({ count: 0 });
    restored.close();
  });

  it('is finished at the next start after a power cut between the two renames', async () => {
    const bytes = await readFile(copy);
    await writeFile(`${place}.restoring`, bytes);
    await finishRestore(place, new Date());
    expect(bytes.equals(await readFile(place))).toBe(true);
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });

  it('takes the log that lies beside the copy, as beside the file of a program that was killed', async () => {
    const address = { engine: 'SQLite', file: join(temporaryFolder(), 'ledger.db') } as const;
    const ended = await openLedger(address, 'Till');
    const held = await record(ended);
    await ended.close();
    const killed = await openLedger(address, 'Till');
    const captured = await record(killed, capture(held));
    for (const ending of ['', '-wal']) await copyFile(address.file + ending, copy + ending);
    await killed.close();
    await restoreCopy(copy, place);
    const restored = await openLedger({ engine: 'SQLite', file: place }, 'Till');
    expect((await sumsOf(restored)).attempts).toBe(2);
    expect(await restored.hold(held)).toMatchObject({ state: 'captured', capture: { id: captured } });
    await restored.close();
  });

  it('does not take the log of the ledger that it replaces after a power cut between their renames', async () => {
    await writeFile(`${place}.restoring`, await readFile(copy));
    await writeFile(`${place}-wal`, 'of the former ledger');
    await writeFile(`${place}-damaged`, 'the former ledger');
    await finishRestore(place, new Date());
    expect(readdirSync(dirname(place)).toSorted()).toEqual([
      'copy.db',
      'ledger.db',
      expect.stringMatching(/^ledger\.db\.kept-.*-damaged$/u),
      expect.stringMatching(/^ledger\.db\.kept-.*-wal$/u),
    ]);
  });

  it('takes the place of folders that somebody made as files of a restore, which are never the ledger', async () => {
    for (const suffix of ['.unchecked', '.restoring', '.restoring-wal']) mkdirSync(place + suffix);
    await finishRestore(place, new Date());
    expect(existsSync(place)).toBe(false);
    await dropCopy(place);
    expect((await restoreCopy(copy, place)).keptFile).toBeNull();
    expect(readdirSync(dirname(place)).toSorted()).toEqual(['copy.db', 'ledger.db']);
  });

  it('leaves the ledger unchanged and no other file after an earlier power cut', async () => {
    await writeFile(place, 'the present one');
    await writeFile(`${place}.restoring`, 'half a copy');
    await finishRestore(place, new Date());
    expect(await readFile(place, 'utf8')).toBe('the present one');
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });
});

it('a payment is recorded, answered and found while a copy is being checked', async () => {
  const ledger = await (await storeOfTest('SQLite')).open();
  await fill(ledger, 6);
  const folder = temporaryFolder();
  const file = join(folder, 'copy.db');
  await ledger.backUp(file);
  const order: string[] = [];
  const copied = Promise.withResolvers<DatabaseSync>();
  // The check can't end while another program writes to the copy.
  const begin = (step: string): void => {
    if (step !== 'check') return;
    const writer = new DatabaseSync(join(folder, 'ledger.db.unchecked'));
    writer.exec('begin exclusive');
    copied.resolve(writer);
  };
  const checked = prepareRestore(file, join(folder, 'ledger.db'), null, 'restore', { ...unwatched, begin }).then(
    (attempts) => {
      order.push('checked');
      return attempts;
    },
  );
  const writer = await copied.promise;
  const attempt = newAttempt({ concept: 'Meanwhile' });
  value(await ledger.begin(attempt, guard()));
  order.push('recorded');
  await ledger.finish(attempt.id, approved(), new Date().toISOString());
  order.push('answered');
  expect((await ledger.search(query({ text: 'Meanwhile' }))).attempts).toHaveLength(1);
  writer.exec('rollback');
  writer.close();
  expect(await checked).toBe(7);
  expect(order).toEqual(['recorded', 'answered', 'checked']);
});
