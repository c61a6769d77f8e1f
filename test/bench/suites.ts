/**
 * Every suite of the benchmark with its rows: what is measured, against what, and the goal. Reports, the figures of the
 * documents and the end of a run derive from this table.
 */

export type Figure = 'p50' | 'p95' | 'p99';
type Unit = 'ms' | 'payments/s' | 'captures/s' | 'MB' | 'kB' | 'kB/s' | '%' | 'count';

/** Bound of a figure. Compared with the baseline's figure, or in the row's own unit. */
export interface Goal {
  readonly figure: Figure;
  readonly bound: 'at most' | 'at least';
  readonly value: number;
  readonly of: 'the baseline' | 'the unit';
}

export interface RowPlan {
  readonly ours: string;
  /** Null for a figure that has a goal of its own. */
  readonly baseline: string | null;
  readonly unit: Unit;
  /** Null for a figure that is only reported. */
  readonly goal: Goal | null;
}

export interface SuitePlan {
  readonly about: string;
  readonly rows: Readonly<Record<string, RowPlan>>;
}

const times = (figure: Figure, value: number): Goal => ({ figure, bound: 'at most', value, of: 'the baseline' });
const shareOf = (figure: Figure, value: number): Goal => ({ figure, bound: 'at least', value, of: 'the baseline' });
const atMost = (figure: Figure, value: number): Goal => ({ figure, bound: 'at most', value, of: 'the unit' });
const atLeast = (figure: Figure, value: number): Goal => ({ figure, bound: 'at least', value, of: 'the unit' });

const ms = (ours: string, baseline: string | null, goal: Goal | null): RowPlan => ({
  ours,
  baseline,
  unit: 'ms',
  goal,
});

const twoCommits = 'POST on a kept connection, two bare commits';
const bare = 'the bare statements';
const tenth = 'the same with a tenth of the payments';
/** A read or write of the ledger, and how it grows. Reads have the 95th percentile, since a slow one is what people notice. */
const ledgerRows = <Name extends string>(name: Name, ours: string, figure: Figure) =>
  ({
    [name]: ms(ours, bare, times(figure, 1.2)),
    [`${name}, growth`]: ms(ours, tenth, times(figure, 1.3)),
  }) as Readonly<Record<Name | `${Name}, growth`, RowPlan>>;

