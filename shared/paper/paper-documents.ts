/** The documents that can be printed, and nothing else can. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { holdsQuerySchema } from '#shared/ledger/holds.ts';
import { figuresQuerySchema } from '#shared/reports/figures.ts';
import { languageSchema } from '#shared/seat/settings.ts';
import { copiesSchema } from '#shared/seat/receipt-copies.ts';
import { paperSizeSchema, sheetSizeSchema } from '#shared/seat/paper-sizes.ts';

/** Most holds on one list. The paper says when there are more. */
export const mostPrintedHolds = 5_000;

const paperDocumentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('receipt'), attemptId: idSchema, size: paperSizeSchema, copies: copiesSchema }),
  z.strictObject({ kind: z.literal('batch'), batchId: idSchema, size: sheetSizeSchema }),
  /** The holds of the query, not a page of them. */
  z.strictObject({
    kind: z.literal('holds'),
    query: holdsQuerySchema.pick({ show: true, part: true, text: true, order: true, environment: true }),
    size: sheetSizeSchema,
  }),
  z.strictObject({ kind: z.literal('day-close'), query: figuresQuerySchema, size: sheetSizeSchema }),
  /** The latest comparison with the service's records, by its id. */
  z.strictObject({ kind: z.literal('reconciliation'), id: idSchema, size: sheetSizeSchema }),
]);
export type PaperDocument = z.infer<typeof paperDocumentSchema>;

/** A document as it is ordered, in one language, which need not be the seat's. */
export const paperOrderSchema = z.strictObject({
  document: paperDocumentSchema,
  language: languageSchema,
  approvalId: idSchema.optional(),
});
export type PaperOrder = z.infer<typeof paperOrderSchema>;
