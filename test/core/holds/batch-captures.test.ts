/** Batches: every row accounted for, a stop before the next row, nothing sent twice, even across a crash. */
import { describe, expect } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { batchDraftSchema, batchProgressSchema, type BatchDraft, type BatchProgress } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { approved, backOffice, captureOf, cashier, declined, draft, notSent, unknown } from '#test/fixtures/drafts.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { resolution, value, waitingHolds } from '#test/fixtures/examples.ts';
import { captures, hold } from '#test/fixtures/holds.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

async function holds(world: World, count: number): Promise<readonly Attempt[]> {
  const made: Attempt[] = [];
  for (let index = 0; index < count; index++) {
    const result = await world.payments.authorize(draft({ amount: 10_00 + index, taxAmount: 0 }), cashier);
    if (result.ok) made.push(result.value);
  }
  return made;
}
const batchOf = (made: readonly Attempt[]): BatchDraft => ({
  batchId: newId(),
  captures: made.map((hold) => captureOf(hold)),
});
const progressEvents = (world: World) =>
  world.events.filter((event) => event.name === 'holds.batch').map((event) => batchProgressSchema.parse(event.payload));
const words = (progress: BatchProgress) =>
  progress.rows.map((row) => row.skipReason ?? row.attempt?.state ?? row.status);

/** Lets the service wait with its answers until the function that is returned is called. */
function holdBack(world: World): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.service.answer = () => promise.then(() => approved());
  return resolve;
}

const run = async (world: World, batch: BatchDraft): Promise<BatchProgress> =>
  value(await world.batches.captureMany(batch, backOffice));

/** Batches of a program that starts anew on the same ledger. */
const batchesOf = (
  { captures, ledger, batchLog }: Pick<World, 'captures' | 'ledger' | 'batchLog'>,
  capturing: Captures = captures,
  bugs: unknown[] = [],
) =>
  createBatches({
    captures: capturing,
    ledger,
    batchLog,
    ledgerRefusal: () => null,
    clock: () => new Date(),
    emit: () => undefined,
    reportBug: (error) => void bugs.push(error),
  });

const draftHold = { id: newId(), amount: 10_00 };
const never: Attempt = undefined as never;

