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
 * Denies every permission of a session, devices included. The one exception is writing plain text to the clipboard from
 * the screens, because operators copy operation codes. Reading the clipboard stays denied.
 */
export function denyPermissions(session: Session): void {
  const mayWriteClipboard = (permission: string, url: string, isMainFrame: boolean): boolean =>
    permission === 'clipboard-sanitized-write' && isMainFrame && isScreensUrl(url);
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(mayWriteClipboard(permission, details.requestingUrl, details.isMainFrame)),
  );
  session.setPermissionCheckHandler((contents, permission, _origin, details) =>
    mayWriteClipboard(permission, details.requestingUrl ?? contents?.getURL() ?? '', details.isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Cancels every request of a session to an address that it may not load. */
export function denyRequests(session: Session, mayLoad: (url: string) => boolean): void {
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url) }));
}

/** Allows the screens' own files, images made in place, and developer tools where they exist. */
export const screensMayLoad = (url: string): boolean => isScreensUrl(url) || /^(data|blob|devtools):/.test(url);
