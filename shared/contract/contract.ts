/**
 * THE table of IPC calls and events. Main's handlers, the preload's bridge and the renderer's client are derived from it.
 * Every call: sender check → argument parsed strictly → role → handle → result parsed → Result. No call returns a secret.
 */
import { z } from 'zod';
import { backupPlanSchema, backupStatusSchema } from '#shared/ledger/backups.ts';
import { connectionReportSchema } from '#shared/seat/connection-check.ts';
import {
  dayCloseQuerySchema,
  dayCloseSchema,
  exportFormatSchema,
  historyFilterSchema,
  historyPageSchema,
  historyQuerySchema,
} from '#shared/ledger/history.ts';
import {
  batchDraftSchema,
  batchProgressSchema,
  holdSchema,
  holdsPageSchema,
  holdsQuerySchema,
} from '#shared/ledger/holds.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { ledgerEventsPageSchema, ledgerEventsQuerySchema } from '#shared/ledger/ledger-events.ts';
import { amountSchema } from '#shared/payments/money.ts';
import {
  accessSchema,
  idleMinutesSchema,
  newPasscodeSchema,
  operatorNameSchema,
  operatorsSchema,
  triedPasscodeSchema,
} from '#shared/seat/operators.ts';
import { merchantSchema, merchantSecretsChangeSchema, merchantViewSchema } from '#shared/seat/merchant.ts';
import { roleSchema, type Role } from '#shared/seat/role.ts';
import {
  ledgerChoiceSchema,
  ledgerStatusSchema,
  seatSettingsSchema,
  vaultPassphraseSchema,
  vaultStatusSchema,
} from '#shared/seat/settings.ts';
import { faultOrderSchema, trainingStatusSchema } from '#shared/seat/training.ts';
import {
  attemptDetailsSchema,
  attemptSchema,
  captureDraftSchema,
  keyedResolutionSchema,
  paymentDraftSchema,
} from '#shared/payments/attempt.ts';
import { waitingAnswersSchema } from '#shared/ledger/waiting-answers.ts';

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  /** The least role that may make the call; null also while nobody is signed in or the seat is locked. */
  readonly role: Role | null;
}

const call = <Input extends z.ZodType, Output extends z.ZodType>(
  role: Role | null,
  input: Input,
  output: Output,
): Call<Input, Output> => ({ input, output, role });

const nothing = z.void();
const byId = z.strictObject({ id: idSchema });
const nameAndPasscode = z.strictObject({ name: operatorNameSchema, passcode: triedPasscodeSchema });
const byMerchant = z.strictObject({ merchantId: z.string() });

