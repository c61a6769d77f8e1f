/** Whom a merchant's connections trust and how they prove who they are: TLS 1.3 or higher, always verified (section 5, point 4). */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { MerchantAccount } from '#electron/core/ports.ts';
import { ConnectFailure, errorCode } from './error-causes.ts';

/**
 * The authorities that a merchant trusts, PEM. Training trusts its own authority alone: whatever a system's store holds,
 * nothing but the built-in gateway can answer a training payment. Elsewhere a merchant adds to the system's.
 */
function authorities(merchant: MerchantAccount['merchant']): string[] {
  const extra = merchant.extraCa === null ? [] : extraAuthorities(merchant.extraCa);
  if (merchant.environment === 'training') return extra;
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}

/** OpenSSL passes over what it can't read without a word, and then the service would be blamed: read here first. */
function extraAuthorities(pem: string): string[] {
  const blocks =
    pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new Error('no certificate');
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch {
    throw new ConnectFailure('configuration', 'the extra authorities can not be read');
  }
}

function clientIdentity(certificate: MerchantAccount['secrets']['clientCertificate']) {
  if (certificate === null) return {};
  const passphrase = certificate.passphrase === undefined ? {} : { passphrase: certificate.passphrase };
  return certificate.kind === 'pem'
    ? { cert: certificate.certificate, key: certificate.key, ...passphrase }
    : { pfx: Buffer.from(certificate.file, 'base64'), ...passphrase };
}

/** Why the merchant's client certificate can't be read, as an error code; null when it can, or when there is none. */
export function clientCertificateIssue({ secrets }: MerchantAccount): string | null {
  try {
    createSecureContext({ minVersion: 'TLSv1.3', ...clientIdentity(secrets.clientCertificate) });
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

/**
 * Everything of TLS that depends on the merchant.
 * @throws ConnectFailure `configuration` when a certificate, key, passphrase or authority of the merchant can't be used
 */
export function makeSecureContext(account: MerchantAccount): SecureContext {
  // Read alone first, so that the message says whose certificate is at fault.
  const issue = clientCertificateIssue(account);
  if (issue !== null) throw new ConnectFailure('configuration', `the client certificate can not be read (${issue})`);
  const identity = clientIdentity(account.secrets.clientCertificate);
  return createSecureContext({ minVersion: 'TLSv1.3', ca: authorities(account.merchant), ...identity });
}
