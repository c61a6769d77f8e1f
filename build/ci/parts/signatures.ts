/** How each system checks the signatures of what was packed. */
import path from 'node:path';
import type { Command } from './run-commands.ts';

export interface Packed {
  /** Installers, absolute. */
  readonly files: readonly string[];
  /** The packed folder. */
  readonly folder: string;
  /** The newest signtool of the runner. */
  readonly signtool: string;
}

/**
 * @param signed false when the workflow had no certificate: a bundle of macOS must then be whole under its ad-hoc
 *   signature, without which its processors would not start it
 */
export function signatureChecks(platform: NodeJS.Platform, signed: boolean, packed: Packed): readonly Command[] {
  const { files, folder, signtool } = packed;
  const bundle = path.join(folder, 'Caja.app');
  switch (platform) {
    case 'win32': {
      const signable = [path.join(folder, 'Caja.exe'), ...files.filter((file) => /\.(?:exe|msi)$/.test(file))];
      return signed ? signable.map((file): Command => [signtool, 'verify', '/pa', '/all', '/v', file]) : [];
    }
    case 'darwin': {
      const whole: Command = ['codesign', '--verify', '--deep', '--strict', '--verbose=2', bundle];
      if (!signed) return [whole];
      const images = files.filter((file) => file.endsWith('.dmg'));
      return [
        whole,
        ['spctl', '--assess', '--type', 'execute', '--verbose=4', bundle],
        ['xcrun', 'stapler', 'validate', bundle],
        ...images.map((file): Command => [
          ...([
            'spctl',
            '--assess',
            '--type',
            'open',
            '--context',
            'context:primary-signature',
            '--verbose=4',
          ] as const),
          file,
        ]),
      ];
    }
    default:
      // Packages for Linux carry no signature: checksums and attestations vouch for them.
      return [];
  }
}
