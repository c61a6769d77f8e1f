/** `profiles.json`: the merchants without their secrets. */
import { storedMerchantsSchema, type StoredMerchants } from '#electron/core/merchants/stored-merchants.ts';
import { z } from 'zod';
import { readBack } from '#shared/texts/text-kinds.ts';
import type { DocumentDefinition } from './versioned-document.ts';

const { merchants, activeId } = storedMerchantsSchema.shape;

/**
 * Schema on disk. Release 0.1.0 called a merchant a profile. The name stays on the disk, as it does in the ledger's
 * columns, so that both releases find the same merchants, whichever ran last.
 */
const storedSchema = z.codec(readBack(z.strictObject({ profiles: merchants, activeId })), z.custom<StoredMerchants>(), {
  decode: ({ profiles, ...others }) => ({ merchants: profiles, ...others }),
  encode: ({ merchants: profiles, ...others }) => ({ profiles, ...others }),
});

export const merchantsDocument: DocumentDefinition<StoredMerchants> = {
  name: 'profiles',
  schema: storedSchema,
  steps: [],
  firstVersion: 'unnumbered',
  steers: true,
};
