/**
 * Checksum of a row in SQLite, which does not notice a changed bit within a value. It is written when the row is indexed, in a
 * pause after each change, so that no payment waits for it. PostgreSQL has checksums of its pages.
 */
import { crc32 } from 'node:zlib';
import { listedColumns, type ListedRow } from './attempt-columns.ts';

/** The position is left out, because a copy of the row may get another one. */
const summedColumns = listedColumns.filter((name) => name !== 'position' && name !== 'checksum');

/**
 * Returns the CRC-32 of all columns that lists read. An empty one is skipped, so that a later column leaves the checksums of
 * earlier rows valid. It does not tell a number from its text.
 */
export function checksumOf(row: ListedRow): number {
  const values: unknown[] = [];
  for (const name of summedColumns) if (row[name] !== null) values.push(name, row[name]);
  return crc32(values.join('\u0000'));
}
