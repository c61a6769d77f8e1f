/** The report as one page without scripts: a table of each suite, and the distribution of ours beside the baseline's. */
import type { MeasuredRow, Summary } from './ratio.ts';
import { figureText, headText, valueText, type Report } from './report.ts';
import { goalText, planOf, suites, type SuiteName } from './suites.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('`', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const size = { width: 320, height: 72, margin: 4 } as const;

/** Line of the quantiles: the share of the samples upwards, their value to the right. */
function lineOf({ quantiles }: Summary, from: number, until: number, className: string): string {
  const { width, height, margin } = size;
  const x = (value: number): number => margin + ((value - from) / (until - from || 1)) * (width - 2 * margin);
  const y = (index: number): number => height - margin - (index / (quantiles.length - 1)) * (height - 2 * margin);
  const points = quantiles.map((value, index) => `${x(value).toFixed(1)},${y(index).toFixed(1)}`).join(' ');
  return `<polyline class="${className}" points="${points}"/>`;
}

/** Plots what the samples are below, up to their 95th percentiles so that one late sample does not flatten the rest. */
function plotOf({ ours, baseline }: MeasuredRow): string {
  if (ours.count < 3) return '';
  const all = [ours, ...(baseline === null ? [] : [baseline])];
  const from = Math.min(...all.map(({ quantiles }) => quantiles[0] ?? 0));
  const until = Math.max(...all.map(({ p95 }) => p95)) * 1.05;
  const lines = [
    ...(baseline === null ? [] : [lineOf(baseline, from, until, 'baseline')]),
    lineOf(ours, from, until, 'ours'),
  ];
  const label = `${figureText(from)} to ${figureText(until)}`;
  return `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${label}">${lines.join('')}</svg><small>${label}</small>`;
}

function figuresCell(summary: Summary | null): string {
  if (summary === null) return '';
  const { count, p50, p95, p99, spread } = summary;
  if (count === 1) return figureText(p50);
  const note = `${count} samples, spread ${Math.round(100 * spread)} %`;
  return `${[p50, p95, p99].map(figureText).join(' · ')}<small>${note}</small>`;
}

function rowHtml(row: MeasuredRow): string {
  const plan = planOf(row.suite, row.row);
  if (plan === null) return '';
  const cells = [
    `<th scope="row">${escaped(row.row)}<small>${escaped(row.variant)}</small></th>`,
    `<td>${escaped(plan.ours)}<small>${plan.baseline === null ? '' : `against ${escaped(plan.baseline)}`}</small></td>`,
    `<td>${figuresCell(row.ours)}</td><td>${figuresCell(row.baseline)}</td><td>${plan.unit}</td>`,
    `<td class="${row.ok ? 'held' : 'missed'}">${valueText(row)}<small>${escaped(goalText(plan))}, ${row.ok ? 'held' : 'missed'}</small></td>`,
    `<td>${plotOf(row)}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function suiteHtml(suite: SuiteName, rows: readonly MeasuredRow[]): string {
  const heads = ['row', 'what', 'ours: p50 · p95 · p99', 'baseline', 'unit', 'goal', 'distribution'];
  return `<h2>${suite}</h2><p>${escaped(suites[suite].about)}</p>
<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map(rowHtml).join('\n')}</tbody></table>`;
}

const style = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
thead th:nth-child(5) { width: 6rem; }
thead th:nth-child(7) { width: 21rem; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; font-weight: normal; }
thead th, tbody th { font-weight: 600; }
small { display: block; opacity: .75; font-weight: normal; }
.missed { color: light-dark(#a30015, #ff8d93); font-weight: 600; }
.held { color: light-dark(#136f2d, #7dd695); }
svg { width: 20rem; height: 4.5rem; background: #8881; }
polyline { fill: none; stroke-width: 2; }
.ours { stroke: light-dark(#1c5fd4, #7fb0ff); }
.baseline { stroke: #888; stroke-dasharray: 4 3; }`;

export function htmlReport(report: Report): string {
  const bySuite = Map.groupBy(report.rows, ({ suite }) => suite);
  const missed = report.rows.filter(({ ok }) => !ok).length;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Benchmark of Caja</title><style>${style}</style></head>
<body><h1>Benchmark of Caja</h1>
<p>${escaped(headText(report))} ${report.rows.length} rows, ${missed} with a missed goal.</p>
<p>Plots: the share of the samples upwards, their value to the right; ours drawn through, the baseline dashed.</p>
${[...bySuite].map(([suite, rows]) => suiteHtml(suite, rows)).join('\n')}
</body></html>
`;
}
