/** This seat: its settings, its program and its window. */
import { z } from 'zod';
import { shownPolicySchema } from '#shared/policy/shown-policy.ts';
import { insidePackageSchema } from '#shared/seat/inside-packages.ts';
import { damagedFileSchema, steeringDocumentSchema } from '#shared/audit/seat-deeds.ts';
import { idSchema } from '#shared/identifiers.ts';
import { allowedFileSchema, waitingProvisioningSchema } from '#shared/seat/provisioning.ts';
import { isPersonalSetting, seatSettingsSchema } from '#shared/seat/settings.ts';
import { call, needs, writtenFileSchema, type Group } from '#shared/contract/call.ts';
import { differing } from '#shared/contract/deeds.ts';

export const seat = {
  calls: {
    /** Returns the seat's settings. A locked seat needs its language and colour scheme. */
    settings: call(null, z.void(), seatSettingsSchema),
    save: call('cashier', seatSettingsSchema, seatSettingsSchema, {
      refuses: (after, role, seat) =>
        differing(seat.settings(), after).every(isPersonalSetting) ? null : needs('supervisor', role),
      leaves: (_input, seat) => {
        const before = seat.settings();
        return (after) => {
          const changed = differing(before, after);
          return changed.length === 0 ? null : { kind: 'seat-changed', changed, seat: after.seat };
        };
      },
    }),
    /** Returns the program's version, and the platform by Node's name. */
    program: call('cashier', z.void(), z.strictObject({ version: z.string(), platform: z.string() })),
    /** Returns what the company's policy of this computer fixes. It is read once, when the program starts. */
    policy: call('cashier', z.void(), shownPolicySchema),
    /** Returns the damaged files that payments wait for. */
    damagedFiles: call('cashier', z.void(), z.array(damagedFileSchema).readonly()),
    /** Sets a damaged file aside, so that payments go on without it. Returns where its bytes are now. */
    goOnWithout: call(
      'supervisor',
      z.strictObject({ document: steeringDocumentSchema, approvalId: idSchema.optional() }),
      damagedFileSchema,
      {
        stepUp: { act: 'damaged-file', about: ({ document }) => document },
        leaves: () => (kept) => ({ kind: 'damaged-set-aside', ...kept }),
      },
    ),
    /** Returns the provisioning file that waits for a supervisor. Served to a locked seat, where nobody may be signed in yet. */
    waitingProvisioning: call(null, z.void(), waitingProvisioningSchema.nullable()),
    /** Applies the waiting file with a supervisor's passcode. Null when it was applied, else what is wrong with it now. */
    allowProvisioning: call(null, allowedFileSchema, waitingProvisioningSchema.nullable()),
    dismissProvisioning: call(null, z.void(), z.void()),
    /** Tells main that a card number or security code stands on the screen, or stands there no more. */
    cardOnScreen: call('cashier', z.strictObject({ shown: z.boolean() }), z.void()),
    /** Tells main that the screen shows a document that can be printed, or shows none any more. */
    printable: call('cashier', z.strictObject({ printable: z.boolean() }), z.void()),
    /** Returns the packages of others inside the program; null where the build left no list. */
    insidePackages: call('cashier', z.void(), z.array(insidePackageSchema).readonly().nullable()),
    /** Asks where to save and writes what support needs, without a customer or a secret; null when the operator closed the dialog. */
    saveDiagnostics: call('supervisor', z.void(), writtenFileSchema, {
      leaves: () => (written) => written && { kind: 'diagnostics-saved', parts: written.rows, file: written.path },
    }),
    /** Shows the bill of materials and the licences in the system's file manager. */
    showLegalFiles: call('cashier', z.void(), z.void()),
  },
  events: {
    'seat.changed': z.strictObject({}),
    /** A provisioning file waits for a supervisor, or does so no longer. */
    'seat.provisioning': z.strictObject({}),
  },
} as const satisfies Group;
