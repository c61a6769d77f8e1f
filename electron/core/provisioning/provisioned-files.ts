/** Reads the files that a provisioning file names. Checks their content and never quotes it. */
import { ok } from '#shared/failure.ts';
import type { ClientCertificate } from '#shared/seat/merchant.ts';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { provisioningIssue, type Provisioned, type ProvisionedMerchant } from './provisioning-file.ts';

/** Reads a file; rejects when it can't be read. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Folder against which file names are resolved, and its reader. */
export interface Folder {
  readonly path: string;
  readonly readFile: ReadFile;
}

type CertificateFiles = Pick<
  ProvisionedMerchant,
  'clientCertificateFile' | 'clientKeyFile' | 'clientCertificatePassphrase'
>;

/** @param at the path inside the provisioning file that names it */
export async function readBytes(name: string, at: string, { path, readFile }: Folder): Promise<Provisioned<Buffer>> {
  try {
    return ok(Buffer.from(await readFile(resolve(path, name))));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    return provisioningIssue(at, `can't be read: ${resolve(path, name)} (${code})`);
  }
}

/** Reads one or several certificates in PEM. */
export async function readAuthorities(name: string, at: string, folder: Folder): Promise<Provisioned<string>> {
  const bytes = await readBytes(name, at, folder);
  if (!bytes.ok) return bytes;
  const text = bytes.value.toString('utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return provisioningIssue(at, 'holds no certificate in PEM');
  for (const block of blocks) {
    if (!isCertificate(block)) return provisioningIssue(at, 'holds a damaged certificate');
  }
  return ok(text);
}

/** Reads a client certificate: PEM with its key file, or one PKCS#12 file. */
export async function readClientCertificate(
  { clientCertificateFile, clientKeyFile, clientCertificatePassphrase }: CertificateFiles,
  at: string,
  folder: Folder,
): Promise<Provisioned<ClientCertificate | null>> {
  if (clientCertificateFile === undefined) {
    const orphan = clientKeyFile !== undefined ? 'clientKeyFile' : 'clientCertificatePassphrase';
    if (clientKeyFile === undefined && clientCertificatePassphrase === undefined) return ok(null);
    return provisioningIssue(`${at}.${orphan}`, 'needs clientCertificateFile');
  }
  const passphrase = clientCertificatePassphrase === undefined ? {} : { passphrase: clientCertificatePassphrase };
  const file = await readBytes(clientCertificateFile, `${at}.clientCertificateFile`, folder);
  if (!file.ok) return file;
  const certificate = file.value.toString('utf8');
  if (!certificate.includes('-----BEGIN ')) {
    // The DER of a PKCS#12 file begins with a SEQUENCE.
    const isPkcs12 = file.value[0] === 0x30;
    return isPkcs12
      ? ok({ kind: 'pkcs12', file: file.value.toString('base64'), ...passphrase })
      : provisioningIssue(`${at}.clientCertificateFile`, 'is neither PEM nor PKCS#12');
  }
  if (!isCertificate(certificate)) {
    return provisioningIssue(`${at}.clientCertificateFile`, 'holds no valid certificate in PEM');
  }
  if (clientKeyFile === undefined) return provisioningIssue(`${at}.clientKeyFile`, 'is required by a PEM certificate');
  const keyFile = await readBytes(clientKeyFile, `${at}.clientKeyFile`, folder);
  if (!keyFile.ok) return keyFile;
  const key = keyFile.value.toString('utf8');
  const wrong = keyIssue(certificate, key, clientCertificatePassphrase);
  return wrong === null
    ? ok({ kind: 'pem', certificate, key, ...passphrase })
    : provisioningIssue(`${at}.clientKeyFile`, wrong);
}

/** Reads the public key that signs later files, as PEM; null when the file names none. */
export async function readSigningKey(name: string | undefined, folder: Folder): Promise<Provisioned<string | null>> {
  if (name === undefined) return ok(null);
  const bytes = await readBytes(name, 'signingKeyFile', folder);
  if (!bytes.ok) return bytes;
  try {
    const text = bytes.value.toString('utf8');
    // Node would take the public half of a private key, which has no place on a seat.
    if (text.includes('PRIVATE KEY')) return provisioningIssue('signingKeyFile', 'holds a private key');
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519'
      ? ok(String(key.export({ type: 'spki', format: 'pem' })))
      : provisioningIssue('signingKeyFile', 'holds a key that is not Ed25519');
  } catch {
    return provisioningIssue('signingKeyFile', 'holds no public key in PEM');
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

/** Reports an unreadable key, or one of another certificate, now instead of at the first payment. */
function keyIssue(certificate: string, key: string, passphrase: string | undefined): string | null {
  try {
    const privateKey = createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
    return new X509Certificate(certificate).checkPrivateKey(privateKey) ? null : 'is not the key of the certificate';
  } catch {
    return passphrase === undefined
      ? 'holds no private key in PEM that opens without a passphrase'
      : 'does not open with clientCertificatePassphrase';
  }
}
