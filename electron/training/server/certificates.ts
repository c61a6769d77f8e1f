/**
 * Certificates of the training gateway, made anew for every start: an authority that only the training merchant trusts, and
 * its leaves.
 */
import { oneDay } from '#shared/durations.ts';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** A certificate with its private key, both PEM. */
export interface KeyPairPem {
  readonly certificate: string;
  readonly key: string;
}

export type TrainingCertificates = Awaited<ReturnType<typeof makeCertificates>>;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ownNames: x509.JsonGeneralNames = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
];

interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly keys: Awaited<ReturnType<typeof makeKeys>>;
}

interface LeafWishes {
  readonly commonName: string;
  readonly names: x509.JsonGeneralNames;
  readonly usage: x509.ExtendedKeyUsage;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Makes the authority and the server's certificate.
 * @param now decides which certificates are valid and which have expired
 */
export async function makeCertificates(now: Date) {
  const authority = await makeAuthority('Caja training authority', now);
  const server: LeafWishes = {
    commonName: 'localhost',
    names: ownNames,
    usage: x509.ExtendedKeyUsage.serverAuth,
    notBefore: new Date(now.getTime() - oneDay),
    notAfter: new Date(now.getTime() + 365 * oneDay),
  };
  return {
    /** The authority's certificate, PEM. Its key can't be exported and is discarded with this object. */
    authority: authority.certificate.toString('pem'),
    server: await makeLeaf(authority, server),
    // Those that TLS faults show instead of `server` are made when they are asked for. Few gateways need one, and each takes several ms.
    expired: () =>
      makeLeaf(authority, {
        ...server,
        notBefore: new Date(now.getTime() - 60 * oneDay),
        notAfter: new Date(now.getTime() - 30 * oneDay),
      }),
    wrongHost: () =>
      makeLeaf(authority, {
        ...server,
        commonName: 'payments.example.org',
        names: [{ type: 'dns', value: 'payments.example.org' }],
      }),
    unknownAuthority: async () => makeLeaf(await makeAuthority('Authority that nobody trusts', now), server),
    /** Makes one for a client. Accepted when the gateway asks for a client certificate. */
    client: () =>
      makeLeaf(authority, { ...server, commonName: 'Caja seat', names: [], usage: x509.ExtendedKeyUsage.clientAuth }),
  };
}

const makeKeys = (use: 'kept' | 'exportable') =>
  crypto.subtle.generateKey(algorithm, use === 'exportable', ['sign', 'verify']);

async function makeAuthority(name: string, now: Date): Promise<Authority> {
  const keys = await makeKeys('kept');
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ O: ['Caja training'] }, { CN: [name] }],
    notBefore: new Date(now.getTime() - 61 * oneDay),
    notAfter: new Date(now.getTime() + 366 * oneDay),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate, keys };
}

async function makeLeaf(authority: Authority, wishes: LeafWishes): Promise<KeyPairPem> {
  const keys = await makeKeys('exportable');
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ O: ['Caja training'] }, { CN: [wishes.commonName] }],
    issuer: authority.certificate.subject,
    notBefore: wishes.notBefore,
    notAfter: wishes.notAfter,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([wishes.usage]),
      ...(wishes.names.length > 0 ? [new x509.SubjectAlternativeNameExtension(wishes.names)] : []),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
}
