/** Notes what calls did in the audit trail, in the name of the operator who made them. */
import type { Session } from '#electron/core/operators/session.ts';
import type { Audit } from '#electron/core/ports/audit.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { CallName, GroupName, Input, Output } from '#shared/contract/contract.ts';
import type { Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';

/** Tells the deed of a call that has succeeded from its result; null for none. */
type Told<Out> = (output: Out) => LedgerDeed | null;
/** Called before the call, whose work may remove what the deed names. */
type DeedOf<In, Out> = (input: In) => Told<Out> | Promise<Told<Out>>;

/** The deed of each call that has one. */
export type DeedsOfCalls = {
  readonly [Group in GroupName]?: {
    readonly [Name in CallName<Group>]?: DeedOf<Input<Group, Name>, Output<Group, Name>>;
  };
};

export interface NotedCallsParts {
  readonly session: Pick<Session, 'actor'>;
  readonly audit: Pick<Audit, 'noteSoon'>;
}

type AnyHandler = (input: unknown) => Result<unknown> | Promise<Result<unknown>>;
type AnyCalls = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
type AnyDeeds = Readonly<Record<string, Readonly<Record<string, DeedOf<unknown, unknown>>>>>;

/**
 * Wraps the handlers of calls that have a deed.
 *
 * The deed is noted after it has happened and waits on this computer while the ledger is away. If it had to be noted first, a
 * seat without its ledger could not be given the address or the password that brings the ledger back.
 */
export function notedCalls(handlers: Handlers, deeds: DeedsOfCalls, { session, audit }: NotedCallsParts): Handlers {
  const noted =
    (handler: AnyHandler, deedOf: DeedOf<unknown, unknown>): AnyHandler =>
    async (input) => {
      const asked = session.actor();
      const told = await deedOf(input);
      const result = await handler(input);
      // A call such as choosing training gives a signed-out seat its actor.
      const who = asked ?? session.actor();
      const deed = result.ok && who !== null ? told(result.value) : null;
      if (deed !== null) audit.noteSoon(who?.name ?? '', deed);
      return result;
    };
  return Object.fromEntries(
    Object.entries(handlers as unknown as AnyCalls).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([name, handler]) => {
          const deedOf = (deeds as AnyDeeds)[group]?.[name];
          return [name, deedOf === undefined ? handler : noted(handler, deedOf)];
        }),
      ),
    ]),
  ) as unknown as Handlers;
}
