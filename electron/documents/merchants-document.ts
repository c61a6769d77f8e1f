/** `merchants.json`: the merchants without their secrets. */
import { storedMerchantsSchema, type StoredMerchants } from '#electron/core/merchants/stored-merchants.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const merchantsDocument: DocumentDefinition<StoredMerchants> = {
  name: 'merchants',
  schema: storedMerchantsSchema,
  steps: [],
  steers: true,
};
