/** Which merchant a payment speaks for: the active profile, or the one that a hold came from, with its secrets. */
import { failed, type Failure, type Result } from '#shared/failure.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { Profile } from '#shared/seat/merchant.ts';
import type { Merchant } from '#electron/core/ports.ts';

/** What payments and captures ask of the profiles. */
export interface Merchants {
  active(): Profile;
  /** The profile with its secrets; `not-found`, `vault`, or `profile-incomplete` when it has no web code. */
  of(profileId: string): Promise<Result<Merchant>>;
}

/** The secrets that a request of this family lacks (sections 5 and 2.3): nothing may be sent without them. */
export function missingFor({ profile, secrets }: Merchant, family: Family): Failure | null {
  const needsKey = family === 'json' || profile.formAuthorizationHeader;
  return needsKey && secrets.apiKey === null ? { kind: 'profile-incomplete', missing: ['apiKey'] } : null;
}

/** A merchant that can speak this family, or why not. */
export async function readyMerchant(
  merchants: Merchants,
  profileId: string,
  family: Family,
): Promise<Result<Merchant>> {
  const merchant = await merchants.of(profileId);
  if (!merchant.ok) return merchant;
  const missing = missingFor(merchant.value, family);
  return missing === null ? merchant : failed(missing);
}
