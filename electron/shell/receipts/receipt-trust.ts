/** Verifies that a receipt comes from the running training gateway. Knows no Electron. */
import { X509Certificate } from 'node:crypto';

/** The part of the training gateway that receipts need. */
export interface ReceiptOrigin {
  readonly origin: string;
  /** Authority that must have issued its certificate, in PEM. */
  readonly ca: string;
}

/** True when the gateway's own authority issued the certificate, for this host, and it is valid now. */
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
