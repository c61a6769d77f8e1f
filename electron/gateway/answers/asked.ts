/** The facts of a request that its answer may repeat. Holds no secret. */
import { brandOf, type Brand } from '#shared/payments/card.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation, Operation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { CapturePayment, CardPayment, RechargePayment, ReversalPayment } from '#electron/core/ports/gateway.ts';

export interface Asked {
  readonly operation: Operation;
  readonly amount: MinorUnits;
  readonly lastFour: string | null;
  /** Brands that an answer may name: the keyed one, and that of the number when the operator corrected it. */
  readonly brands: readonly Brand[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** References of the transaction that the request is about; null where the answer has no relation to compare. */
  readonly refersTo: { readonly codOper: string | null; readonly idtx: string | null } | null;
}

export function askedOf(operation: CardOperation, payment: CardPayment): Asked {
  const { amount, card, firstName, lastName, email } = payment;
  const ofNumber = brandOf(card.number);
  return {
    operation,
    amount,
    lastFour: card.number.slice(-4),
    brands: ofNumber === null ? [card.brand] : [card.brand, ofNumber],
    firstName,
    lastName,
    email,
    refersTo: null,
  };
}

/**
 * Family B names no related transaction, and the service's document does not say whether a capture has a CODOPER of its own, so
 * relations are compared in family A only.
 */
export function askedCapture(family: Family, { amount, codOper, held }: CapturePayment): Asked {
  return {
    operation: 'capture',
    amount,
    lastFour: held.card?.lastFour ?? null,
    brands: held.card === null ? [] : [held.card.brand],
    firstName: held.firstName,
    lastName: held.lastName,
    email: held.email,
    refersTo: family === 'json' ? { codOper, idtx: held.idtx } : null,
  };
}

/** Whether the answer to a reversal has a codOper of its own is unproved (field notes), so an equal one is no doubt. */
export function askedReversal(operation: 'void' | 'refund', { amount, codOper, reversed }: ReversalPayment): Asked {
  const asked = askedCapture('json', { amount, description: '', codOper, authToken: null, held: reversed });
  return { ...asked, operation };
}

/** Each charge of an earlier card is related to the first payment, however many came between (field notes). */
export function askedRecharge({ amount, codOper, first }: RechargePayment): Asked {
  const asked = askedCapture('json', { amount, description: '', codOper, authToken: null, held: first });
  return { ...asked, operation: 'recharge' };
}
