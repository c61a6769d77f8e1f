/**
 * Checks each step of the way to the service with the merchant's settings. Sends one HEAD request and no transaction.
 */
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';
import type { Clock } from '#electron/core/ports/host.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import {
  endpointOf,
  openTcp,
  openTls,
  settle,
  type Caller,
  type Endpoint,
} from '#electron/gateway/transport/connection.ts';
import { ConnectFailure, errorCode } from '#electron/gateway/transport/error-causes.ts';
import { chooseRoutes, openTunnel, type Route } from '#electron/gateway/transport/route.ts';
import { clientCertificateIssue, makeSecureContext } from '#electron/gateway/transport/trust.ts';
import { shownCertificate, type Chain, type ShownCertificate } from './certificate-chain.ts';
import { checkList, found, type Steps } from './check-steps.ts';
import { certificateFound, clientCertificateFound, clockFound, connectFound, httpFound, tlsFound } from './findings.ts';

export interface CheckDependencies extends Caller {
  readonly now?: Clock;
}

/** Runs the check. The report lists all steps in order; those after a failure are skipped. Rejects only for bugs. */
export async function checkConnection(account: MerchantAccount, deps: CheckDependencies): Promise<ConnectionReport> {
  const base = new URL(account.merchant.baseUrl);
  const endpoint = endpointOf(base);
  const steps = checkList();
  const check: Check = { account, base, endpoint, steps, ...deps, now: deps.now ?? (() => new Date()) };
  const raw = await connectFirst(check);
  const chain = raw === null ? [] : await inspect(check, raw);
  return { ...endpoint, steps: steps.results(), chain };
}

interface Check extends Caller {
  readonly account: MerchantAccount;
  readonly base: URL;
  readonly endpoint: Endpoint;
  readonly steps: Steps;
  readonly now: Clock;
}

const stopwatch = () => {
  const begun = performance.now();
  return () => performance.now() - begun;
};
const deadline = ({ account }: Check): AbortSignal => AbortSignal.timeout(account.merchant.connectTimeout);
const timed = (error: unknown, signal: AbortSignal): unknown =>
  signal.aborted ? new ConnectFailure('connect-timeout', 'timeout') : error;

/** Resolves the name and connects over the first route that works, as payments do. */
async function connectFirst(check: Check): Promise<Socket | null> {
  const begun = stopwatch();
  let routes: readonly Route[];
  try {
    routes = await chooseRoutes(check.account.merchant, check.resolveProxy);
  } catch (error) {
    check.steps.note('tcp', connectFound(error, check.endpoint, check.account.merchant.connectTimeout), begun());
    return null;
  }
  for (const route of routes) {
    const socket = route.kind === 'proxy' ? await reachThrough(check, route.proxy) : await reachDirectly(check);
    // Only a failing proxy leads to the next route.
    if (socket !== null || route.kind === 'direct') return socket;
  }
  return null;
}

async function reachThrough(check: Check, proxy: URL): Promise<Socket | null> {
  const { endpoint, steps, userAgent } = check;
  const { host, port } = endpoint;
  const signal = deadline(check);
  const begun = stopwatch();
  steps.note('dns', found('skipped', 'nameLeftToProxy', { proxy: proxy.host, host }), null);
  try {
    const socket = await openTunnel(proxy, endpoint, userAgent, signal);
    const values = { proxy: proxy.host, host, port: String(port) };
    steps.note('tcp', found('passed', 'connectedThroughProxy', values), begun());
    return socket;
  } catch (error) {
    steps.note('tcp', connectFound(timed(error, signal), endpoint, check.account.merchant.connectTimeout), begun());
    return null;
  }
}

async function reachDirectly(check: Check): Promise<Socket | null> {
  const { endpoint, steps } = check;
  const { host, port } = endpoint;
  const limit = check.account.merchant.connectTimeout;
  const looking = stopwatch();
  try {
    if (isIP(host) === 0) {
      const addresses = (await lookup(host, { all: true })).map(({ address }) => address).join(', ');
      steps.note('dns', found('passed', 'nameResolved', { host, addresses }), looking());
    } else steps.note('dns', found('passed', 'nameIsAddress', { host }), null);
  } catch (error) {
    steps.note('dns', connectFound(error, endpoint, limit), looking());
    return null;
  }
  const signal = deadline(check);
  const connecting = stopwatch();
  try {
    const socket = await openTcp(endpoint, signal);
    steps.note('tcp', found('passed', 'connected', { host, port: String(port) }), connecting());
    return socket;
  } catch (error) {
    steps.note('tcp', connectFound(timed(error, signal), endpoint, limit), connecting());
    return null;
  }
}

