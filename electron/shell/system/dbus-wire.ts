/**
 * The wire format of D-Bus as far as listening needs it: writes calls with texts, and reads of any message its header and its first
 * value (D-Bus specification, "Message Protocol"). Little-endian alone, as every processor is that Electron runs on.
 */

export const messageTypes = { call: 1, answer: 2, error: 3, signal: 4 } as const;
const codes = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 } as const;

const littleEndian = 0x6c;
/** Most bytes of a message. The specification allows 128 MiB, and nothing that we listen to needs a thousandth. */
const mostBytes = 64 * 1024;
/** Bytes before the fields of the header. */
const fixedHeader = 16;

export interface BusCall {
  readonly serial: number;
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly texts: readonly string[];
}

export interface BusMessage {
  readonly type: number;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Serial of the call that this answers; 0 for none. */
  readonly replySerial: number;
  /** First value of the body, out of its variant and its structure; null for a type that nobody here asks for. */
  readonly value: string | number | boolean | null;
}

const padding = (at: number, to: number): number => (to - (at % to)) % to;
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(`${value}\0`)]);
const signature = (types: string): Buffer => Buffer.concat([Buffer.of(types.length), Buffer.from(`${types}\0`)]);

/** Joins parts that each begin at a multiple of some bytes. */
const aligned = (to: number, parts: readonly Buffer[]): Buffer =>
  parts.reduce((all, part) => Buffer.concat([all, Buffer.alloc(padding(all.length, to)), part]), Buffer.alloc(0));

export function encodeCall({ serial, destination, path, interface: name, member, texts }: BusCall): Buffer {
  const body = aligned(4, texts.map(text));
  const field = (code: number, type: string, value: Buffer): Buffer =>
    Buffer.concat([Buffer.of(code), signature(type), value]);
  const fields = aligned(8, [
    field(codes.path, 'o', text(path)),
    field(codes.interface, 's', text(name)),
    field(codes.member, 's', text(member)),
    field(codes.destination, 's', text(destination)),
    field(codes.signature, 'g', signature('s'.repeat(texts.length))),
  ]);
  const start = [Buffer.of(littleEndian, messageTypes.call, 0, 1), ...[body.length, serial, fields.length].map(number)];
  return aligned(8, [Buffer.concat([...start, fields]), body]);
}

/**
 * Reads the first message of the bytes.
 * @returns null while it is incomplete. Throws for bytes that are no message, or too long a one.
 */
export function decodeMessage(bytes: Buffer): { readonly message: BusMessage; readonly size: number } | null {
  if (bytes.length < fixedHeader) return null;
  if (bytes[0] !== littleEndian) throw new Error('it sent no message that can be read');
  const headerEnd = fixedHeader + bytes.readUInt32LE(12);
  const bodyStart = headerEnd + padding(headerEnd, 8);
  const size = bodyStart + bytes.readUInt32LE(4);
  if (size > mostBytes) throw new Error(`it sent a message of ${size} bytes`);
  if (bytes.length < size) return null;
  const fields = fieldsIn(bytes.subarray(0, headerEnd));
  const named = (code: number): string => String(fields.get(code) ?? '');
  const message = {
    type: bytes[1] ?? 0,
    path: named(codes.path),
    interface: named(codes.interface),
    member: named(codes.member),
    replySerial: Number(fields.get(codes.replySerial) ?? 0),
    value: createReader(bytes.subarray(bodyStart, size), 0).value(named(codes.signature)),
  };
  return { message, size };
}

function fieldsIn(header: Buffer): ReadonlyMap<number, BusMessage['value']> {
  const fields = new Map<number, BusMessage['value']>();
  const reader = createReader(header, fixedHeader);
  while (reader.at() < header.length) {
    const code = reader.code();
    const value = reader.value('v');
    // What follows it can't be found.
    if (value === null) throw new Error('it sent a header of an unknown type');
    fields.set(code, value);
  }
  return fields;
}

/** Reads values one after the other. Throws beyond the end. */
function createReader(bytes: Buffer, start: number) {
  let at = start;

  function take(length: number, alignment: number): Buffer {
    at += padding(at, alignment) + length;
    if (at > bytes.length) throw new Error('it sent a value that is cut off');
    return bytes.subarray(at - length, at);
  }
  const read32 = (): number => take(4, 4).readUInt32LE();
  /** Reads bytes that a zero ends. */
  const ended = (length: number): string => take(length + 1, 1).toString('utf8', 0, length);
  const types = (): string => ended(take(1, 1).readUInt8());

  function value(type: string): BusMessage['value'] {
    switch (type[0]) {
      case 's':
      case 'o':
        return ended(read32());
      case 'u':
        return read32();
      case 'b':
        return read32() !== 0;
      case 'g':
        return types();
      case 'v': {
        const inner = types();
        // Nobody here asks for a variant in a variant, and thousands of them would fill the stack.
        return inner.startsWith('v') ? null : value(inner);
      }
      case '(': {
        take(0, 8);
        const member = type[1] ?? '';
        return 'soubg'.includes(member) ? value(member) : null;
      }
      default:
        return null;
    }
  }
  return { at: () => at, code: () => take(1, 8).readUInt8(), value };
}
