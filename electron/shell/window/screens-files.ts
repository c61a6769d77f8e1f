/** Answers requests for the screens' files: one folder, known types, nothing outside it. Knows no Electron. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import { contentPolicy, developmentPolicy, screensHeaders } from './content-policy.ts';

/** Only what a build makes; any other type is not found. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Stands in `index.html` where the nonce goes, so that the page can hand it to Mantine. */
const noncePlaceholder = '__NONCE__';

const notFound = (): Response => new Response('Not found', { status: 404, headers: screensHeaders });

/** @param folder where the build of the screens is, absolute */
export function serveFiles(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const file = fileOf(folder, request);
    if (file === null) return notFound();
    const type = types[path.extname(file)];
    if (type === undefined) return notFound();
    const body = await readFile(file).catch(() => null);
    if (body === null) return notFound();
    const headers = { ...screensHeaders, 'content-type': type };
    if (path.extname(file) !== '.html') return new Response(new Uint8Array(body), { headers });
    const nonce = randomBytes(16).toString('base64');
    const page = body.toString('utf8').replaceAll(noncePlaceholder, nonce);
    return new Response(page, { headers: { ...headers, 'content-security-policy': contentPolicy(nonce) } });
  };
}

/** While developing: the same origin, with the files from Vite's server. */
export function serveFromVite(devServer: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isScreensUrl(request.url)) return notFound();
    const { pathname, search } = new URL(request.url);
    const answer = await fetch(new URL(pathname + search, devServer), {
      headers: { accept: request.headers.get('accept') ?? '*/*' },
    });
    const headers = new Headers(answer.headers);
    for (const hop of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) headers.delete(hop);
    headers.set('content-security-policy', developmentPolicy(new URL(devServer).origin));
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

/** The file that a request names, inside the folder; null for anything else. */
function fileOf(folder: string, request: Request): string | null {
  if (request.method !== 'GET' || !isScreensUrl(request.url)) return null;
  const name = decode(new URL(request.url).pathname);
  if (name === null || /[\\\0:]/.test(name)) return null;
  const file = path.join(folder, name === '/' ? 'index.html' : name);
  return file.startsWith(folder + path.sep) ? file : null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
