/** Compares the plan with the screens and with the gateway's ledger. Pure. */
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import type { DemoStep } from './demo-step.ts';
import type { PlannedStep } from './plan.ts';

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
