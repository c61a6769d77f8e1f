/** The ledger of this seat: its choice, status, copies and audit trail. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { trailReportSchema } from '#shared/ledger/trail.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { backupPlanSchema, backupStatusSchema } from '#shared/ledger/backups.ts';
import { exportFormatSchema } from '#shared/ledger/history.ts';
import { ledgerEventsPageSchema, ledgerEventsQuerySchema } from '#shared/audit/ledger-events.ts';
import { ledgerChoiceSchema, ledgerStatusSchema } from '#shared/seat/settings.ts';
import { call, usualSize, writtenFileSchema, type Group } from '#shared/contract/call.ts';
import { backupsPlanned, ledgerChosen, writtenAs } from '#shared/contract/deeds.ts';
import { opaqueText, secretText } from '#shared/texts/text-kinds.ts';

/** A written or read file with its number of attempts; null when the operator closed the dialog or stopped the work. */
const copied = z.strictObject({ path: z.string(), attempts: z.int() }).nullable();

export const ledger = {
  calls: {
    /** Returns the chosen ledger and its status. Waits a moment for one that is being opened. */
    status: call('cashier', z.void(), ledgerStatusSchema),
    choose: call(
      'supervisor',
      z.strictObject({
        choice: ledgerChoiceSchema,
        password: secretText(textLimits.password).nullable(),
        approvalId: idSchema.optional(),
      }),
      ledgerStatusSchema,
      {
        size: { characters: textLimits.pem + usualSize.characters },
        stepUp: { act: 'ledger', about: ({ choice, password }) => ({ choice, keyed: password !== null }) },
        leaves: async ({ password }, seat) => {
          const before = JSON.stringify(await seat.ledgerChoice());
          return ({ choice }) =>
            before === JSON.stringify(choice) && password === null ? null : ledgerChosen(choice, password !== null);
        },
      },
    ),
    /** Agrees that the shared ledger lies on another server now, after it was compared with the service. */
    acceptServer: call('supervisor', z.strictObject({ approvalId: idSchema.optional() }), ledgerStatusSchema, {
      stepUp: { act: 'server', about: (_input, seat) => seat.lostAndAwaited() },
    }),
    /** Copies the embedded ledger into the shared one. Restartable, verified by counts and sums. Null when it was stopped. */
    move: call(
      'supervisor',
      z.void(),
      z.strictObject({ attempts: z.int(), amount: z.int(), verified: z.boolean() }).nullable(),
    ),
    backUp: call('supervisor', z.void(), copied, {
      leaves: () => (made) => made && { kind: 'backup', attempts: made.attempts, file: made.path, scheduled: false },
    }),
    restore: call('supervisor', z.strictObject({ approvalId: idSchema.optional() }), copied, {
      // The file is asked for afterwards.
      stepUp: { act: 'restore', about: () => 'backup' },
    }),
    /** Returns the plan of the scheduled backups and the result of the last one. */
    backups: call('cashier', z.void(), backupStatusSchema),
    /** Sets the schedule of the embedded ledger's backups, and how many of them are kept. */
    planBackups: call('supervisor', backupPlanSchema, backupStatusSchema, { leaves: () => backupsPlanned }),
    /** Asks for the folder of the scheduled backups; null when the operator closed the dialog. */
    chooseBackupFolder: call('supervisor', z.void(), backupStatusSchema.nullable(), {
      leaves: () => (status) => status && backupsPlanned(status),
    }),
    /** Exports the attempts older than `before`, then removes them; null when the operator closed the dialog or stopped the export. */
    purge: call(
      'supervisor',
      z.strictObject({ before: instantSchema, approvalId: idSchema.optional() }),
      z.strictObject({ path: z.string(), removed: z.int() }).nullable(),
      { stepUp: { act: 'purge', about: ({ before }) => before } },
    ),
    /** Returns the entries of the audit trail, newest first. */
    events: call('supervisor', ledgerEventsQuerySchema, ledgerEventsPageSchema),
    /** Returns the names of those who are in the audit trail. */
    eventOperators: call('supervisor', z.void(), z.array(z.string())),
    /** Checks that nobody has changed the audit trail, or the payments that it tells of, by hand. Null when it was stopped. */
    checkTrail: call('supervisor', z.void(), trailReportSchema.nullable(), {
      leaves: () => (report) => report && { kind: 'trail-verified', entries: report.links, breaks: report.breaks },
    }),
    /** Admits a seat without the common key, which the check of the audit trail calls a stranger. Returns its name. */
    admitSeat: call(
      'supervisor',
      z.strictObject({ signer: opaqueText(textLimits.publicKey), approvalId: idSchema.optional() }),
      z.strictObject({ seat: z.string() }),
      {
        stepUp: { act: 'seat', about: ({ signer }) => signer },
        leaves:
          () =>
          ({ seat }) => ({ kind: 'seat-admitted', seat }),
      },
    ),
    /** Asks where to save and writes the whole audit trail with its signatures; null when the operator closed the dialog. */
    exportTrail: call('supervisor', z.strictObject({ format: exportFormatSchema }), writtenFileSchema, {
      leaves: writtenAs('audit-trail'),
    }),
  },
  events: {
    /** The status changed: another ledger, another key, a connection lost or back. */
    'ledger.changed': z.strictObject({}),
    /** A backup was made or failed, or its plan changed. */
    'ledger.backupsChanged': z.strictObject({}),
  },
} as const satisfies Group;
