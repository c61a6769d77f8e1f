/** The facts of a request that its answer may repeat. Holds no secret. */
import { brandOf, type Brand } from '#shared/payments/card.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation, LaterOperation, Operation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { CardPayment, LaterPayment } from '#electron/core/ports/gateway.ts';

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
export function askedLater(
  operation: LaterOperation,
  family: Family,
  { amount, codOper, earlier }: LaterPayment,
): Asked {
  const { card, firstName, lastName, email, idtx } = earlier;
  return {
    operation,
    amount,
    lastFour: card?.lastFour ?? null,
    brands: card === null ? [] : [card.brand],
    firstName,
    lastName,
    email,
    refersTo: family === 'json' ? { codOper, idtx } : null,
  };
}
