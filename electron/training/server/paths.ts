/** Paths of the training gateway, read as leniently as the service reads them. */
import { posix } from 'node:path';

/**
 * Returns the path of a request's target without repeated slashes, dot segments, parameters, query and last slash.
 * Clients in the field send `//rest/processTx/AUTH/`, and some the whole URL.
 */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const clean = posix.normalize(`/${decoded(path).replaceAll(/;[^/]*/g, '')}`);
  return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean;
}

/** Returns the value of `?token=` or another name; null when there is none. */
export function paramIn(target: string, name: string): string | null {
  const at = target.indexOf('?');
  return at < 0 ? null : new URLSearchParams(target.slice(at)).get(name);
}

const receipts = '/receipts/';

export const receiptPath = (id: string): string => `${receipts}${id}`;

/** Returns the id of the receipt that a link on this machine leads to; null when it leads elsewhere. */
export function receiptId(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname, pathname } = new URL(link);
  return protocol === 'https:' && isLoopback(hostname) ? receiptIn(pathname) : null;
}

/** Returns the id of the receipt that a path names; null when it names none. */
export const receiptIn = (path: string): string | null =>
  /^[\w-]{1,100}$/.exec(path.startsWith(receipts) ? path.slice(receipts.length) : '')?.[0] ?? null;

/** True for a name of this machine alone, with or without a port. A page that rebinds its own name to 127.0.0.1 has another. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
