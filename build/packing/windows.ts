/** Windows: an assisted NSIS installer for one account or all, and an MSI for administrators who distribute it. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '#build/paths.ts';

/**
 * Signing takes its certificate from the environment (`WIN_CSC_LINK`, `WIN_CSC_KEY_PASSWORD`); without one nothing is
 * signed.
 */
export const windows = {
  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'msi', arch: ['x64'] },
    ],
    icon: path.join(root, 'build/icons/icon.ico'),
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // Payments and keys stay. Whoever wants them gone deletes the data folder.
    deleteAppDataOnUninstall: false,
    include: path.join(root, 'build/installers/installer.nsh'),
    artifactName: '${productName}-Setup-${version}.${ext}',
  },
  msi: {
    oneClick: false,
    perMachine: true,
    // The same through all versions: a newer one replaces an older one by it.
    upgradeCode: '9B1F62D5-6300-4811-A5CC-7CFB0C468A53',
    artifactName: '${productName}-${version}-${arch}.${ext}',
  },
  msiProjectCreated: registerInMsi,
} as const satisfies Configuration;

const classKey = 'Root="HKLM" Key="Software\\Classes\\caja';
/** Registers `caja://` for all accounts, as `installer.nsh` does. The GUID names this component through all versions. */
const protocolComponent = `
      <Component Id="cajaProtocol" Guid="A199E1C3-C48A-4C7D-9FA5-F416B0540025">
        <RegistryValue ${classKey}" Type="string" Value="URL:Caja" KeyPath="yes"/>
        <RegistryValue ${classKey}" Name="URL Protocol" Type="string" Value=""/>
        <RegistryValue ${classKey}\\shell\\open\\command" Type="string" Value="&quot;[APPLICATIONFOLDER]Caja.exe&quot; -- &quot;%1&quot;"/>
      </Component>
    </ComponentGroup>`;

/** Adds `caja://` to the WiX project, because electron-builder registers no protocols on Windows. */
async function registerInMsi(project: string): Promise<void> {
  const text = await readFile(project, 'utf8');
  const parts = text.split('</ComponentGroup>');
  if (parts.length !== 2) throw new Error('The WiX project has another form: caja:// would not be registered');
  await writeFile(project, parts.join(protocolComponent.trimStart()));
}
