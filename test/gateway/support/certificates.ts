/** Certificates for the servers of these tests, made in memory: a good set, and one per fault. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as Crypto);

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

export interface Pem {
  readonly cert: string;
  readonly key: string;
}

interface Authority {
  readonly pem: string;
  leaf(wishes?: Partial<LeafWishes>): Promise<Pem>;
}

interface LeafWishes {
  readonly name: string;
  readonly names: x509.JsonGeneralNames;
  readonly from: number;
  readonly to: number;
  readonly client: boolean;
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

async function makeAuthority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 400 * day),
    notAfter: new Date(Date.now() + 400 * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  return {
    pem: certificate.toString('pem'),
    async leaf(wishes = {}) {
      const leafKeys = await newKeys();
      const leaf = await x509.X509CertificateGenerator.create({
        subject: `CN=${wishes.name ?? 'localhost'}`,
        issuer: certificate.subject,
        notBefore: new Date(Date.now() + (wishes.from ?? -day)),
        notAfter: new Date(Date.now() + (wishes.to ?? 300 * day)),
        publicKey: leafKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.ExtendedKeyUsageExtension([
            wishes.client === true ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth,
          ]),
          ...(wishes.client === true
            ? []
            : [
                new x509.SubjectAlternativeNameExtension(
                  wishes.names ?? [
                    { type: 'dns', value: 'localhost' },
                    { type: 'ip', value: '127.0.0.1' },
                  ],
                ),
              ]),
        ],
      });
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey));
      const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----\n`;
      return { cert: leaf.toString('pem'), key };
    },
  };
}

const [trusted, stranger] = await Promise.all([makeAuthority('Test authority'), makeAuthority('Stranger')]);

export const trustedCa: string = trusted.pem;
export const good: Pem = await trusted.leaf();
export const expired: Pem = await trusted.leaf({ from: -60 * day, to: -30 * day });
export const notYetValid: Pem = await trusted.leaf({ from: 10 * day });
export const wrongHost: Pem = await trusted.leaf({
  name: 'payments.example.org',
  names: [{ type: 'dns', value: 'payments.example.org' }],
});
export const unknownCa: Pem = await stranger.leaf();
export const endsSoon: Pem = await trusted.leaf({ to: 10.5 * day });
export const client: Pem = await trusted.leaf({ name: 'Seat 1', client: true });
export const clientEndsSoon: Pem = await trusted.leaf({ name: 'Seat 1', client: true, to: 20 * day });
export const strangeClient: Pem = await stranger.leaf({ name: 'Seat 1', client: true });