export const contract = {
  session: {
    /** Who works here and on what kind of machine; the first call of the renderer. */
    current: call(
      null,
      nothing,
      z.strictObject({
        operator: z.strictObject({ name: z.string(), role: roleSchema }).nullable(),
        version: z.string(),
        platform: z.string(),
        settings: seatSettingsSchema,
        merchant: merchantViewSchema,
        ledger: ledgerStatusSchema,
        /** What the service answered and the record does not have yet. */
        answers: waitingAnswersSchema,
        backup: backupStatusSchema,
        vault: vaultStatusSchema,
        access: accessSchema,
      }),
    ),
    /** Also unlocks: whoever gives their own name and passcode works here from then on. */
    signIn: call(null, nameAndPasscode, nothing),
    signOut: call(null, nothing, nothing),
    lock: call(null, nothing, nothing),
    /** Somebody is at the keyboard: puts the idle lock off. */
    keepAwake: call(null, nothing, nothing),
    /** The operator's own; `current` is null right after the sign-in that asks for a new one. */
    changePasscode: call(
      null,
      z.strictObject({ current: triedPasscodeSchema.nullable(), next: newPasscodeSchema }),
      nothing,
    ),
    /** While there are no operators: makes the first one and signs them in. */
    createSupervisor: call(null, z.strictObject({ name: operatorNameSchema, passcode: newPasscodeSchema }), nothing),
    /** While a supervisor is asked for: goes to training instead. */
    practise: call(null, nothing, nothing),
  },
  operators: {
    list: call('supervisor', nothing, operatorsSchema),
    add: call(
      'supervisor',
      z.strictObject({ name: operatorNameSchema, role: roleSchema, passcode: newPasscodeSchema }),
      operatorsSchema,
    ),
    change: call(
      'supervisor',
      z.strictObject({ id: idSchema, role: roleSchema, active: z.boolean() }),
      operatorsSchema,
    ),
    resetPasscode: call('supervisor', z.strictObject({ id: idSchema, passcode: newPasscodeSchema }), operatorsSchema),
    setIdleMinutes: call('supervisor', z.strictObject({ minutes: idleMinutesSchema }), operatorsSchema),
    /** A supervisor says yes, with their passcode, to one payment that the operator may not send alone. */
    approve: call(
      'cashier',
      nameAndPasscode.extend({
        merchantId: z.string(),
        amount: amountSchema,
        lastFour: z.string().regex(/^\d{4}$/),
      }),
      z.strictObject({ approvalId: idSchema }),
    ),
  },
  payments: {
    authorize: call('cashier', paymentDraftSchema, attemptSchema),
    sell: call('cashier', paymentDraftSchema, attemptSchema),
    /** Stops a payment whose first byte has not left; `cancelled` is false when it is too late. */
    cancel: call('cashier', z.strictObject({ draftId: idSchema }), z.strictObject({ cancelled: z.boolean() })),
    /** Opens a connection to the service ahead of the first payment; sends no request. */
    warm: call('cashier', nothing, nothing),
  },
  holds: {
    list: call('cashier', holdsQuerySchema, holdsPageSchema),
    capture: call('back-office', captureDraftSchema, attemptSchema),
    /** Answers when the batch has ended; progress comes as `batch` events. */
    captureMany: call('back-office', batchDraftSchema, batchProgressSchema),
    /** Stops before the next row. */
    stopBatch: call('back-office', z.strictObject({ batchId: idSchema }), nothing),
    /** Batches of this seat that a crash interrupted, with every row accounted for, until they are dismissed. */
    interruptedBatches: call('back-office', nothing, z.array(batchProgressSchema)),
    /** Somebody has seen what became of an interrupted batch: it is not reported again, at the next start neither. */
    dismissBatch: call('back-office', z.strictObject({ batchId: idSchema }), nothing),
    /** Holds by their ids, for rows of a batch that no list has read; ids that are none are left out. */
    find: call('cashier', z.strictObject({ ids: z.array(idSchema).max(1000) }), z.array(holdSchema)),
  },
  history: {
    search: call('cashier', historyQuerySchema, historyPageSchema),
    show: call('cashier', byId, attemptDetailsSchema),
    /** Unknown attempts without a resolution, oldest first: they stay on top of every screen. */
    unknowns: call('cashier', nothing, z.array(attemptSchema)),
    resolve: call(
      'supervisor',
      z.strictObject({
        id: idSchema,
        resolution: keyedResolutionSchema,
      }),
      attemptSchema,
    ),
    /** Asks where to save and writes a masked file; null when the operator closed the dialog. */
    export: call(
      'back-office',
      z.strictObject({ filter: historyFilterSchema, format: exportFormatSchema }),
      z.strictObject({ path: z.string(), rows: z.int() }).nullable(),
    ),
    dayClose: call('back-office', dayCloseQuerySchema, dayCloseSchema),
    /** Names of who has payments on the record; a cashier's own alone. */
    operators: call('cashier', nothing, z.array(z.string())),
    /** What was done to the record itself: removals, restores, copies, resolutions, payments in spite of a lookalike. */
    events: call('supervisor', ledgerEventsQuerySchema, ledgerEventsPageSchema),
    /** Opens the receipt link of an attempt in the system's browser (training: in a window of ours). */
    openReceipt: call('cashier', byId, nothing),
  },
  merchants: {
    list: call('cashier', nothing, z.array(merchantViewSchema)),
    save: call(
      'supervisor',
      z.strictObject({ merchant: merchantSchema, secrets: merchantSecretsChangeSchema }),
      merchantViewSchema,
    ),
    remove: call('supervisor', byMerchant, nothing),
    activate: call('cashier', byMerchant, merchantViewSchema),
    /** Somebody has confirmed which field carries the AUTH_TOKEN (section 4.2); `field` is the one that they were shown. */
    confirmCaptureField: call(
      'back-office',
      z.strictObject({ merchantId: z.string(), field: z.string() }),
      merchantViewSchema,
    ),
    checkConnection: call('supervisor', byMerchant, connectionReportSchema),
  },
  settings: {
    save: call('cashier', seatSettingsSchema, seatSettingsSchema),
    chooseLedger: call(
      'supervisor',
      z.strictObject({ choice: ledgerChoiceSchema, password: z.string().max(500).nullable() }),
      ledgerStatusSchema,
    ),
    /** Copies the embedded ledger into the shared one; restartable, verified by counts and sums. */
    moveLedger: call(
      'supervisor',
      nothing,
      z.strictObject({ attempts: z.int(), amount: z.int(), verified: z.boolean() }),
    ),
    backUp: call('supervisor', nothing, z.strictObject({ path: z.string(), attempts: z.int() }).nullable()),
    /** When the embedded record is backed up by itself, and how many of these backups are kept. */
    planBackups: call('supervisor', backupPlanSchema, backupStatusSchema),
    /** Asks for the folder of these backups; null when the operator closed the dialog. */
    chooseBackupFolder: call('supervisor', nothing, backupStatusSchema.nullable()),
    restore: call('supervisor', nothing, z.strictObject({ path: z.string(), attempts: z.int() }).nullable()),
    /** Exports what is older than `before`, then removes it; null when the operator closed the dialog. */
    purge: call(
      'supervisor',
      z.strictObject({ before: instantSchema }),
      z.strictObject({ path: z.string(), removed: z.int() }).nullable(),
    ),
  },
  /** Where the system has no key store: the passphrase that takes its place. */
  vault: {
    unlock: call('cashier', z.strictObject({ passphrase: z.string().max(200) }), vaultStatusSchema),
    /** Sets or changes the passphrase; what the vault holds is kept. */
    setPassphrase: call('supervisor', z.strictObject({ passphrase: vaultPassphraseSchema }), vaultStatusSchema),
  },
  training: {
    status: call('cashier', nothing, trainingStatusSchema),
    order: call('cashier', faultOrderSchema, trainingStatusSchema),
  },
} as const satisfies Record<string, Record<string, Call>>;

