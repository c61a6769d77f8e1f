/** Sizes of paper: rolls of receipt printers and sheets. */
import { z } from 'zod';

interface PaperFacts {
  /** Width in mm, of a roll without its margins. */
  readonly width: number;
  /** Height in mm; null for a roll, which is cut where the receipt ends. */
  readonly height: number | null;
}

/** Paper of receipts. Printers of 58-mm rolls print 48 mm, those of 80-mm rolls 72 mm. */
export const paperTable = {
  'roll-58': { width: 58, height: null },
  'roll-80': { width: 80, height: null },
  letter: { width: 215.9, height: 279.4 },
  a4: { width: 210, height: 297 },
} as const satisfies Readonly<Record<string, PaperFacts>>;

export type PaperSize = keyof typeof paperTable;
export const receiptSizes = ['roll-58', 'roll-80', 'letter', 'a4'] as const satisfies readonly PaperSize[];
export const paperSizeSchema = z.enum(receiptSizes);

/** Paper of documents with tables, which no roll has room for. */
export const sheetSizes = ['letter', 'a4'] as const satisfies readonly PaperSize[];
export const sheetSizeSchema = z.enum(sheetSizes);
export type SheetSize = z.infer<typeof sheetSizeSchema>;
