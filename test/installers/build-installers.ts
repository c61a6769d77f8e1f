/** Builds installers with the project's own configuration, in front of a stand-in for Electron's files. */
import path from 'node:path';
import { Arch, build, type Configuration, type Platform } from 'electron-builder';
import { builderConfiguration } from '#build/electron-builder.ts';
import { root } from '#build/paths.ts';

interface InstallersToBuild {
  readonly platform: Platform;
  readonly targets: readonly string[];
  readonly archs?: readonly Arch[];
  readonly version: string;
  /** The folder that stands for Electron's download. */
  readonly electron: string;
  /** The folder that the installers are written to. */
  readonly output: string;
  /** What the stand-ins need, and nothing else. */
  readonly adapt?: (configuration: Configuration) => Configuration;
}

/** Returns the paths of the built files. */
export async function buildInstallers(wanted: InstallersToBuild): Promise<string[]> {
  const { platform, targets, archs = [Arch.x64], version, electron, output, adapt = (same) => same } = wanted;
  const project = builderConfiguration(electron, { version });
  return build({
    projectDir: root,
    targets: platform.createTarget([...targets], ...archs),
    publish: 'never',
    config: adapt({
      ...project,
      directories: { ...project.directories, output },
    }),
  });
}

/** Returns the one built file with this ending. */
export function builtFile(files: readonly string[], ending: string): string {
  const found = files.filter((file) => file.endsWith(ending));
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`Expected one ${ending}, built ${files.map((file) => path.basename(file)).join(', ')}`);
  }
  return first;
}
