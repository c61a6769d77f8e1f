/** Answers that wait for a ledger, kept in a folder as the program keeps them. */
import { createUnwrittenAnswers, type UnwrittenAnswers } from '#electron/core/unwritten-answers.ts';
import { openAnswerSpool } from '#electron/ledger/answer-spool.ts';

/** @param folder absolute; made when the first answer comes */
export const answersIn = (
  folder: string,
  reportBug: (error: unknown) => void,
  onChange: () => void = () => undefined,
): UnwrittenAnswers => createUnwrittenAnswers({ spool: openAnswerSpool({ folder, reportBug }), onChange, reportBug });
