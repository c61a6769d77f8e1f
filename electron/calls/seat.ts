/** Calls about this seat and the program on it. */
import type { Seat } from '#electron/core/seat.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';

export interface SeatCallsParts {
  readonly seat: Seat;
  readonly version: string;
  /** Takes what the page tells about itself. */
  readonly tellPage: (facts: { readonly card?: boolean; readonly printable?: boolean }) => void;
}

export const seatCalls = ({ seat, version, tellPage }: SeatCallsParts): Handlers['seat'] => ({
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  cardOnScreen: ({ shown }) => ok(tellPage({ card: shown })),
  printable: ({ printable }) => ok(tellPage({ printable })),
  program: () => ok({ version, platform: process.platform }),
});
