/** Opens one connection that is ready for a request: TCP or a proxy tunnel, then verified TLS 1.3, then settled. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import { ConnectFailure, connectCause, errorCode } from './error-causes.ts';
import { chooseRoutes, openTunnel, type ResolveProxy, type Route } from './route.ts';

/** How this program reaches the network. */
export interface Caller {
  /**
   * `User-Agent` of every request, to a proxy too: name and version of the program. The service asks for none, but web
   * firewalls often refuse clients without one (field notes).
   */
  readonly userAgent: string;
  /** Returns the system's proxies for a URL in the form of a PAC file: `DIRECT`, `PROXY host:port; DIRECT`. */
  readonly resolveProxy: ResolveProxy;
}

/** Host and port of a merchant's service. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export function endpointOf(origin: URL): Endpoint {
  return { host: origin.hostname.replace(/^\[|\]$/g, ''), port: Number(origin.port || '443') };
}

/**
 * Opens a connection within the merchant's connect timeout, which covers DNS, TCP, proxy and TLS together.
 * @throws ConnectFailure with the cause; no byte of a request has left
 */
export async function openConnection(
  account: MerchantAccount,
  endpoint: Endpoint,
  secureContext: SecureContext,
  { userAgent, resolveProxy }: Caller,
): Promise<TLSSocket> {
  const limit = account.merchant.connectTimeout;
  const signal = AbortSignal.timeout(limit);
  try {
    const routes = await withinSignal(chooseRoutes(account.merchant, resolveProxy), signal);
    const raw = await openFirst(routes, endpoint, userAgent, signal);
    return await secure(raw, endpoint, secureContext, account.secrets.clientCertificate !== null, signal);
  } catch (error) {
    if (signal.aborted) throw new ConnectFailure('connect-timeout', `no connection within ${limit} ms`);
    if (error instanceof ConnectFailure) throw error;
    const cause = connectCause(error);
    const missing = cause === 'tls-client-certificate' && account.secrets.clientCertificate === null;
    throw new ConnectFailure(missing ? 'tls-certificate-missing' : cause, errorCode(error));
  }
}

/** Tries the routes in the order of the system. Only a failing proxy leads to the next route. */
async function openFirst(
  routes: readonly Route[],
  endpoint: Endpoint,
  userAgent: string,
  signal: AbortSignal,
): Promise<Socket> {
  const [route, ...others] = routes;
  if (route === undefined) throw new ConnectFailure('proxy', 'no route to the service');
  try {
    return route.kind === 'direct'
      ? await openTcp(endpoint, signal)
      : await openTunnel(route.proxy, endpoint, userAgent, signal);
  } catch (error) {
    const mayGoOn = error instanceof ConnectFailure && error.notSentCause === 'proxy' && others.length > 0;
    if (!mayGoOn || signal.aborted) throw error;
    return openFirst(others, endpoint, userAgent, signal);
  }
}

/** Opens a TCP connection; rejects with the system's error. */
export function openTcp({ host, port }: Endpoint, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 15_000 });
    whenReady(socket, 'connect', signal, resolve, reject);
  });
}

/** Runs TLS on an open connection. Certificate and host are always checked. Rejects with Node's error. */
export function openTls(
  raw: Socket,
  { host }: Endpoint,
  secureContext: SecureContext,
  signal: AbortSignal,
  onHandshake?: (socket: TLSSocket) => void,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      host,
      // A server name must not be an IP address (RFC 6066). The certificate is still checked against the address.
      servername: isIP(host) === 0 ? host : '',
      secureContext,
      minVersion: 'TLSv1.3',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    if (onHandshake) socket.prependOnceListener('secure', () => onHandshake(socket));
    whenReady(socket, 'secureConnect', signal, resolve, (error) => {
      raw.destroy();
      reject(error);
    });
  });
}

async function secure(
  raw: Socket,
  endpoint: Endpoint,
  context: SecureContext,
  hasCertificate: boolean,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const begun = performance.now();
  const socket = await openTls(raw, endpoint, context, signal);
  await settle(socket, performance.now() - begun, hasCertificate, signal);
  return socket;
}

/**
 * Waits until the server has shown that it accepts this connection. In TLS 1.3 the client's handshake ends before the
 * server has checked the client's certificate. Without this wait a rejection would arrive after the request had left,
 * and an attempt that the service never saw would be `unknown`. A session ticket is sent after that check. Where a
 * server sends no ticket, twice the time of the handshake is enough for its alert to arrive. One that speaks before the request is
 * refused here, because undici would open connection after connection to it, without end.
 */
export function settle(
  socket: TLSSocket,
  handshakeMs: number,
  hasCertificate: boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // On a busy process the timer fires before pending input is read, so `readPendingInput` runs first.
    const ticketWait = Math.min(1_000, Math.max(50, 2 * handshakeMs));
    const timer = setTimeout(() => void readPendingInput().then(() => done()), ticketWait);
    let isOver = false;
    function done(reason?: unknown): void {
      if (isOver) return;
      isOver = true;
      const spoke = socket.readableLength > 0;
      const error = reason ?? (spoke ? new ConnectFailure('other', 'the service spoke before the request') : undefined);
      clearTimeout(timer);
      socket.off('session', onTicket).off('error', done).off('end', onEnd).off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve();
      socket.on('error', () => undefined).destroy();
      reject(error);
    }
    // Deferred because data written while Node reports a ticket never leaves the process (Node 24).
    const onTicket = (): void => void readPendingInput().then(() => done());
    const onAbort = (): void => done(signal.reason);
    // Some servers reject a certificate by closing the connection without an alert.
    const onEnd = (): void =>
      done(
        new ConnectFailure(
          hasCertificate ? 'tls-client-certificate' : 'tls-other',
          'the service closed the connection right after the handshake',
        ),
      );
    socket.on('session', onTicket).on('error', done).on('end', onEnd).on('close', onEnd);
    signal.addEventListener('abort', onAbort);
  });
}

/**
 * Yields four turns of the event loop, so that pending input is read and a gateway in this same process can answer it.
 */
async function readPendingInput(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function whenReady<Ready extends Socket>(
  socket: Ready,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  resolve: (socket: Ready) => void,
  reject: (error: unknown) => void,
): void {
  const finish = (error?: unknown): void => {
    socket.off(event, onReady).off('error', finish).off('close', onClose);
    signal.removeEventListener('abort', onAbort);
    if (error === undefined) return resolve(socket);
    socket.on('error', () => undefined).destroy();
    reject(error);
  };
  const onReady = (): void => finish();
  const onAbort = (): void => finish(signal.reason);
  const onClose = (): void => finish(new ConnectFailure('tls-other', 'the connection was closed during the handshake'));
  socket.once(event, onReady).on('error', finish).on('close', onClose);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);
}

function withinSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
