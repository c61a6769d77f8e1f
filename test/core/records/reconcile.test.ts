/** Reconciliation over real TLS: whatever happened on a day, each difference between ledger and bank is found, and none is invented. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { unwatched, WorkCancelled, type Course } from '#electron/core/ports/course.ts';
import { createReconciliations } from '#electron/core/records/reconcile.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import { newId } from '#shared/new-id.ts';
import { operatorTime } from '#shared/ledger/service-records.ts';
import { localDay } from '#shared/local-day.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { families } from '#shared/payments/outcome.ts';
import type { Reconciliation } from '#shared/reports/reconciliation.ts';
import type { Fault } from '#shared/seat/training.ts';
import { backOffice, captureOf, draft, supervisor } from '#test/fixtures/drafts.ts';
import { value } from '#test/fixtures/examples.ts';
import { aRecord } from '#test/fixtures/service-records.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';
import { testGateway } from '#test/gateway/support/gateway-for.ts';
import { times } from '#test/support/thorough.ts';
import { payJson, referJson } from '#test/training/wire-client.ts';

const gateway = testGateway();
afterAll(() => gateway.close());

/** A day of its own at noon, because a step of the cardholder stands a minute before its payment, with pages of a few rows. */
async function aDay(options: Parameters<typeof startTrainingGateway>[0] = {}) {
  const ahead = new Date().setHours(12, 0, 0, 0) - Date.now();
  const now = () => new Date(Date.now() + ahead);
  const training = await startTrainingGateway({ equalPayments: null, recordsAtOnce: 3, now, ...options });
  onTestFinished(() => training.close());
  const world = await createWorld({ gateway, training });
  world.time.ahead = ahead;
  return { training, world };
}

const today = () => localDay(new Date());
const reconcile = async (world: World, course: Course = unwatched): Promise<Reconciliation> => {
  const query = { first: today(), last: today(), environment: 'training', merchantId: 'training' } as const;
  return value(await world.reconciliations.reconcile(query, course));
};
/** Kinds and next steps, sorted. */
const shown = (result: Reconciliation): readonly string[] =>
  result.kind === 'reconciled'
    ? result.lines.map(({ kind, next }) => `${kind} ${String(next)}`).toSorted()
    : [result.kind];

type Act = (day: {
  readonly training: TrainingGateway;
  readonly world: World;
  readonly index: number;
}) => Promise<readonly string[]>;

const keyed = (index: number) =>
  draft({
    family: families[index % 2],
    amount: 10_00 + index * 7,
    taxAmount: 1_00,
    override: { reason: 'The customer pays twice' },
  });
const sold = async (world: World, index: number): Promise<Attempt> =>
  value(await world.payments.sell({ ...keyed(index), family: 'json' }, supervisor));
const withFault =
  (fault: Fault, expected: readonly string[]): Act =>
  async ({ training, world, index }) => {
    await training.order({ fault, times: 1 });
    const opensHold = index % 3 === 0;
    await world.payments[opensHold ? 'authorize' : 'sell'](keyed(index), supervisor);
    const needsToken = opensHold && keyed(index).family === 'form';
    return needsToken ? expected.map((line) => line.replace('resolve-found', 'resolve-unclear')) : expected;
  };
const panel = async (training: TrainingGateway, type: string, of: Attempt, amount: number): Promise<void> => {
  const answer = await referJson(training, type, of.references.codOper ?? '', { amount: amount / 100 });
  expect(answer.headerStatus.code).toBe(200);
};

const refund = async (world: World, { id }: Attempt, amount: number): Promise<Attempt> =>
  value(
    await world.reversals.refund(
      { draftId: newId(), chargeId: id, amount, description: 'Returned', isConfirmed: true },
      supervisor,
    ),
  );

