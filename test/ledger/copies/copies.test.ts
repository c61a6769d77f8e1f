/** Moving, backing up and restoring a ledger: nothing is lost, and a damaged copy is never put in place. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwatched } from '#electron/core/ports/course.ts';
import { checkCopy, finishRestore } from '#electron/ledger/copies/backup.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { engines, makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { restoreCopy } from '#test/fixtures/ledger/restore-copy.ts';
import { approved, capture, guard, lost, newAttempt, query, value } from '#test/fixtures/examples.ts';

const now = () => new Date().toISOString();

async function fill(ledger: StoredLedger, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const attempt = newAttempt({ amount: 1_000 + index, operatorName: index % 2 === 0 ? 'Ana' : 'Benito' });
    value(await ledger.begin(attempt, null));
    await ledger.finish(attempt.id, index % 5 === 0 ? lost : approved({ answeredAmount: 1_000 + index }), now());
    ids.push(attempt.id);
  }
  const held = ids[1] ?? '';
  const attempt = capture(held, { amount: 1_001 });
  value(await ledger.begin(attempt, null));
  await ledger.finish(attempt.id, approved({ answeredAmount: 1_001 }), now());
  return [...ids, attempt.id];
}

describe('moving the embedded ledger into the shared one', () => {
  let from: Store;
  let to: Store;
  beforeEach(async () => {
    [from, to] = await Promise.all([makeStore('SQLite'), makeStore('PostgreSQL')]);
  });
  afterEach(async () => {
    await from.drop();
    await to.drop();
  });

  it('copies and verifies everything, and keeps the rows of another seat', async () => {
    const embedded = await from.open();
    const shared = await to.open('Till');
    const ids = await fill(embedded, 300);
    await fill(shared, 3);
    const progress: number[] = [];
    const steps: unknown[] = [];
    const result = await moveLedger(embedded, shared, {
      ...unwatched,
      begin: (step, total) => steps.push([step, total]),
      progress: (done) => progress.push(done),
    });
    expect(steps).toEqual([
      ['copy', 301],
      ['verify', 301],
    ]);
    const own = await embedded.figures();
    expect(result).toEqual({ attempts: 301, amount: own.amount, verified: true });
    expect(progress).toEqual([250, 301, 301]);
    for (const id of [ids[0], ids[1], ids.at(-1)]) {
      expect(await shared.show(id ?? '')).toEqual(await embedded.show(id ?? ''));
      expect(await shared.hold(id ?? '')).toEqual(await embedded.hold(id ?? ''));
    }
    expect((await shared.search(query({ text: '10.07' }))).attempts).toHaveLength(1);
    expect(await shared.operators()).toEqual(['Ana', 'Benito']);
  });

  it('continues where it was interrupted, and copies later changes', async () => {
    const embedded = await from.open();
    const shared = await to.open();
    const ids = await fill(embedded, 300);
    const broken = moveLedger(embedded, shared, {
      ...unwatched,
      progress() {
        throw new Error('the plug was pulled');
      },
    });
    await expect(broken).rejects.toThrow('the plug was pulled');
    expect((await shared.figures()).attempts).toBe(250);
    const resolution = {
      outcome: 'approved',
      how: 'person',
      operatorName: 'Sol',
      at: now(),
      reference: 'R',
      note: '',
    } as const;
    await embedded.resolve(ids[0] ?? '', resolution);

    expect(await moveLedger(embedded, shared)).toMatchObject({ attempts: 301, verified: true });
    expect(await shared.figures()).toEqual(await embedded.figures());
    expect(await shared.show(ids[0] ?? '')).toMatchObject({ resolution });
  });

  it('reverts nothing that has changed in the shared one since', async () => {
    const embedded = await from.open();
    const shared = await to.open();
    const ids = await fill(embedded, 6);
    await moveLedger(embedded, shared);
    const [unknown = '', , held = ''] = ids;
    const resolution = {
      outcome: 'declined',
      how: 'person',
      operatorName: 'Sol',
      at: now(),
      reference: '',
      note: 'The bank knows nothing of it',
    } as const;
    value(await shared.resolve(unknown, resolution));
    const attempt = capture(held, { amount: 1_002 });
    value(await shared.begin(attempt, null));
    await shared.finish(attempt.id, approved({ answeredAmount: 1_002 }), now());

    value(await shared.begin(newAttempt(), guard()));

    expect(await moveLedger(embedded, shared)).toMatchObject({ attempts: 7, verified: true });
    expect(await shared.show(unknown)).toMatchObject({ state: 'unknown', resolution });
    expect(await shared.hold(held)).toMatchObject({
      state: 'captured',
      capture: { id: attempt.id, state: 'approved' },
    });
  });

  it('is not verified when a row differs', async () => {
    const embedded = await from.open();
    const shared = await to.open();
    const ids = await fill(embedded, 20);
    await moveLedger(embedded, shared);
    await shared.engine.write((trx) =>
      trx
        .updateTable('attempts')
        .set({ amount: 1 })
        .where('id', '=', ids[3] ?? '')
        .execute(),
    );
    expect(await moveLedger(embedded, shared)).toMatchObject({ verified: false });
  });

  it.each([
    ['an answered amount', 'attempts', { answered_amount: 1 }],
    ['a hold’s amount', 'holds', { amount: 1 }],
  ] as const)('is not verified when %s differs', async (_what, table, change) => {
    const embedded = await from.open();
    const shared = await to.open();
    const [, , held = ''] = await fill(embedded, 6);
    await moveLedger(embedded, shared);
    await shared.engine.write((trx) => trx.updateTable(table).set(change).where('id', '=', held).execute());
    expect(await moveLedger(embedded, shared)).toMatchObject({ verified: false });
  });
});

describe.each(engines)('a backup of the ledger on %s', (engine) => {
  let store: Store;
  let folder: string;
  beforeEach(async () => {
    store = await makeStore(engine);
    folder = await mkdtemp(join(tmpdir(), 'caja-copies-'));
  });
  afterEach(async () => {
    await store.drop();
    await rm(folder, { recursive: true });
  });

  it('is a complete ledger of one moment, made while payments continue', async () => {
    const ledger = await store.open();
    const ids = await fill(ledger, 60);
    const before = await ledger.figures();
    const file = join(folder, 'copy.db');
    const [figures] = await Promise.all([ledger.backUp(file), fill(ledger, 5)]);
    expect(await checkCopy(file)).toEqual(figures);
    expect(figures.attempts).toBeGreaterThanOrEqual(before.attempts);
    await expect(ledger.backUp(file)).rejects.toThrow('already');

    const place = join(folder, 'ledger.db');
    expect((await restoreCopy(file, place)).keptFile).toBeNull();
    const restored = await openLedger({ engine: 'SQLite', file: place }, 'Front desk');
    expect(await restored.show(ids[1] ?? '')).toEqual(await ledger.show(ids[1] ?? ''));
    expect((await restored.search(query({ text: '10.07' }))).attempts).toHaveLength(1);
    await restored.close();
  });

  it('is not put in place when it is damaged, and the current ledger stays', async () => {
    const ledger = await store.open();
    await fill(ledger, 60);
    const file = join(folder, 'copy.db');
    await ledger.backUp(file);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    const place = join(folder, 'ledger.db');
    await writeFile(place, 'the present one');
    await expect(restoreCopy(file, place)).rejects.toMatchObject({ reason: 'corrupt' });
    expect(await readFile(place, 'utf8')).toBe('the present one');
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });

  it('is searchable as soon as it is restored, without further indexing', async () => {
    const ledger = await store.open();
    await fill(ledger, 60);
    const file = join(folder, 'copy.db');
    await ledger.backUp(file);
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('select count(*) as count from attempts where indexed = 0').get()).toEqual({ count: 0 });
    expect(copy.prepare('select count(*) as count from attempt_words').get()).toEqual({ count: 61 });
    copy.close();
  });
});

describe('restoring a backup', () => {
  let folder: string;
  let place: string;
  let copy: string;
  let store: Store;
  beforeEach(async () => {
    store = await makeStore('SQLite');
    folder = await mkdtemp(join(tmpdir(), 'caja-restores-'));
    place = join(folder, 'ledger.db');
    copy = join(folder, 'copy.db');
    const ledger = await store.open();
    await fill(ledger, 6);
    await ledger.backUp(copy);
  });
  afterEach(async () => {
    await store.drop();
    await rm(folder, { recursive: true });
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
    await finishRestore(place);
    expect(await readFile(place)).toEqual(bytes);
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });

  it('leaves the ledger unchanged and no other file after an earlier power cut', async () => {
    await writeFile(place, 'the present one');
    await writeFile(`${place}.restoring`, 'half a copy');
    await finishRestore(place);
    expect(await readFile(place, 'utf8')).toBe('the present one');
    expect(existsSync(`${place}.restoring`)).toBe(false);
  });
});

it('a payment is recorded, answered and found while a copy is being checked', async () => {
  const store = await makeStore('SQLite');
  const folder = await mkdtemp(join(tmpdir(), 'caja-copies-'));
  try {
    const ledger = await store.open();
    await fill(ledger, 6);
    const file = join(folder, 'copy.db');
    await ledger.backUp(file);
    // The check can't end while another program writes to the copy.
    const writer = new DatabaseSync(file);
    writer.exec('begin exclusive');
    const order: string[] = [];
    const checked = checkCopy(file).then((figures) => {
      order.push('checked');
      return figures;
    });
    const attempt = newAttempt({ concept: 'Meanwhile' });
    value(await ledger.begin(attempt, guard()));
    order.push('recorded');
    await ledger.finish(attempt.id, approved(), now());
    order.push('answered');
    expect((await ledger.search(query({ text: 'Meanwhile' }))).attempts).toHaveLength(1);
    writer.exec('rollback');
    writer.close();
    expect(await checked).toMatchObject({ attempts: 7 });
    expect(order).toEqual(['recorded', 'answered', 'checked']);
  } finally {
    await store.drop();
    await rm(folder, { recursive: true });
  }
});
