/** Containers of pictures that Windows and macOS read. Both hold PNG files as they are. */

/** Side of a PNG in pixels, from its header. */
const sideOf = (png: Buffer): number => png.readUInt32BE(16);

/** Returns an ICO file. @param pictures square PNG files of up to 256 pixels */
export function icoOf(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map((png) => {
    const entry = Buffer.alloc(16);
    // 0 stands for 256.
    entry.writeUInt8(sideOf(png) % 256, 0);
    entry.writeUInt8(sideOf(png) % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}

/** Types of pictures in an ICNS file with their pixels. The later ones are twice as fine, for displays that are. */
const macTypes: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['ic10', 1024],
];

/** Returns an ICNS file. @param pictureOf returns the PNG file of a size in pixels */
export function icnsOf(pictureOf: (size: number) => Buffer): Buffer {
  const parts = macTypes.map(([type, size]) => part(type, pictureOf(size)));
  return part('icns', Buffer.concat(parts));
}

/** A part of an ICNS file: its type, its whole length, its content. */
function part(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(content.length + head.length, 4);
  return Buffer.concat([head, content]);
}
