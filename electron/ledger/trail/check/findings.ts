/** Collects what a check of the audit trail finds, the first break of all by name. */
import type { TrailBreak } from '#shared/ledger/trail.ts';

export interface Findings {
  found(each: TrailBreak): void;
  breaks(): number;
  first(): TrailBreak | null;
}

export function createFindings(): Findings {
  let count = 0;
  let first: TrailBreak | null = null;
  return {
    found(each) {
      count += 1;
      first ??= each;
    },
    breaks: () => count,
    first: () => first,
  };
}
