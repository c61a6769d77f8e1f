/** The doubts that sums tell apart in SQL are those of the account of each payment, on both engines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { accountOf } from '#shared/ledger/account.ts';
import type { Difference } from '#shared/payments/attempt.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { operations, operationFacts, operationTable } from '#shared/payments/operations.ts';
import {
  approved,
  capture,
  lost,
  newAttempt,
  recharge,
  record,
  refused,
  resolution,
  reversal,
  value,
} from '#test/fixtures/examples.ts';
import { enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { times } from '#test/support/thorough.ts';

const amount = 12_000;
const named = fc.record({
  answeredAmount: fc.constantFrom(null, 0, 100, amount, amount * 100),
  differences: fc.constantFrom<readonly Difference[]>(
    [],
    [{ field: 'amount', answered: '120,00' }],
    // A text of the service that looks like the record of a difference.
    [{ field: 'name', answered: '"field":"amount"' }],
    [
      { field: 'email', answered: 'x' },
      { field: 'amount', answered: '-1' },
    ],
  ),
});
const answer: fc.Arbitrary<GatewayAnswer> = fc.oneof(
  { weight: 4, arbitrary: named.map((facts) => approved(facts)) },
  fc.constantFrom('605', '622', '623').map((code) => refused('rejected', code)),
  fc.constant(refused('declined', '51')),
  fc.constant(lost),
  named.map((facts) => ({ ...lost, ...facts, outcome: 'unknown', cause: 'no-reference' }) as GatewayAnswer),
);
const payment = fc.record({
  operation: fc.constantFrom(...operations),
  family: fc.constantFrom('json' as const, 'form' as const),
  answer,
  resolved: fc.option(fc.constantFrom('approved' as const, 'declined' as const)),
});

/** Payments that chance may miss: each operation with another amount, and a capture of a hold that was captured already. */
const always = [
  ...operations.map((operation) => ({ operation, answer: approved({ answeredAmount: 100 }) })),
  { operation: 'capture', answer: refused('rejected', '622') } as const,
].map((each) => ({ ...each, family: 'json' as const, resolved: null }));

test.each(enginesOfSameSql)('the sums of %s doubt what the account doubts', async (engine) => {
  const ledger = await (await storeOfTest(engine)).open();
  const payments = [...always, ...fc.sample(payment, times(50, 1_000))];
  for (const [index, { operation, family, answer: said, resolved }] of payments.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 20) + index * 1_000).toISOString();
    const own = { family, startedAt, amount };
    const first = newAttempt(own);
    const earlier = {
      nothing: () => newAttempt({ ...own, operation }),
      hold: async () => {
        const holdId = await record(ledger, first);
        return operation === 'void' ? reversal({ holdId }, own) : capture(holdId, own);
      },
      charge: async () => reversal({ chargeId: await record(ledger, { ...first, operation: 'sell' }) }, own),
      card: () => recharge(first, own),
    } as const;
    const id = await record(ledger, await earlier[operationTable[operation].refersTo](), said);
    if (said.outcome !== 'unknown' || resolved === null) continue;
    value(await ledger.resolve(id, resolution(resolved, { reference: `R-${index}` })));
  }
  const expected = new Map<string, number>();
  for await (const attempt of ledger.all(historyFilterSchema.parse({}))) {
    // An authorization stands for its payment in the account, and for itself in the sums of a day.
    const { money, amountDoubt } = accountOf({ ...attempt, payment: null }, false);
    const counts = operationFacts(attempt.operation).countsIn;
    const key = money === 'elsewhere' ? 'elsewhere' : amountDoubt === null ? 'none' : `amount ${counts}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const day = { day: '2026-11-20', from: '2026-11-20T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' };
  const cells = await ledger.dayCells({ environment: 'test', merchantId: null, days: [day], now: day.until });
  const found = new Map<string, number>();
  for (const { doubt, operation, count } of cells) {
    const key =
      doubt === null ? 'none' : doubt === 'elsewhere' ? doubt : `amount ${operationFacts(operation).countsIn}`;
    found.set(key, (found.get(key) ?? 0) + count);
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(new Set(found.keys())).toEqual(
    new Set(['none', 'elsewhere', 'amount held', 'amount refunded', 'amount released', 'amount charged']),
  );
});
