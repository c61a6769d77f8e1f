/**
 * Runs a collector's script in a hidden window with a session of its own: no card, no screens, no storage that lasts. The
 * merchant's proxy and authorities do not apply, because they were given for the service, and the script comes from another
 * party: its host is checked against the system's authorities alone.
 */
import { once } from 'node:events';
import { lockedPage } from '#electron/shell/window/locked-page.ts';
import { BrowserWindow, session, type Session, type WebContents } from 'electron';
import type { Collected, CollectorScript } from '#electron/core/ports/collector.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { denyPermissions } from '#electron/shell/window/guards.ts';
import { collectorChannel } from '#shared/contract/channels.ts';
import { collectorPage, collectorPageUrl, collectorScheme } from './collector-page.ts';
import { isLocalScript, reachableFrom } from './reachable.ts';

/**
 * Session partition in memory. One for all runs, emptied before and after each, because Electron keeps every partition until the
 * program ends, and a seat makes hundreds of payments a day.
 */
const partition = 'collector';

const none = (cause: 'failed' | 'crashed' | 'stopped'): Collected => ({ kind: 'none', cause });

type Refused = (what: string, url: string) => void;

export function createCollector(preload: string, refused: Refused, reportBug: ReportBug) {
  let own: Session | null = null;
  let mayReach: (url: string) => boolean = () => false;
  let shown: Promise<unknown> = Promise.resolve();
  let isLocal = false;
  let before: Promise<unknown> = Promise.resolve();

  function lockedSession(): Session {
    if (own !== null) return own;
    own = session.fromPartition(partition);
    own.setSpellCheckerEnabled(false);
    denyPermissions(own, () => isLocal);
    own.webRequest.onBeforeRequest(({ url }, decide) => {
      if (url === collectorPageUrl) decide({ cancel: false });
      // Chromium kills a page that asks for this computer while its navigation is still being committed.
      else void shown.then(() => decide({ cancel: !mayReach(url) }));
    });
    own.on('will-download', (event) => event.preventDefault());
    return own;
  }

  async function runOnce(script: CollectorScript, stop: AbortSignal): Promise<Collected> {
    const locked = lockedSession();
    await empty(locked);
    if (stop.aborted) return none('stopped');
    mayReach = reachableFrom(script.url);
    isLocal = isLocalScript(script.url);
    locked.protocol.handle(collectorScheme, () => collectorPage(script));
    const window = openHidden(locked, preload);
    keepInside(window.webContents, mayReach, refused);
    shown = once(window.webContents, 'did-navigate');
    try {
      return await answerOf(window, stop);
    } finally {
      window.destroy();
      mayReach = () => false;
      locked.protocol.unhandle(collectorScheme);
    }
  }

  return {
    /** Runs one script at a time. The next one waits for the end of the one before. */
    run(script: CollectorScript, stop: AbortSignal): Promise<Collected> {
      const collected = before
        .then(() => (stop.aborted ? none('stopped') : runOnce(script, stop)))
        .catch((error: unknown) => {
          reportBug(error);
          return none('failed');
        });
      // The answer does not wait for the clearing, but the next run does.
      before = collected.then(() => (own === null ? undefined : empty(own))).catch(reportBug);
      return collected;
    },
    owns: (contents: WebContents) => own !== null && contents.session === own,
  };
}

/** Removes cookies, storage, caches and connections, so that no run knows of another. */
async function empty(locked: Session): Promise<void> {
  await Promise.all([
    locked.closeAllConnections(),
    locked.clearData(),
    locked.clearCache(),
    locked.clearAuthCache(),
    locked.clearHostResolverCache(),
  ]);
}

function openHidden(locked: Session, preload: string): BrowserWindow {
  const window = new BrowserWindow({
    show: false,
    focusable: false,
    skipTaskbar: true,
    webPreferences: {
      ...lockedPage,
      session: locked,
      preload,
      disableDialogs: true,
      devTools: false,
      // Timers of a hidden page would be slowed down, and the answer with them.
      backgroundThrottling: false,
    },
  });
  window.webContents.setAudioMuted(true);
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  return window;
}

/** Refuses every way out of the page. Its frames may show what it may load. */
function keepInside(contents: WebContents, mayFrame: (url: string) => boolean, refused: Refused): void {
  const stop = (what: string) => (event: { readonly url: string; preventDefault(): void }) => {
    event.preventDefault();
    refused(what, event.url);
  };
  contents.on('will-navigate', stop('navigation of a collector'));
  contents.on('will-redirect', (event) => {
    if (event.isMainFrame || !mayFrame(event.url)) stop('redirect of a collector')(event);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !mayFrame(event.url)) stop('frame of a collector')(event);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    refused('window of a collector', url);
    return { action: 'deny' };
  });
}

/** Resolves with the first answer, or with what ended the page. */
function answerOf(window: BrowserWindow, stop: AbortSignal): Promise<Collected> {
  const { webContents } = window;
  return new Promise((resolve) => {
    webContents.ipc.on(collectorChannel, (event, answer: unknown) => {
      if (event.senderFrame !== webContents.mainFrame) return;
      resolve(typeof answer === 'string' ? { kind: 'session', id: answer } : none('failed'));
    });
    webContents.on('render-process-gone', () => resolve(none('crashed')));
    window.on('closed', () => resolve(none('crashed')));
    stop.addEventListener('abort', () => resolve(none('stopped')), { once: true });
    window.loadURL(collectorPageUrl).catch(() => resolve(none('failed')));
  });
}