describe('a batch', () => {
  test('captures each hold once and answers with the outcome of each row', async ({ world }) => {
    const made = await holds(world, 6);
    const batch = batchOf(made);
    const progress = await run(world, batch);
    expect(progress.finished).toBe(true);
    expect(progress.rows.map((row) => [row.holdId, row.attempt?.amount, row.attempt?.batchId])).toEqual(
      made.map((hold) => [hold.id, hold.amount, batch.batchId]),
    );
    expect(words(progress)).toEqual(Array<string>(6).fill('approved'));
    expect(captures(world)).toHaveLength(6);
    expect(await world.batchLog.all()).toEqual([]);
  });

  test('that was stopped before its call had come through sends nothing', async ({ world }) => {
    const [last, ...made] = await holds(world, 4);
    const batch = batchOf(made);
    world.batches.stop(batch.batchId);
    expect(words(await run(world, batch))).toEqual(['stopped', 'stopped', 'stopped']);
    expect(captures(world)).toHaveLength(0);
    expect(words(await run(world, batchOf([last ?? never])))).toEqual(['approved']);
  });

  test('counts such a stop however many there were of batches that never came', async ({ world }) => {
    const batch = batchOf(await holds(world, 1));
    for (let other = 0; other < 200; other++) world.batches.stop(newId());
    world.batches.stop(batch.batchId);
    expect(words(await run(world, batch))).toEqual(['stopped']);
    expect(captures(world)).toHaveLength(0);
  });

  test('reports that each row is being sent, then its outcome, and at last the end of the batch', async ({ world }) => {
    const made = await holds(world, 3);
    await run(world, batchOf(made));
    const progress = progressEvents(world);
    for (const hold of made) {
      const course = progress.map((state) => state.rows.find((row) => row.holdId === hold.id)?.status);
      expect([...new Set(course)]).toEqual(expect.arrayContaining(['sending', 'done']));
      expect(course.indexOf('sending')).toBeLessThan(course.indexOf('done'));
    }
    expect(progress.map((state) => state.finished)).toEqual([...Array<boolean>(progress.length - 1).fill(false), true]);
  });

  test('reports the progress of a long list at most twice a second', async ({ world }) => {
    const made = await holds(world, 60);
    const startedAt = performance.now();
    await run(world, batchOf(made));
    const halfSeconds = Math.floor((performance.now() - startedAt) / 500);
    // One event at the start, one every half second, and two at the end: the last outcome and the finish.
    expect(progressEvents(world).length).toBeLessThanOrEqual(halfSeconds + 3);
    expect(progressEvents(world).at(-1)).toMatchObject({ finished: true });
  });

  test('sends at most four requests at a time', async ({ world }) => {
    const made = await holds(world, 12);
    let now = 0;
    let most = 0;
    const four = Promise.withResolvers<void>();
    world.service.answer = async () => {
      most = Math.max(most, (now += 1));
      if (now === 4) four.resolve();
      // Early requests wait for each other, long enough for one more to arrive.
      await four.promise;
      await world.ledger.unknowns();
      now -= 1;
      return approved();
    };
    await run(world, batchOf(made));
    expect(most).toBe(4);
  });

  test('runs once when it is submitted twice', async ({ world }) => {
    const batch = batchOf(await holds(world, 3));
    const [one, other] = await Promise.all([run(world, batch), run(world, batch)]);
    expect(other).toEqual(one);
    expect(captures(world)).toHaveLength(3);
  });

  test('lends its id to no other rows, which would be shown its results', async ({ world }) => {
    const batch = batchOf(await holds(world, 2));
    const others = { ...batch, captures: batch.captures.slice(1) };
    const [one, other] = await Promise.all([run(world, batch), world.batches.captureMany(others, backOffice)]);
    const used = { ok: false, failure: { kind: 'invalid', issues: [{ path: 'batchId', code: 'used' }] } };
    expect([other, await world.batches.captureMany(others, backOffice)]).toEqual([used, used]);
    expect(await run(world, batch)).toEqual(one);
    expect(captures(world)).toHaveLength(2);
  });

  test('captures each hold once when two seats start it', async ({ world }) => {
    const made = await holds(world, 8);
    const other = await createWorld({ sharedLedger: world.ledger, folder: world.folder, seat: 'Caja 2' });
    const [one, two] = [batchOf(made), batchOf(made)];
    await Promise.all([run(world, one), run(other, two)]);
    expect(captures(world).length + captures(other).length).toBe(8);
    // Read anew, because the other seat's capture may still have been under way when the first batch ended.
    const results = await Promise.all([world.batches.find(one.batchId), other.batches.find(two.batchId)]);
    const [here, there] = results.map((result) => (result.ok ? words(result.value) : []));
    for (const index of made.keys()) {
      expect(new Set([here?.[index], there?.[index]])).toEqual(new Set(['approved', 'taken']));
    }
  });

  test('leaves out each row that can’t be sent, with its reason, and captures the others', async ({ world }) => {
    const made = await holds(world, 5);
    const [, wrongAmount, wrongText, unreadable] = made;
    const gone = { ...captureOf(draftHold), holdId: newId() };
    await useMerchant(world, aMerchant({ id: 'gone' }));
    const orphan = await hold(world, { merchantId: 'gone', amount: 30_00, taxAmount: 0 });
    await world.merchants.remove('gone');
    const taken = await hold(world, { amount: 31_00, taxAmount: 0 });
    await world.captures.capture(captureOf(taken), backOffice);
    const sentBefore = captures(world).length;
    const batch = batchOf(made);
    const asked = [
      ...batch.captures
        .with(1, captureOf(wrongAmount ?? draftHold, { amount: 1 }))
        .with(2, captureOf(wrongText ?? draftHold, { description: '4111 1111 1111 1111' }))
        .with(3, { holdId: unreadable?.id ?? '', amount: -5, description: 'x' }),
      captureOf(orphan),
      captureOf(taken),
      gone,
      captureOf(made[0] ?? draftHold),
    ];
    const progress = await run(world, { ...batch, captures: asked });
    expect(words(progress)).toEqual([
      'approved',
      'amount',
      'description',
      'amount',
      'approved',
      'merchant-missing',
      'taken',
      'not-found',
      'twice',
    ]);
    expect(captures(world).length - sentBefore).toBe(2);
    expect(progress.rows.map(({ authorization }) => authorization?.lastName ?? null)).toEqual(
      [...made, orphan, taken, null, made[0]].map((of) => of?.lastName ?? null),
    );
    for (const each of [wrongAmount, wrongText, unreadable, orphan]) {
      expect((await world.ledger.hold(each?.id ?? ''))?.state).toBe('open');
    }
  });

  test('tells before it is sent which of its rows would be left out', async ({ world }) => {
    const made = await holds(world, 3);
    const asked = batchOf(made).captures.with(1, captureOf(made[1] ?? draftHold, { amount: 1 }));
    expect(await world.batches.check([...asked, { holdId: draftHold.id }])).toEqual({
      ok: true,
      value: [
        { holdId: made[1]?.id, reason: 'amount' },
        { holdId: draftHold.id, reason: 'amount' },
      ],
    });
    expect(captures(world)).toEqual([]);
  });

  test('is refused as a whole when it can’t be recorded, and sends nothing', async () => {
    const begin = () => Promise.reject(new LedgerUnavailable('disk-full', 'No room'));
    const world = await createWorld({ batchLog: (real) => ({ ...real, begin }) });
    const made = await holds(world, 2);
    const result = await world.batches.captureMany(batchOf(made), backOffice);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'ledger' } });
    expect(captures(world)).toEqual([]);
    expect(await world.batches.unseen()).toEqual({ ok: true, value: [] });
  });

  test('does not call a row unsent after a bug that came behind its request', async ({ world }) => {
    const made = await holds(world, 2);
    world.service.answer = () => approved();
    const buggy: Captures = {
      ...world.captures,
      capture: async (asked, actor, batchId) => {
        await world.captures.capture(asked, actor, batchId);
        throw new Error('After the answer');
      },
    };
    const batches = batchesOf(world, buggy);
    const progress = value(await batches.captureMany(batchOf(made), backOffice));
    expect(words(progress)).toEqual(['approved', 'approved']);
  });

  test('has at most a thousand rows', () => {
    const rows = Array.from({ length: 1001 }, () => captureOf({ id: newId(), amount: 10_00 }));
    expect(batchDraftSchema.safeParse({ batchId: newId(), captures: rows }).success).toBe(false);
    expect(batchDraftSchema.safeParse({ batchId: newId(), captures: rows.slice(1) }).success).toBe(true);
  });
});

