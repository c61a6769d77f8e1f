/** Chooses the route to the service: direct, or through a proxy tunnel with TLS from end to end. */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import { ConnectFailure, errorCode } from './error-causes.ts';

export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly proxy: URL };

/** Asks the system for the proxies of a URL. The answer has the form of a PAC file: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

const direct: Route = { kind: 'direct' };

/** Returns the routes to try in order. Training runs on this machine, so it never uses a proxy. */
export async function chooseRoutes(
  merchant: MerchantAccount['merchant'],
  resolveProxy: ResolveProxy,
): Promise<readonly Route[]> {
  if (merchant.environment === 'training') return [direct];
  switch (merchant.proxy.kind) {
    case 'none':
      return [direct];
    case 'url':
      return [{ kind: 'proxy', proxy: new URL(merchant.proxy.url) }];
    case 'system':
      return readProxyList(
        await resolveProxy(merchant.baseUrl).catch(() => {
          throw new ConnectFailure('proxy', 'the system can not say which proxy to use');
        }),
      );
  }
}

/** Parses the answer of a PAC file. Skips SOCKS proxies because the tunnel needs HTTP CONNECT. */
export function readProxyList(list: string): readonly Route[] {
  const routes = list.split(';').flatMap((entry): Route[] => {
    const [scheme = '', address = ''] = entry.trim().split(/\s+/);
    const secure = scheme.toUpperCase() === 'HTTPS';
    switch (scheme.toUpperCase()) {
      case 'DIRECT':
        return [direct];
      case 'PROXY':
      case 'HTTP':
      case 'HTTPS':
        return URL.canParse(`http${secure ? 's' : ''}://${address}`)
          ? [{ kind: 'proxy', proxy: new URL(`http${secure ? 's' : ''}://${address}`) }]
          : [];
      default:
        return [];
    }
  });
  if (routes.length > 0) return routes;
  if (list.trim() === '') return [direct];
  throw new ConnectFailure('proxy', 'the system names no proxy of a usable kind');
}

/**
 * Opens a tunnel with CONNECT. The proxy sees nothing of the payment because TLS starts inside the tunnel.
 * @throws ConnectFailure `proxy`
 */
export async function openTunnel(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
  userAgent: string,
  signal: AbortSignal,
): Promise<Socket> {
  const client = new Client(proxy.origin, { pipelining: 1, allowH2: false });
  try {
    const { statusCode, socket } = await client.connect({
      path: `${host}:${port}`,
      headers: { host: `${host}:${port}`, 'user-agent': userAgent },
      signal,
    });
    if (statusCode !== 200) {
      socket.on('error', () => undefined).destroy();
      throw new ConnectFailure('proxy', `the proxy ${proxy.host} answered ${statusCode}`);
    }
    return socket as Socket;
  } catch (error) {
    if (error instanceof ConnectFailure || signal.aborted) throw error;
    throw new ConnectFailure('proxy', `the proxy ${proxy.host} can not be used (${errorCode(error)})`);
  } finally {
    // The socket of the tunnel no longer belongs to this client.
    void client.close().catch(() => undefined);
  }
}
