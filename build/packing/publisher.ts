/** Tells who publishes what is packed, and where the packed program looks for newer versions. */
import { updateFolder } from '#electron/core/updates/update-address.ts';
import { isCandidate } from '#shared/updates/updates.ts';

export interface Publisher {
  /** Address that packages name. Nothing asks it. */
  readonly homepage: string;
  /** Name and address of who answers for the packages of Linux. */
  readonly maintainer: string;
  /** Folder of the updates; null for a program that asks nobody. */
  readonly updates: string | null;
}

/** Tag of the standing release that holds the newest version for seats with a candidate. */
export const candidatesTag = 'candidates';

/** Names that nobody can register (RFC 2606), because packages for Linux must have some. */
const nobody = { homepage: 'https://caja.example', maintainer: 'The Caja authors <nobody@caja.example>' } as const;

const repositoryName = /^(?<owner>[A-Za-z0-9-]+)\/[\w.-]+$/;

/**
 * Takes everything from the repository whose workflow packs, so that no build names an address that somebody else owns.
 * `CAJA_UPDATES_URL` names another folder of updates.
 * @param env variables of the packing process; GitHub sets `GITHUB_SERVER_URL` and `GITHUB_REPOSITORY`
 * @param version of what is packed: a candidate looks where later candidates are
 * @throws Error for a name or an address that can't be used
 */
export function publisherOf(env: Readonly<Record<string, string | undefined>>, version: string): Publisher {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository, CAJA_UPDATES_URL } = env;
  const given = CAJA_UPDATES_URL || null;
  if (given !== null && updateFolder(given) === null) throw new Error(`No updates can come from ${given}`);
  if (!repository) return { ...nobody, updates: given };
  const owner = repositoryName.exec(repository)?.groups?.['owner'];
  if (owner === undefined) throw new Error(`${repository} is not the name of a repository`);
  const homepage = `${server}/${repository}`;
  return {
    homepage,
    maintainer: `The Caja authors <${owner}@users.noreply.github.com>`,
    updates: given ?? `${homepage}/releases/${isCandidate(version) ? `download/${candidatesTag}` : 'latest/download'}/`,
  };
}
