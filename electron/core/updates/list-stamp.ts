/** What the publisher adds to a list of an update before it is signed, so that an old one can't be shown again. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';

export const listStampSchema = z.object({
  /** Grows with each signing. A seat takes no list with a smaller one than it has seen. */
  number: z.int().min(1),
  signedAt: instantSchema,
  /** The list is refused from this instant on. */
  validUntil: instantSchema,
});
export type ListStamp = z.infer<typeof listStampSchema>;
