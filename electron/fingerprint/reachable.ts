/** Decides which addresses a collector's page may load: https on the internet, and the host of its own script. */
import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  // Unspecified, loopback, and IPv4 in its translated and tunnelled forms. A mapped address meets the rules of IPv4.
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  closed.addSubnet(net, prefix, 'ipv6');
}

/** Names that only a local network resolves. A name without a point is one too. */
const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

function isLocal(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(name);
  if (version !== 0) return closed.check(name, version === 4 ? 'ipv4' : 'ipv6');
  return !name.includes('.') || localNames.test(name);
}

/** True for the address of a script on this computer or in its network, by its host's name. */
export const isLocalScript = (script: string): boolean => isLocal(new URL(script).hostname);

/**
 * Returns a test of addresses for the page of one script.
 * @param script the script's address. Its own host is allowed wherever it is, because a supervisor keyed it.
 */
export function reachableFrom(script: string): (url: string) => boolean {
  const { host } = new URL(script);
  return (address) => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return url.protocol === 'https:' && (url.host === host || !isLocal(url.hostname));
  };
}
