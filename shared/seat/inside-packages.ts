/** The packages of others inside the program, and the files that list them. */
import { z } from 'zod';

/** Bill of materials, CycloneDX. */
export const bom = 'sbom.cdx.json';
export const licenceTexts = 'third-party-licences.txt';

/** One package. `licence` is an SPDX expression. */
export const insidePackageSchema = z.strictObject({ name: z.string(), version: z.string(), licence: z.string() });
export type InsidePackage = z.infer<typeof insidePackageSchema>;
