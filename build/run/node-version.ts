/** Rejects an old Node with a clear message, before anything fails in stranger ways. */

/** Oldest Node that runs the checkout's TypeScript directly and supports the tools. */
const oldest = [22, 18] as const;

/**
 * Ends the process with an explanation when Node is older than 22.18. `npm ci` installs Node 24 on Linux and Windows.
 */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  console.error(
    `This needs Node ${oldest.join('.')} or newer, and runs on ${process.version}. ` +
      'Start it with `npm run`, which uses the Node that `npm ci` installed, or install a newer Node.',
  );
  process.exit(1);
}
