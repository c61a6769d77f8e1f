/** Opens connections ahead of the first request, so that a payment does not wait for a handshake. */
import { oneMinute } from '#shared/durations.ts';
import type { TLSSocket } from 'node:tls';

/** Longest life of an unused spare connection, in ms. Firewalls silently drop idle connections. */
const spareMs = oneMinute;
/** Age in ms from which `warm` replaces a spare connection. */
const freshMs = 20_000;

interface Spare {
  readonly socket: TLSSocket;
  /** By the computer's clock, which goes on while timers of Linux stand still in its sleep. */
  readonly since: number;
  /** Stops watching the connection because its ownership passes on. */
  release(): void;
}

export function spareConnections(open: () => Promise<TLSSocket>) {
  let spare: Spare | null = null;
  let coming: Promise<TLSSocket> | null = null;
  let closed = false;

  function keep(socket: TLSSocket): Spare {
    const release = (): void => {
      clearTimeout(timer);
      socket.off('error', drop).off('end', drop).off('close', drop).off('readable', drop);
      socket.ref();
    };
    const drop = (): void => {
      if (spare?.socket === socket) spare = null;
      discard({ socket, release });
    };
    // Anything that a server sends before a request makes the connection unusable: an end, an error or data.
    const timer = setTimeout(drop, spareMs).unref();
    socket.on('error', drop).on('end', drop).on('close', drop).on('readable', drop);
    socket.unref();
    return { socket, since: Date.now(), release };
  }

  return {
    /** Opens a spare connection unless a fresh one exists. Joins one that is being opened. Rejects as `open` does. */
    async warm() {
      if (closed) return;
      if (coming !== null) {
        await coming;
        return;
      }
      if (spare !== null && ageOf(spare) < freshMs) return;
      const own = open();
      coming = own;
      try {
        const socket = await own;
        if (coming !== own) return; // A request claimed it while it was opened.
        if (spare !== null) discard(spare);
        spare = keep(socket);
      } finally {
        if (coming === own) coming = null;
      }
    },
    /** Returns an untouched spare connection, or the one being opened, or null. */
    async take(): Promise<TLSSocket | null> {
      if (spare === null && coming !== null) {
        const claimed = coming;
        coming = null;
        return claimed;
      }
      // Two turns of the event loop include one poll of the network, so a close that has already arrived is seen.
      if (spare !== null) await nextTurn().then(nextTurn);
      const taken = spare;
      if (taken === null) return null;
      spare = null;
      if (ageOf(taken) > spareMs) {
        discard(taken);
        return null;
      }
      taken.release();
      return taken.socket;
    },
    close() {
      closed = true;
      void coming?.then((socket) => socket.destroy()).catch(() => undefined);
      coming = null;
      if (spare !== null) discard(spare);
      spare = null;
    },
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Age in ms. A clock that was set back makes a connection older. */
const ageOf = ({ since }: Spare): number => Math.abs(Date.now() - since);

function discard({ socket, release }: Pick<Spare, 'socket' | 'release'>): void {
  release();
  socket.on('error', () => undefined).destroy();
}
