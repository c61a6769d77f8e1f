/** Calls about this seat and the program on it. */
import type { Seat } from '#electron/core/seat.ts';
import type { LegalFiles } from '#electron/shell/legal-files.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';

export interface SeatCallsParts {
  readonly seat: Seat;
  readonly version: string;
  readonly legalFiles: LegalFiles;
}

export const seatCalls = ({ seat, version, legalFiles }: SeatCallsParts): Handlers['seat'] => ({
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  program: () => ok({ version, platform: process.platform }),
  insidePackages: async () => ok(await legalFiles.packages()),
  showLegalFiles: () => ok(legalFiles.show()),
});
