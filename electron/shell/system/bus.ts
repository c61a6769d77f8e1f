/** Listens on a message bus of Linux: signs in as this account, subscribes, and asks for properties. Offers nothing itself. */
import { connect } from 'node:net';
import { errorText } from '#shared/error-text.ts';
import { decodeMessage, encodeCall, messageTypes, type BusMessage } from './dbus-wire.ts';

interface Property {
  /** Name of the service on the bus. */
  readonly of: string;
  readonly path: string;
  readonly interface: string;
  readonly name: string;
}

/** Asks for a property. Rejects for an error, and when the bus is lost first. */
export type GetProperty = (property: Property) => Promise<BusMessage['value']>;

/** Calls a method that takes texts. Rejects for an error, and when the bus is lost first. */
type CallMethod = (
  service: string,
  path: string,
  interfaceName: string,
  method: string,
  texts: readonly string[],
) => Promise<BusMessage['value']>;

export interface ListenParts {
  /** As in `DBUS_SESSION_BUS_ADDRESS`: addresses separated by `;`, of which the first socket counts. */
  readonly address: string;
  readonly rules: readonly string[];
  readonly onSignal: (signal: BusMessage, get: GetProperty) => void;
  /** Called once when every rule is in force. */
  readonly onListening: (call: CallMethod) => void;
  /** Called once when the bus can't be used, or not any more. */
  readonly onLost: (why: string) => void;
}

interface Waiting {
  readonly resolve: (value: BusMessage['value']) => void;
  readonly reject: (error: Error) => void;
}

const busName = 'org.freedesktop.DBus';

/** Returns the path of the first Unix socket among the addresses; null for none. */
export function socketOf(address: string): string | null {
  const found = /(?:^|;)unix:(?:[^;]*,)?(?<kind>path|abstract)=(?<value>[^,;]+)/.exec(address)?.groups;
  if (found === undefined) return null;
  try {
    // Anything else than a few marks is escaped as in addresses of the web.
    return (found['kind'] === 'abstract' ? '\0' : '') + decodeURIComponent(found['value'] ?? '');
  } catch {
    return null;
  }
}

/** @returns the function that stops it */
export function listenToBus({ address, rules, onSignal, onListening, onLost }: ListenParts): () => void {
  const waiting = new Map<number, Waiting>();
  let serial = 0;
  let received: Buffer = Buffer.alloc(0);
  let signedIn = false;
  let over = false;

  const path = socketOf(address);
  if (path === null) {
    onLost(`no socket in ${address}`);
    return () => undefined;
  }
  const socket = connect({ path });
  // The program ends without it.
  socket.unref();

  function end(why: string | null): void {
    if (over) return;
    over = true;
    socket.destroy();
    for (const { reject } of waiting.values()) reject(new Error('The bus is gone'));
    if (why !== null) onLost(why);
  }

  const call: CallMethod = (destination, object, name, member, texts) => {
    const { promise, resolve, reject } = Promise.withResolvers<BusMessage['value']>();
    serial += 1;
    waiting.set(serial, { resolve, reject });
    socket.write(encodeCall({ serial, destination, path: object, interface: name, member, texts }));
    return promise;
  };
  const onBus = (member: string, texts: readonly string[]) =>
    call(busName, '/org/freedesktop/DBus', busName, member, texts).catch((error: unknown) => end(errorText(error)));
  const get: GetProperty = ({ of, path: object, interface: name, name: property }) =>
    call(of, object, `${busName}.Properties`, 'Get', [name, property]);

  function begin(): void {
    signedIn = true;
    socket.write('BEGIN\r\n');
    const asked = [onBus('Hello', []), ...rules.map((rule) => onBus('AddMatch', [rule]))];
    void Promise.all(asked).then(() => over || onListening(call));
  }

  function take(message: BusMessage): void {
    if (over) return;
    if (message.type === messageTypes.signal) return onSignal(message, get);
    const call = waiting.get(message.replySerial);
    waiting.delete(message.replySerial);
    if (message.type === messageTypes.answer) call?.resolve(message.value);
    if (message.type === messageTypes.error) call?.reject(new Error(`it refused: ${String(message.value)}`));
  }

  function read(): void {
    if (!signedIn) {
      const line = received.indexOf('\r\n');
      if (line === -1) return;
      if (!received.subarray(0, 3).equals(Buffer.from('OK ')))
        throw new Error('the bus refused to sign this account in');
      received = received.subarray(line + 2);
      begin();
    }
    for (let next = decodeMessage(received); next !== null; next = decodeMessage(received)) {
      received = received.subarray(next.size);
      take(next.message);
    }
  }

  socket.on('connect', () => {
    const account = Buffer.from(String(process.getuid?.() ?? '')).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${account}\r\n`);
  });
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    try {
      read();
    } catch (error) {
      end(errorText(error));
    }
  });
  socket.on('error', (error) => end(errorText(error)));
  socket.on('close', () => end('the bus closed the connection'));
  return () => end(null);
}
