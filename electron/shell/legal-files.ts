/** The bill of materials and the licences of the packages inside the program, as the build wrote them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shell } from 'electron';
import { z } from 'zod';
import { bom, type InsidePackage } from '#shared/seat/inside-packages.ts';

export type LegalFiles = ReturnType<typeof createLegalFiles>;

const licenceSchema = z.union([
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
]);
const bomSchema = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.tuple([licenceSchema]) })),
});

/** @param beside absolute path of what holds the files' folder: the resources of an installed program, or the build's output */
export function createLegalFiles(beside: string) {
  const file = path.join(beside, 'legal', bom);
  return {
    /** Returns the packages inside the program; null where the files are missing, as during development. */
    async packages(): Promise<readonly InsidePackage[] | null> {
      const text = await readFile(file, 'utf8').catch(() => null);
      if (text === null) return null;
      const { components } = bomSchema.parse(JSON.parse(text));
      return components.map(({ name, version, licenses: [licence] }) => ({ name, version, licence }));
    },
    /** Shows the files in the system's file manager. */
    show: (): void => shell.showItemInFolder(file),
  };
}
