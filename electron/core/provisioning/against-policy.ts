/** Finds what a provisioning file says otherwise than the company's policy of the computer. */
import { isDeepStrictEqual } from 'node:util';
import { keyedPlace } from '#electron/core/policy/secret-places.ts';
import { allowsMerchant, ledgerRefusal } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { ProvisioningIssue } from './provisioning-file.ts';
import type { PlannedMerchant, ProvisioningPlan } from './provisioning-plan.ts';

/**
 * Returns an issue for each. While the policy can't be used, the file may change nothing that a policy may fix.
 * @param idleMinutes until the idle lock, in force now
 */
export function againstPolicy(
  { merchants, ledger, operators }: Pick<ProvisioningPlan, 'merchants' | 'ledger' | 'operators'>,
  policy: Policy,
  ledgerChoice: LedgerChoice,
  idleMinutes: number,
): readonly ProvisioningIssue[] {
  const usable = policy.issue === null;
  const locked = `can't be changed while the policy ${policy.file} can't be used`;
  const issues: ProvisioningIssue[] = [];
  for (const planned of merchants) {
    if (!usable && !isAsBefore(planned)) issues.push({ path: planned.at, message: locked });
    if (!allowsMerchant(policy, planned.merchant)) {
      const message = `is not in ${policy.file} with this name, environment, address, authority and proxy`;
      issues.push({ path: planned.at, message });
    }
  }
  if (ledger !== null && ledgerRefusal(policy, ledgerChoice, ledger.choice) !== null) {
    issues.push({ path: 'ledger', message: usable ? `is another one than ${policy.file} names` : locked });
  }
  const given = operators?.idleMinutes ?? null;
  const fixed = usable ? policy.idleMinutes : idleMinutes;
  if (given !== null && fixed !== null && given !== fixed) {
    issues.push({ path: 'idleMinutes', message: usable ? `is ${fixed} by ${policy.file}` : locked });
  }
  return issues;
}

/** True for a merchant that the seat has under the same name in the same environment, whose secrets go to the same place. */
const isAsBefore = ({ merchant, present, replaces }: PlannedMerchant): boolean =>
  replaces === null &&
  present?.merchant.name === merchant.name &&
  present.merchant.environment === merchant.environment &&
  isDeepStrictEqual(keyedPlace(present.merchant), keyedPlace(merchant));
