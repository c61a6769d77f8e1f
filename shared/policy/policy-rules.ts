/** Names of what a company's policy of a computer fixes. The rules themselves are main's. */
import { z } from 'zod';

/** Parts of the settings that a policy can fix. */
export const managedParts = ['language', 'idle-lock', 'ledger', 'merchants', 'updates'] as const;
export const managedPartSchema = z.enum(managedParts);
export type ManagedPart = z.infer<typeof managedPartSchema>;

/**
 * Rules by which a call is refused. `ledger-in-use`: the seat still uses another ledger than the policy's, so no payment begins
 * there. `merchant-not-allowed`: the policy's list does not have the merchant with this address, authority and proxy.
 * `unusable`: the policy can't be used, so what it may fix stays as it is.
 */
const policyRules = [
  'language',
  'idle-lock',
  'ledger',
  'ledger-in-use',
  'merchants',
  'merchant-not-allowed',
  'unusable',
] as const;
export const policyRuleSchema = z.enum(policyRules);
export type PolicyRule = z.infer<typeof policyRuleSchema>;
