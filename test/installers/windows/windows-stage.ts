/** What all trials of Windows installers share: compiled stand-ins and one Windows under wine. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Arch, Platform } from 'electron-builder';
import { buildInstallers } from '../build-installers.ts';
import { makeNsisTools, makeWindowsElectron, type WindowsElectron } from './windows-tools.ts';
import { Wine } from './wine.ts';

interface WindowsStage {
  readonly wine: Wine;
  readonly electron: WindowsElectron;
}

let opened: Promise<WindowsStage> | null = null;

async function open(folder: string): Promise<WindowsStage> {
  await mkdir(folder, { recursive: true });
  await makeNsisTools(path.join(folder, 'tools'));
  const electron = await makeWindowsElectron(path.join(folder, 'electron'));
  return { electron, wine: await Wine.open(path.join(folder, 'wine')) };
}

/** @param folder where it is made by the first call */
export const windowsStage = (folder: string): Promise<WindowsStage> => (opened ??= open(folder));

/**
 * Returns the path of the installer. The folders beside it, `win-unpacked` and `win-arm64-unpacked`, have what it
 * installs.
 */
export async function buildNsis(
  electron: WindowsElectron,
  version: string,
  output: string,
  archs: readonly Arch[] = [Arch.x64, Arch.arm64],
): Promise<string> {
  await buildInstallers({
    platform: Platform.WINDOWS,
    targets: ['nsis'],
    archs,
    version,
    electron: electron.x64,
    output,
    adapt: (project) => ({
      ...project,
      electronDist: ({ arch }) => (arch === 'arm64' ? electron.arm64 : electron.x64),
      // NSIS 3.08 of Debian lacks Korean texts that electron-builder's scripts use; the packer's newer one has them.
      nsis: { ...project.nsis, warningsAsErrors: false },
    }),
  });
  return path.join(output, `Caja-Setup-${version}.exe`);
}
