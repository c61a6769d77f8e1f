/** Trust and identity of a merchant's connections: TLS 1.3 or higher, always verified (section 5, point 4). */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import { ConnectFailure, errorCode } from './error-causes.ts';

/**
 * Returns the authorities that a merchant trusts, in PEM. Training trusts its own authority alone, so that only the
 * built-in gateway can answer a training payment, whatever the system's store holds. Elsewhere the merchant's
 * authorities are added to the system's.
 */
function authorities(merchant: MerchantAccount['merchant']): string[] {
  const extra = merchant.extraCa === null ? [] : extraAuthorities(merchant.extraCa);
  if (merchant.environment === 'training') return extra;
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}

/**
 * OpenSSL silently skips unreadable certificates and the handshake then fails as "untrusted". Parsed here first to name
 * the real fault.
 */
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

/** Returns the error code of an unreadable client certificate; null when it is readable or absent. */
export function clientCertificateIssue({ secrets }: MerchantAccount): string | null {
  try {
    createSecureContext({ minVersion: 'TLSv1.3', ...clientIdentity(secrets.clientCertificate) });
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

/**
 * Creates the TLS context of a merchant.
 * @throws ConnectFailure `configuration` when a certificate, key, passphrase or authority of the merchant can't be used
 */
export function makeSecureContext(account: MerchantAccount): SecureContext {
  // Read on its own first, so that the message names the faulty certificate.
  const issue = clientCertificateIssue(account);
  if (issue !== null) throw new ConnectFailure('configuration', `the client certificate can not be read (${issue})`);
  const identity = clientIdentity(account.secrets.clientCertificate);
  return createSecureContext({ minVersion: 'TLSv1.3', ca: authorities(account.merchant), ...identity });
}
