/** Builds a signed Windows installer with a certificate of its own, and verifies every signed program in it. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Arch } from 'electron-builder';
import type { Checks } from '../checks.ts';
import { runChecked, runCommand, type CommandResult } from '../command.ts';
import { findTool } from '../tools.ts';
import { buildNsis, windowsStage } from './windows-stage.ts';

interface Certificate {
  /** The certificate alone, as the root that verifiers trust. */
  readonly pem: string;
  /** With its key, for the packer. */
  readonly pfx: string;
}

const password = 'trial';

const requestText = `[req]
prompt = no
distinguished_name = name
x509_extensions = usage
[name]
O = The Caja authors
CN = The Caja authors
[usage]
keyUsage = digitalSignature
extendedKeyUsage = codeSigning
`;

async function makeCertificate(folder: string): Promise<Certificate> {
  const [key, pem, pfx] = [
    path.join(folder, 'key.pem'),
    path.join(folder, 'root.pem'),
    path.join(folder, 'signer.pfx'),
  ];
  const request = path.join(folder, 'request.cnf');
  await writeFile(request, requestText);
  const openssl = (command: string): Promise<string> => runChecked('openssl', command.split(' '));
  await openssl(`req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ${key} -out ${pem} -config ${request}`);
  await openssl(`pkcs12 -export -in ${pem} -inkey ${key} -out ${pfx} -passout pass:${password}`);
  return { pem, pfx };
}

export async function tryWindowsSignature(checks: Checks, folder: string): Promise<void> {
  const { wine, electron } = await windowsStage(path.join(path.dirname(folder), 'windows'));
  const { pem, pfx } = await makeCertificate(folder);
  // As the release gives it; the packer takes no time stamp while it is offline.
  process.env['WIN_CSC_LINK'] = pfx;
  process.env['WIN_CSC_KEY_PASSWORD'] = password;
  process.env['ELECTRON_BUILDER_OSSL_SIGNCODE_PATH'] = findTool('osslsigncode') ?? 'osslsigncode';
  const output = path.join(folder, 'built');
  const setup = await buildNsis(electron, '1.0.0', output, [Arch.x64]);
  const verify = (file: string): Promise<CommandResult> =>
    runCommand('osslsigncode', ['verify', '-in', file, '-CAfile', pem]);

  await wine.run(setup, ['/S', '/currentuser']);
  const [remover = ''] = wine.find(/\/Uninstall Caja\.exe$/);
  const signed = {
    'the installer': setup,
    'the program': path.join(output, 'win-unpacked/Caja.exe'),
    'elevate.exe': path.join(output, 'win-unpacked/resources/elevate.exe'),
    'the uninstaller': wine.disk(remover),
  };
  for (const [name, file] of Object.entries(signed)) {
    const verified = await verify(file);
    checks.that(`${name} is signed`, verified.code === 0, verified.output);
  }
  await wine.run(wine.disk(remover), ['/S', '/currentuser']);

  const changed = await readFile(setup);
  const middle = Math.floor(changed.length / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  const copy = path.join(folder, 'changed.exe');
  await writeFile(copy, changed);
  const refused = await verify(copy);
  checks.that('a flipped bit is refused', refused.code !== 0 && refused.output.includes('MISMATCH'), refused.output);
}
