/** UUIDs of version 7 (RFC 9562): they sort by the time they were made, so the ledger appends at the end of its index. */
import { randomBytes } from 'node:crypto';

/** The millisecond of the last identifier and its place within it: what is made later in one process sorts later. */
let last = { time: 0, place: 0 };

/**
 * A new identifier; the first 48 bits are the time in ms since 1970, the next 12 the place within that millisecond (RFC
 * 9562, section 6.2, method 1), the rest is random.
 */
export function newId(now: Date = new Date()): string {
  const time = now.getTime();
  last = { time, place: time === last.time && last.place < 0xfff ? last.place + 1 : 0 };
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.place, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