/** Events from main: what changed, so that screens ask again; and the progress of long work. */
export const events = {
  /** The ledger changed, on this seat or another: which attempts, or null for many. */
  'ledger.changed': z.strictObject({ attemptIds: z.array(idSchema).nullable() }),
  /** Who works here, the active merchant, its settings or the seat's settings changed. The one event that a locked seat hears. */
  'session.changed': z.strictObject({}),
  /** The first byte of a payment may have left: cancelling is over. */
  'payment.sent': z.strictObject({ draftId: idSchema }),
  batch: batchProgressSchema,
  'move.progress': z.strictObject({ done: z.int(), total: z.int() }),
  /** A menu command or shortcut of the application menu. */
  'menu.command': z.strictObject({
    command: z.enum(['charge', 'holds', 'history', 'reports', 'settings', 'new-payment']),
  }),
} as const satisfies Record<string, z.ZodType>;

type Contract = typeof contract;
export type GroupName = keyof Contract;
export type CallName<Group extends GroupName> = keyof Contract[Group];
export type Input<Group extends GroupName, Name extends CallName<Group>> =
  Contract[Group][Name] extends Call<infer In, z.ZodType> ? z.output<In> : never;
export type Output<Group extends GroupName, Name extends CallName<Group>> =
  Contract[Group][Name] extends Call<z.ZodType, infer Out> ? z.output<Out> : never;
export type EventName = keyof typeof events;
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>;

export interface CallMessage {
  readonly group: string;
  readonly name: string;
  readonly input: unknown;
}
export interface EventMessage {
  readonly name: EventName;
  readonly payload: unknown;
}

/** What the preload puts on `window.caja`: two functions, typed by the table in `renderer/session/api.ts`. */
export interface Bridge {
  call(group: string, name: string, input: unknown): Promise<unknown>;
  /** Returns the way to stop listening. */
  on(listener: (message: EventMessage) => void): () => void;
}