/** Checks TLS and both certificates, then sends one HEAD request to compare the clocks. */
async function inspect(check: Check, raw: Socket): Promise<Chain> {
  const { account, endpoint, steps, now } = check;
  const limit = account.merchant.connectTimeout;
  const present = account.secrets.clientCertificate !== null;
  let shown: ShownCertificate | null = null;
  let socket: TLSSocket;
  const signal = deadline(check);
  const shaking = stopwatch();
  try {
    const context = makeSecureContext(account);
    socket = await openTls(raw, endpoint, context, signal, (fresh) => (shown = shownCertificate(fresh, endpoint.host)));
  } catch (error) {
    raw.destroy();
    const { chain } = noteHandshakeFailure(check, timed(error, signal), shown, shaking());
    return chain;
  }
  const certificate = shown as ShownCertificate | null;
  if (certificate === null) throw new Error('a TLS connection without a handshake');
  steps.note(
    'tls',
    found('passed', 'encrypted', { version: certificate.version, cipher: certificate.cipher }),
    shaking(),
  );
  steps.note('certificate', certificateFound(certificate, endpoint.host, null, now()), null);
  const settling = stopwatch();
  try {
    await settle(socket, shaking(), present, signal);
    const validTo = ownValidTo(account);
    steps.note(
      'client-certificate',
      clientCertificateFound(present, validTo, null, now()),
      present ? settling() : null,
    );
  } catch (error) {
    const refused = error instanceof ConnectFailure ? error.notSentCause === 'tls-client-certificate' : true;
    const what = refused ? clientCertificateFound(present, null, error, now()) : tlsFound(error, endpoint, limit);
    steps.note('client-certificate', what, settling());
    return certificate.chain;
  }
  await sendHead(check, socket);
  return certificate.chain;
}

/** Explains a failed handshake: by the certificate that the service showed, or by an error before it showed one. */
function noteHandshakeFailure(
  { account, endpoint, steps, now }: Check,
  error: unknown,
  shown: ShownCertificate | null,
  milliseconds: number,
): { readonly chain: Chain } {
  if (error instanceof ConnectFailure && error.notSentCause === 'configuration') {
    const code = clientCertificateIssue(account);
    const what =
      code === null
        ? found('failed', 'authoritiesUnreadable')
        : found('failed', 'clientCertificateUnreadable', { code });
    steps.note(code === null ? 'certificate' : 'client-certificate', what, null);
    return { chain: [] };
  }
  if (shown === null) {
    steps.note('tls', tlsFound(error, endpoint, account.merchant.connectTimeout), milliseconds);
    return { chain: [] };
  }
  steps.note('tls', found('passed', 'encrypted', { version: shown.version, cipher: shown.cipher }), milliseconds);
  steps.note('certificate', certificateFound(shown, endpoint.host, error, now()), null);
  return { chain: shown.chain };
}

async function sendHead({ account, base, steps, now, userAgent }: Check, socket: TLSSocket): Promise<void> {
  const { headersTimeout } = account.merchant;
  const client = new Client(base.origin, {
    // undici stalls when its connector calls back synchronously.
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    allowH2: false,
  });
  const asking = stopwatch();
  try {
    const answer = await client.request({
      method: 'HEAD',
      path: base.pathname,
      headers: { accept: '*/*', 'user-agent': userAgent },
      headersTimeout,
    });
    const milliseconds = asking();
    await answer.body.dump();
    const { date } = answer.headers;
    const middle = new Date(now().getTime() - milliseconds / 2);
    steps.note('clock', clockFound(typeof date === 'string' ? date : null, middle), null);
    steps.note('http', httpFound(answer.statusCode), milliseconds);
  } catch (error) {
    steps.note('http', found('failed', 'noAnswer', { code: errorCode(error) }), asking());
  } finally {
    await client.destroy();
  }
}

/** Returns the expiry date of the merchant's own certificate. Null for PKCS#12, which only TLS opens. */
function ownValidTo({ secrets: { clientCertificate } }: MerchantAccount): string | null {
  return clientCertificate?.kind === 'pem'
    ? new Date(new X509Certificate(clientCertificate.certificate).validTo).toISOString()
    : null;
}
