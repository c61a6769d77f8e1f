/** Parts of the fuse wire of Electron's executable, by which the packer finds and sets the fuses. */

const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** State of each fuse as downloaded: `0` off, `1` on. */
const states = '101001011';

/** The mark, version 1, the number of fuses, and their states. */
export const fuseWire = `${mark}\u0001\u0009${states}`;
/** The same as a literal of C, in two parts because a digit after an escape would belong to it. */
export const fuseWireInC = `"${mark}\\x01\\x09" "${states}"`;
