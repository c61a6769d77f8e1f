/** The report of a run: where and when it was made, and its rows. As a document, as text and as a page. */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { root } from '#build/paths.ts';
import type { FigureRow, MeasuredRow } from './ratio.ts';
import { goalText, planOf, type SuiteName } from './suites.ts';

export interface RunHead {
  /** Day of the run. */
  readonly date: string;
  /** Short hash, with `+` for a tree that differs from it. */
  readonly commit: string;
  readonly machine: string;
  /** Busy processes per processor before the run. */
  readonly load: number;
}

export interface Report extends RunHead {
  readonly rows: readonly MeasuredRow[];
  readonly tables: readonly {
    readonly suite: SuiteName;
    readonly about: string;
    readonly rows: readonly FigureRow[];
  }[];
}

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

export function runHead(): RunHead {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = processors[0]?.model.trim() || 'processor';
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+'),
    machine: `${processors.length} × ${model}, ${gigabytes} GiB, ${platform()} ${release()}, Node ${process.version}`,
    load: (loadavg()[0] ?? 0) / processors.length,
  };
}

/** Load per processor from which other work disturbs a run. */
const disturbing = 0.3;

export const headText = ({ date, commit, machine, load }: RunHead): string =>
  `${date}, commit ${commit}, ${machine}. ${
    load > disturbing ? `Other work kept the machine busy (load ${load.toFixed(1)} a processor).` : 'Nothing else ran.'
  }`;

/** Writes a number with three digits that count. */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) || magnitude >= 100) return value.toFixed(0);
  return value.toFixed(magnitude >= 10 ? 1 : 2);
}

/** Text of what a goal bounds: a ratio or a figure. */
export function valueText({ suite, row, value }: MeasuredRow): string {
  const plan = planOf(suite, row);
  const relative = plan?.goal == null ? plan?.baseline != null : plan.goal.of === 'the baseline';
  return relative ? `${figureText(value)} ×` : figureText(value);
}

/** Rows as people read them in a terminal. */
export const printedRows = (rows: readonly MeasuredRow[]): readonly FigureRow[] =>
  rows.map((row) => {
    const { suite, variant, ours, baseline, ok } = row;
    const plan = planOf(suite, row.row);
    return {
      row: [suite, row.row, variant].filter((part) => part !== '').join(' · '),
      p50: figureText(ours.p50),
      p95: figureText(ours.p95),
      spread: `${Math.round(100 * ours.spread)} %`,
      'baseline p50': baseline === null ? '' : figureText(baseline.p50),
      'baseline p95': baseline === null ? '' : figureText(baseline.p95),
      unit: plan?.unit ?? '',
      value: valueText(row),
      goal: plan === null ? '' : goalText(plan),
      ok,
    };
  });
