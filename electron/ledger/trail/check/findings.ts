/** Collects what a check of the audit trail finds, the first break of all by name. */
import type { TrailBreak } from '#shared/ledger/trail.ts';

export interface Findings {
  found(each: TrailBreak): void;
  /** Notes a seat whose next start links what it has answered last. */
  awaits(seat: string): void;
  breaks(): number;
  first(): TrailBreak | null;
  awaited(): string[];
}

export function createFindings(): Findings {
  let count = 0;
  let first: TrailBreak | null = null;
  const awaited = new Set<string>();
  return {
    found(each) {
      count += 1;
      first ??= each;
    },
    awaits: (seat) => void awaited.add(seat),
    breaks: () => count,
    first: () => first,
    awaited: () => [...awaited],
  };
}
