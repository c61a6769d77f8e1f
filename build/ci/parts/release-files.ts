/** Names the files of a release, and writes its notes. */
import type { Command } from './run-commands.ts';

/** Installers, updates and what vouches for them. */
const published = /\.(?:exe|msi|dmg|zip|deb|rpm|AppImage|blockmap|sig)$|^latest.*\.yml$|^SHA256SUMS$|^sbom\.cdx\.json$/;
const mark = /^unsigned-(.+)\.txt$/;

/** Name of the file by which a job tells the release that it had no key. */
export const unsignedMark = (what: string): string => `unsigned-${what}.txt`;

export const isUpdateList = (name: string): boolean => /^latest.*\.yml$/.test(name);

/** Returns what was packed without a key. */
const unsignedParts = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => mark.exec(name)?.[1] ?? []).toSorted();

/** Returns the part of the changelog under a heading that begins with the version, or the unreleased one. */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const own =
    parts.find((part) => part.startsWith(`${version}:`)) ?? parts.find((part) => part.startsWith('Unreleased'));
  return own?.split('\n').slice(1).join('\n').trim() ?? '';
}

export interface Draft {
  readonly tag: string;
  readonly version: string;
  /** Names in the release's folder. */
  readonly names: readonly string[];
  /** File with the notes, relative to that folder. */
  readonly notesFile: string;
}

/** @returns the command that makes a draft, which a person publishes; unsigned parts are in its title */
export function draftCommand({ tag, version, names, notesFile }: Draft): Command {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not the version ${version}`);
  const files = names.filter((name) => published.test(name));
  if (!files.includes('SHA256SUMS')) throw new Error('The release has no SHA256SUMS');
  const unsigned = unsignedParts(names);
  const title = unsigned.length === 0 ? `Caja ${version}` : `Caja ${version} (UNSIGNED: ${unsigned.join(', ')})`;
  const options = ['--draft', '--verify-tag', '--title', title, '--notes-file', notesFile];
  if (unsigned.length > 0) options.push('--prerelease');
  return ['gh', 'release', 'create', tag, ...options, ...files];
}