/** What happens on a day, and the lines that it must become. */
const acts: readonly Act[] = [
  async ({ world, index }) => {
    value(await world.payments.sell(keyed(index), supervisor));
    return ['matched null'];
  },
  async ({ world, index }) => {
    const hold = value(await world.payments.authorize(keyed(index), supervisor));
    value(await world.captures.capture(captureOf(hold), backOffice));
    return ['matched null', 'matched null'];
  },
  async ({ world, training, index }) => {
    const hold = value(await world.payments.authorize(keyed(index), supervisor));
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    await world.captures.capture(captureOf(hold), backOffice);
    return ['matched null', 'unconfirmed resolve-found'];
  },
  withFault({ kind: 'decline', reason: 'do-not-honor' }, ['no-money null']),
  withFault({ kind: 'lost-answer' }, ['unconfirmed resolve-found']),
  withFault({ kind: 'closed-before' }, ['unconfirmed resolve-none']),
  withFault({ kind: 'three-d-secure', processed: true }, ['unconfirmed resolve-found', 'step null']),
  async ({ world, training, index }) => {
    const sale = await sold(world, index);
    await panel(training, 'REVERSE_CAPTURE', sale, 1_00);
    if (index % 2 === 0) return ['matched null', 'only-there refunded-elsewhere'];
    await panel(training, 'REVERSE_CAPTURE', sale, sale.amount - 1_00);
    return ['matched null', 'only-there refunded-elsewhere', 'only-there refunded-elsewhere'];
  },
  async ({ world, training, index }) => {
    const hold = value(await world.payments.authorize({ ...keyed(index), family: 'json' }, supervisor));
    await panel(training, 'REVERSE_AUTH', hold, hold.amount);
    return ['other-state there-voided', 'only-there voided-elsewhere'];
  },
  async ({ world, index }) => {
    const sale = await sold(world, index);
    await refund(world, sale, 2_00);
    return ['matched null', 'matched null'];
  },
  async ({ world, training, index }) => {
    const sale = await sold(world, index);
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    await refund(world, sale, sale.amount);
    return ['matched null', 'unconfirmed resolve-found'];
  },
  async ({ world, index }) => {
    const hold = value(await world.payments.authorize({ ...keyed(index), family: 'json' }, supervisor));
    value(await world.reversals.void({ holdId: hold.id, description: 'Cancelled' }, supervisor));
    return ['matched null', 'matched null'];
  },
  async ({ training }) => {
    expect((await payJson(training, 'AUTH_CAPTURE')).headerStatus.code).toBe(200);
    return ['only-there made-elsewhere'];
  },
];

test('a day of any payments reconciles to its differences, and what arrives is what the bank keeps', async () => {
  for (let day = 0; day < times(3, 40); day++) {
    const { training, world } = await aDay();
    const expected: string[] = [];
    for (let index = 0; index < 9; index++) {
      const act = acts[(day * 7 + index * (1 + (day % 3))) % acts.length];
      expected.push(...((await act?.({ training, world, index: day + index })) ?? []));
    }
    const before = training.status().received;
    const result = await reconcile(world);
    // Nothing but questions was sent.
    expect(training.status().received).toBe(before);
    expect([day, shown(result)]).toEqual([day, expected.toSorted()]);
    if (result.kind !== 'reconciled') continue;
    expect(result.days).toMatchObject([{ whole: true, feesUnknown: { count: 0 } }]);
    const booked = training.ledger().filter((entry) => entry.result === 'approved');
    const sumOf = (operations: readonly string[]): number =>
      booked
        .filter(({ operation }) => operations.includes(operation))
        .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    const { total } = result;
    expect(total.there.amount).toBe(sumOf(['AUTH_CAPTURE', 'SALE', 'CAPTURE', 'CAPT']));
    expect(total.refunded.amount).toBe(sumOf(['REVERSE_CAPTURE']));
    const kept = total.commission + total.cost + total.feeTax + total.withheld + total.reserve;
    expect(total.net).toBe(total.there.amount - total.refunded.amount - kept);
    expect(kept).toBeGreaterThan(0);
  }
});

