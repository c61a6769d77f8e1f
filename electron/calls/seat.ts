/** Calls about this seat and the program on it. */
import type { Seat } from '#electron/core/seat.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';

export interface SeatCallsParts {
  readonly seat: Seat;
  readonly version: string;
}

export const seatCalls = ({ seat, version }: SeatCallsParts): Handlers['seat'] => ({
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  // Its deed is its only effect (audit/deeds-of-calls.ts).
  printed: () => ok(undefined),
  program: () => ok({ version, platform: process.platform }),
});
