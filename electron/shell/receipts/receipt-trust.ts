/** Which certificate a receipt's window trusts: the running training gateway's, and no other. Knows no Electron. */
import { X509Certificate } from 'node:crypto';

/** The training gateway, as far as its receipts need it. */
export interface ReceiptOrigin {
  readonly origin: string;
  /** PEM of the authority that its certificate has to come from. */
  readonly ca: string;
}

/** Whether a certificate was issued by the gateway's own authority, for this host, and holds now. */
export function comesFrom(gateway: ReceiptOrigin, hostname: string, pem: string, now: Date): boolean {
  try {
    const leaf = new X509Certificate(pem);
    const authority = new X509Certificate(gateway.ca);
    return (
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      leaf.checkHost(hostname) !== undefined &&
      leaf.validFromDate <= now &&
      now <= leaf.validToDate
    );
  } catch {
    return false;
  }
}
