/** Chooses the sentence for the finding of each check step. Pure, so that each sentence has its reason in one place. */
import { oneDay } from '#shared/durations.ts';
import type { NotSentCause } from '#shared/payments/outcome.ts';
import type { Endpoint } from '#electron/gateway/transport/connection.ts';
import { ConnectFailure, connectCause, errorCode } from '#electron/gateway/transport/error-causes.ts';
import type { ShownCertificate } from './certificate-chain.ts';
import { found, type Found } from './check-steps.ts';

/** Days before expiry from which a warning is shown. A month leaves people time to order a renewal. */
const soonDays = 30;
/**
 * Largest harmless difference of clocks, in seconds. Signatures and certificates begin to fail at minutes, and HTTP
 * dates have whole seconds.
 */
const clockToleranceSeconds = 60;

/** Explains why no connection was made. */
export function connectFound(error: unknown, { host, port }: Endpoint, limit: number): Found {
  const cause = error instanceof ConnectFailure ? error.notSentCause : connectCause(error);
  const values = { host, port: String(port), code: codeOf(error) };
  const byCause: Partial<Record<NotSentCause, Found>> = {
    dns: found('failed', 'nameNotFound', values),
    refused: found('failed', 'refused', values),
    unreachable: found('failed', 'unreachable', values),
    'connect-timeout': found('failed', 'tooSlow', { host, limit: String(limit) }),
    proxy: found('failed', 'proxyFailed', { detail: codeOf(error) }),
  };
  return byCause[cause] ?? found('failed', 'notConnected', values);
}

/** Explains why TLS failed when the service's certificate is not the reason. */
export function tlsFound(error: unknown, { host }: Endpoint, limit: number): Found {
  const cause = error instanceof ConnectFailure ? error.notSentCause : connectCause(error);
  if (cause === 'connect-timeout') return found('failed', 'tooSlow', { host, limit: String(limit) });
  // Only a connection that was secured already fails for no cause of its own.
  if (error instanceof ConnectFailure && cause === 'other') return found('failed', 'spokeFirst', { host });
  return cause === 'tls-version' ? found('failed', 'tooOld') : found('failed', 'notEncrypted', { code: codeOf(error) });
}

/** @param refusal the error with which TLS rejected the certificate; null when it was accepted */
export function certificateFound(
  { chain, names, forHost }: ShownCertificate,
  host: string,
  refusal: unknown,
  now: Date,
): Found {
  const [leaf] = chain;
  const validTo = leaf?.validTo ?? '';
  if (refusal !== null) {
    const cause = connectCause(refusal);
    // The expired certificate may be an intermediate authority, not the leaf.
    const late = chain.find((certificate) => Date.parse(certificate.validTo) < now.getTime()) ?? leaf;
    if (cause === 'tls-expired' && errorCode(refusal) === 'CERT_NOT_YET_VALID') {
      const early = chain.find((certificate) => Date.parse(certificate.validFrom) > now.getTime()) ?? leaf;
      return found('failed', 'certificateNotYet', { validFrom: early?.validFrom ?? '' });
    }
    if (cause === 'tls-expired') return found('failed', 'certificateExpired', { validTo: late?.validTo ?? '' });
    if (cause === 'tls-host' || !forHost) return found('failed', 'certificateOtherHost', { names, host });
    return found('failed', 'certificateUntrusted', { issuer: chain.at(-1)?.issuer ?? '', code: errorCode(refusal) });
  }
  const days = Math.floor((Date.parse(leaf?.validTo ?? '') - now.getTime()) / oneDay);
  return days < soonDays
    ? found('warning', 'certificateEndsSoon', { host, validTo, days: String(days) })
    : found('passed', 'certificateGood', { host, validTo });
}

/** @param validTo end of our own certificate, UTC; null when there is none or it can't be read */
export function clientCertificateFound(present: boolean, validTo: string | null, refusal: unknown, now: Date): Found {
  if (refusal !== null) return found('failed', present ? 'clientCertificateRefused' : 'clientCertificateMissing');
  if (!present) return found('skipped', 'noClientCertificate');
  const endsSoon = validTo !== null && Date.parse(validTo) - now.getTime() < soonDays * oneDay;
  return endsSoon ? found('warning', 'clientCertificateEnds', { validTo }) : found('passed', 'clientCertificateTaken');
}

/**
 * @param date the HTTP Date header
 * @param at our time in the middle of the exchange
 */
export function clockFound(date: string | null, at: Date): Found {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return found('skipped', 'clockUnknown');
  const ahead = Math.round((at.getTime() - theirs) / 1_000);
  const seconds = String(Math.abs(ahead));
  if (Math.abs(ahead) <= clockToleranceSeconds) return found('passed', 'clockRight', { seconds });
  return found('warning', ahead > 0 ? 'clockAhead' : 'clockBehind', { seconds });
}

/** Any status below 500 shows that the service is there. Its base path need not mean anything to it. */
export const httpFound = (status: number): Found =>
  status < 500
    ? found('passed', 'answered', { status: String(status) })
    : found('warning', 'answeredWithError', { status: String(status) });

const codeOf = (error: unknown): string => (error instanceof ConnectFailure ? error.detail : errorCode(error));
