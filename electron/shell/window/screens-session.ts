/** The session of the screens: in memory, without permissions, behind a proxy that nobody answers. */
import { session as electronSession, type ProxyConfig, type Session } from 'electron';
import { denyPermissions, denyRequests, screensMayLoad } from './guards.ts';
import type { Language } from '#shared/languages.ts';
import { serveFiles, serveFromVite } from './screens-files.ts';
import { handleScreens } from './screens-protocol.ts';

export interface ScreensSession {
  readonly session: Session;
  /** Resolves when nothing leads out of the session any more. No page may be loaded before. */
  readonly sealed: Promise<void>;
}

/** Partition in memory. The page keeps nothing beyond this run: no cookie, no cache, no storage. */
const partition = 'screens';

/** Discard port of this computer, where nothing listens. */
const deadProxy = '127.0.0.1:9';

/**
 * Returns the proxy of the screens. Request filters and the content policy do not see WebRTC, preconnects and name
 * look-ups; the network service sends all of them to its proxy. Without `<-loopback>` Chromium would reach this
 * computer directly.
 * @param direct host and port of the development server; null in a built program
 */
const sealedProxy = (direct: string | null): ProxyConfig => ({
  mode: 'fixed_servers',
  proxyRules: deadProxy,
  proxyBypassRules: direct === null ? '<-loopback>' : `<-loopback>,${direct}`,
});

/**
 * Opens the session of the screens, and takes every right from the default session, which shows no page.
 * @param folder of the built screens, absolute
 * @param devServer address of Vite's server; undefined in a built program
 * @param language of the seat
 */
export function openScreensSession(
  folder: string,
  devServer: string | undefined,
  language: () => Promise<Language>,
): ScreensSession {
  const unused = electronSession.defaultSession;
  denyPermissions(unused);
  denyRequests(unused, () => false);
  const session = electronSession.fromPartition(partition);
  session.setSpellCheckerEnabled(false);
  denyPermissions(session);
  // Vite's client receives updates over its own web socket.
  const devSocket = devServer?.replace(/^http/, 'ws');
  denyRequests(session, (url) => screensMayLoad(url) || (devSocket !== undefined && url.startsWith(devSocket)));
  handleScreens(session, devServer === undefined ? serveFiles(folder, language) : serveFromVite(devServer));
  const direct = devServer === undefined ? null : new URL(devServer).host;
  return { session, sealed: session.setProxy(sealedProxy(direct)) };
}
