/** The bank behind the training gateway: judges cards, keeps holds and the ledger of processed requests. */
import { randomBytes, randomUUID } from 'node:crypto';
import { decimalText } from '#shared/payments/money.ts';
import { operationFacts, operationOfType } from '#shared/payments/operations.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import { RecentPayments } from './recent-payments.ts';
import { issuerRefusal } from './test-cards.ts';
import type {
  BankEntry,
  BankRefusal,
  BankTransaction,
  CaptureRequest,
  CardRequest,
  Instruction,
  Refused,
  TransactionKind,
} from './transaction.ts';

export interface BankLimits {
  /** Equal payments within five minutes; one more is refused. Null allows any number. */
  readonly equalPayments: number | null;
  /** Most requests kept in memory. The oldest one is forgotten first, with its hold and its receipt. */
  readonly requests: number;
}

export class Bank {
  readonly #now: () => Date;
  readonly #note: (entry: BankEntry) => void;
  readonly #limits: BankLimits;
  readonly #recent: RecentPayments;
  readonly #byCodOper = new Map<string, BankTransaction>();
  readonly #byToken = new Map<string, BankTransaction>();
  readonly #byReceipt = new Map<string, BankTransaction>();
  /** Captures, keyed by the codOper of their authorization. */
  readonly #captures = new Map<string, BankTransaction>();
  readonly #ledger: TrainingLedgerEntry[] = [];
  /** Beside each entry of the ledger its transaction; null for a refusal. */
  readonly #transactions: (BankTransaction | null)[] = [];
  #entered = 0;
  #approved = 0;

  /** @param note called with each new entry, before anything is answered */
  constructor(now: () => Date, note: (entry: BankEntry) => void, limits: BankLimits) {
    this.#now = now;
    this.#note = note;
    this.#limits = limits;
    this.#recent = new RecentPayments(limits.equalPayments, limits.requests);
  }

  /** Restores an entry of an earlier start. Entries must come in their original order. */
  restore(entry: BankEntry): void {
    if (entry.what === 'booked') this.#enter(entry.transaction);
    else this.#enterRefusal(entry.refused, entry.at);
  }

  /** Books a payment by card or a capture. A declined capture leaves the authorization as it was. */
  process(
    request: CardRequest | CaptureRequest,
    { decline, evenDuplicate }: Instruction,
  ): BankTransaction | BankRefusal {
    const facts = this.#judge(request);
    if (typeof facts === 'string') return facts;
    if (!('reference' in request)) {
      const { kind, cardNumber, amount, taxAmount, description, buyer } = request;
      const { email, concept, firstName, lastName } = buyer;
      const data = [kind, cardNumber, amount, taxAmount, description, email, concept, firstName, lastName];
      if (!this.#recent.add(data, this.#now(), evenDuplicate)) return 'duplicate';
    }
    const transaction = this.#draw({ ...facts, declined: decline ?? facts.declined });
    this.#enter(transaction);
    this.#note({ what: 'booked', transaction });
    return transaction;
  }

  /** Returns the transaction that `process` would book, without booking it: its references lead nowhere. */
  preview(request: CardRequest | CaptureRequest): BankTransaction | BankRefusal {
    const facts = this.#judge(request);
    return typeof facts === 'string' ? facts : this.#draw(facts);
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

  #judge(request: CardRequest | CaptureRequest): Judged | BankRefusal {
    if (!('reference' in request)) {
      const { cardNumber, ...facts } = request;
      return { ...facts, declined: issuerRefusal(cardNumber), related: null };
    }
    const related = (request.family === 'json' ? this.#byCodOper : this.#byToken).get(request.reference);
    if (!related || factsOfKind(related.kind).refersTo !== 'nothing') return 'invalid-related';
    if (related.declined !== null) return 'related-declined';
    if (factsOfKind(related.kind).opens !== 'hold' || this.#captures.has(related.codOper)) return 'already-captured';
    if (request.amount > related.amount) return 'above-authorized';
    return {
      kind: request.kind,
      family: request.family,
      amount: request.amount,
      taxAmount: null,
      buyer: related.buyer,
      description: request.description ?? related.description,
      declined: null,
      related,
    };
  }

  #draw(facts: Judged): BankTransaction {
    const random = randomBytes(44).toString('hex').toUpperCase();
    return {
      ...facts,
      sequence: this.#entered + 1,
      codOper: `SANDBOX_LK-${random.slice(0, 16)}`,
      authToken: `SANDBOX_${random.slice(16, 48)}`,
      cardToken: random.slice(48),
      receiptId: randomUUID(),
      at: this.#now(),
    };
  }

  #enter(transaction: BankTransaction): void {
    const { related, declined } = transaction;
    this.#byCodOper.set(transaction.codOper, transaction);
    this.#byToken.set(transaction.authToken, transaction);
    this.#byReceipt.set(transaction.receiptId, transaction);
    if (declined === null) this.#approved += 1;
    const { settles } = factsOfKind(transaction.kind);
    if (declined === null && related !== null && settles?.approved === 'captured')
      this.#captures.set(related.codOper, transaction);
    this.#keep(transaction, {
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
    this.#keep(null, {
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

  /** Appends to the ledger and forgets the oldest request beyond the limit. */
  #keep(transaction: BankTransaction | null, entry: Omit<TrainingLedgerEntry, 'sequence'>): void {
    this.#entered += 1;
    this.#ledger.push({ sequence: this.#entered, ...entry });
    this.#transactions.push(transaction);
    if (this.#ledger.length <= this.#limits.requests) return;
    this.#ledger.shift();
    const forgotten = this.#transactions.shift();
    if (!forgotten) return;
    this.#byCodOper.delete(forgotten.codOper);
    this.#byToken.delete(forgotten.authToken);
    this.#byReceipt.delete(forgotten.receiptId);
    this.#captures.delete(forgotten.codOper);
  }
}

type Judged = Omit<BankTransaction, 'sequence' | 'codOper' | 'authToken' | 'cardToken' | 'receiptId' | 'at'>;

const factsOfKind = (kind: TransactionKind) => operationFacts(operationOfType[kind]);
