/** Words of the training gateway's bank: requests, transactions, refusals. */
import type { CustomField } from '#shared/payments/field-kinds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation, TransactionType } from '#shared/payments/operations.ts';
import type { DeclineReason } from '#shared/seat/training.ts';
import type { TransactionKind } from './kinds.ts';

/** Facts about the buyer for answers and receipts. No card number, no security code. */
interface Buyer {
  readonly brand: 'VISA' | 'MASTERCARD';
  readonly lastFour: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly concept: string | null;
  readonly lang: 'EN' | 'ES';
}

export interface BankTransaction {
  readonly sequence: number;
  readonly kind: TransactionKind;
  readonly family: 'json' | 'form';
  /** Null when it was approved. */
  readonly declined: DeclineReason | null;
  readonly amount: MinorUnits;
  readonly taxAmount: MinorUnits | null;
  readonly buyer: Buyer;
  readonly description: string;
  readonly customFields: readonly CustomField[];
  /** The cardholder was asked by the bank (3-D Secure). */
  readonly asked: boolean;
  readonly codOper: string;
  readonly authToken: string;
  readonly cardToken: string;
  readonly receiptId: string;
  /** The transaction that it refers to: the authorization of a capture, the charge of a refund. */
  readonly related: BankTransaction | null;
  readonly at: Date;
}

export interface CardRequest {
  readonly kind: TransactionType<CardOperation>;
  readonly family: 'json' | 'form';
  readonly cardNumber: string;
  readonly amount: MinorUnits;
  readonly taxAmount: MinorUnits | null;
  readonly buyer: Buyer;
  readonly description: string;
  readonly customFields: readonly CustomField[];
}

/** A request about an earlier transaction: capture, void, refund, further charge of its card. */
export interface LaterRequest {
  readonly kind: Exclude<TransactionKind, CardRequest['kind']>;
  readonly family: 'json' | 'form';
  /** `codOper` in family A, the AUTH_TOKEN for CAPT (sections 4.1 and 4.2). */
  readonly reference: string;
  readonly amount: MinorUnits;
  /** Null, and no buyer, where only a further charge has them. */
  readonly taxAmount: MinorUnits | null;
  readonly buyer: Partial<Buyer> | null;
  readonly description: string | null;
  readonly customFields: readonly CustomField[];
}

export type BankRequest = CardRequest | LaterRequest;

/** Reasons to refuse before any issuer is asked (`bankRefusalCodes`); 'duplicate' of a payment by card alone. */
export type BankRefusal =
  | 'invalid-related'
  | 'related-declined'
  | 'already-captured'
  | 'already-reversed'
  | 'voided'
  | 'above-authorized'
  | 'not-whole'
  | 'duplicate';

/** A trainer's order concerning the bank. */
export interface Instruction {
  /** A decline in place of the issuer's verdict. */
  readonly decline: DeclineReason | null;
  /** Books the payment even when it is one of too many equal ones, because the order names another answer. */
  readonly evenDuplicate: boolean;
  /** The cardholder is asked by the bank first. */
  readonly asked: boolean;
}

/** A request refused before the bank. It is booked too, so that the ledger shows every well-formed request. */
export interface Refused {
  readonly kind: TransactionKind;
  readonly family: 'json' | 'form';
  readonly amount: string;
  readonly reference: string | null;
}

/** One action of the bank. Its whole state follows from these, in order. */
export type BankEntry =
  | { readonly what: 'booked'; readonly transaction: BankTransaction }
  | { readonly what: 'refused'; readonly refused: Refused; readonly at: Date };
