/** `nativeImage`: PNG bytes with the few methods that the program uses. */
import { existsSync, readFileSync } from 'node:fs';
import { strict } from '../not-implemented.ts';

/** An image of the given PNG bytes; empty when there are none. */
export const makeImage = (png: Buffer) =>
  strict('NativeImage', {
    toPNG: (): Buffer => png,
    toDataURL: (): string => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: (): boolean => png.length === 0,
    /** Width and height as the PNG's header has them. */
    getSize: (): { width: number; height: number } =>
      png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) },
  });

export const nativeImage = strict('nativeImage', {
  createEmpty: () => makeImage(Buffer.alloc(0)),
  createFromPath: (file: string) => makeImage(existsSync(file) ? readFileSync(file) : Buffer.alloc(0)),
  createFromBuffer: (png: Buffer) => makeImage(png),
});
