/**
 * The table of IPC calls and events, from which four faces are derived:
 *
 *   shared/contract/groups/holds.ts       capture: call('back-office', captureDraftSchema, attemptSchema, { movesMoney: true })
 *                                         'holds.batch': batchProgressSchema
 *
 *   main      electron/calls/calls.ts     capture: (draft, actor) => captures.capture(draft, actor)
 *                                         emit('holds.batch', progress)
 *   preload   electron/preload.ts         nothing to add: one channel of calls, one of events
 *   renderer  renderer/session/api.ts     await api.holds.capture(draft)
 *                                         useCall('holds', 'list', query)
 *                                         useMainEvent('holds.batch', show)
 *   specs     a mocked main               answers `holds.capture` and emits `holds.batch` without a program behind it
 *
 * A call that has no handler, or an argument or result of another shape, does not compile. Each call is served in this
 * order: sender checked → size bounded → call found → role checked → argument parsed strictly → refused or allowed by its
 * row → passcode → handled, as money under way if it moves some → noted in the audit trail → result parsed → `Result`.
 * No call returns a secret. To add one, see `docs/contributing/add-a-call.md`.
 */
import { z } from 'zod';
import { call, exportShape, writtenFileSchema, type Call, type Group } from './call.ts';
import { lookedForUpdate, writtenAs } from './deeds.ts';
import { history } from './groups/history.ts';
import { holds } from './groups/holds.ts';
import { ledger } from './groups/ledger.ts';
import { merchants } from './groups/merchants.ts';
import { operators } from './groups/operators.ts';
import { paper } from './groups/paper.ts';
import { payments } from './groups/payments.ts';
import { seat } from './groups/seat.ts';
import { session } from './groups/session.ts';
import { vault } from './groups/vault.ts';
import { idSchema } from '#shared/identifiers.ts';
import { strayAnswerSchema, waitingAnswersSchema } from '#shared/ledger/waiting-answers.ts';
import { dayCloseSchema, dayClosesSchema } from '#shared/reports/day-close.ts';
import { figuresQuerySchema, merchantDaySchema, reportSchema } from '#shared/reports/figures.ts';
import { reconcileQuerySchema, reconciliationSchema } from '#shared/reports/reconciliation.ts';
import { faultOrderSchema, trainingStatusSchema } from '#shared/seat/training.ts';
import { updateStateSchema } from '#shared/updates/updates.ts';
import { workSchema } from '#shared/work/long-work.ts';

// Groups of a few calls. Each larger one has a file of its own.
const byId = z.strictObject({ id: idSchema });
const works = z.array(workSchema).readonly();

/** Answers of the service that the ledger could not take yet. */
const answers = {
  calls: {
    waiting: call('cashier', z.void(), waitingAnswersSchema),
    /** Ends the wait of an answer whose payment is not in the current ledger, for one that is never chosen again. */
    setAside: call('supervisor', byId, strayAnswerSchema, {
      leaves: () => (answer) => ({ kind: 'answer-set-aside', ...answer }),
    }),
  },
  events: {
    /** An answer began to wait, or the ledger took one. */
    'answers.changed': z.strictObject({}),
  },
} as const satisfies Group;

/** The application menu. It calls the screens; the screens never call it. */
const menu = {
  calls: {},
  events: {
    /** A command of the application menu, or what a notification leads to. */
    'menu.command': z.strictObject({
      command: z.enum(['charge', 'holds', 'history', 'reports', 'settings', 'new-payment', 'print']),
      /** True for a key of the menu, and not for a click. */
      byKey: z.boolean().optional(),
    }),
  },
} as const satisfies Group;

