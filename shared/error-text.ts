/** Returns the message of anything that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** True for an error of the file system or of a ledger that says that the disk, or the user's share of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    ('reason' in error && error.reason === 'disk-full'));
