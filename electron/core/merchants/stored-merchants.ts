/** Stored form of the merchants: without secrets, with the id of the active one. */
import { merchantSchema, trainingMerchantId } from '#shared/seat/merchant.ts';
import { z } from 'zod';

export const storedMerchantsSchema = z.strictObject({
  merchants: z.array(merchantSchema).readonly(),
  activeId: z.string().default(trainingMerchantId),
});
export type StoredMerchants = z.infer<typeof storedMerchantsSchema>;
