/**
 * Answers that the ledger could not take, each in a file of its own in the data folder, flushed to the disk.
 *
 * Plain text, as the embedded ledger beside it is: what lies here is part of the record of the money, nothing of it is a
 * secret (of the card not even the last four; the gateway has cleaned what the service said), and it goes as soon as the
 * ledger has it. A key would be one more thing that can be missing when it counts: the vault may be locked behind its
 * passphrase at the start, when these answers have to be delivered before anything is called unknown.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AnswerSpool, GatewayAnswer, KeptAnswer } from '#electron/core/ports.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { answeredAmountSchema } from '#shared/payments/money.ts';
import { notSentCauseSchema, unknownCauseSchema } from '#shared/payments/outcome.ts';
import { referencesSchema, riskSummarySchema, serviceSaidSchema } from '#shared/payments/attempt.ts';
import { answeredPaymentSchema } from '#shared/ledger/waiting-answers.ts';
import { flushFolder, putInPlace } from '#electron/documents/durable-file.ts';

const facts = z.strictObject({
  service: serviceSaidSchema,
  references: referencesSchema,
  answeredAmount: answeredAmountSchema.nullable(),
  receiptUrl: z.string().nullable(),
  risk: riskSummarySchema.nullable(),
  rawAnswer: z.string().nullable(),
});

const answerSchema: z.ZodType<GatewayAnswer> = z.discriminatedUnion('outcome', [
  facts.extend({ outcome: z.enum(['approved', 'declined', 'rejected']) }),
  facts.extend({ outcome: z.literal('unknown'), cause: unknownCauseSchema }),
  z.strictObject({ outcome: z.literal('not-sent'), cause: notSentCauseSchema, detail: z.string() }),
]);

const fileSchema = z.strictObject({
  version: z.literal(1),
  payment: answeredPaymentSchema,
  answer: answerSchema,
  answeredAt: instantSchema,
});

export interface AnswerSpoolParts {
  /** Absolute; made when the first answer comes. */
  readonly folder: string;
  readonly reportBug: (error: unknown) => void;
}

export function openAnswerSpool({ folder, reportBug }: AnswerSpoolParts): AnswerSpool {
  const fileOf = (attemptId: string): string => path.join(folder, `${attemptId}.json`);

  /** A file that can't be read stays where it is: it may be all that is left of an answer. */
  async function read(file: string): Promise<readonly KeptAnswer[]> {
    try {
      const { payment, answer, answeredAt } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      return [{ payment, answer, answeredAt }];
    } catch (error) {
      reportBug(new Error(`The answer in ${file} can't be read.`, { cause: error }));
      return [];
    }
  }

  return {
    fileOf,
    async keep({ payment, answer, answeredAt }) {
      // Of a request that never left the record keeps the cause alone.
      const kept = answer.outcome === 'not-sent' ? { ...answer, detail: '' } : answer;
      const content: z.input<typeof fileSchema> = { version: 1, payment, answer: kept, answeredAt };
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
        await flushFolder(path.dirname(folder));
      const file = fileOf(payment.id);
      const partial = `${file}.partial`;
      await writeFile(partial, JSON.stringify(content), { mode: 0o600 });
      await putInPlace(partial, file);
    },
    async all() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      // The ids begin with the time.
      const files = names.filter((name) => name.endsWith('.json')).toSorted();
      const kept: KeptAnswer[] = [];
      for (const name of files) kept.push(...(await read(path.join(folder, name))));
      return kept;
    },
    async forget(attemptId) {
      for (const file of [fileOf(attemptId), `${fileOf(attemptId)}.partial`]) await rm(file, { force: true });
    },
  };
}
