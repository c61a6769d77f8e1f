/** Asks for a supervisor's passcode before a call does what needs one. */
import { createHash } from 'node:crypto';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, type Result } from '#shared/failure.ts';
import type { Guarded } from '#shared/seat/step-up.ts';
import type { As } from './as.ts';

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
