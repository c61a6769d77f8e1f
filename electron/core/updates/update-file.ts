/** Which file of a signed list is for this installation. */

/** Kind of an installation, by the end of its files' names. */
export type UpdateFileKind = 'deb' | 'exe';

const named = { x64: /x64|x86_64|amd64/i, arm64: /arm64|aarch64/i, other: /armv7l|armhf|ia32|i386/i } as const;

/**
 * Tells by the name. A server could send the signed list of another system under the name of ours, and its file would not
 * start here. electron-builder names the processor except for an installer of Windows that holds both.
 */
export function isFileFor(kind: UpdateFileKind, arch: string): (name: string) => boolean {
  return (name) => {
    if (!name.endsWith(`.${kind}`) || named.other.test(name)) return false;
    if (arch === 'x64') return !named.arm64.test(name);
    if (arch !== 'arm64') return false;
    return named.arm64.test(name) || (kind === 'exe' && !named.x64.test(name));
  };
}
