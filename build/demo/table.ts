/** Formats the steps as a table for a terminal. */
import type { DemoStep } from './demo-step.ts';

const columns: readonly (readonly [heading: string, cell: (step: DemoStep) => string | null])[] = [
  ['Operation', ({ operation }) => operation],
  ['Family', ({ family }) => family],
  ['Outcome', ({ outcome }) => outcome],
  ['codOper', ({ codOper }) => codOper],
  ['AUTH_TOKEN', ({ authToken }) => authToken],
  ['Receipt', ({ receiptUrl }) => receiptUrl],
];

export function tableOf(steps: readonly DemoStep[]): string {
  const rows = [
    columns.map(([heading]) => heading),
    ...steps.map((step) => columns.map(([, cell]) => cell(step) ?? '–')),
  ];
  const widths = columns.map((_column, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
