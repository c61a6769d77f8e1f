/** Who may call: the main frame of a window of ours, showing a page of our own origin. */

/** What is known of the frame that sent a message, without Electron's types. */
export interface Sender {
  /** The window is one that the program opened for its screens. */
  readonly ownWindow: boolean;
  /** The frame is that window's main frame, and still there. */
  readonly mainFrame: boolean;
  /** Address of the page in the frame when the message is looked at. */
  readonly url: string;
}

/** The origin of the screens. A custom scheme has no `origin` in the URL standard, so scheme and host are compared. */
export const screensOrigin = { protocol: 'app:', host: 'caja' } as const;

/** Where the screens are. */
export const screensUrl = `${screensOrigin.protocol}//${screensOrigin.host}/index.html`;

/** Whether an address belongs to the screens: scheme and host, with no user, password or port in it. */
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
