/** Reads the service's certificates during the handshake, before they are judged. */
import { checkServerIdentity, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';

export type Chain = ConnectionReport['chain'];

export interface ShownCertificate {
  readonly chain: Chain;
  readonly names: string;
  /** True when the leaf covers the requested host. */
  readonly forHost: boolean;
  readonly version: string;
  readonly cipher: string;
}

/** Reads the chain. Call it from TLS's own `secure` event because a rejected certificate is gone a moment later. */
export function shownCertificate(socket: TLSSocket, host: string): ShownCertificate {
  const leaf = socket.getPeerCertificate(true);
  return {
    chain: chainOf(leaf),
    names: (leaf.subjectaltname ?? '').replace(/(?:DNS|IP Address):/g, '') || nameOf(leaf.subject),
    forHost: checkServerIdentity(host, leaf) === undefined,
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
  };
}

function chainOf(leaf: DetailedPeerCertificate): Chain {
  const chain: Chain[number][] = [];
  const seen = new Set<string>();
  let next: DetailedPeerCertificate | undefined = leaf;
  // A root certificate names itself as its issuer.
  while (next?.fingerprint256 !== undefined && !seen.has(next.fingerprint256)) {
    seen.add(next.fingerprint256);
    chain.push({
      subject: nameOf(next.subject),
      issuer: nameOf(next.issuer),
      validFrom: new Date(next.valid_from).toISOString(),
      validTo: new Date(next.valid_to).toISOString(),
      fingerprint256: next.fingerprint256,
    });
    next = next.issuerCertificate;
  }
  return chain;
}

function nameOf(subject: DetailedPeerCertificate['subject']): string {
  const name = subject.CN ?? subject.O ?? subject.OU ?? '';
  return Array.isArray(name) ? name.join(', ') : name;
}
