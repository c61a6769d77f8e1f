/** The typed client over the bridge, derived from the contract, and its hooks for TanStack Query. */
import {
  useMutation,
  useQuery,
  type MutateOptions,
  type MutationOptions,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { use, useEffect, useEffectEvent } from 'react';
import type {
  Bridge,
  CallName,
  EventMessage,
  EventName,
  EventOf,
  GroupName,
  Input,
  Output,
} from '#shared/contract/contract.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { untilAnswered } from './left-behind.ts';
import { inNewestState, learnFrom } from './newest-attempts.ts';
import { StepUpContext, type AskSupervisor } from './step-up.ts';

declare global {
  interface Window {
    readonly caja: Bridge;
  }
}

/** Every call of the table as `api.payments.sell(draft)`. Expected failures are answered as a Result, never thrown. */
export type Api = {
  readonly [Group in GroupName]: {
    readonly [Name in CallName<Group>]: (input: Input<Group, Name>) => Promise<Result<Output<Group, Name>>>;
  };
};

/** The bridge itself failed, as when the program quits. Only the ledger may know what became of the request. */
const bridgeBroke = failed({ kind: 'internal', reference: 'bridge' });

/** Makes an object whose properties are made when they are first read. */
function madeWhenRead<Value>(make: (name: string) => Value): Readonly<Record<string, Value>> {
  const made = new Map<string | symbol, Value>();
  return new Proxy<Record<string, Value>>(
    {},
    {
      get: (_target, name) => {
        const value = made.get(name) ?? make(String(name));
        made.set(name, value);
        return value;
      },
    },
  );
}

/** Derived from the table by its type alone, so that the page need not read every schema of it before it shows anything. */
export const api = madeWhenRead((group) =>
  madeWhenRead(
    (name) => (input: unknown) =>
      untilAnswered(
        input,
        window.caja.call(group, name, input).then(
          (result) => learnFrom(result as Result<unknown>),
          () => bridgeBroke,
        ),
      ),
  ),
) as unknown as Api;

/** Carries a failure through TanStack Query, whose errors must be thrown. */
export class CallFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/** Returns the value of a result. Throws `CallFailed` for the hooks below. */
function valueOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new CallFailed(result.failure);
}

const resultOf = <Group extends GroupName, Name extends CallName<Group>>(
  group: Group,
  name: Name,
  input: Input<Group, Name>,
) => (api[group][name] as (input: Input<Group, Name>) => Promise<Result<Output<Group, Name>>>)(input);

/** Returns the query of a call. Its key is the call and its input, so that a group, or one call of it, can be refetched. */
export const callOptions = <Group extends GroupName, Name extends CallName<Group> & string>(
  group: Group,
  name: Name,
  input: Input<Group, Name>,
) => ({
  queryKey: [group, name, input] as const,
  queryFn: () => resultOf(group, name, input).then(valueOf),
});

/** Reads data through a call. */
export function useCall<Group extends GroupName, Name extends CallName<Group> & string>(
  group: Group,
  name: Name,
  input: Input<Group, Name>,
  options: { readonly enabled?: boolean; readonly keepPrevious?: boolean } = {},
): UseQueryResult<Output<Group, Name>, CallFailed> {
  return useQuery<Output<Group, Name>, CallFailed>({
    ...callOptions(group, name, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true
      ? { placeholderData: (previous: Output<Group, Name> | undefined) => previous }
      : {}),
  } as Parameters<typeof useQuery<Output<Group, Name>, CallFailed>>[0]);
}

/** Returns the data of a read, which stays shown while the ledger can't answer. Any other failure takes its place. */
export const shownData = <Data>({ data, error }: UseQueryResult<Data, CallFailed>): Data | undefined =>
  error === null || error.failure.kind === 'ledger' ? data : undefined;

/**
 * Holds the input of an action until it is sent. TanStack Query keeps the variables of a mutation while its screen is open,
 * so the input, which may be a passphrase, is taken out of them.
 */
interface InputHolder<In> {
  input: In | null;
  /** Element that had the focus when the action began. */
  readonly focus?: Element | null;
}

export type Action<In, Out> = Omit<
  UseMutationResult<Out, CallFailed, InputHolder<In>>,
  'mutate' | 'mutateAsync' | 'variables'
> & {
  readonly mutate: (input: In, options?: MutateOptions<Out, CallFailed, InputHolder<In>>) => void;
  /** Resolves while the seat is locked, too, when TanStack Query tells a hidden screen nothing. */
  readonly perform: (input: In) => Promise<Result<Out>>;
};

/**
 * Returns a mutation that is never repeated (the QueryClient's default) and leaves nothing behind after its screen. An act that needs
 * a supervisor's passcode, and was not done for want of it, is asked for once more with the approval.
 */
export const actionOptions = <Group extends GroupName, Name extends CallName<Group> & string>(
  group: Group,
  name: Name,
  askSupervisor: AskSupervisor | null = null,
): MutationOptions<Output<Group, Name>, CallFailed, InputHolder<Input<Group, Name>>> => ({
  mutationFn: async (holder) => {
    const input = holder.input as Input<Group, Name>;
    holder.input = null;
    const result = await resultOf(group, name, input);
    if (result.ok || result.failure.kind !== 'step-up-needed' || askSupervisor === null) return valueOf(result);
    const approvalId = await askSupervisor(result.failure);
    return valueOf(
      approvalId === null
        ? result
        : await resultOf(group, name, { ...(input as object), approvalId } as Input<Group, Name>),
    );
  },
  gcTime: 0,
});

/** Performs an action through a call. @param options what is kept of it, else nothing after its screen */
export function useAction<Group extends GroupName, Name extends CallName<Group> & string>(
  group: Group,
  name: Name,
  options: Pick<MutationOptions, 'mutationKey' | 'gcTime'> = {},
): Action<Input<Group, Name>, Output<Group, Name>> {
  const askSupervisor = use(StepUpContext);
  const { mutate, mutateAsync, variables, ...state } = useMutation({
    ...actionOptions(group, name, askSupervisor),
    ...options,
  });
  // The button of the action is disabled while it waits, and loses the focus. No dialog over it can give it back either.
  useEffect(() => {
    const origin = variables?.focus;
    if (!state.isPending && origin instanceof HTMLElement && document.activeElement === document.body)
      origin.focus({ preventScroll: true });
  }, [state.isPending, variables]);
  return {
    ...state,
    mutate: (input, options) => mutate({ input, focus: document.activeElement }, options),
    perform: (input) =>
      mutateAsync({ input, focus: document.activeElement }).then(ok, (error: CallFailed) => failed(error.failure)),
  };
}

/** Listens to every event of the table while the component is mounted. */
function useEveryMainEvent(listener: (message: EventMessage) => void): void {
  const onMessage = useEffectEvent(listener);
  useEffect(() => window.caja.on((message) => onMessage(inNewestState(message))), []);
}

/** Listens to one event of the table while the component is mounted. */
export function useMainEvent<Name extends EventName>(name: Name, listener: (payload: EventOf<Name>) => void): void {
  useEveryMainEvent((message) => {
    if (message.name === name) listener(message.payload as EventOf<Name>);
  });
}
