/** Finds the merchant of a payment: the active one, or the one that a hold came from, with its secrets. */
import { failed, type Failure, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';

export interface MerchantDirectory {
  active(): Merchant;
  /**
   * Returns the merchant with its secrets. Fails as `not-found`, `vault`, `merchant-incomplete` without a web code, or
   * `set-by-policy` when the company does not allow it.
   */
  of(merchantId: string): Promise<Result<MerchantAccount>>;
}

/** Fails when a secret that this family needs is missing (sections 5 and 2.3). Nothing may be sent without it. */
function missingFor({ merchant, secrets }: MerchantAccount, family: Family): Failure | null {
  const needsKey = family === 'json' || merchant.formAuthorizationHeader;
  return needsKey && secrets.apiKey === null ? { kind: 'merchant-incomplete', missing: ['apiKey'] } : null;
}

/** Returns a merchant that is ready for this family, or the reason why it is not. */
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

export type AccountOf = (merchantId: string, family: Family) => Promise<Result<MerchantAccount>>;

/**
 * Returns the merchant by which a request about an earlier attempt may leave. A merchant that now points to another environment would
 * find nothing there, or another payment.
 */
export async function accountOfEarlier(
  { merchantId, merchantName: name, family, environment }: Attempt,
  merchants: MerchantDirectory,
  accountOf: AccountOf = (id, ofFamily) => readyAccount(merchants, id, ofFamily),
): Promise<Result<MerchantAccount>> {
  const account = await accountOf(merchantId, family);
  if (!account.ok)
    return account.failure.kind === 'not-found' ? failed({ kind: 'merchant-missing', name, environment }) : account;
  if (account.value.merchant.environment !== environment) return failed({ kind: 'merchant-changed' });
  return environment === merchants.active().environment ? account : failed({ kind: 'other-environment', environment });
}
