/** The checks of the demo: it fails when a screen or the gateway differs from the plan. */
import { expect, test } from 'vitest';
import { plan, type DemoStep } from '#build/demo/plan.ts';
import { differencesFromTruth, differencesOnScreen, tableOf } from '#build/demo/run.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';

const shown: readonly DemoStep[] = plan.map(({ name, operation, family, outcome, references }, index) => ({
  name,
  operation,
  family,
  outcome,
  screenshot: `${name}.png`,
  codOper: references.includes('codOper') ? `SANDBOX_${index}` : null,
  authToken: references.includes('authToken') ? `TOKEN_${index}` : null,
  receiptUrl: references.includes('receiptUrl') ? `https://localhost:1/receipts/${index}` : null,
}));
const truth: readonly TrainingLedgerEntry[] = plan.map(({ family, done }, index) => ({
  ...done,
  sequence: index + 1,
  family,
  codOper: done.result === 'rejected' ? null : `SANDBOX_${index}`,
  authToken: done.result === 'rejected' || family === 'json' ? null : `TOKEN_${index}`,
  relatedTx: null,
  lastFour: '7001',
  email: null,
  description: null,
  at: '2026-11-20T15:00:00.000Z',
}));
const altered = <Item>(items: readonly Item[], index: number, change: Partial<Item>): readonly Item[] =>
  items.map((item, at) => (at === index ? { ...item, ...change } : item));
const onScreen = (steps: readonly DemoStep[]): readonly string[] =>
  plan.flatMap((planned, index) => differencesOnScreen(planned, steps[index] as DemoStep));

test('the demo passes when screens and gateway agree with the plan', () => {
  expect(onScreen(shown)).toEqual([]);
  expect(differencesFromTruth(plan, shown, truth)).toEqual([]);
});

test('the demo reports a screen that differs from the plan', () => {
  expect(onScreen(altered(shown, 10, { outcome: 'declined' }))).toEqual([
    'sell-answer-lost: the screen says declined instead of unknown',
  ]);
  expect(onScreen(altered(shown, 0, { receiptUrl: null }))).toEqual(['authorize-visa: receiptUrl is missing']);
  expect(onScreen(altered(shown, 5, { codOper: 'X' }))).toEqual(['capture-620: codOper is X']);
});

test('the demo reports a gateway that differs from the plan', () => {
  expect(differencesFromTruth(plan, shown, altered(truth, 10, { result: 'declined' }))).toEqual([
    'sell-answer-lost: result is declined at the gateway, not approved',
  ]);
  expect(differencesFromTruth(plan, shown, altered(truth, 1, { family: 'form' }))).toEqual([
    'authorize-mastercard: family is form at the gateway, not json',
  ]);
});

test('the demo reports a request that was sent twice', () => {
  expect(differencesFromTruth(plan, shown, [...truth, ...truth.slice(-1)])).toEqual([
    'The gateway has 13 entries for 12 steps',
  ]);
});

test('the table of the demo has a line for each step under its heading', () => {
  const lines = tableOf(shown).split('\n');
  expect(lines).toHaveLength(plan.length + 1);
  expect(lines[0]).toMatch(/^Operation +Family +Outcome +codOper +AUTH_TOKEN +Receipt$/);
  expect(lines[2]).toMatch(/^authorize +json +approved +SANDBOX_1 +– +https:\/\/localhost:1\/receipts\/1$/);
});
