/** Rows of the benchmark: samples of ours and of the baseline, summed up and held against the goal. */
import { percentile } from './measure.ts';
import { planOf, type Figure, type RowName, type SuiteName } from './suites.ts';

/** Samples of one row in its unit. */
export interface Sampled<Suite extends SuiteName = SuiteName> {
  readonly row: RowName<Suite>;
  /** Engine, size or number of seats; an empty text where there is one of the row. */
  readonly variant?: string;
  readonly ours: readonly number[];
  readonly baseline?: readonly number[];
}

export interface Summary extends Readonly<Record<Figure, number>> {
  readonly count: number;
  /** Distance of the quartiles, as a share of the median. */
  readonly spread: number;
  /** Quantiles in equal steps, for plots. */
  readonly quantiles: readonly number[];
}

export interface MeasuredRow {
  readonly suite: SuiteName;
  readonly row: string;
  readonly variant: string;
  readonly ours: Summary;
  readonly baseline: Summary | null;
  /** Ratio of both figures, or the figure in its unit, as the goal bounds it. */
  readonly value: number;
  /** False for a missed goal. */
  readonly ok: boolean;
}

/** A figure that suites print beside their rows. */
export type FigureRow = Readonly<Record<string, unknown>>;

export interface Measured<Suite extends SuiteName = SuiteName> {
  readonly rows: readonly Sampled<Suite>[];
  /** Tables for people, each under its line of explanation. */
  readonly tables?: readonly { readonly about: string; readonly rows: readonly FigureRow[] }[];
}

const steps = 40;

function summaryOf(values: readonly number[]): Summary {
  const at = (share: number): number => percentile(values, share);
  const p50 = at(0.5);
  return {
    count: values.length,
    p50,
    p95: at(0.95),
    p99: at(0.99),
    spread: p50 === 0 ? 0 : (at(0.75) - at(0.25)) / p50,
    quantiles: Array.from({ length: steps + 1 }, (_, step) => at(step / steps)),
  };
}

export function measuredRow(suite: SuiteName, { row, variant = '', ours, baseline }: Sampled): MeasuredRow {
  const plan = planOf(suite, row);
  if (plan === null) throw new Error(`The table of suites has no row ${suite} ${row}.`);
  const summaries = { ours: summaryOf(ours), baseline: baseline === undefined ? null : summaryOf(baseline) };
  const { goal } = plan;
  const figure = goal?.figure ?? 'p50';
  const relative = goal === null ? summaries.baseline !== null : goal.of === 'the baseline';
  const value = summaries.ours[figure] / (relative ? (summaries.baseline?.[figure] ?? Number.NaN) : 1);
  // A row without samples has missed its goal.
  const ok = goal === null || (goal.bound === 'at most' ? value <= goal.value : value >= goal.value);
  return { suite, row, variant, ...summaries, value, ok: ok && ours.length > 0 };
}