/** Reports: the figures of days, and the close of a day. */
const reports = {
  calls: {
    figures: call('back-office', figuresQuerySchema, reportSchema),
    /** Records that the operator closes the day, with its figures. Closing again keeps the earlier close. */
    close: call('back-office', merchantDaySchema, dayCloseSchema),
    closes: call(
      'back-office',
      merchantDaySchema.extend({ merchantId: merchantDaySchema.shape.merchantId.nullable() }),
      dayClosesSchema,
    ),
    /** Asks where to save and writes the figures; null when the operator closed the dialog. */
    export: call('back-office', z.strictObject({ query: figuresQuerySchema, ...exportShape }), writtenFileSchema, {
      stepUp: { act: 'export', about: ({ query, format }) => ({ query, format }) },
      leaves: writtenAs('day-close'),
    }),
    /** Compares days with the service's own records; null when it was stopped. Never sends a payment. */
    reconcile: call('back-office', reconcileQuerySchema, reconciliationSchema.nullable()),
    /** Asks where to save and writes the money of a comparison as a journal; null when the operator closed the dialog. */
    exportJournal: call('back-office', z.strictObject({ id: idSchema, ...exportShape }), writtenFileSchema, {
      stepUp: { act: 'export', about: ({ id, format }) => ({ id, format }) },
      leaves: writtenAs('reconciliation'),
    }),
  },
  events: {},
} as const satisfies Group;

/** The built-in training gateway: its received requests, and orders for faults. */
const training = {
  calls: {
    status: call('cashier', z.void(), trainingStatusSchema),
    order: call('cashier', faultOrderSchema, trainingStatusSchema, {
      size: { characters: 400_000, values: 400 },
    }),
  },
  events: {},
} as const satisfies Group;

/** Updates of the program on this seat. */
const updates = {
  calls: {
    state: call('cashier', z.void(), updateStateSchema),
    /** Looks for an update now. One that is found is downloaded by itself afterwards. */
    look: call('supervisor', z.void(), updateStateSchema, { leaves: () => lookedForUpdate }),
    /** Ends the program, installs the downloaded update and starts again. Refused while a payment is under way. */
    restart: call('supervisor', z.void(), z.strictObject({ version: z.string() }), {
      leaves:
        () =>
        ({ version }) => ({ kind: 'update-asked', version }),
    }),
  },
  events: {
    'updates.changed': z.strictObject({}),
  },
} as const satisfies Group;

/** Long work of this seat: how far it is, its end, and the way to stop it. */
const work = {
  calls: {
    /** Returns the work that runs, and the operator's latest that has ended until it is dismissed. */
    current: call('cashier', z.void(), works),
    /** Stops work before it has changed anything. Served to whoever started it, and to supervisors. */
    cancel: call('back-office', byId, z.void()),
    /** Forgets work that has ended. */
    dismiss: call('back-office', byId, z.void()),
    /** Shows the file of the operator's latest work in the system's file manager. The path is main's own. */
    showFile: call('back-office', byId, z.void()),
  },
  events: {
    /** Work began, went on or ended, at most ten times a second: what `current` returns now. */
    'work.progress': works,
  },
} as const satisfies Group;

export const contract = {
  session: session.calls,
  operators: operators.calls,
  payments: payments.calls,
  holds: holds.calls,
  history: history.calls,
  reports: reports.calls,
  paper: paper.calls,
  merchants: merchants.calls,
  seat: seat.calls,
  ledger: ledger.calls,
  answers: answers.calls,
  vault: vault.calls,
  training: training.calls,
  updates: updates.calls,
  work: work.calls,
} as const satisfies Record<string, Group['calls']>;

/** Events from main: changed parts of the program's state, which screens refetch, and the progress of long work. */
export const events = {
  ...session.events,
  ...operators.events,
  ...payments.events,
  ...holds.events,
  ...history.events,
  ...reports.events,
  ...merchants.events,
  ...seat.events,
  ...ledger.events,
  ...answers.events,
  ...vault.events,
  ...updates.events,
  ...menu.events,
  ...work.events,
} as const satisfies Group['events'];

export type Contract = typeof contract;
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

/** The preload's `window.caja`: two functions, typed by the table in `renderer/session/api.ts`. */
export interface Bridge {
  call(group: string, name: string, input: unknown): Promise<unknown>;
  /** Returns the function that stops listening. */
  on(listener: (message: EventMessage) => void): () => void;
}
