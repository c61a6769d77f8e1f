/** Figures summed up from counted attempts: every attempt is in exactly one part, so the parts add up to the whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayCell, DayLists } from '#electron/core/ports/day-figures.ts';
import { comparedCurrencies, currencyFigures } from '#electron/core/reports/sum-up.ts';
import { brands } from '#shared/payments/card.ts';
import { operationFacts, operations } from '#shared/payments/operations.ts';
import { attemptStates } from '#shared/payments/outcome.ts';
import { figureOf, figuresSchema, type Figure } from '#shared/reports/figures.ts';

const figure = { count: fc.integer({ min: 1, max: 1_000 }), amount: fc.integer({ min: 1, max: 100_000_000 }) };
const cell: fc.Arbitrary<DayCell> = fc
  .record<DayCell>({
    ...figure,
    day: fc.constantFrom('2026-11-20', '2026-11-21'),
    hour: fc.integer({ min: 0, max: 24 }),
    operation: fc.constantFrom(...operations, 'unlisted' as const),
    state: fc.constantFrom(...attemptStates),
    brand: fc.constantFrom(...brands, null),
    operatorName: fc.constantFrom('Ana', 'Beto', 'Celia'),
    currencySign: fc.constantFrom('B/.', 'USD'),
    hold: fc.constantFrom('open', 'expired', 'over', null),
    doubt: fc.constant(null),
    tax: fc.integer({ min: 0, max: 7_000_000 }),
    withheld: fc.integer({ min: 0, max: 3_500_000 }),
  })
  .chain((drawn) => {
    const doubts = { approved: 'amount', rejected: drawn.operation === 'capture' ? 'elsewhere' : null } as const;
    const doubt = drawn.state === 'approved' || drawn.state === 'rejected' ? doubts[drawn.state] : null;
    return fc.constantFrom(null, doubt).map((each) => ({ ...drawn, doubt: each }));
  });
const waiting: fc.Arbitrary<DayLists['waiting']> = fc.array(
  fc.record({
    ...figure,
    currencySign: fc.constantFrom('B/.', 'EUR'),
    hold: fc.constantFrom('open' as const, 'expired' as const),
  }),
  { maxLength: 4 },
);
const partOf = ({ day, hour }: DayCell): string => `${day} ${hour}`;
const total = (figures: readonly Figure[]): Figure => ({
  count: figures.reduce((sum, { count }) => sum + count, 0),
  amount: figures.reduce((sum, { amount }) => sum + amount, 0),
});

describe('the figures of days', () => {
  it('have parts that add up to the whole, in each currency', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), waiting, (cells, holds) => {
        const currencies = currencyFigures(cells, holds, partOf);
        expect(figuresSchema.shape.currencies.parse(currencies)).toEqual(currencies);
        expect(total(currencies.map(({ attempts }) => attempts))).toEqual(total(cells));
        for (const { sign, ...figures } of currencies) {
          const charged = { ...total([figureOf(figures.sums, 'charged')]) };
          for (const parts of [figures.byBrand, figures.byOperator, figures.byPart]) {
            expect(total(parts)).toEqual(charged);
          }
          expect(total(figures.byState)).toEqual(figures.attempts);
          const approvals = cells.filter((each) => each.state === 'approved' && each.currencySign === sign);
          const approved = approvals.filter(({ doubt }) => doubt === null);
          // A hold, a decline and an unconfirmed payment owe no tax.
          const taxed = approved.filter(({ operation }) => operationFacts(operation).countsIn === 'charged');
          expect(figures.tax).toEqual({
            amount: taxed.reduce((sum, { tax }) => sum + tax, 0),
            withheld: taxed.reduce((sum, { withheld }) => sum + withheld, 0),
          });
          expect(total(figures.byOperation)).toEqual(total(approved));
          const unclear = approvals.filter(({ doubt }) => doubt === 'amount');
          expect(figureOf(figures.byState, 'amount-unconfirmed')).toMatchObject(total(unclear));
          expect(total(figures.unclear)).toEqual(total(unclear.filter(({ operation }) => operation !== 'unlisted')));
          // An unlisted operation is counted, but in no sum of money.
          const listed = approved.filter(({ operation }) => operation !== 'unlisted');
          expect(total(figures.sums)).toEqual(total(listed));
          const held = figureOf(figures.sums, 'held');
          expect(figures.opened.open.count + figures.opened.expired.count).toBeLessThanOrEqual(held.count);
        }
        expect(total(currencies.flatMap((each) => [each.waiting.open, each.waiting.expired]))).toEqual(total(holds));
      }),
    );
  });

  it('to compare with count the charged money alone', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), (cells) => {
        for (const compared of comparedCurrencies(cells, cells, partOf)) {
          expect(total(compared.byPart)).toEqual(compared.charged);
          expect(compared.soFar).toEqual(compared.charged);
          const figures = currencyFigures(cells, [], partOf).find(({ sign }) => sign === compared.sign);
          expect(figureOf(figures?.sums ?? [], 'charged')).toMatchObject(compared.charged);
        }
      }),
    );
  });
});
