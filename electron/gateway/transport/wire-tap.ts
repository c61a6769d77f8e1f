/** Keeps the bytes that come on a connection after a request: the evidence of an answer that undici's parser refuses. */

/** Most bytes that are kept of one answer: those of the largest body with its head. */
const most = 1_048_576 + 16_384;

export type WireTap = ReturnType<typeof wireTap>;
export type WireTaps = ReturnType<typeof wireTaps>;

export function wireTaps() {
  let begun: WireTap | null = null;
  return {
    /** Begins a tap on the connection that is written to next, in this turn of the event loop. */
    begin(): WireTap {
      begun = wireTap();
      return begun;
    },
    /** Returns the tap that has begun, once; null without one. For the connection that is written to. */
    take(): WireTap | null {
      const taken = begun;
      begun = null;
      return taken;
    },
  };
}

function wireTap() {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    keep(bytes: Buffer) {
      const room = most - length;
      if (room <= 0) return;
      chunks.push(bytes.subarray(0, room));
      length += Math.min(room, bytes.length);
    },
    /** The bytes that came so far. */
    bytes: () => Buffer.concat(chunks),
  };
}
