/** Records the steps of a connection check in order, each with its time. Steps not reached are marked as skipped. */
import { checkSteps, type CheckResult, type CheckStep } from '#shared/seat/connection-check.ts';
import type { connection } from '#shared/locales/en/settings/connection.ts';

/** The key of a sentence in the locales. A key that does not exist is a compile error. */
export type Finding = keyof (typeof connection)['found'];

export interface Found {
  readonly status: CheckResult['status'];
  readonly finding: Finding;
  readonly values: Readonly<Record<string, string>>;
}

export const found = (status: Found['status'], finding: Finding, values: Found['values'] = {}): Found => ({
  status,
  finding,
  values,
});

export type Steps = ReturnType<typeof checkList>;

export function checkList() {
  const noted = new Map<CheckStep, CheckResult>();
  return {
    /** Adds the finding of a step. `milliseconds` is null where nothing was waited for. */
    note: (step: CheckStep, what: Found, milliseconds: number | null): void =>
      void noted.set(step, {
        step,
        status: what.status,
        milliseconds,
        finding: what.finding,
        values: { ...what.values },
      }),
    results: (): readonly CheckResult[] =>
      checkSteps.map(
        (step) => noted.get(step) ?? { step, milliseconds: null, ...found('skipped', 'notReached'), values: {} },
      ),
  };
}
