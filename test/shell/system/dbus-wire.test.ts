/** D-Bus messages against another implementation of the wire, cut anywhere, and against bytes that are none. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMessage, encodeCall } from '#electron/shell/system/dbus-wire.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { times } from '#test/support/thorough.ts';

interface OtherMessage {
  readonly type: number;
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly destination?: string;
  readonly sender?: string;
  readonly replySerial?: number;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}
/** The other implementation. The package has no types for its inner modules. */
const other = createRequire(import.meta.url)('dbus-native/lib/message.js') as {
  marshall(message: OtherMessage): Buffer;
  unmarshall(bytes: Buffer): OtherMessage;
};

const element = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
const names = fc.array(element, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('.'));
const paths = fc.array(element, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const texts = anyText({ maxLength: 60 }).filter((text) => !text.includes('\0'));
const serials = fc.integer({ min: 1, max: 0xffff_ffff });

/** Bodies with the value that we read of them. */
const bodies: fc.Arbitrary<{ readonly signature: string; readonly body: readonly unknown[]; readonly value: unknown }> =
  fc.oneof(
    texts.map((text) => ({ signature: 'su', body: [text, 7], value: text })),
    fc.boolean().map((is) => ({ signature: 'b', body: [is], value: is })),
    serials.map((number) => ({ signature: 'us', body: [number, 'more'], value: number })),
    fc.boolean().map((is) => ({ signature: 'v', body: [['b', is]], value: is })),
    fc.tuple(serials, paths).map(([user, path]) => ({ signature: 'v', body: [['(uo)', [user, path]]], value: user })),
    texts.map((text) => ({ signature: 'sa{sv}as', body: [text, [['LockedHint', ['b', true]]], [text]], value: text })),
    texts.map((text) => ({ signature: 'a{sv}', body: [[[text, ['x', 1]]]], value: null })),
    texts.map((text) => ({ signature: 'v', body: [['v', ['s', text]]], value: null })),
  );

const signals = fc.record({
  serial: serials,
  path: paths,
  interface: names,
  member: element,
  sender: names,
  body: bodies,
});

const withoutUndefined = { numRuns: times(150, 500) };

test('every call that we write is read by the other implementation as it was meant', () => {
  const calls = fc.record({
    serial: serials,
    destination: names,
    path: paths,
    interface: names,
    member: element,
    texts: fc.array(texts, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(calls, ({ texts: given, ...header }) => {
      const read = other.unmarshall(encodeCall({ ...header, texts: given }));
      expect(read).toMatchObject({ ...header, type: 1 });
      expect(read.body ?? []).toEqual(given);
    }),
    withoutUndefined,
  );
});

test('every signal of the other implementation is read as it was meant, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(signals, { minLength: 1, maxLength: 3 }), fc.nat(), (sent, cut) => {
      const bytes = Buffer.concat(
        sent.map(({ body, ...header }) =>
          other.marshall({ ...header, type: 4, signature: body.signature, body: body.body }),
        ),
      );
      let rest: Buffer = bytes;
      for (const { body, path, interface: name, member } of sent) {
        const next = decodeMessage(rest);
        expect(next?.message).toEqual({ type: 4, path, interface: name, member, replySerial: 0, value: body.value });
        const size = next?.size ?? 0;
        expect(decodeMessage(rest.subarray(0, cut % size))).toBeNull();
        rest = rest.subarray(size);
      }
      expect(rest).toHaveLength(0);
    }),
    withoutUndefined,
  );
});

test('bytes that are no message are refused or waited for, and cost no more than they are', () => {
  const start = Buffer.from([0x6c, 4, 0, 1]);
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ minLength: 12, maxLength: 200 }).map((rest) => Buffer.concat([start, rest])),
    // A real message with one byte exchanged.
    fc.tuple(signals, fc.nat(), fc.nat(255)).map(([{ body, ...header }, at, byte]) => {
      const bytes = other.marshall({ ...header, type: 4, signature: body.signature, body: body.body });
      bytes[at % bytes.length] = byte;
      return bytes;
    }),
  );
  fc.assert(
    fc.property(garbage, (bytes) => {
      try {
        const next = decodeMessage(Buffer.from(bytes));
        expect(next === null || next.size <= bytes.length).toBe(true);
      } catch (error) {
        expect((error as Error).message).toMatch(/^it sent /);
      }
    }),
    { numRuns: times(500, 3_000) },
  );
});
