/** Words of the training gateway's bank: requests, transactions, refusals. */
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation, TransactionType } from '#shared/payments/operations.ts';
import type { DeclineReason, TrainingLedgerEntry } from '#shared/seat/training.ts';

export type TransactionKind = TrainingLedgerEntry['operation'];

/** Facts about the buyer for answers and receipts. No card number, no security code. */
interface Buyer {
  readonly brand: 'VISA' | 'MASTERCARD';
  readonly lastFour: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly concept: string | null;
  readonly lang: 'EN' | 'ES';
}

/** One transaction as the bank booked it. */
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
  readonly codOper: string;
  readonly authToken: string;
  readonly cardToken: string;
  readonly receiptId: string;
  /** The authorization that a capture refers to. */
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
}

export interface CaptureRequest {
  readonly kind: TransactionType<'capture'>;
  readonly family: 'json' | 'form';
  /** `codOper` for CAPTURE, the AUTH_TOKEN for CAPT (sections 4.1 and 4.2). */
  readonly reference: string;
  readonly amount: MinorUnits;
  readonly description: string | null;
}

/** Reasons to refuse before any issuer is asked: codes 620, 621, 622 and 604 of a capture, 612 of a payment by card. */
export type BankRefusal =
  | 'invalid-related'
  | 'related-declined'
  | 'already-captured'
  | 'above-authorized'
  | 'duplicate';

/** A trainer's order concerning the bank. */
export interface Instruction {
  /** A decline in place of the issuer's verdict. */
  readonly decline: DeclineReason | null;
  /** Books the payment even when it is one of too many equal ones, because the order names another answer. */
  readonly evenDuplicate: boolean;
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
