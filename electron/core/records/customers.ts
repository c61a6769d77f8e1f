/** Finds customers of earlier payments with the merchant in use, as far as the operator may see those payments in History. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Actor, Clock } from '#electron/core/ports/host.ts';
import { type Ledger, fromLedger } from '#electron/core/ports/ledger.ts';
import { ok, type Result } from '#shared/failure.ts';
import { reachOf, recentSince } from '#shared/seat/reach.ts';
import { soughtCustomer, type CustomersQuery, type EarlierCustomer } from '#shared/payments/entry/customers.ts';
import { notChargeable } from '#electron/core/merchants/chargeable-card.ts';

export type Customers = ReturnType<typeof createCustomers>;

export const createCustomers = (
  ledger: Pick<Ledger, 'customers'>,
  merchants: Pick<Merchants, 'active' | 'all'>,
  clock: Clock,
) => ({
  async find({ merchantId, text }: CustomersQuery, actor: Actor): Promise<Result<readonly EarlierCustomer[]>> {
    const active = merchants.active();
    const sought = soughtCustomer(text);
    if (sought === null || active.id !== merchantId) return ok([]);
    const reach = reachOf(actor.role, merchants.all());
    const operatorName = reach === 'own' ? actor.name : null;
    const since = reach === 'recent' ? recentSince(clock().getTime()) : null;
    const { environment, allowChargeAgain: withCards } = active;
    const scope = { sought, environment, merchantId, operatorName, since, withCards };
    const found = await fromLedger(ledger.customers(scope));
    if (!found.ok) return found;
    return ok(
      found.value.map(({ paid, ...customer }) => ({
        ...customer,
        againId: paid.find(({ card }) => notChargeable(card, active) === null)?.attemptId ?? null,
      })),
    );
  },
});
