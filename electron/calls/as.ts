/** Binds calls to the operator who makes them. */
import type { Session } from '#electron/core/operators/session.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, type Result } from '#shared/failure.ts';

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
