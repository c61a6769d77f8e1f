/** Identity of this machine, within which process ids are unique. Host names alone are the same on cloned machines. */
import { createHash } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';

const noAddress = '00:00:00:00:00:00';

/**
 * Returns the host name and a short hash of the hardware addresses. When those change, as with another adapter, an earlier
 * process seems to belong to another machine, and its heartbeat decides some seconds later.
 */
export function thisMachine(): string {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .flatMap(({ mac, internal }) => (internal || mac === noAddress ? [] : [mac]));
  const hash = createHash('sha256')
    .update([...new Set(addresses)].toSorted().join(' '))
    .digest('hex')
    .slice(0, 12);
  return `${hostname()} ${hash}`;
}
