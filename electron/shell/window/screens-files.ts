/**
 * Serves the files of the screens: one folder, known types, nothing outside the folder, with their content security policy and other
 * headers. Knows no Electron.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import type { Language } from '#shared/languages.ts';

/** The types that a build produces. Any other type is not found. */
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

/** Placeholder for the nonce in `index.html`, where the page reads it for Mantine. */
const noncePlaceholder = '__NONCE__';

/** Placeholder for the language in `index.html`, also of its first texts. Vite's server leaves it, and the page begins in English then. */
const languagePlaceholder = '__LANGUAGE__';

const notFound = (): Response => new Response('Not found', { status: 404, headers: screensHeaders });

/**
 * @param folder of the built screens, absolute
 * @param language of the seat, which the page shows before it has asked for anything
 */
export function serveFiles(folder: string, language: () => Promise<Language>): (request: Request) => Promise<Response> {
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
    const shown = await language();
    const page = body.toString('utf8').replaceAll(noncePlaceholder, nonce).replaceAll(languagePlaceholder, shown);
    return new Response(page, { headers: { ...headers, 'content-security-policy': contentPolicy(nonce) } });
  };
}

/** Serves the same origin from Vite's server during development. */
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

/** Returns the requested file inside the folder; null for anything else. */
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

/**
 * Returns the policy: nothing from elsewhere, no inline script, no `eval`, no frame. Mantine puts its variables into
 * `<style>` elements, which carry the nonce. React sets styles of single elements through the object model, which the
 * policy does not cover.
 */
function contentPolicy(nonce: string): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'none'"],
    'worker-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
}

/**
 * Returns the policy for development. Vite's client needs inline scripts and styles and its socket. No shipped program
 * contains this.
 */
function developmentPolicy(devServer: string): string {
  const socket = devServer.replace(/^http/, 'ws');
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'unsafe-inline'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", devServer, socket],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  });
}

/** Headers of every answer, whatever its type. */
const screensHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