describe('the results of a batch', () => {
  test('stay reported until an operator has seen them, with what was resolved since', async ({ world }) => {
    const made = await holds(world, 2);
    world.service.answer = ({ payment }) => (payment.amount === 10_00 ? approved() : unknown);
    const batch = batchOf(made);
    const progress = await run(world, batch);
    expect(await world.batches.unseen()).toEqual({ ok: true, value: [progress] });
    await world.ledger.resolve(progress.rows[1]?.attempt?.id ?? '', resolution('declined'));
    const later = await world.batches.find(batch.batchId);
    expect(later.ok && later.value.rows[1]?.attempt?.resolution?.outcome).toBe('declined');
    expect(await world.batches.dismiss(batch.batchId)).toEqual({ ok: true, value: undefined });
    expect(await world.batches.unseen()).toEqual({ ok: true, value: [] });
    expect(await world.batches.find(batch.batchId)).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  });

  test('are reported after a restart unless every row was charged', async ({ world }) => {
    const [one, two] = await holds(world, 2);
    world.service.answer = () => declined;
    const refused = batchOf([one ?? never]);
    await run(world, refused);
    world.service.answer = () => approved();
    await run(world, batchOf([two ?? never]));
    await world.ledger.close();
    const next = await createWorld({ folder: world.folder });
    next.time.ahead = 60_000;
    await next.ledger.recover();
    const report = await next.batches.unseen();
    expect(report.ok && report.value.map(({ batchId }) => batchId)).toEqual([refused.batchId]);
  });

  test('of a running batch can’t be dismissed', async ({ world }) => {
    const batch = batchOf(await holds(world, 1));
    const release = holdBack(world);
    const result = run(world, batch);
    await expect.poll(() => captures(world).length).toBe(1);
    expect(await world.batches.dismiss(batch.batchId)).toEqual({ ok: false, failure: { kind: 'busy' } });
    const running = await world.batches.unseen();
    expect(running.ok && running.value.map(({ finished }) => finished)).toEqual([false]);
    release();
    await result;
  });

  test('say which answers are not on the record yet, and lose that word once they are', async () => {
    const { faults, world } = await shakyWorld();
    const batch = batchOf(await holds(world, 1));
    faults.finish = 'before';
    const progress = await run(world, batch);
    expect(progress.rows).toMatchObject([{ status: 'done', unrecorded: 'on-disk', attempt: { state: 'approved' } }]);
    faults.finish = null;
    await world.recorder.flush();
    const later = await world.batches.find(batch.batchId);
    expect(later).toMatchObject({ ok: true, value: { rows: [{ unrecorded: null, attempt: { state: 'approved' } }] } });
  });
});

