/** Copies of a receipt. */
import { z } from 'zod';

/** `both`: the customer's first, then the merchant's, which has a line to sign on sheets. */
export const receiptCopies = ['customer', 'both', 'merchant'] as const;
export const copiesSchema = z.enum(receiptCopies);
export type ReceiptCopies = z.infer<typeof copiesSchema>;

const copyHolders = ['customer', 'merchant'] as const;
export type CopyHolder = (typeof copyHolders)[number];

export const holdersOf = (copies: ReceiptCopies): readonly CopyHolder[] => (copies === 'both' ? copyHolders : [copies]);
