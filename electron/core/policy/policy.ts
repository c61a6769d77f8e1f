/** The rules of a company for one computer, as main enforces them. */
import type { LedgerRule, ShownPolicy } from '#shared/policy/shown-policy.ts';
import { managedParts, type ManagedPart } from '#shared/policy/policy-rules.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Language } from '#shared/languages.ts';
import { usualUpdateRules, type UpdateRules } from '#shared/updates/updates.ts';

/** A merchant that may be used, with the place that its secrets may go to. */
type MerchantRule = Pick<Merchant, 'name' | 'environment' | 'baseUrl' | 'recordsUrl' | 'proxy'> & {
  /** Further authority (PEM); null for those of the system alone. */
  readonly ca: string | null;
};

export interface Policy {
  /** Absolute path of the file; null where there is none. */
  readonly file: string | null;
  /** A file that others than administrators could have written, and that is not obeyed; null for none. */
  readonly foreign: string | null;
  /** Why the file can't be used, for the log; null for a usable file and for none. */
  readonly issue: string | null;
  readonly updates: UpdateRules;
  /** Null, here and below: the policy doesn't say. */
  readonly language: Language | null;
  readonly idleMinutes: number | null;
  readonly ledger: LedgerRule | null;
  /** Merchants are added, changed and removed by a provisioning file only. */
  readonly provisionedOnly: boolean;
  /** The merchants that may be used besides the built-in one. */
  readonly merchants: readonly MerchantRule[] | null;
}

export const noPolicy: Policy = {
  file: null,
  foreign: null,
  issue: null,
  updates: usualUpdateRules,
  language: null,
  idleMinutes: null,
  ledger: null,
  provisionedOnly: false,
  merchants: null,
};

/** Returns what counts while a file can't be used: nothing is updated, and nothing that it may fix is changed. */
export const unusablePolicy = (file: string, issue: string): Policy => ({
  ...noPolicy,
  file,
  issue,
  updates: { off: 'policy', url: null },
});

/** Returns the parts of the settings that the policy fixes, all of them while it can't be used. */
export function managedBy(policy: Policy): readonly ManagedPart[] {
  const { updates, language, idleMinutes, ledger, provisionedOnly, merchants, issue } = policy;
  const fixes: Readonly<Record<ManagedPart, boolean>> = {
    language: language !== null,
    'idle-lock': idleMinutes !== null,
    ledger: ledger !== null,
    merchants: provisionedOnly || merchants !== null,
    updates: updates.off !== null || updates.url !== null,
  };
  return managedParts.filter((part) => issue !== null || fixes[part]);
}

export const shownPolicy = (policy: Policy): ShownPolicy => ({
  file: policy.file,
  foreign: policy.foreign,
  usable: policy.issue === null,
  managed: managedBy(policy),
  ledger: policy.ledger,
  merchants: policy.provisionedOnly || policy.issue !== null ? 'none' : policy.merchants === null ? 'any' : 'listed',
});
