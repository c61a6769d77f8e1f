/** Answers on their way to the ledger, as the use cases need them. */
import type { AnsweredPayment } from '#shared/ledger/waiting-answers.ts';
import type { UnreadDocument } from './stored-documents.ts';
import type { GatewayAnswer } from './gateway.ts';

/** The service's answer to an attempt that is on the record. */
export interface KeptAnswer {
  readonly payment: AnsweredPayment;
  readonly answer: GatewayAnswer;
  /** UTC instant at which it was known here. */
  readonly answeredAt: string;
}

/** Answers that the ledger could not take, on this machine's disk until it has committed them. */
export interface AnswerSpool {
  /** On the disk, flushed, when it resolves; rejects when the disk can't be written. Another one of the attempt replaces it. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Everything that is kept, oldest first, and the files that can't be read. */
  all(): Promise<{ readonly answers: readonly KeptAnswer[]; readonly unread: readonly UnreadDocument[] }>;
  /** The ledger has it. No error when there is none. */
  forget(attemptId: string): Promise<void>;
  /** Where an attempt's answer lies, absolute. */
  fileOf(attemptId: string): string;
}
