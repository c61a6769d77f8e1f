/** The packages of others: each is listed with its reason, runs no script unasked, and ships with its licence. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { builderConfiguration } from '#build/electron-builder.ts';
import { root } from '#build/paths.ts';
import { licencesText } from '#build/supply-chain/legal.ts';
import {
  notePackages,
  packageFolder,
  packedPackages,
  type PackedPackage,
} from '#build/supply-chain/packed-packages.ts';
import { sbomOf } from '#build/supply-chain/sbom.ts';
import { workerConfig } from '#build/vite/worker.vite.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(read('package.json')));
const lock = z
  .object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })
  .parse(JSON.parse(read('package-lock.json')));
const decision = read('docs/decisions/dependencies.md');

/** Names in the first column of a table of the decision, by its heading. */
function listed(heading: string): readonly string[] {
  const table = decision.slice(decision.indexOf(heading)).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

test('the decision lists every dependency of the program, and no other', () => {
  expect(listed('| Package | Kept by |').toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});

describe('a script at the installation', () => {
  const withScripts = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([folder]) => folder.replace(/^.*node_modules\//, ''));

  test('is decided for every package that has one', () => {
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...new Set(withScripts)].toSorted());
  });

  test('has a reason in the decision', () => {
    const reasons = listed('| Package | Allowed |').map((name) => new RegExp(`^${name.replace('*', '.*')}$`));
    expect(withScripts.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
  });

  test('that nobody decided fails the installation', () => {
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true');
  });
});

describe('the packages inside the program', () => {
  test.each([
    ['/home/a/node_modules/zod/v4/index.js', 'node_modules/zod'],
    ['/home/a/node_modules/@mantine/core/esm/x.mjs?v=1', 'node_modules/@mantine/core'],
    ['C:\\a\\node_modules\\a\\node_modules\\@b\\c\\x.js', 'node_modules/a/node_modules/@b/c'],
    ['\0/home/a/node_modules/react/index.js?commonjs-proxy', 'node_modules/react'],
    ['/home/a/electron/main.ts', null],
    ['node:fs', null],
  ])('are known by a module such as %j', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });

  test('are those of the bundles, and Electron', async () => {
    const folders = new Set<string>();
    await build({
      ...workerConfig,
      logLevel: 'silent',
      plugins: [notePackages(folders)],
      build: { ...workerConfig.build, write: false },
    });
    const names = packedPackages(folders).map(({ name }) => name);
    expect(names).toContain('kysely');
    expect(names).toContain('electron');
    expect(names).not.toContain('vitest');
  });

  test('are in the bill of materials with version, licence and hash, in the same bytes each time', () => {
    const packages = packedPackages(new Set(['node_modules/zod', 'node_modules/@mantine/core', 'node_modules/clsx']));
    const program = { name: 'caja', version: '1.0.0', license: 'MIT' };
    const bill = sbomOf(program, packages);
    expect(JSON.stringify(bill)).toBe(JSON.stringify(sbomOf(program, packages)));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: expect.stringMatching(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      metadata: { component: { type: 'application', name: 'caja', version: '1.0.0' } },
      components: expect.arrayContaining([
        expect.objectContaining({
          type: 'library',
          name: '@mantine/core',
          version: manifest.dependencies['@mantine/core'],
          purl: `pkg:npm/%40mantine/core@${manifest.dependencies['@mantine/core']}`,
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        }),
        expect.objectContaining({ type: 'framework', name: 'electron' }),
      ]),
      dependencies: expect.arrayContaining([
        expect.objectContaining({
          ref: expect.stringContaining('mantine/core'),
          dependsOn: expect.arrayContaining([expect.stringContaining('pkg:npm/clsx@')]),
        }),
      ]),
    });
  });

  const bare = (licence: string): PackedPackage => ({
    name: 'bare',
    version: '1.0.0',
    licence,
    author: 'Ada',
    texts: [],
    sha512: null,
    dependsOn: [],
  });

  test('ship with the text of their licence', () => {
    const text = licencesText([...packedPackages(new Set(['node_modules/zod'])), bare('MIT')]);
    expect(text).toContain(read('node_modules/zod/LICENSE').trim());
    expect(text).toContain(
      'bare 1.0.0\nLicence: MIT\nAuthor: Ada\n\nCopyright (c) Ada\n\nPermission is hereby granted',
    );
    expect(() => licencesText([bare('Apache-2.0')])).toThrow('Apache-2.0');
  });

  test('are listed beside the archive of the packed program', () => {
    const { files, extraResources } = builderConfiguration(null);
    expect(files).toContain('!dist/legal');
    expect(extraResources).toEqual([{ from: 'dist/legal', to: 'legal' }]);
  });
});
