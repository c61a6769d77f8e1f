/** Forbids every page to navigate away, open windows, embed web views, ask for permissions or load from elsewhere. */
import { app, type Session, type WebContents } from 'electron';
import { isScreensUrl } from '#electron/ipc/sender.ts';

/** Decides if these contents may show the page at this address. */
export type MayShow = (contents: WebContents, url: string) => boolean;

/**
 * Guards every web contents that the program creates.
 * @param refused is told of each attempt
 * @param guardsItself names the contents with guards of their own, whose frames go elsewhere
 */
export function guardContents(
  mayShow: MayShow,
  refused: (what: string, url: string) => void,
  guardsItself: (contents: WebContents) => boolean,
): void {
  app.on('web-contents-created', (_event, contents) => {
    if (guardsItself(contents)) return;
    const stop = (what: string) => (event: { readonly url: string; preventDefault(): void }) => {
      if (mayShow(contents, event.url)) return;
      event.preventDefault();
      refused(what, event.url);
    };
    contents.on('will-navigate', stop('navigation'));
    contents.on('will-redirect', stop('redirect'));
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame) return;
      event.preventDefault();
      refused('frame', event.url);
    });
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
      refused('web view', '');
    });
    contents.setWindowOpenHandler(({ url }) => {
      refused('window', url);
      return { action: 'deny' };
    });
  });
}

/**
 * Denies every permission of a session, devices included. One exception is writing plain text to the clipboard from
 * the screens, because operators copy operation codes. Reading the clipboard stays denied.
 * @param mayReach decides if a page, not its frames, may reach this computer and its network. Chromium asks that of every page
 * that it takes for one of the internet, as it takes those of the program's own schemes
 */
export function denyPermissions(session: Session, mayReach: () => boolean = () => false): void {
  const may = (permission: string, url: string, isMainFrame: boolean): boolean => {
    if (!isMainFrame) return false;
    if (permission === 'local-network' || permission === 'loopback-network') return mayReach();
    return permission === 'clipboard-sanitized-write' && isScreensUrl(url);
  };
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(may(permission, details.requestingUrl, details.isMainFrame)),
  );
  session.setPermissionCheckHandler((contents, permission, _origin, details) =>
    may(permission, details.requestingUrl ?? contents?.getURL() ?? '', details.isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Cancels every request of a session to an address that it may not load. */
export function denyRequests(session: Session, mayLoad: (url: string) => boolean): void {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url) }));
}

/** Allows the screens' own files, images made in place, and developer tools where they exist. */
export const screensMayLoad = (url: string): boolean => isScreensUrl(url) || /^(data|blob|devtools):/.test(url);
