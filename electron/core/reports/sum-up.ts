/** Sums the counted attempts of days up into figures. Pure: every attempt is in exactly one part of each grouping. */
import type { DayCell, DayLists } from '#electron/core/ports/day-figures.ts';
import { operationFacts, operations, type RecordedOperation } from '#shared/payments/operations.ts';
import {
  dayStates,
  noFigure,
  type Comparison,
  type CurrencyFigures,
  type DayState,
  type Figure,
  type TaxFigures,
} from '#shared/reports/figures.ts';

type PartOf = (cell: DayCell) => string;

export function currencyFigures(
  cells: readonly DayCell[],
  waiting: DayLists['waiting'],
  partOf: PartOf,
): readonly CurrencyFigures[] {
  const signs = new Set([...cells, ...waiting].map(({ currencySign }) => currencySign));
  return [...signs].toSorted().map((sign) => {
    const own = cells.filter(({ currencySign }) => currencySign === sign);
    const approved = own.filter(isConfirmed);
    const charged = approved.filter((cell) => sumOf(cell) === 'charged');
    const held = (hold: string, of: readonly (Figure & { readonly hold: string | null })[]): Figure =>
      total(of.filter((each) => each.hold === hold));
    const opened = approved.filter(({ operation }) => operationFacts(operation).opens === 'hold');
    const still = waiting.filter(({ currencySign }) => currencySign === sign);
    return {
      sign,
      attempts: total(own),
      sums: bySum(approved),
      unclear: bySum(own.filter(({ doubt }) => doubt === 'amount')),
      tax: taxOf(charged),
      byOperation: byOperation(approved),
      byState: inOrder(grouped(own, stateOf), dayStates),
      byBrand: grouped(charged, ({ brand }) => brand ?? 'other').toSorted(byKey),
      byOperator: grouped(charged, ({ operatorName }) => operatorName).toSorted(byKey),
      byPart: parts(charged, partOf),
      opened: { open: held('open', opened), expired: held('expired', opened) },
      waiting: { open: held('open', still), expired: held('expired', still) },
    };
  });
}

/**
 * Sums the charged money of the days to compare with.
 * @param soFar cells of the first of these days until the same time of day; null when the reported days are over
 */
export function comparedCurrencies(
  cells: readonly DayCell[],
  soFar: readonly DayCell[] | null,
  partOf: PartOf,
): Comparison['currencies'] {
  const charged = cells.filter(isCharged);
  return [...new Set(charged.map(({ currencySign }) => currencySign))].toSorted().map((sign) => {
    const own = charged.filter(({ currencySign }) => currencySign === sign);
    return {
      sign,
      charged: total(own),
      soFar: soFar === null ? null : total(soFar.filter((cell) => isCharged(cell) && cell.currencySign === sign)),
      byPart: grouped(own, partOf).toSorted(byKey),
    };
  });
}

const sumOf = ({ operation }: Pick<DayCell, 'operation'>) => operationFacts(operation).countsIn;

const isConfirmed = ({ state, doubt }: DayCell): boolean => state === 'approved' && doubt === null;

const isCharged = (cell: DayCell): boolean => isConfirmed(cell) && sumOf(cell) === 'charged';

const bySum = (cells: readonly DayCell[]): CurrencyFigures['sums'] =>
  grouped(cells, sumOf)
    .flatMap(({ key, ...figure }) => (key === 'nothing' ? [] : [{ key, ...figure }]))
    .toSorted(byKey);

function stateOf({ state, operation, doubt }: DayCell): DayState {
  if (doubt !== null) return doubt === 'amount' ? 'amount-unconfirmed' : 'already-charged';
  return state === 'approved' ? operationFacts(operation).result : state;
}

const taxOf = (charged: readonly DayCell[]): TaxFigures => ({
  amount: charged.reduce((sum, { tax }) => sum + tax, 0),
  withheld: charged.reduce((sum, { withheld }) => sum + withheld, 0),
});

const total = (figures: readonly Figure[]): Figure =>
  figures.reduce<Figure>(
    (sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }),
    noFigure,
  );

const grouped = <Each extends Figure, Key extends string>(
  figures: readonly Each[],
  keyOf: (each: Each) => Key,
): readonly (Figure & { readonly key: Key })[] =>
  [...Map.groupBy(figures, keyOf)].map(([key, group]) => ({ key, ...total(group) }));

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number =>
  one.key < other.key ? -1 : 1;

const inOrder = <Key extends string>(
  figures: readonly (Figure & { readonly key: Key })[],
  order: readonly Key[],
): readonly (Figure & { readonly key: Key })[] =>
  figures.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));

const byOperation = (cells: readonly DayCell[]) =>
  inOrder<RecordedOperation>(
    grouped(cells, ({ operation }) => operation),
    [...operations, 'unlisted'],
  );

function parts(charged: readonly DayCell[], partOf: PartOf): CurrencyFigures['byPart'] {
  const names = [...new Set(charged.map(partOf))].toSorted();
  return names.flatMap((part) =>
    byOperation(charged.filter((cell) => partOf(cell) === part)).map(({ key, ...figure }) => ({
      part,
      operation: key,
      ...figure,
    })),
  );
}
