/** `nativeImage`: PNG bytes with the methods that the program uses. */
import { existsSync, readFileSync } from 'node:fs';
import { strict } from '../not-implemented.ts';

/** Makes an image of PNG bytes. No bytes make an empty image. */
export const makeImage = (png: Buffer) =>
  strict('NativeImage', {
    toPNG: (): Buffer => png,
    toDataURL: (): string => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: (): boolean => png.length === 0,
    /** Width and height from the PNG header. */
    getSize: (): { width: number; height: number } =>
      png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) },
  });

export const nativeImage = strict('nativeImage', {
  createEmpty: () => makeImage(Buffer.alloc(0)),
  createFromPath: (file: string) => makeImage(existsSync(file) ? readFileSync(file) : Buffer.alloc(0)),
  createFromBuffer: (png: Buffer) => makeImage(png),
});
