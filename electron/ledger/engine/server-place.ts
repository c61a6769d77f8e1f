/** Place of a server in the history of its cluster, by its identity. */

export interface ServerPlace {
  readonly cluster: string;
  /** Rises with each promotion of a standby. */
  readonly timeline: number;
}

/** Reads an identity (`server-facts.ts`); null where the role may not read both. */
export function placeOf(identity: string): ServerPlace | null {
  const found = /^(?<cluster>\d+) (?<timeline>[\dA-F]{8}) /.exec(identity)?.groups;
  if (found === undefined) return null;
  return { cluster: found['cluster'] ?? '', timeline: Number.parseInt(found['timeline'] ?? '', 16) };
}

/** True for a server that another one has replaced: both belong to one cluster, and the other was promoted later. */
export function isReplacedBy(identity: string, other: string): boolean {
  const [own, theirs] = [placeOf(identity), placeOf(other)];
  return own !== null && theirs !== null && own.cluster === theirs.cluster && own.timeline < theirs.timeline;
}

/** True for one database of one cluster, on whichever timeline: a standby was promoted at most, and has the same past. */
export function isSameDatabase(identity: string, other: string): boolean {
  const [own, theirs] = [identity, other].map((each) => each.replace(/^(\d+) [\dA-F]{8} /, '$1 '));
  return own === theirs;
}
