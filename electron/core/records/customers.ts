/** Finds customers of earlier payments with the merchant in use, as far as the operator may see those payments in History. */
import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { ok, type Result } from '#shared/failure.ts';
import { soughtCustomer, type CustomersQuery, type EarlierCustomer } from '#shared/payments/entry/customers.ts';
import { seesAll } from './history.ts';
import { fromLedger } from './ledger-failure.ts';

export interface Customers {
  find(query: CustomersQuery, actor: Actor): Promise<Result<readonly EarlierCustomer[]>>;
}

export interface CustomersParts {
  readonly ledger: Pick<Ledger, 'customers'>;
  readonly merchants: Pick<MerchantDirectory, 'active'>;
}

export const createCustomers = ({ ledger, merchants }: CustomersParts): Customers => ({
  find({ merchantId, text }, actor) {
    const { id, environment } = merchants.active();
    const sought = soughtCustomer(text);
    if (sought === null || id !== merchantId) return Promise.resolve(ok([]));
    const operatorName = seesAll(actor) ? null : actor.name;
    return fromLedger(ledger.customers({ sought, environment, merchantId, operatorName }));
  },
});
