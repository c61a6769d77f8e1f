/** A reference of ours that is short enough to be read out over the telephone. */

/** Returns the last six digits of an attempt's id in two groups, `7F3-A21`. Random digits, so two payments hardly share them. */
export function shortReference(attemptId: string): string {
  const end = attemptId.slice(-6).toUpperCase();
  return `${end.slice(0, 3)}-${end.slice(3)}`;
}
