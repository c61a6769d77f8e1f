/**
 * The table of IPC calls and events, from which four faces are derived:
 *
 *   shared/contract/groups/holds.ts       capture: call('back-office', captureDraftSchema, attemptSchema, { movesMoney: true })
 *                                         'holds.batch': batchProgressSchema
 *
 *   main      electron/calls/holds.ts     capture: (draft, actor) => captures.capture(draft, actor)
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
import type { z } from 'zod';
import { answers } from './groups/answers.ts';
import type { Call, Group } from './call.ts';
import { history } from './groups/history.ts';
import { holds } from './groups/holds.ts';
import { ledger } from './groups/ledger.ts';
import { menu } from './groups/menu.ts';
import { merchants } from './groups/merchants.ts';
import { operators } from './groups/operators.ts';
import { paper } from './groups/paper.ts';
import { payments } from './groups/payments.ts';
import { reports } from './groups/reports.ts';
import { seat } from './groups/seat.ts';
import { session } from './groups/session.ts';
import { training } from './groups/training.ts';
import { updates } from './groups/program/updates.ts';
import { vault } from './groups/vault.ts';
import { work } from './groups/work.ts';

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
