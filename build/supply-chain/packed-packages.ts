/** The packages inside the program: those whose modules a bundle holds, and Electron. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { root } from '#build/paths.ts';

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly author: string | null;
  /** Texts of its licence and notice files, each with the name of the file. */
  readonly texts: readonly { readonly file: string; readonly text: string }[];
  /** SHA-512 of its archive in the registry, as hex; null where the lock file has none. */
  readonly sha512: string | null;
  readonly dependsOn: readonly string[];
}

/** Notes the packages of a build. Counts every module that was read, so that a part of one counts as well. */
export function notePackages(folders: Set<string>): Plugin {
  return {
    name: 'note-packages',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = packageFolder(id);
        if (folder !== null) folders.add(folder);
      }
    },
  };
}

/** Returns the package's path from `node_modules/` on; null for a module of our own. */
export function packageFolder(moduleId: string): string | null {
  const file = moduleId.replaceAll('\\', '/').replace(/[?#].*$/, '');
  const found = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*)\//.exec(file);
  return found?.[1] ?? null;
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** @param folders paths from `node_modules/` on. Electron is added, because it is packed beside the bundles. */
export function packedPackages(folders: ReadonlySet<string>): readonly PackedPackage[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  const packages = [...new Set([...folders, 'node_modules/electron'])].toSorted().map((folder) => {
    const place = path.join(root, folder);
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')));
    const texts = readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
      .map(({ name: file }) => ({ file, text: readFileSync(path.join(place, file), 'utf8') }));
    return {
      name: manifest.name,
      version: manifest.version,
      licence: manifest.license ?? 'NOASSERTION',
      author: manifest.author ?? null,
      texts,
      sha512: sha512Of(lock.packages[folder]?.integrity),
      // Its own dependencies only fetch its binary.
      dependsOn: manifest.name === 'electron' ? [] : Object.keys(manifest.dependencies),
    };
  });
  // The same version may be installed in two places.
  return [...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values()];
}

function sha512Of(integrity: string | undefined): string | null {
  const [, base64] = /(?:^| )sha512-([A-Za-z0-9+/=]+)/.exec(integrity ?? '') ?? [];
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex');
}
