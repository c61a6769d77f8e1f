/** Selects the open holds to warn about: once when 48 hours are left, once more when 24 are. Knows no Electron. */
import { oneHour } from '#shared/durations.ts';
import { holdWarningHours, type Hold } from '#shared/ledger/holds.ts';

export type Warning = keyof typeof holdWarningHours;

export interface HoldWarning {
  readonly warning: Warning;
  readonly holds: readonly Hold[];
}

/**
 * Creates a selector that remembers its warnings while the program runs, so that each hold is named once per threshold.
 * A hold first seen with less than 24 hours left is named once. An expired hold is left to the screen.
 */
export function createHoldWarnings(): (open: readonly Hold[], now: Date) => readonly HoldWarning[] {
  const warned = new Map<string, Warning>();
  return (open, now) => {
    const due: Record<Warning, Hold[]> = { first: [], second: [] };
    for (const hold of open) {
      if (hold.state !== 'open') continue;
      const left = Date.parse(hold.expiresAt) - now.getTime();
      const warning = warningFor(left);
      if (warning === null || warned.get(hold.id) === warning || warned.get(hold.id) === 'second') continue;
      warned.set(hold.id, warning);
      due[warning].push(hold);
    }
    return (['second', 'first'] as const)
      .filter((warning) => due[warning].length > 0)
      .map((warning) => ({ warning, holds: due[warning] }));
  };
}

function warningFor(left: number): Warning | null {
  if (left <= 0) return null;
  if (left <= holdWarningHours.second * oneHour) return 'second';
  return left <= holdWarningHours.first * oneHour ? 'first' : null;
}
