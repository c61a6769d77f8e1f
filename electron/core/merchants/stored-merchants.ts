/** Stored form of the merchants: without secrets, with the id of the active one. The id of a new one. */
import { type Merchant, merchantSchema, trainingMerchantId } from '#shared/seat/merchant.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const storedMerchantsSchema = z.strictObject({
  merchants: z.array(merchantSchema).readonly(),
  activeId: z.string().default(trainingMerchantId),
});
export type StoredMerchants = z.infer<typeof storedMerchantsSchema>;

/**
 * Derives the id of a new merchant from environment and name, because seats create their merchants independently and agree on these two. A
 * hold stores the id of its merchant. Its capture, perhaps on another seat, uses the merchant with that id, and so does the
 * duplicate guard. The id stays when the name changes later, because holds refer to it. It has no digits, since a text with
 * digits like a card number's is refused.
 */
export function merchantIdFor({ environment, name }: Pick<Merchant, 'environment' | 'name'>): string {
  const agreed = JSON.stringify([environment, name.trim().normalize('NFC').toLowerCase()]);
  const hex = createHash('sha256').update(agreed).digest('hex').slice(0, 32);
  return `${environment}-${hex.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
}