test('voids and refunds that the service lists in no row of their own agree by what they reverse', async () => {
  const { training, world } = await aDay({ reversalsListed: false });
  const hold = value(await world.payments.authorize({ ...keyed(1), family: 'json' }, supervisor));
  value(await world.reversals.void({ holdId: hold.id, description: 'Cancelled' }, supervisor));
  await refund(world, await sold(world, 2), 1_00);
  const sale = await sold(world, 3);
  await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
  await refund(world, sale, 2_00);
  // Somebody refunds it in the panel, which only the charge itself shows.
  const refundedThere = await sold(world, 4);
  await panel(training, 'REVERSE_CAPTURE', refundedThere, 3_00);
  const result = await reconcile(world);
  // Ours that is certain and that of the panel are taken off what arrives, although no record of their own says so.
  expect(result).toMatchObject({ total: { refunded: { count: 2, amount: 4_00 } } });
  const again = { draftId: newId(), chargeId: refundedThere.id, description: 'Returned', isConfirmed: false };
  const { received } = training.status();
  expect(await world.reversals.refund({ ...again, amount: refundedThere.amount }, supervisor)).toMatchObject({
    failure: { kind: 'over-refund', left: refundedThere.amount - 3_00, elsewhere: 3_00 },
  });
  expect(training.status().received).toBe(received);
  if (result.kind !== 'reconciled') throw new Error(result.kind);
  const { there, net, commission, cost, feeTax, withheld, reserve } = result.total;
  expect(net).toBe(there.amount - 4_00 - commission - cost - feeTax - withheld - reserve);
  expect(shown(result)).toEqual([
    ...Array<string>(6).fill('matched null'),
    'only-there refunded-elsewhere',
    'unconfirmed resolve-found',
  ]);
});

test('late records are waited for, and never called missing for good', async () => {
  const { world } = await aDay({ recordsAfterMs: 3_600_000 });
  await sold(world, 1);
  expect(shown(await reconcile(world))).toEqual(['only-here wait']);
});

test('what can’t be read of one payment is said of that one, and the others are compared', async () => {
  const { training, world } = await aDay({ recordsAfterMs: 3_600_000 });
  const holds: string[] = [];
  for (const index of [1, 2, 3]) {
    const hold = value(await world.payments.authorize({ ...keyed(index), family: 'json' }, supervisor));
    await training.order({ fault: { kind: 'closed-before' }, times: 1 });
    await world.captures.capture(captureOf(hold), backOffice);
    holds.push(hold.id);
  }
  const sales = [await sold(world, 4), await sold(world, 5), await sold(world, 6)];
  for (const sale of sales) await refund(world, sale, 1_00);
  const { records } = gateway;
  const bugs: unknown[] = [];
  const { reconcile: compare } = createReconciliations({
    gateway: {
      records: {
        ...records,
        ask: (account, question, page) => {
          const [broken, silent] = sales.map(({ references }) => references.codOper);
          const codOper = question.by === 'codOper' ? question.codOper : null;
          if (codOper !== null && codOper === broken) throw new Error('A bug');
          if (codOper !== null && codOper === silent)
            return Promise.resolve({ kind: 'no-answer', why: 'unreachable', code: null, text: null });
          return records.ask(account, question, page);
        },
      },
    },
    ledger: {
      ...world.ledger,
      attempt: async (id) => {
        if (id === holds[0]) throw new Error('Another bug');
        const found = await world.ledger.attempt(id);
        return found !== null && id === holds[1] ? { ...found, unknownCause: 'damaged' } : found;
      },
    },
    merchants: world.merchants,
    clock: () => new Date(Date.now() + world.time.ahead),
    makeId: newId,
    reportBug: (error) => void bugs.push(error),
  });
  const query = { first: today(), last: today(), environment: 'training', merchantId: 'training' } as const;
  expect(shown(value(await compare(query, unwatched)))).toEqual([
    'only-here unread',
    'only-here unread',
    ...Array<string>(7).fill('only-here wait'),
    'unconfirmed resolve-none',
    'unconfirmed unread',
    'unconfirmed unread',
  ]);
  expect(bugs).toEqual([new Error('Another bug'), new Error('A bug')]);
});

test('a day that can’t be proved whole is said to be incomplete', async () => {
  const { training, world } = await aDay();
  await sold(world, 1);
  // The count is refused: the service lists its records all the same.
  await training.order({ fault: { kind: 'header-status', code: 400 }, times: 1, of: 'records' });
  const result = await reconcile(world);
  expect(result).toMatchObject({ kind: 'reconciled', days: [{ whole: false }] });
  expect(shown(result)).toEqual(['matched null']);
});

