/** What came of each target, and what the run says of it at its end. */
import type { Checks } from './checks.ts';
import { installCommand } from './tools.ts';

export interface Outcome {
  readonly state: 'passed' | 'failed' | 'left out';
  readonly line: string;
  /** True when a Debian package would have helped. */
  readonly lacksTools?: boolean;
}

/** What keeps a target from being tried on this machine. */
export interface Obstacle {
  readonly reason: string;
  readonly lacksTools: boolean;
}

/** @param requireAll counts what is left out as a failure */
export function leftOut(name: string, { reason, lacksTools }: Obstacle, requireAll: boolean): Outcome {
  return { state: requireAll ? 'failed' : 'left out', line: `${name}: left out, ${reason}`, lacksTools };
}

export function outcomeOf(name: string, { passed, failed }: Checks, seconds: number): Outcome {
  const took = `${Math.round(seconds)} s`;
  if (failed.length > 0) {
    const line = `${name}: FAILED in ${took}: ${failed.join('; ')} (${passed.length} other checks passed)`;
    return { state: 'failed', line };
  }
  // A trial that checked nothing has shown nothing.
  if (passed.length === 0) return { state: 'failed', line: `${name}: FAILED in ${took}: checked nothing` };
  return { state: 'passed', line: `${name}: passed in ${took}: ${passed.join('; ')}` };
}

/** Returns what is printed at the end, and the exit code. */
export function summaryOf(outcomes: readonly Outcome[], seconds: number): { text: string; code: number } {
  const count = (state: Outcome['state']): number => outcomes.filter((outcome) => outcome.state === state).length;
  const text = [
    ...outcomes.map(({ line }) => line),
    ...(outcomes.some(({ lacksTools }) => lacksTools === true) ? ['', `What is missing: ${installCommand}`] : []),
    '',
    `Took ${Math.round(seconds)} s.`,
    `${count('passed')} passed, ${count('failed')} failed, ${count('left out')} left out`,
  ].join('\n');
  return { text, code: count('failed') > 0 || outcomes.length === 0 ? 1 : 0 };
}
