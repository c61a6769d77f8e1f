/** Calls about this seat and the program on it. */
import { shownPolicy } from '#electron/core/policy/policy.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';
import { saveDiagnostics } from './diagnostics/save-diagnostics.ts';

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
}: Services): Works['seat'] => ({
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
  allowProvisioning: (allowed) => provisioning.allow(allowed, session.actor()),
  dismissProvisioning: () => ok(provisioning.dismiss()),
  insidePackages: async () => ok(await legalFiles.packages()),
  showLegalFiles: () => ok(legalFiles.show()),
});
