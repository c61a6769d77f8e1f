/** Custom schemes on a Chromium that knows none: `app://host/x` is `https://host.app.<suffix>/x` there, and back. */

const suffix = '.electron-stand-in.test';
const schemes = new Set<string>();

/** Makes a scheme known, as `protocol.registerSchemesAsPrivileged` does. */
export const registerScheme = (scheme: string): void => void schemes.add(scheme);

/** The schemes that are known, in the order of their registration. */
export const customSchemes = (): readonly string[] => [...schemes];

/** The hosts that stand for custom schemes, as Chromium's host rules name them. */
export const schemeHosts = `*${suffix}`;

export const isCustomScheme = (scheme: string): boolean => schemes.has(scheme.toLowerCase());

/** The address by which Chromium knows an address of the program. */
export function toChromium(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (!isCustomScheme(scheme)) return url;
  return `https://${host.toLowerCase()}.${scheme.toLowerCase()}${suffix}${rest || '/'}`;
}

/** The program's own address for what Chromium reports. */
export function fromChromium(url: string): string {
  const [, host = '', rest = ''] = /^https:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (!host.endsWith(suffix)) return url;
  const name = host.slice(0, -suffix.length);
  const dot = name.lastIndexOf('.');
  return `${name.slice(dot + 1)}://${name.slice(0, dot)}${rest}`;
}

/** Adds the https address beside each custom scheme's source of a content security policy. */
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

/** The origin of an address, also of a custom scheme; `null` as text for those that have none. */
export const originOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null';
