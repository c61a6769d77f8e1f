/** Figures of a run in the documents: a section of each suite, which the next run that measures it replaces. Pure. */
import type { FigureRow, MeasuredRow, Summary } from './ratio.ts';
import { figureText, headText, valueText, type Report, type RunHead } from './report.ts';
import { goalText, planOf, suiteNames, suites, type SuiteName } from './suites.ts';

/** A generated section: its heading, and the lines below it up to the next heading. */
interface FigureSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

const columns = ['Row', 'Of', 'Unit', 'Ours: p50, p95, p99', 'Baseline', 'Spread', 'Compared', 'Goal', 'Held'] as const;
const figuresOf = ({ p50, p95, p99, count }: Summary): string =>
  count > 1 ? [p50, p95, p99].map(figureText).join(', ') : figureText(p50);

function cellsOf(row: MeasuredRow): readonly string[] {
  const { suite, variant, ours, baseline, ok } = row;
  const plan = planOf(suite, row.row);
  if (plan === null) return [];
  return [
    row.row,
    variant,
    plan.unit,
    figuresOf(ours),
    baseline === null ? '' : figuresOf(baseline),
    ours.count > 1 ? `${Math.round(100 * ours.spread)} %` : '',
    valueText(row),
    goalText(plan),
    ok ? 'yes' : '**no**',
  ];
}

const headingOf = (suite: string): string => `### ${suite}`;

const suiteSection = (head: RunHead, suite: SuiteName, rows: readonly MeasuredRow[]): FigureSection => ({
  heading: headingOf(suite),
  lines: [suites[suite].about, '', headText(head), '', ...tableOf(columns, rows.map(cellsOf))],
});

/** Heading of what an administrator needs of the suite `seats`. */
const serverHeading = '### Measured at a server';

/** Columns of that section, each with its figure of the suite (`seat-figures.ts`). */
const serverColumns = {
  Seats: ['seats'],
  'Refused payments': ['refused'],
  'Connections of a seat': ['connectionsOfSeat'],
  'Server, cores': ['serverCores'],
  'Disk: WAL kB/s, flushes/s': ['wal', 'flushes'],
  'Commits/s': ['commits'],
  'Line of all seats, of one of five branches, of a seat that shows nothing, kB/s': [
    'lineOfAll',
    'lineOfBranch',
    'line',
  ],
  'Record of a payment, p50, p95, ms': ['p50', 'p95'],
  'of one seat alone': ['oneP50', 'oneP95'],
  'Busy connections waited for': ['waits'],
} as const;

function serverSection(head: RunHead, rows: readonly FigureRow[]): FigureSection {
  const textOf = (value: unknown): string =>
    typeof value === 'number' ? figureText(value) : typeof value === 'string' ? value : '–';
  const cells = rows.map((row) =>
    Object.values(serverColumns).map((keys) => keys.map((key) => textOf(row[key])).join(', ')),
  );
  return { heading: serverHeading, lines: [headText(head), '', ...tableOf(Object.keys(serverColumns), cells)] };
}

/** The sections of a run. */
export function sectionsOf(report: Report): readonly FigureSection[] {
  const bySuite = Map.groupBy(report.rows, ({ suite }) => suite);
  const atServer = report.tables.filter(({ suite }) => suite === 'seats').flatMap(({ rows }) => rows);
  return [
    ...[...bySuite].map(([suite, rows]) => suiteSection(report, suite, rows)),
    ...(atServer.length === 0 ? [] : [serverSection(report, atServer)]),
  ];
}

/** Replaces the sections whose headings the text has. */
export function withSections(markdown: string, sections: readonly FigureSection[]): string {
  return sections.reduce((text, { heading, lines }) => {
    const [before, ...rest] = text.split(`\n${heading}\n`);
    if (rest.length === 0) return text;
    const after = rest.join(`\n${heading}\n`);
    const next = /^#/m.exec(after);
    return `${before}\n${heading}\n\n${lines.join('\n')}\n${next === null ? '' : `\n${after.slice(next.index)}`}`;
  }, markdown);
}

/** Text below a heading, up to the next one that counts; null without it. */
const below = (markdown: string, heading: string, next = /^#/m): string | null =>
  markdown.split(`\n${heading}\n`)[1]?.split(next)[0] ?? null;

/** Cells of the tables in a section. */
const rowsIn = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Says on which run the figures of a section are from. */
const dated = /^\d{4}-\d\d-\d\d, commit [0-9a-f]{7,}\+?, /m;

/** Compares the figures of a document with the table of suites. @returns what has outlived the program, in words */
export function outdatedFigures(markdown: string): readonly string[] {
  const figures = below(markdown, '## Figures', /^## /m) ?? '';
  const named = [...figures.matchAll(/^### (.+)$/gm)].map(([, name = '']) => name);
  const strange = named.filter((name) => !suiteNames.includes(name as SuiteName)).map((name) => `no suite ${name}`);
  return [...strange, ...suiteNames.flatMap((suite) => faultsOf(markdown, suite))];
}

function faultsOf(markdown: string, suite: SuiteName): readonly string[] {
  const section = below(markdown, headingOf(suite));
  if (section === null) return [`${suite} has no figures`];
  const [head = [], ...figures] = rowsIn(section);
  const faults: string[] = head.join() === columns.join() ? [] : [`${suite} has other columns`];
  if (!section.includes(suites[suite].about)) faults.push(`${suite} is about something else`);
  if (!dated.test(section)) faults.push(`${suite} names no run`);
  for (const cells of figures) {
    const [name = '', , unit, , , , , goal] = cells;
    const plan = planOf(suite, name);
    if (plan === null) faults.push(`${suite} has no row ${name}`);
    else if (unit !== plan.unit || goal !== goalText(plan)) faults.push(`${suite} ${name} has another unit or goal`);
  }
  const measured = new Set(figures.map(([name]) => name));
  const missing = Object.keys(suites[suite].rows).filter((name) => !measured.has(name));
  return [...faults, ...missing.map((name) => `${suite} ${name} has no figures`)];
}

/** Tells whether a document has the figures of a server in the columns that the suite has. */
export function hasServerFigures(markdown: string): boolean {
  const [head] = rowsIn(below(markdown, serverHeading) ?? '');
  return head?.join() === Object.keys(serverColumns).join();
}
