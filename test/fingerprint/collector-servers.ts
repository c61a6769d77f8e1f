/** The hosts of a collector: https servers on loopback that serve scripts by name and note who asks for what. */
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Pem } from '#test/gateway/support/certificates.ts';

export interface CollectorServer {
  readonly port: number;
  readonly origin: string;
  /** Scripts by path. `null` is never answered, an address redirects. */
  readonly scripts: Map<string, string | URL | null>;
  /** Paths of the requests, without those of `seen`. */
  readonly paths: string[];
  /** Cookie headers of the requests for scripts. */
  readonly cookies: string[];
  /** Texts that pages posted to `/seen`. */
  readonly seen: string[];
  close(): Promise<void>;
}

export async function startCollectorServer({ cert, key }: Pem): Promise<CollectorServer> {
  const scripts = new Map<string, string | URL | null>();
  const [paths, cookies, seen]: [string[], string[], string[]] = [[], [], []];
  const note = async (request: IncomingMessage): Promise<void> => void seen.push(await text(request));
  const server = createServer({ cert, key }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    response.setHeader('access-control-allow-origin', '*');
    if (pathname === '/seen') {
      void note(request).then(() => response.end());
      return;
    }
    paths.push(pathname);
    const script = scripts.get(pathname);
    if (script === null) return;
    if (script instanceof URL) {
      response.writeHead(302, { location: script.href }).end();
      return;
    }
    cookies.push(request.headers.cookie ?? 'none');
    response.setHeader('set-cookie', 'mark=1; SameSite=None; Secure; Path=/');
    response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.writeHead(script === undefined ? 404 : 200).end(script ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    scripts,
    paths,
    cookies,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Returns the hash by which Chromium is told to trust a server's key in a test. */
export const keyHash = ({ cert }: Pem): string =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
