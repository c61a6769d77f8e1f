/** Calls about this seat and the program on it. */
import type { ProvisioningDesk } from '#electron/core/provisioning/provisioning.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { LegalFiles } from '#electron/shell/legal-files.ts';
import { shownPolicy, type Policy } from '#electron/core/policy/policy.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { ok } from '#shared/failure.ts';
import type { DamagedFiles } from '#electron/core/damaged-files.ts';
import { saveDiagnostics, type DiagnosticsParts } from './diagnostics/save-diagnostics.ts';

export interface SeatCallsParts extends DiagnosticsParts {
  readonly session: Pick<Session, 'actor'>;
  readonly seat: Seat;
  readonly version: string;
  readonly policy: Policy;
  readonly provisioning: Pick<ProvisioningDesk, 'waiting' | 'allow' | 'dismiss'>;
  readonly damagedFiles: Pick<DamagedFiles, 'list' | 'goOnWithout'>;
  readonly legalFiles: LegalFiles;
  /** Takes what the page tells about itself. */
  readonly tellPage: (facts: { readonly card?: boolean; readonly printable?: boolean }) => void;
}

export const seatCalls = ({
  session,
  seat,
  version,
  policy,
  provisioning,
  damagedFiles,
  legalFiles,
  tellPage,
  ...parts
}: SeatCallsParts): Works['seat'] => ({
  saveDiagnostics: (_input, actor) => saveDiagnostics({ ...parts, seat, version, policy }, actor),
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  cardOnScreen: ({ shown }) => ok(tellPage({ card: shown })),
  printable: ({ printable }) => ok(tellPage({ printable })),
  program: () => ok({ version, platform: process.platform }),
  policy: () => ok(shownPolicy(policy)),
  damagedFiles: () => ok(damagedFiles.list()),
  goOnWithout: ({ document }) => damagedFiles.goOnWithout(document),
  waitingProvisioning: () => ok(provisioning.waiting()),
  allowProvisioning: ({ name, passcode }) => provisioning.allow(name, passcode, session.actor()),
  dismissProvisioning: () => ok(provisioning.dismiss()),
  insidePackages: async () => ok(await legalFiles.packages()),
  showLegalFiles: () => ok(legalFiles.show()),
});
