/**
 * The entries of the seat's journal: appended with their seals, and read without what this seat has not sealed. Among their bodies are
 * answers of the service and deeds of operators.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { JournalFile } from './journal-file.ts';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { answeredPaymentSchema } from '#shared/ledger/waiting-answers.ts';
import { differenceSchema, referencesSchema, riskSummarySchema, serviceSaidSchema } from '#shared/payments/attempt.ts';
import { answeredAmountSchema } from '#shared/payments/money.ts';
import { notSentCauseSchema, unknownCauseSchema } from '#shared/payments/outcome.ts';
import { z } from 'zod';

const facts = z.strictObject({
  service: serviceSaidSchema,
  references: referencesSchema,
  answeredAmount: answeredAmountSchema.nullable(),
  differences: z.array(differenceSchema).readonly().default([]),
  receiptUrl: z.string().nullable(),
  challengeUrl: z.string().nullable().default(null),
  statementDescriptor: z.string().nullable().default(null),
  risk: riskSummarySchema.nullable(),
  rawAnswer: z.string().nullable(),
});

export const answerSchema: z.ZodType<GatewayAnswer> = z.discriminatedUnion('outcome', [
  facts.extend({ outcome: z.enum(['approved', 'declined', 'rejected']) }),
  facts.extend({ outcome: z.literal('unknown'), cause: unknownCauseSchema }),
  z.strictObject({ outcome: z.literal('not-sent'), cause: notSentCauseSchema, detail: z.string() }),
]);

export const keptAnswerSchema: z.ZodType<KeptAnswer> = z.strictObject({
  payment: answeredPaymentSchema,
  answer: answerSchema,
  answeredAt: instantSchema,
});

/** Returns an answer as it is kept: of a request that never left the ledger keeps only the cause. */
export const withoutDetail = (answer: GatewayAnswer): GatewayAnswer =>
  answer.outcome === 'not-sent' ? { ...answer, detail: '' } : answer;

/** Columns of an entry that its seal covers. */
type SealedFacts = readonly [ledger: string, kind: string, subject: string, at: string, body: string];

/** Seals entries with a key from the vault, so that a row which somebody else has put there is known. */
export function createJournalSeal(vault: Pick<Vault, 'trailKey'>) {
  /** Until the vault is open. What it has sealed is foreign after a crash. */
  const passing = keyFrom(randomBytes(32));
  let own: Buffer | null = null;
  return {
    /** Returns the seal of an entry: an HMAC-SHA-256, base64url. */
    seal: (facts: SealedFacts): string => sealed(own ?? passing, facts),
    /** True for an entry that this seat has written as it is. Before the vault is open, that of this run of the program alone. */
    isOurs: (facts: SealedFacts, seal: string): boolean =>
      [own, passing].some((key) => key !== null && sealed(key, facts) === seal),
    hasKey: () => own !== null,
    /** Takes the key. @returns false while the vault can't be used */
    async takeKey(): Promise<boolean> {
      const found = await vault.trailKey();
      if (!found.ok) return false;
      own = keyFrom(found.value.seed);
      return true;
    },
  };
}

const keyFrom = (secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'caja seat journal', 32));

const sealed = (key: Buffer, facts: SealedFacts): string =>
  createHmac('sha256', key).update(JSON.stringify(facts)).digest('base64url');

/** Runs one statement. @returns the number of rows that it wrote */
type Run = (statement: string, ...values: readonly SQLInputValue[]) => number;
type JournalRow = Readonly<Record<string, unknown>>;

export interface NewEntry {
  /** Id of the ledger; empty for what waits for whichever there is. */
  readonly ledger: string;
  /**
   * `begun`, `answered` and `resolved` are of an attempt, `closed` of the close of a day, `purged` of a removal that counts no more.
   * `answer`, `deed` and `restore` wait for a ledger, `batch` and its rows that were `left-out` for a person.
   */
  readonly kind:
    | 'begun'
    | 'answered'
    | 'resolved'
    | 'closed'
    | 'answer'
    | 'deed'
    | 'restore'
    | 'batch'
    | 'left-out'
    | 'purged';
  /** Id of the attempt, close, removal, deed or batch. */
  readonly subject: string;
  /** UTC instant. */
  readonly at: string;
  /** Is stored as JSON. */
  readonly body: unknown;
  /** The ledger has committed it. */
  readonly isDelivered?: boolean;
}

