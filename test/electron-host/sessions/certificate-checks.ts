/** `session.setCertificateVerifyProc`. Reads the server's certificate over a connection of its own. */
import tls from 'node:tls';

interface VerifyRequest {
  readonly hostname: string;
  readonly certificate: { readonly data: string; readonly subjectName: string; readonly issuerName: string };
  readonly verificationResult: string;
  readonly errorCode: number;
}
type Verify = (request: VerifyRequest, decide: (result: number) => void) => void;
export type Verdict = 'trust' | 'refuse' | 'chromium';

/** Fetches a server's certificate as PEM. Null when the server can't be reached. */
function shownBy(hostname: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // Reading the certificate does not trust it. The verify function decides.
    const socket = tls.connect({ host, port, rejectUnauthorized: false }, () => {
      const der = socket.getPeerX509Certificate()?.raw;
      socket.destroy();
      if (der === undefined) return resolve(null);
      const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
      resolve(`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`);
    });
    socket.on('error', () => resolve(null));
  });
}

export class CertificateChecks {
  private verify: Verify | null = null;

  readonly setVerify = (verify: Verify | null): void => {
    this.verify = verify;
  };

  /** Asks the verify function about a server. Without one, Chromium decides. */
  async verdictOn(url: string): Promise<Verdict> {
    const { verify } = this;
    if (verify === null || !url.startsWith('https:')) return 'chromium';
    const { hostname, port } = new URL(url);
    const data = await shownBy(hostname, Number(port || 443));
    if (data === null) return 'chromium';
    const certificate = { data, subjectName: hostname, issuerName: '' };
    const result = await new Promise<number>((resolve) =>
      verify(
        { hostname, certificate, verificationResult: 'net::ERR_CERT_AUTHORITY_INVALID', errorCode: -202 },
        resolve,
      ),
    );
    if (result === -3) return 'chromium';
    return result === 0 ? 'trust' : 'refuse';
  }
}
