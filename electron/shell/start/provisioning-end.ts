/** Exit codes of a provisioning file. */
import type { ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';

/** Exit codes after `--provision`, besides 1, 2 and 4, which every start has. */
const provisioningCodes = {
  applied: 0,
  invalid: 3,
  unreadable: 5,
  'not-vouched': 6,
  'not-applied': 7,
  unknown: 8,
  'against-policy': 9,
  'key-store-asks': 10,
} as const;

/** How a provisioning file ended. */
export interface ProvisioningEnd {
  readonly code: number;
  /** For the console. */
  readonly lines: readonly string[];
}

/** End of a file whose program was closing or gave no answer. The start that waits for it has the words. */
export const unanswered: ProvisioningEnd = { code: provisioningCodes.unknown, lines: [] };

export function provisioningCode(outcome: ProvisioningOutcome): number {
  if (outcome.kind === 'refused') return provisioningCodes[outcome.why];
  // Until a supervisor allows it, nobody vouches for the file.
  return provisioningCodes[outcome.kind === 'waits' ? 'not-vouched' : 'applied'];
}
