/** Serves each call by the rule in its row of the contract: actor, refusal, passcode, money under way, audit entry. */
import type { Services } from '#electron/calls/services.ts';
import type { Approval } from '#electron/core/operators/approvals.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { seatMerchantsRefusal } from '#electron/core/policy/enforcement.ts';
import { keyedPlace } from '#electron/core/policy/secret-places.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { Call, SeatBefore } from '#shared/contract/call.ts';
import {
  contract,
  type CallName,
  type Contract,
  type GroupName,
  type Input,
  type Output,
} from '#shared/contract/contract.ts';
import { failed, ok, type Result } from '#shared/failure.ts';

/** Read-only lists too, because the result is parsed on its way out. */
type Given<Out> = Out extends readonly (infer Item)[] ? readonly Item[] : Out;
type Answer<Out> = Result<Given<Out>> | Promise<Result<Given<Out>>>;
/** Work of a call, for the signed-in operator unless a locked seat is served too. */
type Work<Of, In, Out> = Of extends { readonly role: null }
  ? (input: In) => Answer<Out>
  : (input: In, actor: Actor) => Answer<Out>;

/** The work of every call. A call without it, or with an argument or result of another shape, does not compile. */
export type Works = {
  readonly [Group in GroupName]: {
    readonly [Name in CallName<Group>]: Work<Contract[Group][Name], Input<Group, Name>, Output<Group, Name>>;
  };
};

type AnyWork = (input: unknown, actor: Actor | null) => Result<unknown> | Promise<Result<unknown>>;
type AnyWorks = Readonly<Record<string, Readonly<Record<string, AnyWork>>>>;

export function byRule(works: Works, parts: Services): Handlers {
  const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = contract;
  return Object.fromEntries(
    Object.entries(works as unknown as AnyWorks).map(([group, ofGroup]) => [
      group,
      Object.fromEntries(
        Object.entries(ofGroup).map(([name, work]) => {
          const call = calls[group]?.[name];
          if (call === undefined) throw new Error(`The contract has no call ${group}.${name}`);
          return [name, ruled(call, work, parts)];
        }),
      ),
    ]),
  ) as unknown as Handlers;
}

/**
 * Wraps the work of one call. The session is read again right before the work, because the seat may have been locked meanwhile, or
 * somebody else may have signed in.
 *
 * The deed is noted after it has happened and waits on this computer while the ledger is away. If it had to be noted first, a
 * seat without its ledger could not be given the address or the password that brings the ledger back.
 */
function ruled(call: Call, work: AnyWork, parts: Services): (input: unknown) => ReturnType<AnyWork> {
  const { session, audit, inFlight } = parts;
  const before = seatBefore(parts);
  const counted: AnyWork = call.movesMoney
    ? (input, actor) => inFlight.during(Promise.resolve(work(input, actor)))
    : work;
  const begin: AnyWork = (input, actor) =>
    call.role !== null && actor === null ? failed({ kind: 'signed-out' }) : counted(input, actor);
  // Not async, so that no frame holds the argument, and the card in it, while the call waits for its answer.
  if (!call.refuses && !call.stepUp && !call.leaves) return (input) => begin(input, session.actor());
  return async (input) => {
    const asked = session.actor();
    const told = await call.leaves?.(input, before);
    const allowed = asked === null ? ok(null) : await allow(call, input, asked);
    const now = session.actor();
    const result = allowed.ok ? await begin(input, isDeepStrictEqual(now, asked) ? now : null) : allowed;
    if (allowed.ok && !result.ok) allowed.value?.giveBack();
    // A call such as choosing training gives a signed-out seat its actor.
    const who = asked ?? session.actor();
    const deed = result.ok && who !== null ? told?.(result.value) : null;
    if (deed) audit.noteSoon(who?.name ?? '', deed);
    return result;
  };

  async function allow({ refuses, stepUp }: Call, input: unknown, actor: Actor): Promise<Result<Approval | null>> {
    const refusal = refuses?.(input, actor.role, before) ?? null;
    if (refusal !== null) return failed(refusal);
    const about: unknown = await stepUp?.about(input, before);
    if (stepUp === undefined || about === null) return ok(null);
    const { approvalId } = input as { readonly approvalId?: string };
    return parts.approvals.allow({ act: stepUp.act, subject: subjectOf(about) }, approvalId, actor);
  }
}

const subjectOf = (facts: unknown): string =>
  typeof facts === 'string' ? facts : createHash('sha256').update(JSON.stringify(facts)).digest('base64url');

const seatBefore = ({ merchants, operators, seat, selectedLedger, policy }: Services): SeatBefore => ({
  activeMerchant: () => merchants.active(),
  merchants: async () => (await merchants.list()).map(({ merchant }) => merchant),
  secretsPlace: keyedPlace,
  originOf: (url) => new URL(url).origin,
  merchantsRule: () => seatMerchantsRefusal(policy),
  settings: () => seat.settings(),
  roleOf: (operatorId) => operators.byId(operatorId)?.role,
  ledgerChoice: async () => (await selectedLedger.status()).choice,
  async lostAndAwaited() {
    const { otherServer } = await selectedLedger.status();
    return otherServer && { missing: otherServer.missing, awaited: otherServer.awaited };
  },
});
