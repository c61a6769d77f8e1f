/** Operations that stand in the table alone go through the ledger, the sums, the words and the receipts, without a line for them. */
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { figuresOf } from '#test/fixtures/ledger/figures-of.ts';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { accountOf } from '#shared/ledger/account.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { latestState } from '#shared/ledger/listed-attempt.ts';
import { receiptStageOf } from '#shared/paper/receipt-stage.ts';
import type * as Table from '#shared/payments/operations.ts';
import type { Operation } from '#shared/payments/operations.ts';
import { figureOf } from '#shared/reports/figures.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { approved, capture, newAttempt, record, refused, reversal } from '#test/fixtures/examples.ts';
import { enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

vi.mock('#shared/payments/operations.ts', async (original) => {
  const table = await original<typeof Table>();
  const { refund, void: release } = table.operationTable;
  Object.assign(table.operationTable, {
    goodwill: { ...refund, types: { json: 'GOODWILL', form: null } },
    release: { ...release, types: { json: 'RELEASE', form: null } },
  });
  Reflect.apply(Array.prototype.push, table.operations, ['goodwill', 'release']);
  return { ...table, recordedOperationSchema: z.enum([...table.operations, 'unlisted']) };
});

startBothLanguages();
const [goodwill, release] = ['goodwill', 'release'] as unknown as readonly [Operation, Operation];
const startedAt = '2026-11-20T10:00:00.000Z';
const now = '2026-11-20T11:00:00.000Z';

test.each(enginesOfSameSql)('operations of a table alone, on %s', async (engine) => {
  const ledger = await (await storeOfTest(engine)).open();
  const made = (attempt: NewAttempt, answer = approved({ answeredAmount: attempt.amount })) =>
    record(ledger, attempt, answer);
  const shown = async (id: string) => {
    const found = await ledger.show(id);
    if (found === null) throw new Error('not on the ledger');
    return found;
  };
  const sale = await made(newAttempt({ operation: 'sell', startedAt }));
  const back = await made(reversal({ chargeId: sale }, { operation: goodwill, amount: 50_00, startedAt }));
  const hold = await made(newAttempt({ startedAt }));
  await made(reversal({ holdId: hold }, { operation: release, startedAt }), refused('declined', '51'));
  const released = await made(reversal({ holdId: hold }, { operation: release, startedAt }));

  // Money: what is left counts it, and a settled hold is settled.
  const more = reversal({ chargeId: sale }, { amount: 70_01, startedAt });
  expect(await ledger.begin(more, null)).toMatchObject({ failure: { kind: 'over-refund', left: 70_00 } });
  expect(await ledger.begin(capture(hold), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  // State, account and receipt.
  const told = async (id: string) => {
    const payment = await shown(id);
    return [latestState(payment, false), accountOf(payment, false).money, receiptStageOf(payment, false)];
  };
  expect(await told(sale)).toEqual(['part-returned', 'charged', 'charged']);
  expect(await told(back)).toEqual(['refunded', 'refunded', 'refunded']);
  expect(await told(hold)).toEqual(['voided', 'released', 'voided']);
  expect((await shown(released)).timeline).toHaveLength(3);
  // Words.
  const t = i18next.getFixedT('en') as unknown as Translate;
  const title = async (id: string) => outcomeWords(t, formatsOf('en'), await shown(id)).title;
  expect([await title(back), await title(released)]).toEqual(['Refunded.', 'Voided. Nothing was charged.']);
  // Sums of the day and of History.
  const [figures] = (await figuresOf(ledger, { from: startedAt, until: now })).currencies;
  expect(figureOf(figures?.sums ?? [], 'refunded')).toEqual({ key: 'refunded', count: 1, amount: 50_00 });
  expect(figureOf(figures?.sums ?? [], 'released')).toEqual({ key: 'released', count: 1, amount: 120_00 });
  const found = await ledger.sums(historyFilterSchema.parse({}), now);
  expect(found.sums).toMatchObject([
    { charged: { amount: 120_00 }, refunded: { count: 1, amount: 50_00 }, released: { count: 1, amount: 120_00 } },
  ]);
  // A purge takes the whole payment.
  expect(await purgeSettled(ledger.engine, '2026-11-22T00:00:00.000Z', await exportedOf(ledger), undefined)).toBe(5);
});
