/** What all trials of Windows installers share: compiled stand-ins and one Windows under wine. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Platform } from 'electron-builder';
import { buildInstallers } from '../build-installers.ts';
import { makeNsisTools, makeWindowsElectron } from './windows-tools.ts';
import { Wine } from './wine.ts';

interface WindowsStage {
  readonly wine: Wine;
  readonly electron: string;
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

/** Returns the path of the installer. The folder beside it, `win-unpacked`, has what it installs. */
export async function buildNsis(electron: string, version: string, output: string): Promise<string> {
  await buildInstallers({
    platform: Platform.WINDOWS,
    targets: ['nsis'],
    version,
    electron,
    output,
    // NSIS 3.08 of Debian lacks Korean texts that electron-builder's scripts use; the newer one of the packer has them.
    adapt: (project) => ({ ...project, nsis: { ...project.nsis, warningsAsErrors: false } }),
  });
  return path.join(output, `Caja-Setup-${version}.exe`);
}
