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
  msiProjectCreated: completeMsi,
} as const satisfies Configuration;

const classKey = 'Root="HKLM" Key="Software\\Classes\\caja';
/** Registers `caja://` for all accounts, as `installer.nsh` does. The GUIDs name these components through all versions. */
const protocolComponent = `
      <Component Id="cajaProtocol" Guid="A199E1C3-C48A-4C7D-9FA5-F416B0540025">
        <RegistryValue ${classKey}" Type="string" Value="URL:Caja" KeyPath="yes"/>
        <RegistryValue ${classKey}" Name="URL Protocol" Type="string" Value=""/>
        <RegistryValue ${classKey}\\shell\\open\\command" Type="string" Value="&quot;[APPLICATIONFOLDER]Caja.exe&quot; -- &quot;%1&quot;"/>
      </Component>`;

/** Owner and rights of the policy's folder as SDDL: administrators and the system write, users read, nothing is inherited. */
const policyRights = 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
/** Makes the folder of the policy, as `installer.nsh` does, and gives it no rights where it was there before. */
const policyComponent = `
      <Component Id="cajaPolicy" Directory="cajaPolicyFolder" Guid="B9C6FD78-0024-4B64-B766-FD13AE19ECC5" KeyPath="yes" Permanent="yes">
        <CreateFolder>
          <PermissionEx Sddl="${policyRights}"><Condition>NOT CAJAPOLICYFOLDER</Condition></PermissionEx>
        </CreateFolder>
      </Component>`;
const policyFolder = `
    <Property Id="CAJAPOLICYFOLDER" Secure="yes">
      <DirectorySearch Id="cajaPolicySearch" Path="[CommonAppDataFolder]Caja" Depth="0"/>
    </Property>
    <DirectoryRef Id="TARGETDIR">
      <Directory Id="CommonAppDataFolder">
        <Directory Id="cajaPolicyFolder" Name="Caja"/>
      </Directory>
    </DirectoryRef>`;

/** Adds `caja://` and the policy's folder to the WiX project, because electron-builder has neither on Windows. */
async function completeMsi(project: string): Promise<void> {
  const parts = (await readFile(project, 'utf8')).split(/(?=<ComponentGroup |<\/ComponentGroup>)/);
  const [before, components, after] = parts;
  if (parts.length !== 3 || before === undefined || components === undefined || after === undefined)
    throw new Error('The WiX project has another form: caja:// would not be registered');
  const added = [protocolComponent, policyComponent].join('').trimStart();
  await writeFile(project, `${before}${policyFolder.trimStart()}\n\n    ${components}${added}\n    ${after}`);
}