test.each<[Fault, object]>([
  [
    { kind: 'header-status', code: 410 },
    { why: 'wrong-keys', code: '410' },
  ],
  [
    { kind: 'header-status', code: 530 },
    { why: 'not-allowed', code: '530' },
  ],
  [{ kind: 'closed-before' }, { why: 'unreachable' }],
])('after %o nothing is compared', async (fault, expected) => {
  const { training, world } = await aDay();
  await training.order({ fault, times: 1, of: 'records' });
  expect(await reconcile(world)).toMatchObject({ kind: 'no-answer', ...expected });
});

test('it tells how far it is, and stops between two questions', async () => {
  const { world } = await aDay();
  for (let index = 0; index < 5; index++) await sold(world, index);
  const told: number[] = [];
  const course = {
    ...unwatched,
    expect: (total: number) => void told.push(-total),
    progress: (done: number) => void told.push(done),
  };
  await reconcile(world, course);
  expect(told).toEqual([0, -5, 3, 5]);
  const stopped = {
    ...unwatched,
    progress: () => {
      throw new WorkCancelled();
    },
  };
  await expect(reconcile(world, stopped)).rejects.toThrow(WorkCancelled);
});

test('days to come, too many days and another environment are refused', async () => {
  const { world } = await aDay();
  const of = { environment: 'training', merchantId: 'training' } as const;
  for (const [query, kind] of [
    [{ ...of, first: '2026-01-01', last: '2026-03-01' }, 'invalid'],
    [{ ...of, first: '2999-01-01', last: '2999-01-01' }, 'invalid'],
    [{ ...of, first: today(), last: today(), environment: 'production' }, 'not-found'],
  ] as const)
    expect(await world.reconciliations.reconcile(query, unwatched)).toMatchObject({ failure: { kind } });
});

test('a close keeps what the comparison said, and never waits for one', async () => {
  const { training, world } = await aDay();
  await sold(world, 1);
  const day = { day: today(), environment: 'training', merchantId: 'training' } as const;
  expect(await world.reports.close(day, backOffice)).toMatchObject({
    value: { figures: { reconciled: 'not-compared' } },
  });
  expect((await payJson(training, 'AUTH_CAPTURE')).headerStatus.code).toBe(200);
  await reconcile(world);
  const closed = { figures: { reconciled: { differences: 1, whole: true, claims: 0 } } };
  expect(await world.reports.close(day, backOffice)).toMatchObject({ value: closed });
  expect(await world.reports.closes(day)).toMatchObject({
    value: { closes: [closed, { figures: { reconciled: 'not-compared' } }] },
  });
});

test.each([
  ['was voided', { status: 4 }, 1],
  ['was of another amount', { firstAmount: 1_00 }, 2],
])('two records, one of which says that the sale %s, are both shown, and neither arrives', async (_, other, count) => {
  const { world } = await aDay();
  const { references, amount } = await sold(world, 1);
  const here = { codOper: references.codOper, idtx: references.idtx, at: operatorTime(Date.now()), amount };
  const two = [aRecord({ ...here, firstAmount: amount }), aRecord({ ...here, firstAmount: amount, ...other })];
  const records = {
    ask: (_account: unknown, _question: unknown, page = { limit: 50, offset: 0 }) =>
      Promise.resolve({ kind: 'records', records: two.slice(page.offset, page.offset + 1) } as const),
    count: () => Promise.resolve({ kind: 'count', count: two.length } as const),
  };
  const { reconcile: compare } = createReconciliations({
    gateway: { records },
    ledger: world.ledger,
    merchants: world.merchants,
    clock: () => new Date(Date.now() + world.time.ahead),
    makeId: newId,
    reportBug: (error) => {
      throw error;
    },
  });
  const query = { first: today(), last: today(), environment: 'training', merchantId: 'training' } as const;
  expect(value(await compare(query, unwatched))).toMatchObject({
    lines: [
      { kind: 'only-there', record: other },
      { kind: 'matched', record: { status: 1 } },
    ],
    total: { net: 0, commission: 0, feesUnknown: { count } },
  });
});
