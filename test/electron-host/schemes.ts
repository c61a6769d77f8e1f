/** Maps custom schemes to addresses that Chromium knows: `app://host/x` to `https://host.app.<suffix>/x`. */

const suffix = '.electron-stand-in.test';
const schemes = new Set<string>();

/** Registers a scheme, as `protocol.registerSchemesAsPrivileged` does. */
export const registerScheme = (scheme: string): void => void schemes.add(scheme);

/** The registered schemes, oldest first. */
export const customSchemes = (): readonly string[] => [...schemes];

/** Host pattern of all custom schemes, in the syntax of Chromium's host rules. */
export const schemeHosts = `*${suffix}`;

export const isCustomScheme = (scheme: string): boolean => schemes.has(scheme.toLowerCase());

/** Converts an address of the program to Chromium's. */
export function toChromium(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (!isCustomScheme(scheme)) return url;
  return `https://${host.toLowerCase()}.${scheme.toLowerCase()}${suffix}${rest || '/'}`;
}

/** Converts an address from Chromium back to the program's. */
export function fromChromium(url: string): string {
  const [, host = '', rest = ''] = /^https:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (!host.endsWith(suffix)) return url;
  const name = host.slice(0, -suffix.length);
  const dot = name.lastIndexOf('.');
  return `${name.slice(dot + 1)}://${name.slice(0, dot)}${rest}`;
}

/** Adds the https address next to each custom scheme in a content security policy. */
export function loosenPolicy(policy: string): string {
  return policy.replace(
    /(?<=^|[\s;])([a-z][a-z0-9+.-]*):(\/\/[^\s;]+)?(?=$|[\s;])/g,
    (source: string, scheme: string, host?: string) => {
      if (!isCustomScheme(scheme)) return source;
      const https =
        host === undefined ? `https://*.${scheme}${suffix}` : toChromium(`${scheme}:${host}`).replace(/\/$/, '');
      return `${scheme}: ${https}`;
    },
  );
}

/** Returns the origin of an address, custom schemes included, or the text `null`. */
export const originOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null';