export const suites = {
  submit: {
    about: 'From F9 to the painted outcome in the built program, with a service that answers at once.',
    rows: {
      payment: ms('F9 to the painted outcome', `${twoCommits}, two frames`, times('p50', 1.5)),
      'slowest payment': ms('F9 to the painted outcome', `${twoCommits}, two frames`, times('p99', 2)),
    },
  },
  core: {
    about: 'A payment in main: the composed use cases over real TLS, with a service that answers at once.',
    rows: {
      payment: ms('`payments.authorize` with its trail and journal', twoCommits, times('p50', 1.15)),
      'payment, shared ledger': ms(
        'the same with a server at a line of 0, 5 and 20 ms',
        `${twoCommits} at the same line`,
        times('p50', 1.15),
      ),
    },
  },
  pause: {
    about: 'The same payment after a minute in which nobody paid, warmed as the review does.',
    rows: { payment: ms('first payment after 60 s', 'the next one after 3 s', times('p50', 1.1)) },
  },
  batch: {
    about: 'Captures of a batch with a service that takes 50 ms, eight at once. The ideal waits for nothing else.',
    rows: {
      captures: {
        ours: 'a whole batch, embedded ledger',
        baseline: 'ideal',
        unit: 'captures/s',
        goal: shareOf('p50', 0.95),
      },
      'captures over a line': {
        ours: 'a whole batch, shared ledger 20 ms away',
        baseline: 'ideal with two round trips each',
        unit: 'captures/s',
        goal: shareOf('p50', 0.95),
      },
    },
  },
  ceiling: {
    about: 'Payments that one seat makes in a second at most, eight at once, with a service that answers at once.',
    rows: {
      payments: {
        ours: '`payments.authorize` without a pause',
        baseline: 'undici alone',
        unit: 'payments/s',
        goal: shareOf('p50', 0.6),
      },
    },
  },
  ledger: {
    about: 'Reads and writes of the ledger on both engines, at 10⁴, 10⁵ and 10⁶ payments, and at 10⁷ on PostgreSQL.',
    rows: {
      ...ledgerRows('search', 'a search of ten kinds', 'p95'),
      'search, one frame': ms('a search of ten kinds', null, atMost('p95', 16)),
      ...ledgerRows('page', 'the first page of History', 'p95'),
      ...ledgerRows('holds', 'the queue of holds', 'p95'),
      'deep, growth': ms('a page three quarters down', tenth, null),
      ...ledgerRows('append', 'a sale with its two commits', 'p50'),
      ...ledgerRows('sums', 'the count and sums of a search', 'p95'),
      ...ledgerRows('report', 'the report of 30 days', 'p95'),
      ...ledgerRows('match', 'an answered look-up beside its payment', 'p95'),
    },
  },
  start: {
    about: 'From the launch to the first key that a field takes, and the opening of the ledger alone.',
    rows: {
      'first key': ms('launch of the program', 'an empty window in the same host', times('p50', 1.5)),
      'first key, filled': ms('launch with a filled ledger', 'launch with an empty one', times('p50', 1.1)),
      'opening, filled': ms('opening of a filled ledger', 'opening of an empty one', times('p50', 1.1)),
    },
  },
  seats: {
    about: 'Many seats at one server with their screens open, against one seat that does the same work.',
    rows: {
      payment: ms('begin and finish of a payment', 'the same of one seat', times('p95', 1.3)),
      refused: { ours: 'refused payments', baseline: null, unit: 'count', goal: atMost('p50', 0) },
      connections: { ours: 'connections of a seat', baseline: null, unit: 'count', goal: atMost('p50', 2) },
      line: {
        ours: 'bytes of a seat that shows nothing and does not pay',
        baseline: null,
        unit: 'kB/s',
        goal: atMost('p50', 0.5),
      },
    },
  },
  type: {
    about: 'A key in the Charge form up to its painted frame, with the processor slowed down four times.',
    rows: {
      key: ms('key to the painted frame', 'a field on an empty page', atMost('p95', 16)),
      'processor of a key': ms('processor time up to the frame', null, atMost('p95', 16)),
    },
  },
  scroll: {
    about: 'History scrolled by the wheel, with 10⁶ payments behind it.',
    rows: {
      frames: { ours: 'frames in time at 60 Hz', baseline: null, unit: '%', goal: atLeast('p50', 95) },
    },
  },
  memory: {
    about:
      'Memory after 10,000 payments, a backup, an export, a check of the trail and eight hours of the page’s timers.',
    rows: {
      growth: {
        ours: 'used by main after all of it',
        baseline: 'after the start',
        unit: 'MB',
        goal: times('p50', 1.05),
      },
      'growth of the page': {
        ours: 'used by the page after all of it',
        baseline: 'after the start',
        unit: 'MB',
        goal: times('p50', 1.05),
      },
      peak: { ours: 'highest resident size', baseline: null, unit: 'MB', goal: atMost('p50', 300) },
    },
  },
  'first-load': {
    about: 'What the page reads before it shows the Charge screen, compressed.',
    rows: {
      script: { ours: 'scripts', baseline: null, unit: 'kB', goal: atMost('p50', 217) },
      style: { ours: 'styles', baseline: null, unit: 'kB', goal: atMost('p50', 25) },
    },
  },
} as const satisfies Readonly<Record<string, SuitePlan>>;

export type SuiteName = keyof typeof suites;
export const suiteNames = Object.keys(suites) as readonly SuiteName[];
export type RowName<Suite extends SuiteName> = Suite extends SuiteName
  ? keyof (typeof suites)[Suite]['rows'] & string
  : never;

/** Finds a row by the names of a report; null for one that is not there. */
export const planOf = (suite: string, row: string): RowPlan | null =>
  (suites as Readonly<Record<string, SuitePlan>>)[suite]?.rows[row] ?? null;

/** Writes a goal as people read it: `p50 ≤ 1.5 ×`, `≤ 300 MB`. */
export function goalText({ unit, goal }: RowPlan): string {
  if (goal === null) return 'none';
  const figure = ['ms', 'kB/s'].includes(unit) ? `${goal.figure} ` : '';
  const sign = goal.bound === 'at most' ? '≤' : '≥';
  const bounded = goal.of === 'the baseline' ? ' ×' : unit === 'count' ? '' : ` ${unit}`;
  return `${figure}${sign} ${goal.value}${bounded}`;
}