describe('a stopped batch', () => {
  test.each(['by an operator', 'by the end of the program'])(
    '%s finishes the rows in flight and sends no more',
    async (how) => {
      const world = await createWorld();
      const made = await holds(world, 12);
      const batch = batchOf(made);
      const release = holdBack(world);
      const result = run(world, batch);
      await expect.poll(() => captures(world).length).toBe(4);
      if (how === 'by an operator') world.batches.stop(batch.batchId);
      else world.batches.interrupt();
      release();
      const progress = await result;
      expect(words(progress)).toEqual([
        ...Array<string>(4).fill('approved'),
        ...Array<string>(8).fill(how === 'by an operator' ? 'stopped' : 'interrupted'),
      ]);
      expect(captures(world)).toHaveLength(4);
      for (const hold of made.slice(4)) expect((await world.ledger.hold(hold.id))?.state).toBe('open');
    },
  );

  test('leaves only its unsent rows to the next batch', async ({ world }) => {
    const made = await holds(world, 6);
    const answers = [approved(), notSent, declined, approved(), approved(), approved()];
    world.service.answer = ({ payment }) => answers[payment.amount - 10_00] ?? approved();
    const first = await run(world, batchOf(made));
    expect(words(first)).toEqual(['approved', 'not-sent', 'declined', 'approved', 'approved', 'approved']);
    world.service.answer = () => approved();
    const again = made.filter((_hold, index) => words(first)[index] === 'not-sent');
    expect(words(await run(world, batchOf(again)))).toEqual(['approved']);
    expect(captures(world)).toHaveLength(7);
  });

  test('gives three unanswered rows as the reason for its stop', async ({ world }) => {
    const made = await holds(world, 20);
    world.service.answer = () => unknown;
    const progress = await run(world, batchOf(made));
    const asked = words(progress).filter((word) => word === 'unknown').length;
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(6);
    expect(words(progress).filter((word) => word === 'service')).toHaveLength(20 - asked);
  });

  test('sends nothing while the ledger is unavailable', async () => {
    const { faults, world } = await shakyWorld();
    const made = await holds(world, 12);
    world.service.answer = () => {
      faults.begin = 'before';
      return approved();
    };
    const progress = await run(world, batchOf(made));
    const sent = words(progress).filter((word) => word === 'approved').length;
    expect(sent).toBe(captures(world).length);
    expect(words(progress).filter((word) => word === 'ledger')).toHaveLength(12 - sent);
  });

  test('shows each answer that could not be written, and sends no more rows', async () => {
    const { faults, world } = await shakyWorld();
    const made = await holds(world, 12);
    faults.finish = 'before';
    const progress = await run(world, batchOf(made));
    expect(words(progress).filter((word) => word === 'approved')).toHaveLength(captures(world).length);
    expect(captures(world).length).toBeLessThanOrEqual(4);
    expect(words(progress).filter((word) => word === 'ledger')).toHaveLength(12 - captures(world).length);
  });
});

