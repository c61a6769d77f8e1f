/** Runs the plan, and compares each result with the screen and with the gateway's ledger. */
import path from 'node:path';
import { operationTable } from '#shared/payments/operations.ts';
import { stripVTControlCharacters } from 'node:util';
import { errorText } from '#shared/error-text.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import type { DemoStep, PlannedStep } from './plan.ts';
import type { DemoProgram } from './program.ts';
import { readResult, readTrainingLedger, untilResult } from './results.ts';

export interface DemoRun {
  readonly steps: readonly DemoStep[];
  /** Differences found; empty when there are none. */
  readonly issues: readonly string[];
}

/** @param folder for the screenshots, relative to the checkout */
export async function runPlan(program: DemoProgram, plan: readonly PlannedStep[], folder: string): Promise<DemoRun> {
  const steps: DemoStep[] = [];
  const issues: string[] = [];
  for (const [index, planned] of plan.entries()) {
    const screenshot = path.posix.join(folder, `${String(index + 1).padStart(2, '0')}-${planned.name}.png`);
    try {
      const step = await runStep(program, planned, screenshot);
      steps.push(step);
      issues.push(...differencesOnScreen(planned, step));
    } catch (error) {
      // Stop at the first failure, because later steps build on this one.
      await program.page.screenshot({ path: screenshot });
      const why = stripVTControlCharacters(errorText(error));
      return { steps, issues: [...issues, `${planned.name}, see ${screenshot}: ${why}`] };
    }
  }
  const receipt = steps.find(({ receiptUrl }) => receiptUrl !== null)?.receiptUrl ?? null;
  if (receipt === null) return { steps, issues: [...issues, 'No receipt leads to the gateway'] };
  const ledger = await readTrainingLedger(new URL(receipt).origin, program.folder);
  return { steps, issues: [...issues, ...differencesFromTruth(plan, steps, ledger)] };
}

async function runStep({ app, page }: DemoProgram, planned: PlannedStep, screenshot: string): Promise<DemoStep> {
  const { name, operation, family } = planned;
  await planned.keys(page);
  await untilResult(page);
  await page.screenshot({ path: screenshot, animations: 'disabled' });
  const shown = await readResult(app, page);
  // Close the result of a later operation, which stays open over the queue or the payment.
  if (operationTable[operation].refersTo !== 'nothing') await page.keyboard.press('Escape');
  return { name, operation, family, ...shown, screenshot };
}

type Planned = Omit<PlannedStep, 'keys'>;

const references = ['codOper', 'authToken', 'receiptUrl'] as const;

/** Describes each difference on the screen; empty when there is none. */
export function differencesOnScreen(planned: Planned, shown: DemoStep): readonly string[] {
  const { name, outcome } = planned;
  return [
    ...(shown.outcome === outcome ? [] : [`${name}: the screen says ${shown.outcome} instead of ${outcome}`]),
    ...references
      .filter((reference) => (shown[reference] !== null) !== planned.references.includes(reference))
      .map((reference) => `${name}: ${reference} is ${shown[reference] ?? 'missing'}`),
  ];
}

/** Describes each difference in the ledger, which must have one entry per step, in the same order. */
export function differencesFromTruth(
  plan: readonly Planned[],
  shown: readonly DemoStep[],
  ledger: readonly TrainingLedgerEntry[],
): readonly string[] {
  if (ledger.length !== plan.length) return [`The gateway has ${ledger.length} entries for ${plan.length} steps`];
  return plan.flatMap((planned, index) => {
    const step = shown[index];
    const entry = ledger[index];
    if (step === undefined || entry === undefined) return [`${planned.name}: was not shown`];
    const { operation, result, amount } = planned.done;
    const pairs: readonly (readonly [what: string, truth: string | null, told: string | null])[] = [
      ['operation', entry.operation, operation],
      ['family', entry.family, planned.family],
      ['result', entry.result, result],
      ['amount', entry.amount, amount],
      // A refused or lost request shows no references, whatever the gateway has.
      ...(planned.references.includes('codOper') ? [['codOper', entry.codOper, step.codOper] as const] : []),
      ...(planned.references.includes('authToken') ? [['AUTH_TOKEN', entry.authToken, step.authToken] as const] : []),
    ];
    return pairs
      .filter(([, truth, told]) => truth !== told)
      .map(
        ([what, truth, told]) => `${planned.name}: ${what} is ${truth ?? 'none'} at the gateway, not ${told ?? 'none'}`,
      );
  });
}

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
