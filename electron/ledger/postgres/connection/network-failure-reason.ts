/** Tells errors of the network and of TLS from Node's other errors, which are bugs. */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';

/** Errors of a socket (`man 7 ip`, `man 3 getaddrinfo`) and of Node's streams once the socket is gone. */
const broken: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ESHUTDOWN',
  'ETIMEDOUT',
  'ERR_SOCKET_CLOSED',
  'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Errors of TLS: the handshake (`EPROTO`), the authority's file (`ERR_OSSL_`), and the reasons of `X509_verify_cert`. */
const untrusted =
  /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERROR_IN_CERT_)/;

/** Returns null for an error that comes from neither. Other `E…` codes are those of files, and other `ERR_…` are bugs. */
export function networkFailureReason(error: unknown): LedgerFailureReason | null {
  // One error for all addresses of a name. The first is that of the address which the system prefers.
  if (error instanceof AggregateError) return networkFailureReason(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return null;
  if (broken.has(code)) return 'disconnected';
  if (untrusted.test(code)) return 'untrusted';
  // A firewall of this machine says EACCES or EPERM, a machine without IPv6 EAFNOSUPPORT, one with too many open files EMFILE.
  const syscall = 'syscall' in error ? error.syscall : undefined;
  return syscall === 'connect' || syscall === 'getaddrinfo' ? 'disconnected' : null;
}