describe('a batch interrupted by a crash', () => {
  /** Runs a batch of 8 whose process dies while rows 5 to 8 await their answers. The ledger gets no further writes. */
  async function crashed() {
    const world = await createWorld();
    const made = await holds(world, 10);
    const batch = batchOf(made);
    world.service.answer = () => (captures(world).length <= 4 ? approved() : new Promise(() => undefined));
    void world.batches.captureMany(batch, backOffice);
    await expect.poll(() => captures(world).length).toBe(8);
    await expect
      .poll(
        async () =>
          (await world.ledger.holds(waitingHolds({ show: 'all' }), new Date().toISOString())).holds.filter(
            (hold) => hold.state === 'captured',
          ).length,
      )
      .toBe(4);
    const next = await createWorld({ folder: world.folder });
    next.time.ahead = 60_000;
    return { made, batch, next, recovered: await next.ledger.recover() };
  }

  test('accounts for every row at the next start as answered, unknown or never sent', async () => {
    const { made, batch, next, recovered } = await crashed();
    const abandoned = Array.from({ length: 4 }, () => ({ state: 'unknown', unknownCause: 'crash' }));
    expect(recovered).toMatchObject(abandoned);
    const [progress, ...others] = value(await next.batches.unseen());
    expect(others).toEqual([]);
    expect(progress).toMatchObject({ batchId: batch.batchId, finished: true });
    expect(progress?.rows.map((row) => row.holdId)).toEqual(made.map((hold) => hold.id));
    // The rows name their customers, also those that were never sent.
    expect(progress?.rows.map(({ authorization }) => authorization?.lastName)).toEqual(
      made.map((hold) => hold.lastName),
    );
    const outcomes = progress === undefined ? [] : words(progress);
    const expected = ['approved', 'unknown'].flatMap((word) => Array<string>(4).fill(word));
    expect(outcomes.toSorted()).toEqual([...expected, 'interrupted', 'interrupted'].toSorted());
    expect(next.service.requests).toEqual([]);
  });

  test('is reported at every start until it is dismissed', async () => {
    const { next, batch } = await crashed();
    const first = await next.batches.unseen();
    expect(await next.batches.unseen()).toEqual(first);
    const later = batchesOf(next);
    expect(await later.unseen()).toEqual(first);
    expect(await later.dismiss(batch.batchId)).toEqual({ ok: true, value: undefined });
    expect(await later.unseen()).toEqual({ ok: true, value: [] });
    expect(await next.batches.unseen()).toEqual({ ok: true, value: [] });
  });

  test('lends its id to no rows of a later run, not even its own, and is reported as before', async () => {
    const { next, batch } = await crashed();
    const [before] = value(await next.batches.unseen());
    const others = { ...batch, captures: batch.captures.slice(8) };
    const used = { ok: false, failure: { kind: 'invalid', issues: [{ path: 'batchId', code: 'used' }] } };
    for (const draft of [others, batch]) expect(await next.batches.captureMany(draft, backOffice)).toEqual(used);
    expect(next.service.requests).toEqual([]);
    expect(value(await next.batches.unseen())).toEqual([before]);
    await next.batches.dismiss(batch.batchId);
    expect(await batchesOf(next).captureMany(others, backOffice), 'on the ledger alone').toEqual(used);
  });

  test('is reported beside one that can’t be read, whose captures are not called unsent', async () => {
    const { made, next, batch } = await crashed();
    const other = { batchId: newId(), startedAt: new Date().toISOString() };
    const [sent, leftOut] = made.slice(8);
    const rows = [
      { holdId: sent?.id ?? '', amount: 10_00, skipReason: null },
      { holdId: leftOut?.id ?? '', amount: 10_01, skipReason: 'stopped' },
    ] as const;
    await next.batchLog.begin({ ...other, rows });
    next.service.answer = () => declined;
    const broken = new Set([other.batchId]);
    const ledger = {
      ...next.ledger,
      attemptsOfBatch: (batchId: string) =>
        broken.has(batchId) ? Promise.reject(new Error('A bug')) : next.ledger.attemptsOfBatch(batchId),
    };
    const bugs: unknown[] = [];
    const batches = batchesOf({ ...next, ledger }, next.captures, bugs);
    const ended = value(await batches.captureMany(batchOf([sent ?? never]), backOffice));
    broken.add(ended.batchId);
    const reported = value(await batches.unseen());
    expect(reported.map(({ batchId }) => batchId).toSorted()).toEqual(
      [batch.batchId, other.batchId, ended.batchId].toSorted(),
    );
    const unread = reported.find(({ batchId }) => batchId === other.batchId);
    expect(unread?.rows).toMatchObject([
      { status: 'done', attempt: null, amount: 10_00 },
      { status: 'skipped', skipReason: 'stopped' },
    ]);
    expect(reported).toContainEqual(ended);
    expect(bugs).toHaveLength(2);
  });

  test('is reported again once the ledger that has its holds is there, and not beside another one', async () => {
    const { next, batch } = await crashed();
    const elsewhere = await createWorld({ batchLog: () => next.batchLog });
    expect(await elsewhere.batches.unseen()).toEqual({ ok: true, value: [] });
    const here = await next.batches.unseen();
    expect(here.ok && here.value.map(({ batchId }) => batchId)).toEqual([batch.batchId]);
  });
});
