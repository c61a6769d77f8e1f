/** Batches: every row accounted for, a stop before the next row, nothing sent twice, even across a crash. */
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { batchDraftSchema, batchProgressSchema, type BatchDraft, type BatchProgress } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { approved, backOffice, captureOf, cashier, declined, draft, notSent, unknown } from '#test/fixtures/drafts.ts';
import { failing } from '#test/fixtures/ledger/failing-ledger.ts';
import { waitingHolds } from '#test/fixtures/examples.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';

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
const captures = (world: World) => world.service.requests.filter((request) => request.operation === 'capture');
const progressEvents = (world: World) =>
  world.events.filter((event) => event.name === 'holds.batch').map((event) => batchProgressSchema.parse(event.payload));
const words = (progress: BatchProgress) =>
  progress.rows.map((row) => row.skipReason ?? row.attempt?.state ?? row.status);

async function run(world: World, batch: BatchDraft): Promise<BatchProgress> {
  const result = await world.batches.captureMany(batch, backOffice);
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
}

describe('a batch', () => {
  test('captures each hold once and answers with the outcome of each row', async () => {
    const world = await createWorld();
    const made = await holds(world, 6);
    const batch = batchOf(made);
    const progress = await run(world, batch);
    expect(progress.finished).toBe(true);
    expect(progress.rows.map((row) => [row.holdId, row.attempt?.amount, row.attempt?.batchId])).toEqual(
      made.map((hold) => [hold.id, hold.amount, batch.batchId]),
    );
    expect(words(progress)).toEqual(Array<string>(6).fill('approved'));
    expect(captures(world)).toHaveLength(6);
    expect((await world.ledger.interruptedBatches('Caja 1')).length).toBe(0);
  });

  test('reports that each row is being sent, then its outcome, and finally that the batch has finished', async () => {
    const world = await createWorld();
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

  test('reports the progress of a long list at most twice a second', async () => {
    const world = await createWorld();
    const made = await holds(world, 60);
    const startedAt = performance.now();
    await run(world, batchOf(made));
    const halfSeconds = Math.floor((performance.now() - startedAt) / 500);
    // One event at the start, one every half second, and two at the end: the last outcome and the finish.
    expect(progressEvents(world).length).toBeLessThanOrEqual(halfSeconds + 3);
    expect(progressEvents(world).at(-1)).toMatchObject({ finished: true });
  });

  test('sends at most four requests at a time', async () => {
    const world = await createWorld();
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

  test('runs once when it is submitted twice', async () => {
    const world = await createWorld();
    const batch = batchOf(await holds(world, 3));
    const [one, other] = await Promise.all([run(world, batch), run(world, batch)]);
    expect(other).toEqual(one);
    expect(captures(world)).toHaveLength(3);
  });

  test('captures each hold once when two seats start it', async () => {
    const world = await createWorld();
    const made = await holds(world, 8);
    const other = await createWorld({ sharedLedger: world.ledger, folder: world.folder, seat: 'Caja 2' });
    const [one, two] = await Promise.all([run(world, batchOf(made)), run(other, batchOf(made))]);
    expect(captures(world).length + captures(other).length).toBe(8);
    for (const index of made.keys()) {
      expect(new Set([words(one)[index], words(two)[index]])).toEqual(new Set(['approved', 'taken']));
    }
  });

  test('is refused as a whole when one of its rows can never be sent', async () => {
    const world = await createWorld();
    const made = await holds(world, 3);
    const batch = batchOf(made);
    const wrong = { ...batch, captures: batch.captures.with(2, captureOf(made[2] ?? draftHold, { amount: 1 })) };
    const result = await world.batches.captureMany(wrong, backOffice);
    expect(result).toEqual({ ok: false, failure: { kind: 'amount-not-allowed' } });
    expect(captures(world)).toEqual([]);
  });

  test('can’t list a hold twice', () => {
    const capture = captureOf(draftHold);
    expect(batchDraftSchema.safeParse({ batchId: newId(), captures: [capture, capture] }).success).toBe(false);
  });
});

const draftHold = { id: newId(), amount: 10_00 };

describe('a stopped batch', () => {
  test.each(['one by one', 'with all others'])('%s finishes the rows in flight and sends no more', async (how) => {
    const world = await createWorld();
    const made = await holds(world, 12);
    const batch = batchOf(made);
    const release = Promise.withResolvers<void>();
    world.service.answer = async () => {
      await release.promise;
      return approved();
    };
    const result = run(world, batch);
    await expect.poll(() => captures(world).length).toBe(4);
    if (how === 'one by one') world.batches.stop(batch.batchId);
    else world.batches.stopAll();
    release.resolve();
    const progress = await result;
    expect(words(progress)).toEqual([...Array<string>(4).fill('approved'), ...Array<string>(8).fill('stopped')]);
    expect(captures(world)).toHaveLength(4);
    for (const hold of made.slice(4)) expect((await world.ledger.hold(hold.id))?.state).toBe('open');
  });

  test('leaves only its unsent rows to the next batch', async () => {
    const world = await createWorld();
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

  test('gives three unanswered rows as the reason for its stop', async () => {
    const world = await createWorld();
    const made = await holds(world, 20);
    world.service.answer = () => unknown;
    const progress = await run(world, batchOf(made));
    const asked = words(progress).filter((word) => word === 'unknown').length;
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(6);
    expect(words(progress).filter((word) => word === 'service')).toHaveLength(20 - asked);
  });

  test('sends nothing while the ledger is unavailable', async () => {
    const { faults, wrap } = failing();
    const world = await createWorld({ ledger: wrap });
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
    const { faults, wrap } = failing();
    const world = await createWorld({ ledger: wrap });
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
    const report = await next.batches.interrupted();
    if (!report.ok) throw new Error(report.failure.kind);
    expect(report.value).toHaveLength(1);
    const [progress] = report.value;
    expect(progress).toMatchObject({ batchId: batch.batchId, finished: true });
    expect(progress?.rows.map((row) => row.holdId)).toEqual(made.map((hold) => hold.id));
    const outcomes = progress === undefined ? [] : words(progress);
    expect(outcomes.filter((word) => word === 'approved')).toHaveLength(4);
    expect(outcomes.filter((word) => word === 'unknown')).toHaveLength(4);
    expect(outcomes.filter((word) => word === 'stopped')).toHaveLength(2);
    expect(next.service.requests).toEqual([]);
  });

  test('is reported at every start until it is dismissed', async () => {
    const { next, batch } = await crashed();
    const first = await next.batches.interrupted();
    expect(await next.batches.interrupted()).toEqual(first);
    const { ledger } = next;
    const later = createBatches({
      captures: next.captures,
      ledger,
      seat: () => 'Caja 1',
      emit: () => undefined,
      reportBug: () => undefined,
    });
    expect(await later.interrupted()).toEqual(first);
    expect(await later.dismiss(batch.batchId)).toEqual({ ok: true, value: undefined });
    expect(await later.interrupted()).toEqual({ ok: true, value: [] });
    expect(await next.batches.interrupted()).toEqual({ ok: true, value: [] });
  });
});
