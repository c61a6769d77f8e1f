/** The page around a collector's script, served from memory. Knows no Electron. */
import { randomBytes } from 'node:crypto';
import type { CollectorScript } from '#electron/core/ports/collector.ts';

/** Scheme of its own, served in the collector's session alone. The screens' scheme does not exist there. */
export const collectorScheme = 'collector';
export const collectorPageUrl = `${collectorScheme}://page/`;

/**
 * Returns the policy. Collectors load scripts, frames and pictures from hosts that they name at run time, so every https host
 * is allowed. The sandbox denies windows, dialogs, printing, downloads and pointer locks to the page and its frames.
 */
const policy = (nonce: string): string =>
  [
    'sandbox allow-scripts allow-same-origin allow-forms',
    "default-src 'none'",
    `script-src https: 'nonce-${nonce}'`,
    "style-src https: 'unsafe-inline'",
    'img-src https: data:',
    'font-src https:',
    'connect-src https:',
    'frame-src https:',
    'form-action https:',
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
/** Writes a text as a JavaScript literal that can't end its script element. */
const inScript = (text: string): string => JSON.stringify(text).replaceAll('<', String.raw`\u003c`);

/** Returns the page: the element that the script needs, the script, and the call with the callback (section 4.5). */
export function collectorPage({
  url,
  collectorGlobal,
  collectorMethod,
  collectorCallback,
  collectorElement,
}: CollectorScript): Response {
  const nonce = randomBytes(16).toString('base64');
  const page = `<!doctype html>
<html><head><meta charset="utf-8"><title>Collector</title></head><body>
<form class="${inHtml(collectorElement)}" data-event="load"></form>
<script nonce="${nonce}" src="${inHtml(new URL(url).href)}"></script>
<script nonce="${nonce}">
  try {
    globalThis[${inScript(collectorGlobal)}][${inScript(collectorMethod)}]({
      [${inScript(collectorCallback)}]: (answer) => {
        let id = null;
        try { id = answer.sessionId; } catch {}
        collected.report(id);
      },
    });
  } catch {
    collected.report(null);
  }
</script>
</body></html>
`;
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}
