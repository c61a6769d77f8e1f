/** Opens one connection to the service that is ready for a request: TCP or tunnel, TLS 1.3 verified, and settled. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { MerchantAccount } from '#electron/core/ports.ts';
import { ConnectFailure, connectCause, errorCode } from './error-causes.ts';
import { chooseRoutes, openTunnel, type ResolveProxy, type Route } from './route.ts';

/** Where a merchant's service listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export function endpointOf(origin: URL): Endpoint {
  return { host: origin.hostname.replace(/^\[|\]$/g, ''), port: Number(origin.port || '443') };
}

/**
 * One connection within the merchant's connect timeout, which covers names, TCP, proxy and TLS together.
 * @throws ConnectFailure with the cause; no byte of a request has left
 */
export async function openConnection(
  account: MerchantAccount,
  endpoint: Endpoint,
  secureContext: SecureContext,
  resolveProxy: ResolveProxy,
): Promise<TLSSocket> {
  const limit = account.merchant.connectTimeout;
  const signal = AbortSignal.timeout(limit);
  try {
    const routes = await withinSignal(chooseRoutes(account.merchant, resolveProxy), signal);
    const raw = await openFirst(routes, endpoint, signal);
    return await secure(raw, endpoint, secureContext, account.secrets.clientCertificate !== null, signal);
  } catch (error) {
    if (signal.aborted) throw new ConnectFailure('connect-timeout', `no connection within ${limit} ms`);
    if (error instanceof ConnectFailure) throw error;
    throw new ConnectFailure(connectCause(error), errorCode(error));
  }
}

/** Routes are tried in order as the system lists them; only a proxy that fails leads to the next. */
async function openFirst(routes: readonly Route[], endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
  const [route, ...others] = routes;
  if (route === undefined) throw new ConnectFailure('proxy', 'no route to the service');
  try {
    return route.kind === 'direct'
      ? await openTcp(endpoint, signal)
      : await openTunnel(route.proxy, endpoint.host, endpoint.port, signal);
  } catch (error) {
    const mayGoOn = error instanceof ConnectFailure && error.notSentCause === 'proxy' && others.length > 0;
    if (!mayGoOn || signal.aborted) throw error;
    return openFirst(others, endpoint, signal);
  }
}

/** A TCP connection; rejects with the system's error. */
export function openTcp({ host, port }: Endpoint, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 15_000 });
    whenReady(socket, 'connect', signal, resolve, reject);
  });
}

/** TLS on top of an open connection; certificate and host are always checked. Rejects with Node's error. */
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
      // RFC 6066 allows names only; the certificate is still checked against the address.
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
 * Waits until the server has shown that it takes this connection. In TLS 1.3 a client's handshake ends before the server
 * has looked at the client's certificate, so a refusal arrives after a request would have left, and an attempt that the
 * service never saw would have to be called unknown. A session ticket is sent after that look; where a server sends none,
 * twice the handshake's time is enough for its alert to arrive.
 */
export function settle(
  socket: TLSSocket,
  handshakeMs: number,
  hasCertificate: boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Where this process was held up, the time is over before it has looked at what arrived meanwhile.
    const patience = Math.min(1_000, Math.max(50, 2 * handshakeMs));
    const timer = setTimeout(() => void lookAround().then(() => done()), patience);
    function done(error?: unknown): void {
      clearTimeout(timer);
      socket.off('session', onTicket).off('error', done).off('end', onEnd).off('close', onEnd);
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) return resolve();
      socket.on('error', () => undefined).destroy();
      reject(error);
    }
    // Node announces a ticket from inside its read of the connection: what is written there never leaves (Node 24).
    const onTicket = (): void => void setImmediate(done);
    const onAbort = (): void => done(signal.reason);
    // Some servers close without an alert when they do not accept a certificate.
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

/** Some turns of the event loop: what has arrived is read, and so is what a gateway in this same process answers to it. */
async function lookAround(): Promise<void> {
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
