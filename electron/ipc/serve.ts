/** Serves the contract. Checks sender, size, message, role, argument and result, and returns every failure as data. */
import { z } from 'zod';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { needs, type Call } from '#shared/contract/call.ts';
import type { CallMessage } from '#shared/contract/contract.ts';
import { failed, failureSchema, type Failure, type Result } from '#shared/failure.ts';
import type { Role } from '#shared/role.ts';
import type { Handlers } from './handlers.ts';
import { callOf, excessOf } from './message-size.ts';
import { mayCall, type Sender } from './sender.ts';

/** Error for a foreign sender, which gets no Result. */
export class SenderRefused extends Error {
  constructor() {
    super('This sender may not call');
    this.name = 'SenderRefused';
  }
}

export interface ServeOptions {
  readonly handlers: Handlers;
  /** Returns the operator signed in at the time of the call; null while signed out or locked. */
  readonly actor: () => Actor | null;
  /** Waits while the seat is locked by the actor. Resolves to false when another operator has the seat afterwards. */
  readonly atWork: (actor: Actor) => Promise<boolean>;
  /** Logs a bug under the reference that the screen shows. */
  readonly report: (bug: { readonly reference: string; readonly call: string; readonly error: unknown }) => void;
  readonly makeReference: () => string;
}

/** Error for a handler's result that does not fit its schema. A bug, reported without the value. */
class UnlistedResult extends Error {
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super(issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', '));
    this.name = 'UnlistedResult';
  }
}

const messageSchema = z.strictObject({
  group: z.string(),
  name: z.string(),
  input: z.unknown(),
}) satisfies z.ZodType<CallMessage>;

/** Answers the call channel. Rejects only for a refused sender. */
export type Serve = (sender: Sender, message: unknown) => Promise<Result<unknown>>;

export function serve(options: ServeOptions): Serve {
  // Not async, so that no frame holds the argument, and the card in it, while the call waits for its answer.
  return (sender, message) => {
    if (!mayCall(sender)) return Promise.reject(new SenderRefused());
    const begun = begin(options, message);
    return 'ok' in begun ? Promise.resolve(begun) : finish(options, begun);
  };
}

interface Begun {
  readonly call: Call;
  readonly name: string;
  readonly actor: Actor | null;
  readonly handled: Promise<Result<unknown>>;
}

/**
 * Checks size, message, role and argument in this order and starts the handler. Returns why not otherwise. The role comes before
 * the argument, so that a locked seat parses nothing.
 */
function begin({ handlers, actor }: ServeOptions, message: unknown): Begun | ReturnType<typeof failed<Failure>> {
  const excess = excessOf(message);
  if (excess !== null) return failed({ kind: 'invalid', issues: [{ path: '', code: excess }] });
  const parsed = messageSchema.safeParse(message);
  if (!parsed.success) return refuse(parsed.error.issues);
  const { group, name, input } = parsed.data;
  const call = callOf(group, name);
  if (call === null) return failed({ kind: 'invalid', issues: [{ path: 'name', code: 'unknown-call' }] });
  const who = actor();
  const refusal = refuseRole(call.role, who?.role ?? null);
  if (refusal !== null) return failed(refusal);
  const argument = call.input.safeParse(input);
  if (!argument.success) return refuse(argument.error.issues);
  const handled = new Promise<Result<unknown>>((resolve) => resolve(handlerOf(handlers, group, name)(argument.data)));
  return { call, name: `${group}.${name}`, actor: who, handled };
}

async function finish(
  { atWork, report, makeReference }: ServeOptions,
  { call, name, actor, handled }: Begun,
): Promise<Result<unknown>> {
  try {
    const answer = checked(call, await handled);
    // A call made before a lock is answered after it, and only to the same operator.
    const shown = call.role === null || actor === null || (await atWork(actor));
    return shown ? answer : failed({ kind: 'signed-out' });
  } catch (error) {
    if (error instanceof LedgerUnavailable) {
      return failed({ kind: 'ledger', reason: error.reason, detail: error.message });
    }
    const reference = makeReference();
    report({ reference, call: name, error });
    return failed({ kind: 'internal', reference });
  }
}

type AnyHandler = (input: unknown) => Promise<Result<unknown>> | Result<unknown>;

/** Erases the table's types. The compiler has already checked that every call has its handler. */
function handlerOf(handlers: Handlers, group: string, name: string): AnyHandler {
  const groups = handlers as unknown as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
  const handler = groups[group]?.[name];
  if (handler === undefined) throw new Error(`No handler for ${group}.${name}`);
  return handler;
}

function refuseRole(needed: Role | null, role: Role | null): Failure | null {
  if (needed === null) return null;
  if (role === null) return { kind: 'signed-out' };
  return needs(needed, role);
}

function checked(call: Call, result: Result<unknown>): Result<unknown> {
  const parsed = result.ok ? call.output.safeParse(result.value) : failureSchema.safeParse(result.failure);
  if (!parsed.success) throw new UnlistedResult(parsed.error.issues);
  return result.ok ? { ok: true, value: parsed.data } : failed(parsed.data as Failure);
}

/** Matches the message of our own rules (`card-number`, `tax-over-amount`). Zod's messages are sentences. */
const ownRule = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Lists each path, joined by `.`, with the code of its rule: our own name, else zod's (`invalid_type`, `too_big` …). Omits
 * messages, values and the names of unrecognized keys, because an argument may hold a card.
 */
function refuse(issues: readonly z.core.$ZodIssue[]): { readonly ok: false; readonly failure: Failure } {
  return failed({
    kind: 'invalid',
    issues: issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      code: ownRule.test(issue.message) ? issue.message : issue.code,
    })),
  });
}
