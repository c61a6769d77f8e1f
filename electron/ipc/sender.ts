/** Checks the sender of a call: only the main frame of our own window, showing a page of our own origin. */

/** Facts about the frame that sent a message, without Electron's types. */
export interface Sender {
  /** True for a window that the program opened for its screens. */
  readonly ownWindow: boolean;
  /** True for the window's main frame that still exists. */
  readonly mainFrame: boolean;
  /** Address of the frame's page when the message is checked. */
  readonly url: string;
}

/** Origin of the screens. A custom scheme has no `origin` in the URL standard, so scheme and host are compared. */
export const screensOrigin = { protocol: 'app:', host: 'caja' } as const;

export const screensUrl = `${screensOrigin.protocol}//${screensOrigin.host}/index.html`;

/** True for an address of the screens: their scheme and host, without user, password or port. */
export function isScreensUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === screensOrigin.protocol &&
    url.host === screensOrigin.host &&
    url.username === '' &&
    url.password === ''
  );
}

export const mayCall = (sender: Sender): boolean => sender.ownWindow && sender.mainFrame && isScreensUrl(sender.url);
