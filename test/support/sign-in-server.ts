/** A server that pretends to be PostgreSQL over TLS, asks for a sign-in of any kind, and records what arrives. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { makeCertificates } from '#electron/training/server/certificates.ts';

/** Requests for a sign-in, by the code of the message (PostgreSQL's manual, 55.7). */
export const signInRequests = {
  nothing: [0],
  clear: [3],
  md5: [5, 0x01020304],
  gss: [7],
  sspi: [9],
  unheardOf: [99],
} as const;

export interface SignInServer {
  readonly port: number;
  readonly authority: string;
  /** Number of connections so far. */
  connections(): number;
  /** Returns all bytes that came after the startup message, decrypted. */
  received(): Buffer;
  close(): Promise<void>;
}

const int32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** Message of the server: an authentication request. */
export const authentication = (code: number, body: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from('R'), int32(8 + body.length, code), body]);

/** @param answer called with each piece that arrives after the startup message, and first with none */
export async function openSignInServer(
  answer: (socket: TLSSocket, received: Buffer | null) => void,
): Promise<SignInServer> {
  const { authority, server: identity } = await makeCertificates(new Date());
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((plain) => {
    connections += 1;
    sockets.add(plain);
    plain.on('error', () => undefined);
    plain.once('data', () => {
      plain.write('S');
      const socket = new TLSSocket(plain, { isServer: true, key: identity.key, cert: identity.certificate });
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.on('data', (piece: Buffer) => {
          pieces.push(piece);
          answer(socket, piece);
        });
        answer(socket, null);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    connections: () => connections,
    received: () => Buffer.concat(pieces),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
