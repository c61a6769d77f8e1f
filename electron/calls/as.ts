/** Binds calls to the operator who makes them, and asks for a supervisor's passcode before those that need one. */
import { createHash } from 'node:crypto';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, type Result } from '#shared/failure.ts';
import type { Guarded } from '#shared/audit/step-up.ts';

/** Turns work for an operator into a handler that runs for the signed-in one. */
export type As = <Input, Value>(
  work: (input: Input, actor: Actor) => Promise<Result<Value>>,
) => (input: Input) => Promise<Result<Value>>;

/** Checks the session again right before the work, because the seat may have been locked since the role check. */
export function forActor({ actor }: Pick<Session, 'actor'>): As {
  return (work) => (input) => {
    const who = actor();
    return who === null ? Promise.resolve(failed({ kind: 'signed-out' })) : work(input, who);
  };
}

/** Copies a read-only list, because the contract's lists are plain arrays. */
export async function copied<Item>(work: Promise<Result<readonly Item[]>>): Promise<Result<Item[]>> {
  const result = await work;
  return result.ok ? { ok: true, value: [...result.value] } : result;
}

/** Binds a call to its operator, and to the act that it does; null for input that needs no approval. */
export type AsGuarded = <Input extends { readonly approvalId?: string | undefined }, Value>(
  guardedBy: (input: Input) => Guarded | null | Promise<Guarded | null>,
  work: (input: Input, actor: Actor) => Promise<Result<Value>>,
) => (input: Input) => Promise<Result<Value>>;

export const guardedFor =
  (approvals: Pick<Approvals, 'refusal'>, as: As): AsGuarded =>
  (guardedBy, work) =>
    as(async (input, actor) => {
      const guarded = await guardedBy(input);
      const refusal = guarded === null ? null : approvals.refusal(guarded, input.approvalId, actor);
      return refusal === null ? work(input, actor) : failed(refusal);
    });

/** Returns a short text that stands for these facts and no others. */
export const subjectOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
