/** Which merchant a payment speaks for: the active merchant, or the one that a hold came from, with its secrets. */
import { failed, type Failure, type Result } from '#shared/failure.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';

/** What payments and captures ask of the merchants. */
export interface MerchantDirectory {
  active(): Merchant;
  /** The merchant with its secrets; `not-found`, `vault`, or `merchant-incomplete` when it has no web code. */
  of(merchantId: string): Promise<Result<MerchantAccount>>;
}

/** The secrets that a request of this family lacks (sections 5 and 2.3): nothing may be sent without them. */
function missingFor({ merchant, secrets }: MerchantAccount, family: Family): Failure | null {
  const needsKey = family === 'json' || merchant.formAuthorizationHeader;
  return needsKey && secrets.apiKey === null ? { kind: 'merchant-incomplete', missing: ['apiKey'] } : null;
}

/** A merchant that can speak this family, or why not. */
export async function readyAccount(
  merchants: MerchantDirectory,
  merchantId: string,
  family: Family,
): Promise<Result<MerchantAccount>> {
  const account = await merchants.of(merchantId);
  if (!account.ok) return account;
  const missing = missingFor(account.value, family);
  return missing === null ? account : failed(missing);
}
