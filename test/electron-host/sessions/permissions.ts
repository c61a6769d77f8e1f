/** Applies a session's permission handlers to Chromium's permissions of an origin. */
import { browser } from '../chromium/browser.ts';
import type { Protocol } from '../chromium/protocol.ts';
import { originOf, toChromium } from '../schemes.ts';
import type { Session } from './session.ts';

/** Chromium's names of Electron's permissions. */
const chromiumNames: Readonly<Record<string, readonly string[]>> = {
  notifications: ['notifications'],
  geolocation: ['geolocation'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  'idle-detection': ['idle-detection'],
  'local-network': ['local-network'],
  'loopback-network': ['loopback-network'],
};
/** Chromium asks for these itself, and not the page. Electron takes the check's no for an answer. */
const unasked: ReadonlySet<string> = new Set(['local-network', 'loopback-network']);

async function apply(
  session: Session,
  origin: string,
  permission: string,
  setting: Protocol.Browser.PermissionSetting,
): Promise<void> {
  const browserContextId = await session.contextId();
  await Promise.all(
    (chromiumNames[permission] ?? []).map((name) =>
      browser.send('Browser.setPermission', {
        permission: { name },
        setting,
        origin: toChromium(`${origin}/`).replace(/\/$/, ''),
        ...(browserContextId === undefined ? {} : { browserContextId }),
      }),
    ),
  );
}

/** Applies the check handler before a page loads. Permissions that it denies can still be requested when there is a request handler. */
export async function applyChecks(session: Session, contents: unknown, url: string): Promise<void> {
  const origin = originOf(url);
  if (!toChromium(`${origin}/`).startsWith('https:')) return;
  const details = { isMainFrame: true, requestingUrl: url };
  for (const permission of Object.keys(chromiumNames)) {
    const granted = session.permissionCheckHandler?.(contents, permission, origin, details) ?? true;
    const denied = session.permissionRequestHandler === null || unasked.has(permission) ? 'denied' : 'prompt';
    await apply(session, origin, permission, granted ? 'granted' : denied);
  }
}

/** Asks the request handler. Without one the answer is yes, as in Electron. */
export async function decideRequest(
  session: Session,
  contents: unknown,
  url: string,
  permission: string,
  extra: object,
): Promise<boolean> {
  const handler = session.permissionRequestHandler;
  const details = { requestingUrl: url, isMainFrame: true, ...extra };
  const granted =
    handler === null || (await new Promise<boolean>((resolve) => handler(contents, permission, resolve, details)));
  await apply(session, originOf(url), permission, granted ? 'granted' : 'denied');
  return granted;
}