/** One transaction of the journal. */
export interface JournalWork {
  readonly run: Run;
  append(entry: NewEntry): void;
  /** Appends in the place of the entries of the same kind about the same subject. */
  replace(entry: NewEntry): void;
  remove(of: Pick<NewEntry, 'ledger' | 'kind' | 'subject'>): void;
}

/** Kinds of which the first entry about a subject stands for the attempt. */
const ofAttempts: ReadonlySet<NewEntry['kind']> = new Set(['begun', 'answered', 'resolved']);

const factsOf = (row: JournalRow): SealedFacts => [
  String(row['ledger']),
  String(row['kind']),
  String(row['subject']),
  String(row['at']),
  String(row['body']),
];

export function createJournalEntries(file: JournalFile, sealing: ReturnType<typeof createJournalSeal>) {
  /** Numbers of the entries that were written before the vault was open. */
  const early: number[] = [];

  function append(database: DatabaseSync, { ledger, kind, subject, at, body, isDelivered = false }: NewEntry): void {
    const facts: SealedFacts = [ledger, kind, subject, at, JSON.stringify(body)];
    const { lastInsertRowid: number } = database
      .prepare(
        `insert into entries (ledger, kind, subject, at, body, seal, delivered, leads)
         select ?, ?, ?, ?, ?, ?, ?, ? and not exists (select 1 from entries where ledger = ? and subject = ?)`,
      )
      .run(...facts, sealing.seal(facts), isDelivered ? 1 : 0, ofAttempts.has(kind) ? 1 : 0, ledger, subject);
    if (!sealing.hasKey()) early.push(Number(number));
  }

  function workOn(database: DatabaseSync): JournalWork {
    const run: Run = (statement, ...values) => Number(database.prepare(statement).run(...values).changes);
    const remove: JournalWork['remove'] = ({ ledger, kind, subject }) =>
      void run('delete from entries where ledger = ? and kind = ? and subject = ?', ledger, kind, subject);
    return {
      run,
      remove,
      append: (entry) => append(database, entry),
      replace(entry) {
        remove(entry);
        append(database, entry);
      },
    };
  }

  const isOurs = (row: JournalRow): boolean => sealing.isOurs(factsOf(row), String(row['seal']));
  const read = (statement: string, ...values: readonly SQLInputValue[]): readonly JournalRow[] =>
    file.use((database) => database.prepare(statement).all(...values));

  return {
    read,
    /** Does all the work in one transaction. @returns its values in order. Throws `LedgerUnavailable` */
    transact: (works: readonly ((trx: JournalWork) => unknown)[]): readonly unknown[] =>
      file.use((database) => {
        database.exec('begin immediate');
        try {
          const trx = workOn(database);
          const values = works.map((work) => work(trx));
          database.exec('commit');
          return values;
        } catch (error) {
          // A full disk makes SQLite roll back by itself.
          if (database.isTransaction) database.exec('rollback');
          throw error;
        }
      }),
    /** Returns the entries of a condition, in their order. `body` is null for one that this seat has not sealed as it is. */
    select: (condition: string, ...values: readonly string[]) =>
      read(`select * from entries where ${condition} order by number`, ...values).map((row) => ({
        kind: String(row['kind']),
        subject: String(row['subject']),
        body: isOurs(row) ? (JSON.parse(String(row['body'])) as unknown) : null,
        isDelivered: row['delivered'] === 1,
      })),
    /** True when there is something that was written before the vault was open. */
    hasEarly: () => early.length > 0,
    /** Gives it the seat's seal. */
    sealEarly({ run }: JournalWork): void {
      for (const number of early.splice(0)) {
        const [row] = read('select * from entries where number = ?', number);
        if (row === undefined || !isOurs(row)) continue;
        run('update entries set seal = ? where number = ?', sealing.seal(factsOf(row)), number);
      }
    },
  };
}
