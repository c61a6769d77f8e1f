/** The files of the screens: one folder, known types, strict headers, and nothing from outside the folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFiles } from '#electron/shell/window/screens-files.ts';
import { textsIn } from '#test/support/texts-in.ts';

let parent: string;
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'caja-screens-'));
  const folder = path.join(parent, 'renderer');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  mkdirSync(path.join(parent, 'renderer-else'));
  writeFileSync(
    path.join(folder, 'index.html'),
    '<html lang="__LANGUAGE__"><meta name="csp-nonce" content="__NONCE__"><style nonce="__NONCE__">',
  );
  writeFileSync(path.join(folder, 'assets/main.js'), 'export {}');
  writeFileSync(path.join(folder, 'assets/inter.woff2'), 'font');
  writeFileSync(path.join(folder, 'assets/main.js.map'), '{}');
  writeFileSync(path.join(folder, 'notes.txt'), 'inside, of no known type');
  writeFileSync(path.join(parent, 'secret.json'), 'SECRET');
  writeFileSync(path.join(parent, 'renderer-else/secret.json'), 'SECRET');
  answer = serveFiles(folder, () => Promise.resolve('es'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const get = (url: string) => answer(new Request(url));

describe('the screens’ files', () => {
  it.each([
    ['app://caja/', 'text/html; charset=utf-8'],
    ['app://caja/index.html', 'text/html; charset=utf-8'],
    ['app://caja/index.html?screen=charge#top', 'text/html; charset=utf-8'],
    ['app://caja/assets/main.js', 'text/javascript; charset=utf-8'],
    ['app://caja/assets/inter.woff2', 'font/woff2'],
  ])('%s is served as %s and may not be read as anything else', async (url, type) => {
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(
    textsIn(`
    app://caja/../secret.json | app://caja/%2e%2e/secret.json | app://caja/..%2fsecret.json
    app://caja/%2e%2e%2fsecret.json | app://caja/assets/..%2f..%2fsecret.json | app://caja/..%5csecret.json
    app://caja/%00/../secret.json | app://caja/..%2frenderer-else%2fsecret.json
    app://caja/%252e%252e%252fsecret.json | app://caja//etc/passwd | app://caja/%2fetc%2fpasswd
    app://caja/C:%5cWindows%5cwin.ini | app://caja/%ff | app://other/index.html | https://caja/index.html
    app://caja/notes.txt | app://caja/assets/main.js.map | app://caja/assets | app://caja/missing.js`),
  )('%s is not found', async (url) => {
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('SECRET');
  });

  it('the screens’ files answer nothing but GET', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
      expect((await answer(new Request('app://caja/index.html', { method }))).status).toBe(404);
    }
  });

  it('a request never leaves the folder, whatever its path', async () => {
    const piece = fc.constantFrom(
      ...textsIn(`
      .. | %2e%2e | / | %2f | \\ | %5c | secret.json | renderer-else | . | assets`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 9 }), async (pieces) => {
        const url = `app://caja/${pieces.join('')}`;
        if (!URL.canParse(url)) return;
        expect(await (await get(url)).text()).not.toContain('SECRET');
      }),
      { numRuns: 300 },
    );
  });
});

describe('the content security policy', () => {
  const directives = async () => {
    const policy = (await get('app://caja/')).headers.get('content-security-policy') ?? '';
    return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)] as const));
  };

  it('the policy allows nothing that is not named, no inline code, no eval, no frames and no connection but to itself', async () => {
    const policy = await directives();
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    for (const name of ['frame-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors', 'worker-src']) {
      expect(policy.get(name)).toEqual(["'none'"]);
    }
    for (const sources of policy.values()) {
      for (const source of sources) expect(source).not.toMatch(/unsafe|\*|^https?:/);
    }
  });

  it('the page begins in the language of the seat', async () => {
    expect(await (await get('app://caja/')).text()).toContain('<html lang="es">');
  });

  it('the policy carries the nonce of the page, a new one at every load', async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 3; load++) {
      const response = await get('app://caja/');
      const page = await response.text();
      const nonce = /content="([^"]+)"/.exec(page)?.[1] ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(page).toContain(`<style nonce="${nonce}">`);
      expect(page).not.toContain('__NONCE__');
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });
});
