/** Compares the tag of a release with what the checkout says of its version. */
import { notesOf } from '#build/updates/release-notes.ts';

export interface TaggedRelease {
  readonly tag: string;
  /** Version of `package.json`. */
  readonly version: string;
  /** Text of `package-lock.json`. */
  readonly lock: string;
  readonly changelog: string;
}

/** Returns what does not fit, as sentences; none for a release that may be built. */
export function tagFaults({ tag, version, lock, changelog }: TaggedRelease): readonly string[] {
  const locked = JSON.parse(lock) as { version?: string; packages?: Readonly<Record<string, { version?: string }>> };
  const places = {
    'package-lock.json': locked.version,
    'the root of package-lock.json': locked.packages?.['']?.version,
  };
  const faults = Object.entries(places)
    .filter(([, found]) => found !== version)
    .map(([place, found]) => `${place} has version ${found}, and package.json ${version}.`);
  if (tag !== `v${version}`) faults.unshift(`The tag ${tag} is not the version ${version}.`);
  if (!notesOf(changelog, version)) faults.push(`CHANGELOG.md has no notes below ## [${version}] - YYYY-MM-DD.`);
  return faults;
}
