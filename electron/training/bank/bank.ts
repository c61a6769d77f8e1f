/** The bank behind the training gateway: judges cards, keeps holds and the ledger of processed requests. */
import { randomBytes, randomUUID } from 'node:crypto';
import { decimalText } from '#shared/payments/money.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import { bankKinds, isCharge } from './kinds.ts';
import { RecentPayments } from './recent-payments.ts';
import { issuerRefusal } from './test-cards.ts';
import type {
  BankEntry,
  BankRefusal,
  BankRequest,
  BankTransaction,
  Instruction,
  LaterRequest,
  Refused,
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
  /** Approved transactions that refer to another one, keyed by its codOper. */
  readonly #later = new Map<string, readonly BankTransaction[]>();
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

  /** Books a payment by card or what follows one. A declined capture, void or refund leaves its transaction as it was. */
  process(request: BankRequest, { decline, evenDuplicate, asked }: Instruction): BankTransaction | BankRefusal {
    const facts = this.#judge(request);
    if (typeof facts === 'string') return facts;
    if (!('reference' in request)) {
      const { kind, cardNumber, amount, taxAmount, description, buyer } = request;
      const { email, concept, firstName, lastName } = buyer;
      const data = [kind, cardNumber, amount, taxAmount, description, email, concept, firstName, lastName];
      if (!this.#recent.add(data, this.#now(), evenDuplicate)) return 'duplicate';
    }
    const transaction = this.#draw({ ...facts, asked, declined: decline ?? facts.declined });
    this.#enter(transaction);
    this.#note({ what: 'booked', transaction });
    return transaction;
  }

  /** Returns the transaction that `process` would book, without booking it: its references lead nowhere. */
  preview(request: BankRequest): BankTransaction | BankRefusal {
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
    return this.#laterOf(authorization, 'capture')[0] ?? null;
  }

  isVoided(authorization: BankTransaction): boolean {
    return this.#laterOf(authorization, 'void').length > 0;
  }

  /** Minor units that were refunded of a charge. */
  refundedOf(charge: BankTransaction): number {
    return this.#laterOf(charge, 'refund').reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Returns what the bank booked, the oldest first. */
  booked(): readonly BankTransaction[] {
    return this.#transactions.filter((transaction) => transaction !== null);
  }

  ledger(): readonly TrainingLedgerEntry[] {
    return this.#ledger;
  }

  /** Number of requests that moved or reserved money. */
  get approved(): number {
    return this.#approved;
  }

  #judge(request: BankRequest): Judged | BankRefusal {
    if (!('reference' in request)) {
      const { cardNumber, ...facts } = request;
      return { ...facts, asked: false, declined: issuerRefusal(cardNumber), related: null };
    }
    const { kind, family, amount, taxAmount, buyer, description, customFields } = request;
    const related = (family === 'json' ? this.#byCodOper : this.#byToken).get(request.reference);
    if (!related || !refersRightly(request, related)) return 'invalid-related';
    const refusal = related.declined === null ? this.#refusal(request, related) : 'related-declined';
    return (
      refusal ?? {
        kind,
        family,
        amount,
        taxAmount,
        buyer: { ...related.buyer, ...buyer },
        description: description ?? related.description,
        customFields,
        asked: false,
        declined: null,
        related,
      }
    );
  }

  #refusal({ kind, amount }: LaterRequest, related: BankTransaction): BankRefusal | null {
    switch (bankKinds[kind].refersTo) {
      case 'hold': {
        const isVoid = bankKinds[kind].does === 'void';
        if (bankKinds[related.kind].does === 'charge') return 'already-captured';
        if (this.isVoided(related)) return isVoid ? 'already-reversed' : 'voided';
        if (this.captureOf(related) !== null) return 'already-captured';
        if (amount > related.amount) return 'above-authorized';
        // Training refuses to void a part, because no source proves that the service does it (field notes).
        return isVoid && amount < related.amount ? 'not-whole' : null;
      }
      case 'charge': {
        const left = related.amount - this.refundedOf(related);
        if (left === 0) return 'already-reversed';
        return amount > left ? 'above-authorized' : null;
      }
      case 'payment by card':
      case 'nothing':
        return null;
    }
  }

  #laterOf({ codOper }: BankTransaction, does: 'capture' | 'void' | 'refund'): readonly BankTransaction[] {
    return (this.#later.get(codOper) ?? []).filter(({ kind }) => bankKinds[kind].does === does);
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
    if (declined === null && related !== null)
      this.#later.set(related.codOper, [...(this.#later.get(related.codOper) ?? []), transaction]);
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
    this.#later.delete(forgotten.codOper);
  }
}

type Judged = Omit<BankTransaction, 'sequence' | 'codOper' | 'authToken' | 'cardToken' | 'receiptId' | 'at'>;

/** True when a reference leads to the kind of transaction that the request is about. Only family A refers to charges. */
function refersRightly({ kind, family }: LaterRequest, related: BankTransaction): boolean {
  const { refersTo } = bankKinds[related.kind];
  switch (bankKinds[kind].refersTo) {
    case 'hold':
      return refersTo === 'nothing';
    case 'charge':
      return isCharge(related.kind) && related.family === family;
    case 'payment by card':
      return refersTo === 'nothing' && related.family === family;
    case 'nothing':
      return false;
  }
}
