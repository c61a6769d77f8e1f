/** Port for answers that wait to be written to the ledger. */
import type { AnsweredPayment } from '#shared/ledger/waiting-answers.ts';
import type { UnreadDocument } from './stored-documents.ts';
import type { GatewayAnswer } from './gateway.ts';

/** The service's answer to an attempt that is on the record. */
export interface KeptAnswer {
  readonly payment: AnsweredPayment;
  readonly answer: GatewayAnswer;
  /** UTC instant at which this seat knew the answer. */
  readonly answeredAt: string;
}

/** Keeps answers that the ledger could not write on this machine's disk until it has committed them. */
export interface AnswerSpool {
  /** Writes and flushes an answer, replacing an earlier one of the attempt. Rejects when the disk can't be written. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Reads all answers, oldest first, and lists what can't be read. `isWhole`: not before the vault can tell who has kept them. */
  all(): Promise<{
    readonly answers: readonly KeptAnswer[];
    readonly unread: readonly UnreadDocument[];
    readonly isWhole: boolean;
  }>;
  /** Removes an answer that the ledger has committed. Does nothing for an unknown attempt. */
  forget(attemptId: string): Promise<void>;
  /** Absolute path of the file that has them. */
  readonly file: string;
}
