/** The bank behind the training gateway: judges cards, keeps holds and the ledger of processed requests. */
import { randomBytes, randomUUID } from 'node:crypto';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import type { DeclineReason, TrainingLedgerEntry } from '#shared/seat/training.ts';
import { issuerRefusal } from './test-cards.ts';

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
  readonly kind: 'AUTH' | 'AUTH_CAPTURE' | 'SALE';
  readonly family: 'json' | 'form';
  readonly cardNumber: string;
  readonly amount: MinorUnits;
  readonly taxAmount: MinorUnits | null;
  readonly buyer: Buyer;
  readonly description: string;
}

export interface CaptureRequest {
  readonly kind: 'CAPTURE' | 'CAPT';
  readonly family: 'json' | 'form';
  /** `codOper` for CAPTURE, the AUTH_TOKEN for CAPT (sections 4.1 and 4.2). */
  readonly reference: string;
  readonly amount: MinorUnits;
  readonly description: string | null;
}

/** Reasons to refuse a capture before any issuer is asked: codes 620, 621, 622 and 604. */
export type CaptureRefusal = 'invalid-related' | 'related-declined' | 'already-captured' | 'above-authorized';

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

export class Bank {
  readonly #now: () => Date;
  readonly #note: (entry: BankEntry) => void;
  readonly #byCodOper = new Map<string, BankTransaction>();
  readonly #byToken = new Map<string, BankTransaction>();
  readonly #byReceipt = new Map<string, BankTransaction>();
  /** Captures, keyed by the codOper of their authorization. */
  readonly #captures = new Map<string, BankTransaction>();
  readonly #ledger: TrainingLedgerEntry[] = [];
  #approved = 0;

  /** @param note called with each new entry, before anything is answered */
  constructor(now: () => Date, note: (entry: BankEntry) => void) {
    this.#now = now;
    this.#note = note;
  }

  /** Restores an entry of an earlier start. Entries must come in their original order. */
  restore(entry: BankEntry): void {
    if (entry.what === 'booked') this.#enter(entry.transaction);
    else this.#enterRefusal(entry.refused, entry.at);
  }

  /**
   * Approves or declines a card.
   * @param forced a decline that the trainer ordered
   */
  pay(request: CardRequest, forced: DeclineReason | null): BankTransaction {
    const declined = forced ?? issuerRefusal(request.cardNumber);
    return this.#book({ ...request, declined, related: null, description: request.description });
  }

  /** Captures an authorization once. A declined capture leaves the authorization as it was. */
  capture(request: CaptureRequest, forced: DeclineReason | null): BankTransaction | CaptureRefusal {
    const related = (request.kind === 'CAPTURE' ? this.#byCodOper : this.#byToken).get(request.reference);
    if (!related || related.kind === 'CAPTURE' || related.kind === 'CAPT') return 'invalid-related';
    if (related.declined !== null) return 'related-declined';
    if (related.kind !== 'AUTH' || this.#captures.has(related.codOper)) return 'already-captured';
    if (request.amount > related.amount) return 'above-authorized';
    return this.#book({
      kind: request.kind,
      family: request.family,
      amount: request.amount,
      taxAmount: null,
      buyer: related.buyer,
      description: request.description ?? related.description,
      declined: forced,
      related,
    });
  }

  /** Books a request that was well-formed and refused. */
  refuse(refused: Refused): void {
    const at = this.#now();
    this.#enterRefusal(refused, at);
    this.#note({ what: 'refused', refused, at });
  }

  receipt(receiptId: string): BankTransaction | null {
    return this.#byReceipt.get(receiptId) ?? null;
  }

  captureOf(authorization: BankTransaction): BankTransaction | null {
    return this.#captures.get(authorization.codOper) ?? null;
  }

  ledger(): readonly TrainingLedgerEntry[] {
    return this.#ledger;
  }

  /** Number of requests that moved or reserved money. */
  get approved(): number {
    return this.#approved;
  }

  #book(
    facts: Omit<BankTransaction, 'sequence' | 'codOper' | 'authToken' | 'cardToken' | 'receiptId' | 'at'>,
  ): BankTransaction {
    const transaction: BankTransaction = {
      kind: facts.kind,
      family: facts.family,
      declined: facts.declined,
      amount: facts.amount,
      taxAmount: facts.taxAmount,
      buyer: facts.buyer,
      description: facts.description,
      related: facts.related,
      sequence: this.#ledger.length + 1,
      codOper: `SANDBOX_LK-${token(8)}`,
      authToken: `SANDBOX_${token(16)}`,
      cardToken: token(20),
      receiptId: randomUUID(),
      at: this.#now(),
    };
    this.#enter(transaction);
    this.#note({ what: 'booked', transaction });
    return transaction;
  }

  #enter(transaction: BankTransaction): void {
    const { related, declined } = transaction;
    this.#byCodOper.set(transaction.codOper, transaction);
    this.#byToken.set(transaction.authToken, transaction);
    this.#byReceipt.set(transaction.receiptId, transaction);
    if (declined === null) this.#approved += 1;
    if (declined === null && related !== null) this.#captures.set(related.codOper, transaction);
    this.#ledger.push({
      sequence: transaction.sequence,
      operation: transaction.kind,
      family: transaction.family,
      result: declined === null ? 'approved' : 'declined',
      amount: decimalText(transaction.amount),
      codOper: transaction.codOper,
      authToken: transaction.family === 'form' ? transaction.authToken : null,
      relatedTx: related?.codOper ?? null,
      lastFour: transaction.buyer.lastFour,
      email: transaction.buyer.email,
      description: transaction.description,
      at: transaction.at.toISOString(),
    });
  }

  #enterRefusal(refused: Refused, at: Date): void {
    this.#ledger.push({
      sequence: this.#ledger.length + 1,
      operation: refused.kind,
      family: refused.family,
      result: 'rejected',
      amount: refused.amount,
      codOper: null,
      authToken: null,
      relatedTx: refused.reference,
      lastFour: null,
      email: null,
      description: null,
      at: at.toISOString(),
    });
  }
}

const token = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase();
