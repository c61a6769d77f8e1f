/** What happened since the last judgement, so that a violation shows what led there. */
import { oneSecond } from '#shared/durations.ts';
import type { JudgedAttempt, Violation } from './protocol.ts';

export interface Trace {
  readonly violations: readonly string[];
  note(line: string): void;
  /** @param attempts in which those of the violation are found */
  broken(violation: Violation, attempts?: readonly JudgedAttempt[]): void;
  /** Begins anew after a judgement that found nothing. */
  forget(): void;
}

/** Violations that are described; one fault often breaks many promises. */
const most = 20;
/** Last lines that are shown with a violation, besides those about its payments. */
const lastLines = 100;
const told = ' told ';

/** The line of what an operator was told. Of these, only those about the violation's payments are shown. */
export const toldLine = (seat: string, id: string, what: string): string => `${seat}${told}${id} ${what}`;

export function createTrace(log: (line: string) => void): Trace {
  const begun = performance.now();
  const violations: string[] = [];
  let lines: string[] = [];
  return {
    violations,
    note(line) {
      lines.push(`${((performance.now() - begun) / oneSecond).toFixed(3)} ${line}`);
    },
    broken({ text, ids }, attempts = []) {
      if (violations.length >= most) return;
      const payments = attempts.filter(({ id }) => ids.includes(id)).map((attempt) => JSON.stringify(attempt));
      const about = lines.filter((line) => ids.some((id) => id !== '' && line.includes(id)));
      const before = lines.filter((line) => !line.includes(told)).slice(-lastLines);
      violations.push([text, ...payments, ...about, ...before].join('\n  '));
      log(`Violation: ${text}`);
    },
    forget() {
      lines = [];
    },
  };
}
