/** Maps errors of DNS, TCP, TLS and HTTP to the causes that the operator is shown. The only place that does. */
import type { NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';

/**
 * The reason why no connection became ready for a request. It is an Error because undici's connector passes errors on.
 * It has no `code` because undici resends or requeues requests depending on the code of a connection's error.
 */
export class ConnectFailure extends Error {
  readonly notSentCause: NotSentCause;
  readonly detail: string;
  constructor(notSentCause: NotSentCause, detail: string) {
    super(`${notSentCause}: ${detail}`);
    this.name = 'ConnectFailure';
    this.notSentCause = notSentCause;
    this.detail = detail;
  }
}

/**
 * Returns the error's code, or that of the first error inside it, or its name. Never the message, which may quote the
 * request.
 */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, name, errors } = error as { code?: unknown; name?: unknown; errors?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  if (Array.isArray(errors) && errors.length > 0) return errorCode(errors[0]);
  return typeof name === 'string' ? name : 'unknown';
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
  // Node's code for the reasons of a certificate that it has no name for, as an authority for other names alone.
  'UNSPECIFIED',
]);
const expired = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
]);
const dns = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL']);
const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'ENONET']);

/**
 * The TLS alerts that reject a client's certificate (RFC 8446, section 6.2), in the spelling of OpenSSL and BoringSSL.
 */
const clientCertificateAlert =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_REVOKED|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED|NO_CERTIFICATE)/;

/** Returns the cause of an error that occurred before a connection was ready. */
export function connectCause(error: unknown): NotSentCause {
  const code = errorCode(error);
  if (dns.has(code)) return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (unreachable.has(code)) return 'unreachable';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'TimeoutError') return 'connect-timeout';
  if (expired.has(code)) return 'tls-expired';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'tls-host';
  if (untrusted.has(code)) return 'tls-untrusted';
  if (clientCertificateAlert.test(code)) return 'tls-client-certificate';
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|INAPPROPRIATE_FALLBACK/.test(code)) {
    return 'tls-version';
  }
  // The connection was cut between TCP and the end of the handshake.
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'tls-other';
  return /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? 'tls-other' : 'other';
}

/**
 * Returns the cause of an error after a byte may have left.
 * @param headersCame true when undici could read the head
 * @param came bytes of the answer, with its head
 */
export function brokenCause(error: unknown, headersCame: boolean, came: Buffer): UnknownCause {
  const code = errorCode(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'too-large';
  // A connection that ends inside an answer has cut it, which is another error; the answer is not malformed.
  const isMalformed = code === 'HTTPParserError' || code.startsWith('HPE_');
  if (isMalformed || (!headersCame && came.includes('\r\n\r\n'))) return 'not-understood';
  if (headersCame || came.length > 0) return 'truncated';
  return code === 'UND_ERR_HEADERS_TIMEOUT' ? 'no-answer' : 'connection-lost';
}
