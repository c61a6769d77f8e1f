/** Writes the bill of materials and the licences of the packed packages beside the bundles. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { dist, root } from '#build/paths.ts';
import { bom, licenceTexts } from '#shared/seat/inside-packages.ts';
import { packedPackages, type PackedPackage } from './packed-packages.ts';
import { sbomOf } from './sbom.ts';

export const legalFolder: string = path.join(dist, 'legal');
export const legalFiles = [bom, licenceTexts] as const;

const programSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** @param folders packages of the bundles, by their paths from `node_modules/` on */
export async function writeLegal(folders: ReadonlySet<string>): Promise<void> {
  const program = programSchema.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  const packages = packedPackages(folders);
  await rm(legalFolder, { recursive: true, force: true });
  await mkdir(legalFolder, { recursive: true });
  await writeFile(path.join(legalFolder, bom), `${JSON.stringify(sbomOf(program, packages), null, 2)}\n`);
  await writeFile(path.join(legalFolder, licenceTexts), licencesText(packages));
}

/** Returns one text with every package's licence, as the licences ask for. */
export function licencesText(packages: readonly PackedPackage[]): string {
  const rule = '='.repeat(80);
  const heading = [
    'Caja contains the packages below.',
    'The notices of Chromium and Node.js, which are parts of Electron, are in LICENSES.chromium.html beside the program.',
    '',
  ];
  const parts = packages.map(({ name, version, licence, author, texts }) =>
    [
      rule,
      `${name} ${version}`,
      `Licence: ${licence}`,
      ...(author === null ? [] : [`Author: ${author}`]),
      '',
      ...(texts.length === 0 ? [withoutFile(licence, author)] : texts.map(({ text }) => `${text.trim()}\n`)),
    ].join('\n'),
  );
  return [...heading, ...parts].join('\n');
}

/** Writes the licence of a package that names MIT and brings no text. Throws for any other, which a person has to look into. */
function withoutFile(licence: string, author: string | null): string {
  if (licence !== 'MIT') throw new Error(`A package under ${licence} has no licence file`);
  return mitText.replace('HOLDER', author ?? 'the authors of the package');
}

/** MIT, as SPDX has it. */
const mitText = `Copyright (c) HOLDER

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
