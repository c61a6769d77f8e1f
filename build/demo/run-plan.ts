/** Runs the plan: reads each result, takes its screenshot, and compares all of it with the gateway's ledger. */
import { operationTable } from '#shared/payments/operations.ts';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { differencesFromTruth, differencesOnScreen } from './checks.ts';
import type { DemoStep } from './demo-step.ts';
import type { PlannedStep } from './plan.ts';
import type { DemoProgram } from './program.ts';
import { readResult, untilResult } from './shown-result.ts';
import { readTrainingLedger } from './training-ledger.ts';
import { errorText } from '#shared/error-text.ts';

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
