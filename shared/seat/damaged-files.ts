/** Files of this seat that steer payments and can't be read. */
import { z } from 'zod';

/** `merchants`: merchants without secrets. `vault`: keys. `ledger`: choice of the ledger. */
export const steeringDocuments = ['merchants', 'vault', 'ledger'] as const;
export const steeringDocumentSchema = z.enum(steeringDocuments);
export type SteeringDocument = z.infer<typeof steeringDocumentSchema>;

/** `file`: absolute path of the damaged bytes. */
export const damagedFileSchema = z.strictObject({ document: steeringDocumentSchema, file: z.string() });
export type DamagedFile = z.infer<typeof damagedFileSchema>;
