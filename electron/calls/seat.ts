/** Calls about this seat and the program on it. */
import type { ProvisioningDesk } from '#electron/core/provisioning/provisioning.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';

export interface SeatCallsParts {
  readonly seat: Seat;
  readonly version: string;
  readonly provisioning: Pick<ProvisioningDesk, 'waiting' | 'allow' | 'dismiss'>;
}

export const seatCalls = ({ seat, version, provisioning }: SeatCallsParts): Handlers['seat'] => ({
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  program: () => ok({ version, platform: process.platform }),
  waitingProvisioning: () => ok(provisioning.waiting()),
  allowProvisioning: ({ name, passcode }) => provisioning.allow(name, passcode),
  dismissProvisioning: () => ok(provisioning.dismiss()),
});
