/** Words of the training gateway's bank: requests, transactions, refusals. */
import { z } from 'zod';
import { brandSchema } from '#shared/payments/card.ts';
import { langs } from '#shared/payments/field-kinds.ts';
import { familySchema, type Family } from '#shared/payments/outcome.ts';
import type { CardOperation, TransactionType } from '#shared/payments/operations.ts';
import { declineReasons, trainingLedgerEntrySchema, type DeclineReason } from '#shared/seat/training.ts';
import type { TransactionKind } from './kinds.ts';

/** Facts about the buyer for answers and receipts. No card number, no security code. */
const buyerSchema = z.strictObject({
  brand: brandSchema,
  lastFour: z.string().regex(/^\d{4}$/),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  concept: z.string().nullable(),
  lang: z.enum(langs),
});

/** Facts of a transaction, as they are kept between starts. Amounts in minor units. */
export const factsSchema = z.strictObject({
  kind: trainingLedgerEntrySchema.shape.operation,
  family: familySchema,
  /** Null when it was approved. */
  declined: z.enum(declineReasons).nullable(),
  amount: z.int().nonnegative(),
  taxAmount: z.int().nonnegative().nullable(),
  buyer: buyerSchema,
  description: z.string(),
  customFields: z.array(z.strictObject({ id: z.string(), nameOrLabel: z.string(), value: z.string() })).readonly(),
  /** The cardholder was asked by the bank (3-D Secure). */
  asked: z.boolean(),
  codOper: z.string(),
  authToken: z.string(),
  cardToken: z.string(),
  receiptId: z.string(),
});
type Facts = Readonly<z.infer<typeof factsSchema>>;

export interface BankTransaction extends Facts {
  readonly sequence: number;
  /** The transaction that it refers to: the authorization of a capture, the charge of a refund. */
  readonly related: BankTransaction | null;
  readonly at: Date;
}

type Asked = Pick<Facts, 'family' | 'amount' | 'taxAmount' | 'customFields'>;

export interface CardRequest extends Asked, Pick<Facts, 'buyer' | 'description'> {
  readonly kind: TransactionType<CardOperation>;
  readonly cardNumber: string;
}

/** A request about an earlier transaction: capture, void, refund, further charge of its card. Only the last has a tax and a buyer. */
export interface LaterRequest extends Asked {
  readonly kind: Exclude<TransactionKind, CardRequest['kind']>;
  /** `codOper` in family A, the AUTH_TOKEN for CAPT (sections 4.1 and 4.2). */
  readonly reference: string;
  readonly buyer: Partial<Facts['buyer']> | null;
  readonly description: string | null;
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
  readonly family: Family;
  readonly amount: string;
  readonly reference: string | null;
}

/** One action of the bank. Its whole state follows from these, in order. */
export type BankEntry =
  | { readonly what: 'booked'; readonly transaction: BankTransaction }
  | { readonly what: 'refused'; readonly refused: Refused; readonly at: Date };
