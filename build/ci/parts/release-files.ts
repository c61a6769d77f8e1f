/** Names the files of a release and the commands that publish them. */
import { isCandidate } from '#shared/updates/updates.ts';
import type { Command } from './run-commands.ts';

/** Installers, updates and what vouches for them. */
const published = /\.(?:exe|msi|dmg|zip|deb|rpm|blockmap|sig)$|^latest.*\.yml$|^SHA256SUMS$|^sbom\.cdx\.json$/;
const mark = /^unsigned-(.+)\.txt$/;

/** Name of the file by which a job tells the release that it had no key. */
export const unsignedMark = (what: string): string => `unsigned-${what}.txt`;

export const isUpdateList = (name: string): boolean => /^latest.*\.yml$/.test(name);

/** Returns what was packed without a key. */
const unsignedParts = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => mark.exec(name)?.[1] ?? []).toSorted();

/** Tells whether a file is one that seats ask for: what an updater installs, and its list with the signature. */
export const isOfferedFile = (name: string): boolean =>
  /\.(?:exe|deb)$/.test(name) || isUpdateList(name.replace(/\.sig$/, ''));

/** @returns the commands that upload files to a release: first what the lists name, then the lists, then their signatures */
export function uploadCommands(tag: string, names: readonly string[]): readonly Command[] {
  const order = [/\.(?:exe|deb)$/, /\.yml$/, /\.sig$/];
  return order
    .map((kind) => names.filter((name) => kind.test(name)).toSorted())
    .filter((group) => group.length > 0)
    .map((group) => ['gh', 'release', 'upload', tag, '--clobber', ...group]);
}

export interface Draft {
  readonly tag: string;
  readonly version: string;
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
  // GitHub never takes a pre-release for the latest release, where seats of finished versions look.
  if (unsigned.length > 0 || isCandidate(version)) options.push('--prerelease');
  return ['gh', 'release', 'create', tag, ...options, ...files];
}
