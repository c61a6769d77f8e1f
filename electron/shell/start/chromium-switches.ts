/** Switches of Chromium that close what a page has no other lock for. */
import { app } from 'electron';

/** Each with its value; an empty one for a switch without. */
const switches: Readonly<Record<string, string>> = {
  // WebRTC sends no UDP past the proxy, for pages whose own policy is not set yet too. Chromium knows both names.
  'webrtc-ip-handling-policy': 'disable_non_proxied_udp',
  'force-webrtc-ip-handling-policy': 'disable_non_proxied_udp',
  // A looked-up name is a message to whoever answers for its domain.
  'dns-prefetch-disable': '',
  'no-pings': '',
  // A crash dump of the page could hold a card number.
  'disable-breakpad': '',
  'disable-crash-reporter': '',
};

/** Sets the switches. Must be called before the program is ready. */
export function closeChromium(): void {
  for (const [name, value] of Object.entries(switches)) app.commandLine.appendSwitch(name, value);
}
