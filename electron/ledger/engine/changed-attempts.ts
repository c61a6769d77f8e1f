/** Ids of changed attempts, merged from several changes. Null stands for many or unknown ones, and may be all. */
export type ChangedAttempts = readonly string[] | null;

/** Most ids that are told one by one. Reading everything again costs less than telling more. */
export const mostChangedIds = 50;

/** Merges two changes. Null when either is, and above the limit. */
export function mergedChanges(one: ChangedAttempts, other: ChangedAttempts): ChangedAttempts {
  if (one === null || other === null) return null;
  const ids = [...new Set([...one, ...other])];
  return ids.length > mostChangedIds ? null : ids;
}
